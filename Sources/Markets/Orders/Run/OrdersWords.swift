import Community
import Metrics
import Models
import Quantities

/// The figures of orders as lines for a terminal.
struct OrdersWords {
  let run: OrdersRun
  let figures: Figures

  /// The lines common to all runs, and those of the run's features.
  var lines: [SummaryText.Line] {
    let lines: [SummaryText.Line] = [
      .init("demand", demand), .init("line", stations), .init("paid", share(.paidRatio)),
      .init("kept", SummaryText.share(figures[.keptRatio], of: run.finished.count, "finished orders")),
      .init("not paid", failures), .init("cancelled", cancelled), .init("coverage", coverage),
      .init("order time", distribution(.orderTime, "from submission to the last card")),
      .init("wait", distribution(.lineWait, "at all stations together")),
      .init("servers", servers), .init("credits", credits), .init("revenue", revenue),
    ]
    return lines.with(run.ownFeatures.flatMap { $0.lines(of: run, figures) }, named: \.label)
  }

  func count(_ outcome: OrderOutcome) -> Int { figures.count(outcome.rawValue) }

  private var demand: String {
    let progress = count(.inProgress)
    let probes = count(.probeHit) + count(.probeMiss)
    let notes =
      ["\(Words.plural(Int(figures[.cards] ?? 0), "card")) finished"]
      + (progress > 0 ? [Words.grouped(progress) + " orders in progress"] : [])
      + (probes > 0 ? [Words.plural(probes, "probe") + " besides"] : [])
      + [
        SummaryText.refusals(
          count(.refusedInput), by: OrderCause.allCases.filter(\.isRefusal).map { ($0.rawValue, count($0)) })
      ].compactMap(\.self)
    return SummaryText.joined([Words.plural(Int(figures[.orders] ?? 0), "order")] + notes)
  }

  func count(_ cause: OrderCause) -> Int { Int(figures[.cause(cause)] ?? 0) }

  private var stations: String {
    SummaryText.joined(
      run.setup.fields.stations.map { "\($0.name)\u{A0}\(Words.grouped(Int($0.servers)))" }
        + ["\(Words.span(run.setup.fields.line.promise.seconds)) promised"])
  }

  private func share(_ metric: Metric) -> String {
    SummaryText.share(figures[metric], of: figures.settled, "orders")
  }

  private var failures: String? {
    let unpaid = run.settled.filter { run.records.orders[$0].firstMatch == nil }
    return SummaryText.failures(
      unpaid.count,
      by: OrderCause.allCases.map { cause in
        (cause.rawValue, unpaid.count { run.records.orders[$0].cause == cause })
      })
  }

  private var cancelled: String? {
    let paid = run.settled.count {
      run.records.orders[$0].outcome == .cancelledByCustomer && run.records.orders[$0].firstMatch != nil
    }
    return paid > 0 ? "\(Words.plural(paid, "paid order")) before the first card was begun" : nil
  }

  private var coverage: String? {
    figures[.orderCoverage].map {
      SummaryText.share($0, of: count(.probeHit) + count(.probeMiss), "probes")
    }
  }

  func distribution(_ metric: Metric, _ words: String) -> String {
    guard let median = figures[metric, .median], let p95 = figures[metric, .p95] else { return "–" }
    return SummaryText.joined(["median \(Words.span(median))", "p95 \(Words.span(p95))", words])
  }

  private var servers: String {
    guard let all = figures[.serverUtilisation], let station = run.bottleneck,
      let most = figures[.bottleneckUtilisation]
    else { return "–" }
    let overtime = figures[.serverOvertime].flatMap { $0 > 0 ? "\(Words.span($0)) overtime" : nil }
    return SummaryText.joined(
      [
        "\(Words.tenths(ofPercent: all)) of their hours worked",
        "most at \(run.setup.fields.stations[station].name), \(Words.tenths(ofPercent: most))",
      ] + [overtime].compactMap(\.self))
  }

  private var credits: String {
    func part(_ metric: Metric, _ words: String) -> String? {
      figures[metric].map { "\(Words.grouped(Int($0)))\u{A0}\(words)" }
    }
    return SummaryText.joined(
      [
        part(.creditsSold, "sold"), part(.creditsOfCodes, "from codes"),
        part(.creditsOfPromotions, "from promotions"), part(.creditsByCard, "paid by bank card"),
        part(.creditsOfCampaigns, "paid by partners"), part(.creditsOfReferrals, "from referrals"),
        part(.creditsUsed, "used"), part(.creditsLapsed, "lapsed"), part(.creditsLeft, "left"),
      ].compactMap(\.self))
  }

  private var revenue: String {
    "\(Words.grouped(Int(figures[.revenue] ?? 0))) smallest currency units"
  }
}
