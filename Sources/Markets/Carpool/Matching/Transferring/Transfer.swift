public import Quantities
public import Spaces
public import Travellers

/// A transfer on the way: the first driver takes the passenger to a place that both pass, the second one on.
public struct Transfer: Sendable {
  public let first: TransferRide
  public let second: TransferRide
  /// The place where the passenger transfers.
  public let place: Place
  /// The time at which the first driver picks the passenger up.
  public let boarding: Milliseconds
  /// The times at which the passenger is dropped off there, and picked up again.
  public let dropoff: Milliseconds
  public let pickup: Milliseconds
  /// Weighted milliseconds of both rides; what the passenger waits at the place is the second one's time to pickup.
  public var cost: Int64 { first.cost + second.cost }
  /// From the one to the other.
  public var wait: Milliseconds { pickup - dropoff }
}

/// One of the two rides.
public struct TransferRide: Sendable {
  public let driver: DriverIndex
  public let insertion: Insertion
  /// Share of the stated wishes that are met, both sides; 1 if none is stated.
  public let agreement: Double
  /// Weighted milliseconds.
  public let cost: Int64
}

/// The result of a search for a transfer.
public struct TransferFinding: Sendable {
  /// Drivers near the pickup, and drivers who pass near the destination, who have seats and agree.
  public var first: Int32 = 0
  public var second: Int32 = 0
  /// Rides that no bound dismissed.
  public var evaluated: Int32 = 0
  /// The change of least cost; nil where there is none.
  public var best: Transfer?
}
