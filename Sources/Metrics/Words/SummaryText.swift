import Lifecycle
public import Quantities
import Simulation
import Travellers

/// The figures of a run in about a dozen lines for a terminal, at most 100 characters wide.
///
/// What does not apply (no probe, no match, no timing) is left out or shown as a dash.
public struct SummaryText: Sendable {
  public var identity: RunIdentity
  public var figures: Figures
  /// Calls of the matcher in a cycle, the first included.
  public var attemptsPerCycle: Int
  /// nil where nothing was written.
  public var fingerprint: Fingerprint?
  /// nil leaves out what depends on the machine.
  public var performance: Performance?
  /// How a run of a stationary scenario fills up, and the warm-up that it has; nil of other runs.
  public var startUp: (course: StartUp, warmUp: Milliseconds)?

  /// Gathers what is to be said.
  public init(
    identity: RunIdentity, figures: Figures, attemptsPerCycle: Int, fingerprint: Fingerprint? = nil,
    performance: Performance? = nil
  ) {
    self.identity = identity
    self.figures = figures
    self.attemptsPerCycle = attemptsPerCycle
    self.fingerprint = fingerprint
    self.performance = performance
  }

  static let width = 100

  /// The lines, each ended by a line feed.
  public var text: String {
    var lines = title
    lines += line("demand", demand)
    lines += line("supply", supply)
    lines += line("matched", rate(.matchRate))
    lines += line("served", rate(.serviceRate))
    lines += line("not served", failures)
    lines += line("coverage", coverage)
    lines += line("wait", wait)
    lines += line("detour", detour)
    lines += line("cars", cars)
    lines += line("VKT saved", saving)
    lines += line("attempts", attempts)
    lines += line("warm-up", startUp.flatMap { $0.course.words(warmUp: $0.warmUp) })
    lines += line("decision", decision)
    lines += line("speed", speed)
    lines += line("fingerprint", fingerprint?.text)
    return lines.map { $0 + "\n" }.joined()
  }

  private var title: [String] {
    let right = "seed \(identity.seed) · replication \(identity.replication) · run \(identity.runID)"
    let left = Words.shortened(identity.scenario, to: max(10, Self.width - right.count - 2))
    let gap = max(2, Self.width - left.count - right.count)
    return [
      left + String(repeating: " ", count: gap) + right, String(repeating: "─", count: Self.width),
    ]
  }

  /// `label` and `content`, wrapped where it is too long; nothing for nil.
  private func line(_ label: String, _ content: String?) -> [String] {
    guard let content else { return [] }
    let indent = 13
    // Words that belong together are joined by no-break spaces until the lines are cut.
    return DataDictionary.wrapped(content, width: Self.width - indent).enumerated().map { index, part in
      DataDictionary.padded(index == 0 ? label : "", to: indent) + part.replacing("\u{A0}", with: " ")
    }
  }
}

extension SummaryText {
  private var demand: String {
    let unsettled = figures.count(.inProgress)
    let probes = figures.count(.probeHit) + figures.count(.probeMiss)
    let notes =
      (unsettled > 0 ? [Words.grouped(unsettled) + " of them in progress"] : [])
      + (probes > 0 ? [Words.plural(probes, "probe") + " besides"] : [])
      + (figures.count(.refusedInput) > 0 ? [refusals] : [])
    return joined([Words.plural(Int(figures[.requests] ?? 0), "request")] + notes)
  }

  private var refusals: String {
    let causes = Cause.allCases.filter { Metric.isRefusal($0) && figures.count($0) > 0 }
      .map { "\(Self.words($0))\u{A0}\(Words.grouped(figures.count($0)))" }
    return Words.plural(figures.count(.refusedInput), "row") + " refused"
      + (causes.isEmpty ? "" : " (\(causes.joined(separator: ", ")))")
  }

  private var supply: String {
    let sharing =
      figures[.driversSharingRatio].map { ["\(Words.tenths(ofPercent: $0)) of those arrived shared"] } ?? []
    return joined([Words.plural(Int(figures[.drivers] ?? 0), "driver")] + sharing)
  }

  private func rate(_ metric: Metric) -> String {
    guard let rate = figures[metric] else { return "–" }
    let settled = figures.settled
    let part = Int((rate * Double(settled)).rounded())
    return
      "\(Self.bar(rate))\u{A0}\u{A0}\(Words.tenths(ofPercent: rate)) \u{A0}\(Words.grouped(part)) of \(Words.grouped(settled)) requests"
  }

  /// How many were not served, and for which final causes, the most frequent first.
  private var failures: String? {
    let settled = figures.settled
    let failed = settled - figures.count(.served)
    guard failed > 0 else { return nil }
    let causes = Cause.allCases.enumerated().filter {
      !Metric.isRefusal($0.element) && figures.count($0.element) > 0
    }.sorted {
      (-figures.count($0.element), $0.offset) < (-figures.count($1.element), $1.offset)
    }.map { _, cause in
      let share = Words.tenths(ofPercent: Double(figures.count(cause)) / Double(failed))
      return "\(Self.words(cause))\u{A0}\(share)".replacing(" ", with: "\u{A0}")
    }
    return Words.grouped(failed) + (causes.isEmpty ? "" : ": " + causes.joined(separator: ", "))
  }

  private var coverage: String? {
    figures[.coverage].map { rate in
      let probes = figures.count(.probeHit) + figures.count(.probeMiss)
      let hits = Words.grouped(figures.count(.probeHit))
      return
        "\(Self.bar(rate))\u{A0}\u{A0}\(Words.tenths(ofPercent: rate)) \u{A0}\(hits) of \(Words.grouped(probes)) probes"
    }
  }

  private var wait: String {
    guard let median = figures[.wait, .median], let p95 = figures[.wait, .p95] else { return "–" }
    return joined(["median \(Words.span(median))", "p95 \(Words.span(p95))", "from submission to pickup"])
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
    return joined([
      part("median", median, .median), part("p95", p95, .p95),
      "of the \(Words.plural(count, "driver")) that shared",
    ])
  }

  private var cars: String {
    guard let occupancy = figures[.occupancy] else { return "–" }
    let seats = figures[.seatUtilisation].map { ["\(Words.tenths(ofPercent: $0)) of the seat·km used"] } ?? []
    return joined(["occupancy \(Words.fixed(occupancy, 2)) persons per car"] + seats)
  }

  private var saving: String {
    guard let ratio = figures[.vktSavedRatio], let kilometres = figures[.vktSaved],
      let gas = figures[.co2Saved]
    else { return "–" }
    return joined([
      Words.tenths(ofPercent: ratio), "\(Words.grouped(kilometres, decimals: 1)) km",
      "\(Words.grouped(gas, decimals: 1)) kg CO₂",
    ])
  }

  private var attempts: String {
    let perMatch = figures[.attemptsPerMatch].map { ["\(Words.fixed($0, 2)) per match"] } ?? []
    return joined(["\(attemptsPerCycle) per cycle, the first included"] + perMatch)
  }

  private var decision: String? {
    performance?.decisions.map { decisions in
      joined([
        "p50 \(Words.fixed(decisions.p50, 1)) µs", "p99 \(Words.fixed(decisions.p99, 1)) µs",
        "wall clock of this machine",
      ])
    }
  }

  private var speed: String? {
    guard let performance, let events = performance.eventsPerSecond,
      let requests = performance.requestsPerSecond
    else { return nil }
    return joined([
      "\(Words.grouped(Int(events.rounded()))) events/s",
      "\(Words.grouped(Int(requests.rounded()))) requests/s",
      "\(Words.fixed(performance.wallSeconds, 2)) s in all",
    ])
  }

  private func joined(_ parts: [String]) -> String { parts.joined(separator: " · ") }
}
