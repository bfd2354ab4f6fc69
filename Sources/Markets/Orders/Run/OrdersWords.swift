import Community
import Metrics
import Quantities

/// The figures of orders in lines for a terminal.
struct OrdersWords {
  let run: OrdersRun
  let figures: Figures

  var lines: [SummaryText.Line] {
    [
      .init("demand", demand), .init("line", stations), .init("paid", share(.paidRatio)),
      .init("kept", SummaryText.share(figures[.keptRatio], of: run.finished.count, "finished orders")),
      .init("delivered", delivered), .init("both kept", bothKept), .init("letter box", letterBox),
      .init("photos", photos), .init("drafts", drafts), .init("not paid", failures),
      .init("cancelled", cancelled),
      .init("coverage", coverage),
      .init("order time", distribution(.orderTime, "from submission to the last card")),
      .init("wait", distribution(.lineWait, "before all stations together")),
      .init("servers", servers), .init("credits", credits), .init("campaigns", campaigns),
      .init("referrals", referrals), .init("revenue", revenue), .init("users", customers),
      .init("messages", figures.words(of: .toCustomers)),
    ]
  }

  private func name(_ outcome: OrderOutcome) -> Int { figures.count(outcome.rawValue) }

  private var demand: String {
    let progress = name(.inProgress)
    let probes = name(.probeHit) + name(.probeMiss)
    let notes =
      ["\(Words.plural(Int(figures[.cards] ?? 0), "card")) finished"]
      + (progress > 0 ? [Words.grouped(progress) + " orders in progress"] : [])
      + (probes > 0 ? [Words.plural(probes, "probe") + " besides"] : [])
      + [
        SummaryText.refusals(
          name(.refusedInput), by: OrderCause.allCases.filter(\.isRefusal).map { ($0.rawValue, count($0)) })
      ].compactMap(\.self)
    return SummaryText.joined([Words.plural(Int(figures[.orders] ?? 0), "order")] + notes)
  }

  private func count(_ cause: OrderCause) -> Int { Int(figures[.cause(cause)] ?? 0) }

  private var stations: String {
    SummaryText.joined(
      run.world.stations.map { "\($0.name)\u{A0}\(Words.grouped(Int($0.servers)))" }
        + ["\(Words.span(run.world.line.promise.seconds)) promised"])
  }

  private func share(_ metric: Metric) -> String {
    SummaryText.share(figures[metric], of: figures.settled, "orders")
  }

  /// The sentence on which of the two promises “48 h” is, said where both are kept or not.
  private var delivered: String? {
    figures[.deliveredRatio].map {
      SummaryText.joined([
        SummaryText.share($0, of: Int(figures[.deliveryTime, .count] ?? 0), "cards in their country's time"),
        "counted from the hand-over",
      ])
    }
  }

  private var bothKept: String? {
    figures[.bothKeptRatio].map {
      SummaryText.joined([
        SummaryText.share($0, of: Int(figures[.letterBoxTime, .count] ?? 0), "delivered orders"),
        "“kept” and its \(Words.span(run.world.line.promise.seconds)) end at the hand-over to the carrier",
      ])
    }
  }

  private var letterBox: String? {
    figures[.letterBoxTime, .median].map { _ in
      distribution(.letterBoxTime, "from submission to the last card in its letter box")
    }
  }

  private var photos: String? {
    guard run.world.photos != nil else { return nil }
    let rejected = figures[.photosRejected].map {
      SummaryText.joined([
        "\(Words.tenths(ofPercent: $0)) of \(Words.grouped(Int(figures[.photoCheckTime, .count] ?? 0))) sent back",
        "\(Words.plural(count(.photoRejected), "customer")) gave up",
        distribution(.photoCheckTime, "until somebody had looked"),
      ])
    }
    let complaints = Words.plural(Int(figures[.complaints] ?? 0), "complaint") + ", all printed again"
    return SummaryText.joined([rejected, complaints].compactMap(\.self))
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
      SummaryText.share($0, of: name(.probeHit) + name(.probeMiss), "probes")
    }
  }

  private func distribution(_ metric: Metric, _ words: String) -> String {
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
        "most at \(run.world.stations[station].name), \(Words.tenths(ofPercent: most))",
      ] + [overtime].compactMap(\.self))
  }

  private var credits: String {
    let others =
      (run.world.hasOtherCredits
        ? [part(.creditsOfPromotions, "from promotions"), part(.creditsByCard, "paid by bank card")] : [])
      + (run.world.campaigns.isEmpty ? [] : [part(.creditsOfCampaigns, "paid by partners")])
      + (run.world.referral == nil ? [] : [part(.creditsOfReferrals, "from referrals")])
    func part(_ metric: Metric, _ words: String) -> String {
      "\(Words.grouped(Int(figures[metric] ?? 0)))\u{A0}\(words)"
    }
    return SummaryText.joined(
      [
        part(.creditsSold, "sold"), part(.creditsOfCodes, "from codes"),
      ] + others + [
        part(.creditsUsed, "used"), part(.creditsLapsed, "lapsed"), part(.creditsLeft, "left"),
      ])
  }

  /// The sentence on what was left as a draft, and who opened an account on the way.
  private var drafts: String? {
    guard run.world.hasDelays else { return nil }
    let finished = figures[.draftsFinished].map { ["\(Words.tenths(ofPercent: $0)) of them finished"] } ?? []
    return SummaryText.joined(
      [Words.plural(Int(figures[.drafts] ?? 0), "draft")] + finished + [
        Words.plural(Int(figures[.accountsRegistered] ?? 0), "account") + " opened on the way to a payment",
        "\(Words.grouped(count(.accountGivenUp))) gave up instead",
      ])
  }

  private var campaigns: String? {
    guard !run.world.campaigns.isEmpty else { return nil }
    return SummaryText.joined(
      zip(run.world.campaigns, run.records.campaigns).map { campaign, state in
        let quota = campaign.quota == .max ? "" : " of \(Words.grouped(Int(campaign.quota)))"
        return "\(campaign.name)\u{A0}\(Words.grouped(Int(state.cards)))\(quota) cards"
      } + ["\(Words.grouped(Int(figures[.paidByPartners] ?? 0))) of money paid by partners"])
  }

  private var referrals: String? {
    figures[.accountsReferred].map {
      SummaryText.joined([
        Words.plural(Int($0), "account") + " brought by others",
        Words.plural(Int(figures[.creditsOfReferrals] ?? 0), "credit") + " for it",
      ])
    }
  }

  private var customers: String? {
    figures[.customerRetention].map { stayed in
      let absent = name(.notSubmitted)
      return SummaryText.joined(
        ["\(Words.tenths(ofPercent: stayed)) of those who ordered stayed"]
          + (absent > 0 ? ["\(Words.grouped(absent)) orders not submitted by those who had left"] : []))
    }
  }

  private var revenue: String {
    "\(Words.grouped(Int(figures[.revenue] ?? 0))) of the smallest unit of money"
  }
}
