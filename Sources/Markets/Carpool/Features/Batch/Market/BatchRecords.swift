public import Quantities

/// The record of joint decisions, if the scenario configures them.
public struct BatchRecords: Sendable {
  /// In the order of their ends; empty if each request was decided at once.
  public var windows: [WindowRecord] = []
  /// The number of attempts in which a driver was looked for, without probes and searches on the board.
  public var decided = 0
  /// The number of feasible pairs of such an attempt and a driver.
  public var pairs = 0
  /// The number of feasible pairs in which both would have preferred each other to what was decided.
  public var blockingPairs = 0
}

/// A window at whose end requests were decided together.
public struct WindowRecord: Sendable {
  /// The time at which the window ended and was decided.
  public var time: Milliseconds
  /// The number of requests decided, without those that left before.
  public var requests = 0
  /// The number of drivers who could have taken at least one of the requests.
  public var drivers = 0
  /// The number of feasible pairs of a request and a driver.
  public var pairs = 0
  /// The number of requests for which a driver was found.
  public var found = 0
  /// The number of pairs in which both would have preferred each other to what was decided.
  public var blockingPairs = 0

  public init(time: Milliseconds) { self.time = time }
}
