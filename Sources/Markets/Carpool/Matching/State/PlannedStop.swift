public import Quantities
public import Spaces
public import Travellers

/// A planned stop: for a passenger, or as part of a published trip.
public struct PlannedStop: Sendable {
  public var request: RequestIndex
  public var isPickup: Bool
  /// Whether this stop and the next, at the same place, belong to one halt: the car leaves when both are finished.
  public internal(set) var isJoined = false
  public var partySize: Int16
  public var luggage: Int16
  public var place: Place
  /// The car's planned arrival and departure; in between, it waits until `earliest` if necessary, and stops for the
  /// stop's duration.
  public var arrive: Milliseconds = .zero
  public var leave: Milliseconds = .zero
  /// The earliest departure: the car waits until then, with everybody on board.
  public var earliest: Milliseconds
  /// The duration of boarding or alighting; nil: the default for all stops.
  public var duration: Milliseconds?
  /// The time at which a walking passenger reaches the stop, and so the earliest boarding time; zero if nobody walks.
  public var ready: Milliseconds = .zero
  /// The promised latest arrival at this stop.
  public var latest: Milliseconds
  /// For a drop-off: the maximum duration of the ride.
  public var maxRide: Milliseconds
  /// For a drop-off: the actual pickup time; `.never` before the passenger boards.
  public var pickedUp: Milliseconds = .never
}

extension PlannedStop {
  /// Returns stop `number` of a published trip, which is made even without passengers: the car leaves no earlier than
  /// `time` and arrives no later than `latest`.
  public static func waypoint(
    _ number: Int, at place: Place, time: Milliseconds, latest: Milliseconds
  ) -> PlannedStop {
    PlannedStop(
      request: RequestIndex(rawValue: RequestIndex.none.rawValue - 1 - Int32(number)), isPickup: false,
      partySize: 0, luggage: 0, place: place, earliest: time, latest: latest, maxRide: .never)
  }

  /// The number of the stop in a published trip, from 0; nil for a passenger's stop.
  public var waypoint: Int? {
    let number = RequestIndex.none.rawValue - 1 - request.rawValue
    return number >= 0 ? Int(number) : nil
  }

  /// Returns the latest arrival that violates no promise; if nobody may be delayed, this is at most the planned
  /// arrival.
  func latest(keepsArrivals: Bool) -> Milliseconds { keepsArrivals ? min(latest, arrive) : latest }

  /// Returns whether this stop and `other` are both the pickup, or both the drop-off, of the same request.
  func isSameStop(as other: PlannedStop?) -> Bool {
    request == other?.request && isPickup == other?.isPickup
  }
}
