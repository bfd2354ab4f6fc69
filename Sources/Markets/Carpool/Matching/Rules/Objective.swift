import Quantities

/// The objective that makes one way to take a passenger along better than another.
public enum Objective: String, CaseIterable, Sendable {
  /// The weighted cost: time to pickup, the driver's added detour, unmet wishes.
  case cost
  /// The driving time added, stops and waiting left out.
  case addedDriving = "added_driving"
  /// The time until the passenger is dropped off; nobody who was accepted before is delayed.
  case earliestArrival = "earliest_arrival"

  /// Returns the value of `insertion` with a driver of that agreement: lower wins.
  func value(of insertion: Insertion, agreement: Double, terms: Terms) -> Int64 {
    switch self {
    case .addedDriving: insertion.addedDriving.rawValue
    case .cost:
      terms.cost(timeToPickup: insertion.timeToPickup, detour: insertion.detour, agreement: agreement)
    case .earliestArrival: insertion.timeToDropoff.rawValue
    }
  }

  /// Returns the least value of insertions of at least these parts, milliseconds, with a driver of whatever agreement.
  ///
  /// - Parameter ride: from the pickup to the drop-off, at least.
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
