import Glibc
public import JSON5
public import Quantities

/// The cost of a run on this machine: kept apart from results, because it differs in every run.
public struct Performance: Sendable {
  /// The name of its file in a result folder.
  public static let fileName = "performance.json"

  /// A phase of the program's work.
  public struct Phase: Sendable {
    public var name: String
    public var wallSeconds: Double
    public var cpuSeconds: Double
  }

  /// The names of the phases: reading and drawing, executing events, computing figures and tables.
  public static let input = "input"
  public static let simulation = "simulation"
  public static let output = "output"

  public var phases: [Phase]
  /// The peak resident memory of the process so far, bytes.
  public var peakMemory: Int
  /// The number of executed events, and of participating requests including probes.
  public var events: Int
  public var requests: Int
  /// The durations of the matcher's calls; nil without calls.
  public var decisions: Decisions?

  /// Creates the performance of a run of `effort` with the given `phases`.
  public init(of effort: Effort, phases: [Phase]) {
    self.phases = phases
    peakMemory = Self.peakMemory()
    events = effort.events
    requests = effort.requests
    decisions = Decisions(effort.decisions)
  }

  /// The amount of work in a run.
  public struct Effort: Sendable {
    /// The number of executed events.
    public var events: Int
    /// The number of participating requests, including probes.
    public var requests: Int
    /// The duration of each matcher call.
    public var decisions: CallTimes

    /// Creates the amount of work.
    public init(events: Int, requests: Int, decisions: CallTimes = CallTimes()) {
      self.events = events
      self.requests = requests
      self.decisions = decisions
    }
  }

  public var wallSeconds: Double { phases.reduce(0) { $0 + $1.wallSeconds } }
  public var cpuSeconds: Double { phases.reduce(0) { $0 + $1.cpuSeconds } }

  /// Events per wall-clock second of the simulation; nil if it was too short to measure.
  public var eventsPerSecond: Double? { perSecond(events) }
  /// Requests per wall-clock second of the simulation; nil if it was too short to measure.
  public var requestsPerSecond: Double? { perSecond(requests) }

  private func perSecond(_ count: Int) -> Double? {
    guard let phase = phases.first(where: { $0.name == Self.simulation }), phase.wallSeconds > 0 else {
      return nil
    }
    return Double(count) / phase.wallSeconds
  }

  /// The content of performance.json.
  public var json: JSON {
    [
      "wall_s": .rounded(wallSeconds, decimals: 6),
      "cpu_s": .rounded(cpuSeconds, decimals: 6),
      "peak_memory_bytes": .integer(peakMemory),
      "events": .integer(events),
      "events_per_s": .rounded(eventsPerSecond, decimals: 1),
      "requests": .integer(requests),
      "requests_per_s": .rounded(requestsPerSecond, decimals: 1),
      "decision_us": decisions?.json ?? .null,
      "phases": .list(phases.map(\.json)),
    ]
  }

  /// Returns the peak resident memory of this process so far, bytes.
  public static func peakMemory() -> Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss * 1024
  }
}

extension Performance.Phase {
  fileprivate var json: JSON {
    [
      "name": .text(name),
      "wall_s": .rounded(wallSeconds, decimals: 6),
      "cpu_s": .rounded(cpuSeconds, decimals: 6),
    ]
  }
}

extension JSON {
  /// Returns `value` rounded to `decimals` decimals; null for nil.
  static func rounded(_ value: Double?, decimals: Int) -> JSON {
    guard let value else { return .null }
    // Rounded in the same way as the tables.
    return .number(Double(Words.fixed(value, decimals)) ?? value)
  }
}
