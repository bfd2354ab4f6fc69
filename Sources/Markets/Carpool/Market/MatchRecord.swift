public import Quantities
public import Travellers

/// A match as it was promised when the driver accepted.
public struct MatchRecord: Sendable {
  /// The time of the driver's answer.
  public var time: Milliseconds
  public var driver: DriverIndex
  /// The latest pickup promised; `.never` without a limit.
  public var latestPickup: Milliseconds
  /// The latest drop-off promised; `.never` without a limit.
  public var latestDropoff: Milliseconds
  /// Added detour of the driver, from the true position at acceptance.
  public var detour: Milliseconds
  public var detourMetres: Metres
  /// Share of the stated wishes that are met, both sides; 1 if none is stated.
  public var agreement: Double
  /// Milliseconds of weighted cost.
  public var cost: Int64
  /// The place where driver and passenger meet, among `RunRecords.meetings`; -1 where nobody walks.
  public var meeting: Int32 = -1
  /// The transfer that was agreed, among `RunRecords.transfers`; -1 where one driver takes the passenger all the way.
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
