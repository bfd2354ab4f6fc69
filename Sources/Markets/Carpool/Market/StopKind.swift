/// The purpose of a stop; the raw value is the name in stops.csv.
public enum StopKind: String, CaseIterable, Sendable {
  case depart
  case pickup
  case dropoff
  /// A passenger gets off to transfer.
  case transferDropoff = "transfer_dropoff"
  /// A passenger gets on again after a transfer.
  case transferPickup = "transfer_pickup"
  /// A stop of a published trip.
  case waypoint
  /// A waiting car is where it was sent.
  case move
  case arrive
}
