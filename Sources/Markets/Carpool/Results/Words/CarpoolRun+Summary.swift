import CarpoolScenario
import Community
import JSON5
import Matching
public import Metrics
import Models
import Quantities
import Scenario
import Simulation
import Tables
import Travellers

extension CarpoolRun {
  /// Returns the carpool section of the summary of a run with `figures`.
  public func summary(of figures: Figures) -> SummaryText.Body {
    let words = CarpoolWords(
      figures: figures, attemptsPerCycle: fields.matching.attempts,
      hasPlanners: has(.board) || has(.announcedRequests),
      refusedDrivers: records.drivers.count { $0.outcome == .refusedInput },
      hasWaitingCars: hasWaitingCars, isFleet: isFleet)
    let service = ServiceLines(
      figures: figures, currency: (currency.code, currency.decimals),
      users: records.society?.setup.users, seeks: board.map { BoardTotals(of: self, $0).seeks })
    let lines = words.lines.with(ownFeatures.flatMap { $0.lines(of: self, figures) }, named: \.label)
    return SummaryText.Body(
      [.init("policy", outsidePolicy.map { SummaryText.joined([$0.name, $0.source.visible]) })] + lines
        + service.lines,
      members: [.init("attempts_per_cycle", .integer(Int128(fields.matching.attempts)))]
        + (outsidePolicy.map { [.init("policy", .text($0.name))] } ?? []),
      requests: "requests")
  }
}

/// The carpool figures as lines for a terminal.
private struct CarpoolWords {
  let figures: Figures
  /// The number of attempts in a cycle, including the first.
  let attemptsPerCycle: Int
  /// Whether any passenger plans ahead.
  let hasPlanners: Bool
  /// The number of drivers whose rows were refused.
  let refusedDrivers: Int
  let hasWaitingCars: Bool
  let isFleet: Bool

  var lines: [SummaryText.Line] {
    [
      .init("demand", demand), .init("supply", supply), .init("matched", rate(.matchRate)),
      .init("served", rate(.serviceRate)), .init("not served", failures), .init("limits", limits),
      .init("coverage", coverage),
      .init("wait", wait), .init(isFleet ? "driving" : "detour", detour),
      .init("cars", cars),
      .init("VKT saved", saving),
      .init("attempts", attempts),
    ]
  }

  private var demand: String {
    let unsettled = figures.count(.inProgress)
    let absent = figures.count(.notSubmitted)
    let notes =
      (absent > 0
        ? [
          "\(Words.grouped(absent)) not submitted by users who had left"
            + (figures[.memberRatio] == nil ? "" : " or had no account")
        ] : [])
      + (unsettled > 0 ? [Words.grouped(unsettled) + " of them in progress"] : [])
      + (probes > 0 ? [Words.plural(probes, "probe") + " besides"] : [])
      + [SummaryText.refusals(figures.count(.refusedInput), by: causes(where: Metric.isRefusal))]
      .compactMap(\.self)
    return SummaryText.joined([Words.plural(Int(figures[.requests] ?? 0), "request")] + notes)
  }

  private var probes: Int { figures.count(.probeHit) + figures.count(.probeMiss) }

  private func causes(where isMeant: (Cause) -> Bool) -> [(name: String, count: Int)] {
    Cause.allCases.filter(isMeant).map { ($0.rawValue, figures.count($0)) }
  }

  private var supply: String {
    let sharing =
      figures[.driversSharingRatio].map { ["\(Words.tenths(ofPercent: $0)) of those arrived shared"] } ?? []
    return SummaryText.joined(
      [Words.plural(Int(figures[.drivers] ?? 0), "driver")] + sharing
        + [SummaryText.refusals(refusedDrivers, by: [])].compactMap(\.self))
  }

  private func rate(_ metric: Metric) -> String {
    SummaryText.share(figures[metric], of: figures.settled, "requests")
  }

  /// The number of requests that were not served, with their final causes in descending order of frequency; nil if
  /// there are none.
  private var failures: String? {
    SummaryText.failures(
      figures.settled - figures.count(.served), by: causes { !Metric.isRefusal($0) })
  }

  /// The limits that made attempts fail, in descending order of frequency; nil if there were none.
  private var limits: String? {
    let counts = Limit.allCases.map { (name: $0.rawValue, count: Int(figures[.lost(to: $0)] ?? 0)) }
    let all = counts.reduce(0) { $0 + $1.count }
    guard all > 0 else { return nil }
    let shares = counts.enumerated().filter { $0.element.count > 0 }.ordered {
      (-$0.element.count, $0.offset) < (-$1.element.count, $1.offset)
    }.map { "\($1.name)\u{A0}\(Words.tenths(ofPercent: Double($1.count) / Double(all)))" }
    return "\(shares.joined(separator: ", ")) of the \(Words.plural(all, "attempt")) that failed at limits"
  }

  private var coverage: String? {
    figures[.coverage].map { SummaryText.share($0, of: probes, "probes") }
  }

  private var wait: String {
    guard let median = figures[.wait, .median], let p95 = figures[.wait, .p95] else { return "–" }
    return SummaryText.joined([
      "median \(Words.span(median))", "p95 \(Words.span(p95))",
      hasPlanners ? "from submission, or the time to leave, to pickup" : "from submission to pickup",
    ])
  }

  private var detour: String {
    guard let median = figures[.driverDetour, .median], let p95 = figures[.driverDetour, .p95] else {
      return "–"
    }
    let count = Int(figures[.driverDetour, .count] ?? 0)
    func part(_ name: String, _ seconds: Double, _ statistic: Statistic) -> String {
      let share = figures[.driverDetourRatio, statistic].map { " (\(Words.tenths(ofPercent: $0)))" } ?? ""
      return "\(name) \(Words.span(seconds))\(share)"
    }
    let whom =
      isFleet
      ? Words.plural(count, "car") + " that took somebody" : Words.plural(count, "driver") + " that shared"
    return SummaryText.joined(
      [part("median", median, .median), part("p95", p95, .p95), "of the \(whom)"]
        + (hasWaitingCars && !isFleet ? ["of cars that wait, all that they drive"] : []))
  }

  private var cars: String {
    guard let occupancy = figures[.occupancy] else { return "–" }
    let seats = figures[.seatUtilisation].map { ["\(Words.tenths(ofPercent: $0)) of the seat·km used"] } ?? []
    return SummaryText.joined(["occupancy \(Words.fixed(occupancy, 2)) persons per car"] + seats)
  }

  private var saving: String {
    guard let ratio = figures[.vktSavedRatio], let kilometres = figures[.vktSaved],
      let gas = figures[.co2Saved]
    else { return "–" }
    return SummaryText.joined([
      Words.tenths(ofPercent: ratio), "\(Words.grouped(kilometres, decimals: 1)) km",
      "\(Words.grouped(gas, decimals: 1)) kg CO₂",
    ])
  }

  private var attempts: String {
    let perMatch = figures[.attemptsPerMatch].map { ["\(Words.fixed($0, 2)) per match"] } ?? []
    return SummaryText.joined(["\(attemptsPerCycle) per cycle, the first included"] + perMatch)
  }
}
