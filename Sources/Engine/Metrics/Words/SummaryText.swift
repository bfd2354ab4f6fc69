public import JSON5
public import Quantities

/// The figures of a run in about a dozen lines, fitted to the width of a terminal.
///
/// Lines that do not apply (no match, no timing) are left out or show a dash.
public struct SummaryText: Sendable {
  public var identity: RunIdentity
  public var figures: Figures
  /// The market's part.
  public var body: Body
  /// The fingerprint; nil if no tables were made.
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

  /// A label of at most twelve characters with its content, which is wrapped if too long; no-break spaces keep
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
