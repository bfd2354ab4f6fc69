public import Quantities

/// The rules by which requests that come within a window are decided together.
public struct BatchRules: Hashable, Sendable {
  /// Windows follow each other without a gap from time 0 on; what comes within one is decided at its end. 0: each request is
  /// decided when it comes.
  public var window = Milliseconds(10_000)
  /// The objective that `batch` decides by.
  public var objective = BatchObjective.matches
  /// The cost, by the objective `cost`, of a request that is left unassigned, weighted milliseconds: a dearer pair is not made.
  public var unmatchedCost = Milliseconds(1_800_000)
  /// The party that proposes under `stable`.
  public var proposing = ProposingParty.passengers

  public init() {}
}

/// The objective that makes one assignment of a window better than another.
public enum BatchObjective: String, CaseIterable, Sendable {
  /// The most matches; of those assignments that of least cost.
  case matches
  /// The least sum of costs, where a request without a driver has a cost of its own.
  case cost
}

/// The side that proposes in a stable assignment, and gets the best that it has in any.
public enum ProposingParty: String, CaseIterable, Sendable {
  case passengers
  case drivers
}
