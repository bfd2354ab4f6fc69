public import JSON5
public import Quantities

/// The figures of a run in about a dozen lines for a terminal, as wide as a terminal is.
///
/// A line that does not apply (no match, no timing) is left out or shown as a dash.
public struct SummaryText: Sendable {
  public var identity: RunIdentity
  public var figures: Figures
  /// The market's part.
  public var body: Body
  /// The fingerprint; nil if nothing was written.
  public var fingerprint: Fingerprint?
  /// The performance; nil leaves out what depends on the machine.
  public var performance: Performance?
  /// The start-up of a run of a stationary scenario, and the warm-up that it has; nil of other runs.
  public var startUp: (course: StartUp, warmUp: Milliseconds)?

  /// A market's account of a run: lines for people, members for programs.
  public struct Body: Sendable {
    public var lines: [Line]
    /// The members beside the outcomes and the figures, which every market has.
    public var members: [JSON.Member]
    /// The name of requests, in the plural: `requests`.
    public var requests: String

    /// Gathers what a market says.
    public init(_ lines: [Line], members: [JSON.Member] = [], requests: String) {
      self.lines = lines
      self.members = members
      self.requests = requests
    }
  }

  /// A label of at most twelve characters and what it labels, which is wrapped where it is too long; words that belong
  /// together are joined by no-break spaces.
  public struct Line: Sendable {
    public var label: String
    /// The content; nil leaves the line out.
    public var content: String?

    /// Labels `content`.
    public init(_ label: String, _ content: String?) {
      self.label = label
      self.content = content
    }
  }

  /// Gathers what is to be said.
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

  /// The line, wrapped where it is too long; nothing where it has no content.
  private func wrapped(_ line: Line) -> [String] {
    guard let content = line.content else { return [] }
    let indent = 13
    // Words that belong together are joined by no-break spaces until the lines are cut.
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
