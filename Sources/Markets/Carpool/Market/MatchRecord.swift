public import Quantities
public import Travellers

/// A match as promised when the driver accepted.
public struct MatchRecord: Sendable {
  /// The time of the driver's answer.
  public var time: Milliseconds
  public var driver: DriverIndex
  /// The latest pickup promised; `.never` without a limit.
  public var latestPickup: Milliseconds
  /// The latest drop-off promised; `.never` without a limit.
  public var latestDropoff: Milliseconds
  /// The driver's added detour, from the true position at acceptance.
  public var detour: Milliseconds
  public var detourMetres: Metres
  /// The share of stated wishes that are met, of both sides; 1 if none is stated.
  public var agreement: Double
  /// Milliseconds of weighted cost.
  public var cost: Int64
  /// The index in `RunRecords.meetings` of where driver and passenger meet; -1 if nobody walks.
  public var meeting: Int32 = -1
  /// The index in `RunRecords.transfers` of the agreed transfer; -1 if one driver takes the passenger all the way.
  public var transfer: Int32 = -1

  public init(
    time: Milliseconds, driver: DriverIndex, latestPickup: Milliseconds, latestDropoff: Milliseconds,
    detour: Milliseconds, detourMetres: Metres, agreement: Double, cost: Int64
  ) {
    self.time = time
    self.driver = driver
    self.latestPickup = latestPickup
    self.latestDropoff = latestDropoff
    self.detour = detour
    self.detourMetres = detourMetres
    self.agreement = agreement
    self.cost = cost
  }
}
