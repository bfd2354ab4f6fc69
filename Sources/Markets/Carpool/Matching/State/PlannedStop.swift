public import Quantities
public import Spaces
public import Travellers

/// A stop that a driver still has to make: for a passenger, or because a published trip says so.
public struct PlannedStop: Sendable {
  public var request: RequestIndex
  public var isPickup: Bool
  public var partySize: Int16
  public var luggage: Int16
  public var place: Place
  /// Planned arrival and departure; between them lie waiting for `earliest` and the stop's duration.
  public var arrive: Milliseconds = .zero
  public var leave: Milliseconds = .zero
  /// The car waits until then, with everybody on board.
  public var earliest: Milliseconds
  /// The duration of boarding or alighting; nil where it is that of all stops.
  public var duration: Milliseconds?
  /// The time at which a passenger who walks is there, before which nobody is picked up; zero where nobody walks.
  public var ready: Milliseconds = .zero
  /// The promise: the latest arrival at this stop.
  public var latest: Milliseconds
  /// For a drop-off: the longest ride.
  public var maxRide: Milliseconds
  /// For the drop-off of a passenger on board: when the passenger was picked up; `.never` before.
  public var pickedUp: Milliseconds = .never
}

extension PlannedStop {
  /// Returns the stop `number` of a published trip, which the car makes whether anybody boards or not: it leaves no earlier than at
  /// `time`, and comes no later than at `latest`.
  public static func waypoint(
    _ number: Int, at place: Place, time: Milliseconds, latest: Milliseconds
  ) -> PlannedStop {
    PlannedStop(
      request: RequestIndex(rawValue: RequestIndex.none.rawValue - 1 - Int32(number)), isPickup: false,
      partySize: 0, luggage: 0, place: place, earliest: time, latest: latest, maxRide: .never)
  }

  /// The number of the stop in a published trip, from 0; nil for one that is made for a passenger.
  public var waypoint: Int? {
    let number = RequestIndex.none.rawValue - 1 - request.rawValue
    return number >= 0 ? Int(number) : nil
  }

  /// Returns the latest arrival that breaks no promise: the planned one, where nobody is delayed.
  func latest(keepsArrivals: Bool) -> Milliseconds { keepsArrivals ? min(latest, arrive) : latest }

  /// Tells whether both are the pickup, or both the drop-off, of one request.
  func isSameStop(as other: PlannedStop?) -> Bool {
    request == other?.request && isPickup == other?.isPickup
  }
}
