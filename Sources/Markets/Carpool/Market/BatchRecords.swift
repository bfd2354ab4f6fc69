public import Quantities

/// What is left of decisions, where the scenario says how requests are decided together.
public struct BatchRecords: Sendable {
  /// In the order of their ends; empty where each request was decided at once.
  public var windows: [WindowRecord] = []
  /// How many attempts somebody was looked for in: no probes, no searches on the board.
  public var decided = 0
  /// How many pairs of such an attempt and a driver could have been made.
  public var pairs = 0
  /// How many of them would both rather have had each other than what was decided.
  public var blockingPairs = 0
}

/// A window at the end of which requests were decided together.
public struct WindowRecord: Sendable {
  /// When it ended, and was decided.
  public var time: Milliseconds
  /// Requests that were decided: those who left before are not among them.
  public var requests = 0
  /// Drivers of whom at least one of the requests could have had a seat.
  public var drivers = 0
  /// Pairs of a request and a driver that could have been made.
  public var pairs = 0
  /// Requests that a driver was found for.
  public var found = 0
  /// Pairs who would both rather have had each other than what was decided.
  public var blockingPairs = 0

  public init(time: Milliseconds) { self.time = time }
}
