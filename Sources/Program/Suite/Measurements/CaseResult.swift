package import JSON5
import Metrics
public import Statistics

/// The measurements of one benchmark at one size.
public struct CaseResult: Hashable, Sendable {
  public let item: Case
  /// The number of operations in one repetition, and the name of an operation.
  public var operations: Int
  public var operation: String
  /// A hash of the results.
  public var fingerprint: String
  /// The work counts of one repetition, in display order.
  public var counts: [Count]
  /// The peak memory of the process, in bytes.
  public var peakBytes: Int
  /// The repetitions, in order.
  public var samples: [Sample]
  /// The number of instructions of one repetition; nil if not counted.
  public var instructions: Int?
  /// The version of the compiler that built the program.
  public var compiler: String
  /// The figures of a run, the main ones first; empty for other work.
  public var marketFigures: [Figure] = []

  /// Creates the result.
  package init(
    item: Case, operations: Int, operation: String, fingerprint: String, counts: [Count], peakBytes: Int,
    samples: [Sample], instructions: Int?, compiler: String, marketFigures: [Figure] = []
  ) {
    self.item = item
    self.operations = operations
    self.operation = operation
    self.fingerprint = fingerprint
    self.counts = counts
    self.peakBytes = peakBytes
    self.samples = samples
    self.instructions = instructions
    self.compiler = compiler
    self.marketFigures = marketFigures
  }

  /// A figure of a run.
  public struct Figure: Hashable, Sendable {
    /// The name used in studies, such as `wait_s.p95`.
    public var name: String
    public var value: Double
    /// The unit as in summary.csv.
    public var unit: String

    /// Creates the figure.
    package init(name: String, value: Double, unit: String) {
      self.name = name
      self.value = value
      self.unit = unit
    }
  }

  /// The times of one repetition.
  public struct Sample: Hashable, Sendable {
    /// The thread's processor time, in seconds.
    public var processor: Double
    /// The wall-clock time, in seconds.
    public var wall: Double
    /// The times of single decisions; nil for work without decisions.
    public var decisions: Decisions?

    /// Creates the times.
    package init(processor: Double, wall: Double, decisions: Decisions? = nil) {
      self.processor = processor
      self.wall = wall
      self.decisions = decisions
    }
  }

  /// Statistics of the processor times of single decisions, in seconds.
  public struct Decisions: Hashable, Sendable {
    public var mean, p50, p99, p999, max: Double

    /// The statistics by name.
    static let figures: [(name: String, path: any WritableKeyPath<Decisions, Double> & Sendable)] = [
      ("mean", \.mean), ("p50", \.p50), ("p99", \.p99), ("p999", \.p999), ("max", \.max),
    ]
  }

  /// The median over the repetitions of each statistic of the decision times, by name; empty for work without
  /// decisions.
  public var decisions: [(name: String, seconds: Double)] {
    let measured = samples.compactMap(\.decisions)
    return Decisions.figures.compactMap { name, path in
      Summary(measured.map { $0[keyPath: path] }).median.map { (name, $0) }
    }
  }

  /// The processor times of the repetitions, in seconds.
  public var times: Summary { Summary(samples.map(\.processor)) }

  /// Returns the count under `name`; nil if not counted.
  public func count(_ name: String) -> Int? { counts.first { $0.name == name }?.value }
}

/// A case that could not be measured, with the reason.
public struct Omission: Hashable, Sendable, Error {
  public let item: Case
  /// The reason in a sentence, without the case's name.
  public let reason: String
  /// Whether it is a failure, rather than an omission because something is missing.
  public let isFailure: Bool

  /// Creates the omission.
  package init(item: Case, reason: String, isFailure: Bool) {
    self.item = item
    self.reason = reason
    self.isFailure = isFailure
  }
}

extension CaseResult.Figure {
  package var json: JSON {
    [
      "figure": .text(name), "value": .number(value), "unit": .text(unit),
    ]
  }

  package init?(json: JSON) {
    guard let name = json["figure"]?.words, let value = json["value"]?.real, let unit = json["unit"]?.words
    else {
      return nil
    }
    self.init(name: name, value: value, unit: unit)
  }
}

extension CaseResult.Decisions {
  /// Converts a distribution in µs.
  init(_ times: Performance.Distribution) {
    self.init(
      mean: times.mean / 1e6, p50: times.p50 / 1e6, p99: times.p99 / 1e6, p999: times.p999 / 1e6,
      max: times.max / 1e6)
  }

  package var json: JSON { .object(Self.figures.map { .init($0.name, .number(self[keyPath: $0.path])) }) }

  package init?(json: JSON?) {
    self.init(mean: 0, p50: 0, p99: 0, p999: 0, max: 0)
    for (name, path) in Self.figures {
      guard let seconds = json?[name]?.real, (0...1e9).contains(seconds) else { return nil }
      self[keyPath: path] = seconds
    }
  }
}
