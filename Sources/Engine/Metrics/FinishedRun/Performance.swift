import Glibc
public import JSON5
public import Quantities
import Statistics

/// The cost of a run on this machine: kept apart from results, because it differs in every run.
public struct Performance: Sendable {
  /// The name of the performance file in a result folder.
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
  /// The peak resident memory of the process so far, in bytes.
  public var peakMemory: Int
  /// The number of executed events, and of participating requests including probes.
  public var events: Int
  public var requests: Int
  /// The durations of the matcher's calls; nil if there were none.
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

  /// Returns the peak resident memory of this process so far, in bytes.
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

extension Performance {
  /// The distribution of the durations of the matcher's calls, in microseconds.
  public struct Decisions: Sendable {
    public var count: Int
    /// The wall-clock time, which includes preemption by other processes.
    public var wall: Distribution
    /// The processor time from `CallClock`: at most 100 µs too low, and equal to the wall-clock time below 100 µs.
    public var processor: Distribution

    /// Summarises `times`; nil if there are none.
    public init?(_ times: CallTimes) {
      guard let wall = Distribution(times.wall) else { return nil }
      count = times.wall.count
      self.wall = wall
      processor = times.heldUp.isEmpty ? wall : Distribution(times.processor) ?? wall
    }
  }

  /// A mean, the quantiles at 0.5, 0.9, 0.99 and 0.999, and the largest value, in microseconds.
  ///
  /// Quantiles interpolate as in `Summary`.
  public struct Distribution: Hashable, Sendable {
    public var mean, p50, p90, p99, p999, max: Double

    /// Creates the distribution; nil if there are no values.
    init?(_ nanoseconds: [UInt32]) {
      let sorted = nanoseconds.sortedByDigits()
      guard let last = sorted.last else { return nil }
      /// Returns the quantile at `share`, where 0 is the smallest value and 1 the largest.
      func quantile(_ share: Double) -> Double {
        let place = share * Double(sorted.count - 1)
        let (low, high) = (Int(place), min(Int(place) + 1, sorted.count - 1))
        let (before, behind) = (Double(sorted[low]), Double(sorted[high]))
        return (before + (place - Double(low)) * (behind - before)) / 1_000
      }
      mean = Double(sorted.reduce(0) { $0 + UInt64($1) }) / Double(sorted.count) / 1_000
      p50 = quantile(0.5)
      p90 = quantile(0.9)
      p99 = quantile(0.99)
      p999 = quantile(0.999)
      max = Double(last) / 1_000
    }
  }
}

extension Performance.Decisions {
  var json: JSON {
    .object(
      [JSON.Member("count", .integer(count))] + wall.members + [
        JSON.Member("processor", .object(processor.members))
      ])
  }
}

extension Performance.Distribution {
  fileprivate var members: [JSON.Member] {
    let named = [("mean", mean), ("p50", p50), ("p90", p90), ("p99", p99), ("p999", p999), ("max", max)]
    return named.map { JSON.Member($0, .rounded($1, decimals: 3)) }
  }
}
