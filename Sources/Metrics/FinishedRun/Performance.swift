import Glibc
public import JSON5
import Quantities
import Statistics

/// What a run took on this machine: kept apart from results, because no two runs agree in it.
public struct Performance: Sendable {
  /// The file of a result folder that holds it.
  public static let fileName = "performance.json"

  /// A part of the program's work.
  public struct Phase: Sendable {
    public var name: String
    public var wallSeconds: Double
    public var cpuSeconds: Double

    /// Creates a phase that took `wallSeconds` and, on all processors together, `cpuSeconds`.
    public init(name: String, wallSeconds: Double, cpuSeconds: Double) {
      self.name = name
      self.wallSeconds = wallSeconds
      self.cpuSeconds = cpuSeconds
    }
  }

  /// The names of the phases: reading and drawing, executing events, making figures and tables.
  public static let input = "input"
  public static let simulation = "simulation"
  public static let output = "output"

  public var phases: [Phase]
  /// The largest resident memory of the process so far, bytes.
  public var peakMemory: Int
  /// Events executed, and asks that took part, probes included.
  public var events: Int
  public var requests: Int
  /// Wall-clock microseconds of the matcher's calls; nil where there were none.
  public var decisions: Decisions?

  /// The distribution of the matcher's calls, microseconds.
  public struct Decisions: Sendable {
    public var count: Int
    public var mean: Double
    public var p50: Double
    public var p90: Double
    public var p99: Double
    public var max: Double

    /// nil of no calls.
    init?(_ summary: Summary) {
      guard let mean = summary.mean, let p50 = summary.median, let p90 = summary.p90, let p99 = summary.p99,
        let max = summary.max
      else { return nil }
      count = summary.count
      self.mean = mean
      self.p50 = p50
      self.p90 = p90
      self.p99 = p99
      self.max = max
    }
  }

  /// Gathers what a run of `effort` took in `phases`.
  public init(of effort: Effort, phases: [Phase]) {
    self.phases = phases
    peakMemory = Self.peakMemory()
    events = effort.events
    requests = effort.asks
    decisions = Decisions(Summary(effort.decisionMicroseconds))
  }

  /// What a run had to do.
  public struct Effort: Sendable {
    /// Events executed.
    public var events: Int
    /// Asks that took part, probes included.
    public var asks: Int
    /// What each call of the matcher took, by the clock on the wall.
    public var decisionMicroseconds: [Double]

    /// Gathers what a run had to do.
    public init(events: Int, asks: Int, decisionMicroseconds: [Double] = []) {
      self.events = events
      self.asks = asks
      self.decisionMicroseconds = decisionMicroseconds
    }
  }

  public var wallSeconds: Double { phases.reduce(0) { $0 + $1.wallSeconds } }
  public var cpuSeconds: Double { phases.reduce(0) { $0 + $1.cpuSeconds } }

  /// Events per wall-clock second of the simulation; nil where it was too short to measure.
  public var eventsPerSecond: Double? { perSecond(events) }
  /// Asks per wall-clock second of the simulation.
  public var requestsPerSecond: Double? { perSecond(requests) }

  private func perSecond(_ count: Int) -> Double? {
    guard let phase = phases.first(where: { $0.name == Self.simulation }), phase.wallSeconds > 0 else {
      return nil
    }
    return Double(count) / phase.wallSeconds
  }

  /// The content of performance.json.
  public var json: JSON {
    .object([
      .init("wall_s", .rounded(wallSeconds, decimals: 6)),
      .init("cpu_s", .rounded(cpuSeconds, decimals: 6)),
      .init("peak_memory_bytes", .integer(Int128(peakMemory))),
      .init("events", .integer(Int128(events))),
      .init("events_per_s", .rounded(eventsPerSecond, decimals: 1)),
      .init("requests", .integer(Int128(requests))),
      .init("requests_per_s", .rounded(requestsPerSecond, decimals: 1)),
      .init("decision_us", decisions?.json ?? .null),
      .init("phases", .list(phases.map(\.json))),
    ])
  }

  /// The largest resident memory of this process so far, bytes.
  public static func peakMemory() -> Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss * 1024
  }
}

extension Performance.Phase {
  fileprivate var json: JSON {
    .object([
      .init("name", .text(name)),
      .init("wall_s", .rounded(wallSeconds, decimals: 6)),
      .init("cpu_s", .rounded(cpuSeconds, decimals: 6)),
    ])
  }
}

extension Performance.Decisions {
  fileprivate var json: JSON {
    .object([
      .init("count", .integer(Int128(count))),
      .init("mean", .rounded(mean, decimals: 3)),
      .init("p50", .rounded(p50, decimals: 3)),
      .init("p90", .rounded(p90, decimals: 3)),
      .init("p99", .rounded(p99, decimals: 3)),
      .init("max", .rounded(max, decimals: 3)),
    ])
  }
}

extension JSON {
  /// `value` with at most `decimals` digits after the mark; null for nil.
  static func rounded(_ value: Double?, decimals: Int) -> JSON {
    guard let value else { return .null }
    // As the tables round.
    return .number(Double(Words.fixed(value, decimals)) ?? value)
  }
}
