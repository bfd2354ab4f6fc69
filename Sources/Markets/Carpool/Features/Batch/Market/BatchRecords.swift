public import Quantities

/// The record of decisions, where the scenario says how requests are decided together.
public struct BatchRecords: Sendable {
  /// In the order of their ends; empty where each request was decided at once.
  public var windows: [WindowRecord] = []
  /// The number of attempts in which a driver was looked for: no probes, no searches on the board.
  public var decided = 0
  /// The number of pairs of such an attempt and a driver that could have been made.
  public var pairs = 0
  /// The number of those pairs that would both rather have had each other than what was decided.
  public var blockingPairs = 0
}

/// A window at the end of which requests were decided together.
public struct WindowRecord: Sendable {
  /// The time at which it ended, and was decided.
  public var time: Milliseconds
  /// Requests that were decided: those that left before are not among them.
  public var requests = 0
  /// Drivers who could have taken at least one of the requests along.
  public var drivers = 0
  /// Pairs of a request and a driver that could have been made.
  public var pairs = 0
  /// Requests that a driver was found for.
  public var found = 0
  /// Pairs who would both rather have had each other than what was decided.
  public var blockingPairs = 0

  public init(time: Milliseconds) { self.time = time }
}
