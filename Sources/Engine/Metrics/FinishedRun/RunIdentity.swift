public import Quantities
public import Scenario
public import Tables

/// The identity of a run, as in the first columns of its tables.
public struct RunIdentity: Hashable, Sendable {
  /// The first 16 hex digits of a hash of the resolved scenario, seed, replication and input contents.
  public var runID: String
  /// The scenario's name.
  public var scenario: String
  /// The master seed.
  public var seed: UInt64
  /// The replication, from 0.
  public var replication: UInt64

  /// Creates an identity from its parts.
  public init(runID: String, scenario: String, seed: UInt64, replication: UInt64) {
    self.runID = runID
    self.scenario = scenario
    self.seed = seed
    self.replication = replication
  }

  /// Creates the identity of a run of the scenario with the canonical text `canonical`, which contains no paths.
  public init(scenario: String, canonical: String, seed: UInt64, replication: UInt64) {
    let digest = Digest.of("\(canonical)\n\(Self.draw(seed, replication))")
    self.init(runID: String(digest.prefix(16)), scenario: scenario, seed: seed, replication: replication)
  }

  /// Creates the identity of the run of `scenario` with `inputs`, in the order in which a world lists them.
  ///
  /// - Parameter policy: the name of the policy if it is not the scenario's.
  public init(of scenario: Scenario, inputs: [InputFile], policy: String? = nil) {
    self.init(
      scenario: scenario.name,
      canonical: scenario.identity(inputs: inputs.map(\.sha256)) + (policy.map { "\npolicy \($0)" } ?? ""),
      seed: scenario.seed, replication: scenario.replication)
  }

  fileprivate static func draw(_ seed: UInt64, _ replication: UInt64) -> String {
    "seed \(seed)\nreplication \(replication)\n"
  }
}

extension RunIdentity {
  /// The ids of all replications of one scenario, computed from a text that is written only once.
  public struct Series: Sendable {
    private let seed: UInt64
    /// The canonical text before and after the replication number.
    private let parts: (String, String)

    /// Prepares the ids of the replications of `scenario` with `inputs`, in the order in which a world lists them.
    public init(of scenario: Scenario, inputs: [InputFile]) {
      var scenario = scenario
      scenario.replication = 0
      seed = scenario.seed
      let text = scenario.identity(inputs: inputs.map(\.sha256))
      // Only the seed precedes it, so the first occurrence is the right one.
      guard let place = text.firstRange(of: "\"replication\":0,") else {
        preconditionFailure("the text of a scenario names its replication")
      }
      parts = (String(text[..<place.lowerBound]), String(text[place.upperBound...]))
    }

    /// Returns the id of replication `number`, identical to that of `RunIdentity(of:inputs:)`.
    public func runID(replication number: UInt64) -> String {
      let text = "\(parts.0)\"replication\":\(number),\(parts.1)\n\(RunIdentity.draw(seed, number))"
      return String(Digest.of(text).prefix(16))
    }
  }
}

/// The reason a simulated run has no results.
public enum RunError: Error, Hashable, Sendable {
  /// The run was so long that the time series would have too many rows.
  case tooManyIntervals(end: Milliseconds, interval: Milliseconds)
}

extension RunError {
  /// Throws if the time series of a run that ended at `end` would be too long to be useful.
  public static func check(end: Milliseconds, interval: Milliseconds) throws(RunError) {
    guard max(0, end.rawValue) / interval.rawValue < Scenario.Results.mostIntervals else {
      throw .tooManyIntervals(end: end, interval: interval)
    }
  }
}

extension RunError: CustomStringConvertible {
  /// The fault with its remedy.
  public var description: String {
    switch self {
    case .tooManyIntervals(let end, let interval):
      "results.interval_s: the run ended at \(end.seconds) s, which gives more than"
        + " \(Scenario.Results.mostIntervals) rows of \(interval.seconds) s; give a longer interval, or a"
        + " time.horizon_s, which ends the run"
    }
  }
}
