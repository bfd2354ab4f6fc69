public import Quantities

/// The rules for deciding the requests of a window together.
public struct BatchRules: Hashable, Sendable {
  /// The length of the windows, which follow each other without gaps from time 0 on; requests are decided at the end of
  /// their window. 0: each request is decided at submission.
  public var window = Milliseconds(10_000)
  /// The objective of `batch`.
  public var objective = BatchObjective.matches
  /// The cost of an unassigned request under the objective `cost`, weighted milliseconds: more expensive pairs are
  /// not made.
  public var unmatchedCost = Milliseconds(1_800_000)
  /// The party that proposes under `stable`.
  public var proposing = ProposingParty.passengers
  /// The time at which a window's decision becomes binding.
  public var commit = BatchCommitment.window
  /// With the latest commitment, how long before becoming infeasible a pair is made binding.
  public var notice = Milliseconds.zero
  /// The number of requests per driver, under any policy.
  public var riders = DriverRiders.several

  public init() {}
}

/// The objective for the assignment of a window.
public enum BatchObjective: String, CaseIterable, Sendable {
  /// The most matches, with the least cost among these assignments.
  case matches
  /// The least total cost, with a cost for each unassigned request.
  case cost
  /// The most kilometres saved: the direct trips of matched requests minus their drivers' additional distance.
  case savedKilometres = "saved_km"
}

/// The time at which the pairs decided in a window become binding.
public enum BatchCommitment: String, CaseIterable, Sendable {
  /// The end of the window.
  case window
  /// The last window in which a pair is still feasible: until then each window decides again.
  case latest
}

/// The number of requests per driver.
public enum DriverRiders: String, CaseIterable, Sendable {
  /// One per trip.
  case one
  /// As many as fit, consecutively or at the same time.
  case several
}

/// The side that proposes in a stable assignment, and so gets the best partner it has in any stable assignment.
public enum ProposingParty: String, CaseIterable, Sendable {
  case passengers
  case drivers
}

/// The rules of transfers between two drivers.
public struct TransferRules: Hashable, Sendable {
  /// The minimum time between drop-off and next pickup: the second car is not planned to leave earlier.
  public var leastWait = Milliseconds(60_000)
  /// The maximum waiting time at a transfer.
  public var longestWait = Milliseconds(600_000)

  /// Without a network, the distance between the grid points used for transfers.
  public var grid: Metres?

  public init() {}

  /// Returns the part of `promise` for the second driver, if the first one picks the passenger up at `boarding` and
  /// drops them off at `dropoff`: the maximum ride lasts from the first pickup to the last drop-off.
  func onward(_ promise: Promise, boarding: Milliseconds, dropoff: Milliseconds) -> Promise {
    Promise(
      latestPickup: dropoff.saturatingAdd(longestWait),
      latestDropoff: min(promise.latestDropoff, boarding.saturatingAdd(promise.maxRide)), maxRide: .never)
  }
}
