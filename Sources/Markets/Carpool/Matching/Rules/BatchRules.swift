public import Quantities

/// The rules for deciding the requests of a window jointly.
public struct BatchRules: Hashable, Sendable {
  /// The length of the windows, which follow each other without gaps from time 0. Requests are decided at the end of
  /// their window. 0: each request is decided on submission.
  public var window = Milliseconds(10_000)
  /// The objective used by the policy `batch`.
  public var objective = BatchObjective.matches
  /// The cost of an unassigned request under the objective `cost`, in weighted milliseconds; pairs that cost more are
  /// not made.
  public var unmatchedCost = Milliseconds(1_800_000)
  /// The side that proposes under the policy `stable`.
  public var proposing = ProposingParty.passengers
  /// The time at which the pairs decided in a window become binding.
  public var commit = BatchCommitment.window
  /// With commitment `latest`: how long before becoming infeasible a pair is made binding.
  public var notice = Milliseconds.zero
  /// Whether a driver takes one request per trip or several, under any policy.
  public var riders = DriverRiders.several

  public init() {}
}

/// The objective by which the requests of a window are assigned.
public enum BatchObjective: String, CaseIterable, Sendable {
  /// The most matches; among assignments with equally many, the least total cost.
  case matches
  /// The least total cost, with a cost for each unassigned request.
  case cost
  /// The most kilometres saved: the direct trip distances of matched requests minus their drivers' additional
  /// distances.
  case savedKilometres = "saved_km"
}

/// The time at which the pairs decided in a window become binding.
public enum BatchCommitment: String, CaseIterable, Sendable {
  /// At the end of the window.
  case window
  /// The last window in which the pair is still feasible; until then, each window decides anew.
  case latest
}

/// How many requests a driver may take.
public enum DriverRiders: String, CaseIterable, Sendable {
  /// One request per trip.
  case one
  /// As many as fit, one after another or at the same time.
  case several
}

/// The side that proposes, and so gets the best partners it can have in any stable assignment.
public enum ProposingParty: String, CaseIterable, Sendable {
  case passengers
  case drivers
}

/// The rules for transfers between two drivers.
public struct TransferRules: Hashable, Sendable {
  /// The minimum time between drop-off and second pickup; the second car is not planned to leave earlier.
  public var leastWait = Milliseconds(60_000)
  /// The maximum waiting time at a transfer.
  public var longestWait = Milliseconds(600_000)

  /// The distance between the grid points used as transfer places if there is no network.
  public var grid: Metres?

  public init() {}

  /// Returns the promise that the second driver must keep to satisfy `promise`, if the first driver picks the passenger
  /// up at `boarding` and drops them off at `dropoff`. The maximum ride covers the time from the first pickup to the
  /// last drop-off.
  func onward(_ promise: Promise, boarding: Milliseconds, dropoff: Milliseconds) -> Promise {
    Promise(
      latestPickup: dropoff.saturatingAdd(longestWait),
      latestDropoff: min(promise.latestDropoff, boarding.saturatingAdd(promise.maxRide)), maxRide: .never)
  }
}
