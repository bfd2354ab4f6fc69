public import Quantities
public import Spaces
public import Travellers

/// A transfer: the first driver takes the passenger to a place on both routes, the second one from there.
public struct Transfer: Sendable {
  public let first: TransferRide
  public let second: TransferRide
  /// The place where the passenger transfers.
  public let place: Place
  /// The pickup time of the first driver.
  public let boarding: Milliseconds
  /// The times of the drop-off there and of the second pickup.
  public let dropoff: Milliseconds
  public let pickup: Milliseconds
  /// The weighted milliseconds of both rides; the passenger's wait at the place is the second one's time to pickup.
  public var cost: Int64 { first.cost + second.cost }
  /// The wait between drop-off and second pickup.
  public var wait: Milliseconds { pickup - dropoff }
}

/// One of the two rides.
public struct TransferRide: Sendable {
  public let driver: DriverIndex
  public let insertion: Insertion
  /// The share of the stated preferences that are met, both sides; 1 if none is stated.
  public let agreement: Double
  /// The weighted cost, milliseconds.
  public let cost: Int64
}

/// The result of a search for a transfer.
public struct TransferFinding: Sendable {
  /// The number of drivers near the pickup, and of drivers passing near the destination, with seats and
  /// agreeing preferences.
  public var first: Int32 = 0
  public var second: Int32 = 0
  /// The number of rides not pruned by a bound.
  public var evaluated: Int32 = 0
  /// The transfer of least cost; nil if there is none.
  public var best: Transfer?
}
