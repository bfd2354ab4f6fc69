public import Quantities
public import Travellers

/// An event of a run.
public struct EventRecord: Sendable {
  /// The raw value is the name in events.csv.
  public enum Kind: String, CaseIterable, Sendable {
    case driverAnnounced = "driver_announced"
    case driverDeparted = "driver_departed"
    case driverArrived = "driver_arrived"
    case requestSubmitted = "request_submitted"
    case attempt
    case accepted
    case refused
    case declined
    case lapsed
    case withdrawn
    case requestNotified = "request_notified"
    case pickup
    case dropoff
    case passengerLeft = "passenger_left"
    case driverCancelled = "driver_cancelled"
    case tripPublished = "trip_published"
    case tripCalledOff = "trip_called_off"
    case noShow = "no_show"
    case transferDropoff = "transfer_dropoff"
    case transferPickup = "transfer_pickup"
    case paired
    case parted
    case outage
  }

  public var time: Milliseconds
  public var kind: Kind
  /// The driver, then the request; `.none` if none is involved.
  public var driver: DriverIndex
  public var request: RequestIndex
}
