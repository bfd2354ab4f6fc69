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
  /// The moment at which what a window decides binds.
  public var commit = BatchCommitment.window
  /// The time before a pair could not be carried out any more at which it binds, where pairs bind as late as they can.
  public var notice = Milliseconds.zero
  /// The number of requests that a driver takes, whatever the policy.
  public var riders = DriverRiders.several

  public init() {}
}

/// The objective that makes one assignment of a window better than another.
public enum BatchObjective: String, CaseIterable, Sendable {
  /// The most matches; of those assignments that of least cost.
  case matches
  /// The least sum of costs, where a request without a driver has a cost of its own.
  case cost
  /// The most kilometres saved: the direct trips of those who get a driver, less what their drivers drive more.
  case savedKilometres = "saved_km"
}

/// The moment at which the pairs that a window decides bind.
public enum BatchCommitment: String, CaseIterable, Sendable {
  /// The end of the window.
  case window
  /// The last end of a window at which a pair can still be carried out: until then each window decides again.
  case latest
}

/// The number of requests that a driver takes.
public enum DriverRiders: String, CaseIterable, Sendable {
  /// One on the whole trip.
  case one
  /// As many as fit, one after the other or together.
  case several
}

/// The side that proposes in a stable assignment, and gets the best that it has in any.
public enum ProposingParty: String, CaseIterable, Sendable {
  case passengers
  case drivers
}
