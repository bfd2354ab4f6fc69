public import JSON5
public import Quantities
import Tables

/// The figures of a run in about a dozen lines, fitted to the width of a terminal.
///
/// Lines that do not apply (no match, no timing) are left out or show a dash.
public struct SummaryText: Sendable {
  public var identity: RunIdentity
  public var figures: Figures
  /// The market's part of the summary.
  public var body: Body
  /// The fingerprint; nil if no tables were created.
  public var fingerprint: Fingerprint?
  /// The performance; nil: machine-dependent lines are left out.
  public var performance: Performance?
  /// The start-up and the warm-up of a run of a stationary scenario; nil for other runs.
  public var startUp: (course: StartUp, warmUp: Milliseconds)?

  /// A market's part of the summary: lines of text, and JSON members.
  public struct Body: Sendable {
    public var lines: [Line]
    /// The members besides outcomes and figures, which are common to all markets.
    public var members: [JSON.Member]
    /// The plural name of requests: `requests`.
    public var requests: String

    /// Creates the market's part.
    public init(_ lines: [Line], members: [JSON.Member] = [], requests: String) {
      self.lines = lines
      self.members = members
      self.requests = requests
    }
  }

  /// A label of at most twelve characters with its content, which is wrapped if too long; non-breaking spaces keep
  /// words together.
  public struct Line: Sendable {
    public var label: String
    /// The content; nil: no line.
    public var content: String?

    /// Creates the line of `content`.
    public init(_ label: String, _ content: String?) {
      self.label = label
      self.content = content
    }
  }

  /// Creates the summary.
  public init(
    identity: RunIdentity, figures: Figures, body: Body, fingerprint: Fingerprint? = nil,
    performance: Performance? = nil
  ) {
    self.identity = identity
    self.figures = figures
    self.body = body
    self.fingerprint = fingerprint
    self.performance = performance
  }

  /// The maximum number of characters in a line, 40 or more.
  public var width = 100

  /// The lines, each ended by a line feed.
  public var text: String {
    let lines =
      body.lines + [
        Line("warm-up", startUp.flatMap { $0.course.words(warmUp: $0.warmUp) }),
        Line("decision", decision), Line("processor", processor), Line("speed", speed),
        Line("fingerprint", fingerprint?.text),
      ]
    return (title + lines.flatMap(wrapped)).map { $0 + "\n" }.joined()
  }

  private var title: [String] {
    let right = "seed \(identity.seed) · replication \(identity.replication) · run \(identity.runID)"
    let left = Words.shortened(identity.scenario, to: max(10, width - right.count - 2))
    let gap = max(2, width - left.count - right.count)
    return [
      left + String(repeating: " ", count: gap) + right, String(repeating: "─", count: width),
    ]
  }

  /// Returns the line, wrapped if too long; empty if it has no content.
  private func wrapped(_ line: Line) -> [String] {
    guard let content = line.content else { return [] }
    let indent = 13
    // No-break spaces become ordinary ones after wrapping.
    return DataDictionary.wrapped(content, width: width - indent).enumerated().map { index, part in
      DataDictionary.padded(index == 0 ? line.label + " " : "", to: indent)
        + part.replacing("\u{A0}", with: " ")
    }
  }

  private var decision: String? {
    performance?.decisions.map { decisions in
      let wall = decisions.wall
      return Self.joined([
        Self.microseconds("p50", wall.p50), Self.microseconds("p99", wall.p99),
        Self.microseconds("p99.9", wall.p999), Self.microseconds("max", wall.max),
        "wall clock",
      ])
    }
  }

  private var processor: String? {
    performance?.decisions.map { decisions in
      Self.joined([
        Self.microseconds("p99.9", decisions.processor.p999),
        Self.microseconds("max", decisions.processor.max), "processor time of decisions",
      ])
    }
  }

  private static func microseconds(_ name: String, _ value: Double) -> String {
    "\(name)\u{A0}\(Words.fixed(value, 1))\u{A0}µs"
  }

  private var speed: String? {
    guard let performance, let events = performance.eventsPerSecond,
      let requests = performance.requestsPerSecond
    else { return nil }
    return Self.joined([
      "\(Words.grouped(Int(events.rounded()))) events/s",
      "\(Words.grouped(Int(requests.rounded()))) \(body.requests)/s",
      "\(Words.fixed(performance.wallSeconds, 2)) s in all",
    ])
  }
}

/// The building blocks of lines.
extension SummaryText {
  /// Returns a bar of 20 cells filled up to `share`, with a resolution of an eighth of a cell.
  public static func bar(_ share: Double) -> String {
    let cells = 20
    let eighths = Int((min(1, max(0, share)) * Double(8 * cells)).rounded())
    let partial = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
    let filled = String(repeating: "█", count: eighths / 8) + partial
    return filled + String(repeating: "░", count: cells - filled.count)
  }

  /// Returns a bar, the share in per cent, and the count of the `whole` `nouns`; a dash if the share is nil.
  public static func share(_ share: Double?, of whole: Int, _ nouns: String) -> String {
    guard let share else { return "–" }
    let part = Int((share * Double(whole)).rounded())
    return
      "\(bar(share))\u{A0}\u{A0}\(Words.tenths(ofPercent: share)) \u{A0}\(Words.grouped(part)) of \(Words.grouped(whole)) \(nouns)"
  }

  /// Returns the `parts` of a line, separated by middle dots.
  public static func joined(_ parts: [String]) -> String { parts.joined(separator: " · ") }

  /// Returns the number of failures with the share of each cause, the most frequent first; nil if there are none.
  ///
  /// - Parameter causes: in documentation order.
  public static func failures(_ count: Int, by causes: [(name: String, count: Int)]) -> String? {
    guard count > 0 else { return nil }
    let shares = causes.enumerated().filter { $0.element.count > 0 }.ordered {
      (-$0.element.count, $0.offset) < (-$1.element.count, $1.offset)
    }.map { _, cause in
      let share = Words.tenths(ofPercent: Double(cause.count) / Double(count))
      return "\(words(cause.name))\u{A0}\(share)".replacing(" ", with: "\u{A0}")
    }
    return Words.grouped(count) + (shares.isEmpty ? "" : ": " + shares.joined(separator: ", "))
  }

  /// Returns the number of refused rows with their causes; nil if there are none.
  public static func refusals(_ count: Int, by causes: [(name: String, count: Int)]) -> String? {
    guard count > 0 else { return nil }
    let parts = causes.filter { $0.count > 0 }
      .map { "\(words($0.name))\u{A0}\(Words.grouped($0.count))" }
    return Words.plural(count, "row") + " refused"
      + (parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))")
  }

  /// Returns the name of a cause without underscores.
  static func words(_ cause: String) -> String { cause.replacing("_", with: " ") }
}

extension SummaryText {
  /// The figures as JSON, with the decimals of their units; figures that do not apply are left out.
  public var json: JSON {
    .object(
      [
        .init("run_id", .text(identity.runID)),
        .init("scenario", .text(identity.scenario)),
        .init("seed", .integer(identity.seed)),
        .init("replication", .integer(identity.replication)),
      ] + body.members + [.init("outcomes", outcomes), .init("figures", metrics)]
        + (startUp.map { [.init("warm_up", $0.course.json(warmUp: $0.warmUp))] } ?? [])
        + (fingerprint.map { [.init("fingerprint", .text($0.text))] } ?? [])
        + (performance.map { [.init("performance", $0.json)] } ?? []))
  }

  private var outcomes: JSON {
    .object(figures.outcomes.map { .init($0.name, .integer($0.count)) })
  }

  /// The metrics as JSON: a number for each single-valued metric, an object of statistics for each distribution.
  private var metrics: JSON {
    var members: [JSON.Member] = []
    var statistics: [JSON.Member] = []
    for (place, row) in figures.rows.enumerated() {
      let number = Self.number(row)
      guard row.metric.isDistribution else {
        members.append(.init(row.metric.name, number))
        continue
      }
      statistics.append(.init(row.statistic.rawValue, number))
      let next = place + 1
      guard next == figures.rows.count || figures.rows[next].metric != row.metric else { continue }
      members.append(.init(row.metric.name, .object(statistics)))
      statistics = []
    }
    return .object(members)
  }

  private static func number(_ row: Figures.Row) -> JSON {
    row.unit == .count && row.decimals == 0
      ? .integer(Int128(row.value)) : .rounded(row.value, decimals: row.decimals)
  }
}
