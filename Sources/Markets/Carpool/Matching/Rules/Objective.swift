import Quantities

/// The objective by which insertions are compared.
public enum Objective: String, CaseIterable, Sendable {
  /// The weighted cost: time to pickup, the driver's added detour, unmet preferences.
  case cost
  /// The added driving time, without stops and waiting.
  case addedDriving = "added_driving"
  /// The time until the drop-off, without delaying already accepted passengers.
  case earliestArrival = "earliest_arrival"

  /// Returns the value of `insertion` with a driver of the given agreement: lower is better.
  func value(of insertion: Insertion, agreement: Double, terms: Terms) -> Int64 {
    switch self {
    case .addedDriving: insertion.addedDriving.rawValue
    case .cost:
      terms.cost(timeToPickup: insertion.timeToPickup, detour: insertion.detour, agreement: agreement)
    case .earliestArrival: insertion.timeToDropoff.rawValue
    }
  }

  /// Returns a lower bound on the value of insertions with at least these parts, milliseconds, for any agreement.
  ///
  /// - Parameter ride: the minimum time from the pickup to the drop-off.
  @inline(__always)
  func bound(
    timeToPickup: Float, ride: Float, addedDriving: Float, detour: Float, weights: Terms.Weights
  ) -> Float {
    switch self {
    case .addedDriving: addedDriving
    case .cost: Float(weights.timeToPickup) * timeToPickup + Float(weights.detour) * detour
    case .earliestArrival: timeToPickup + ride
    }
  }
}
