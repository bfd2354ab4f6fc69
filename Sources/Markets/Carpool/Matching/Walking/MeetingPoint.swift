public import Quantities
public import Spaces
public import Travellers

/// A place where a car meets a passenger, or leaves one: the end of the passenger's trip itself, or a place in walking distance of it.
public struct MeetingPoint: Hashable, Sendable {
  public let place: Place
  /// On foot between it and the end of the trip, as the crow flies.
  public let metres: Metres
  /// The duration of that walk.
  public let walk: Milliseconds
}

/// The places where a passenger is picked up and dropped off.
public struct Meeting: Hashable, Sendable {
  public let pickup: MeetingPoint
  public let dropoff: MeetingPoint

  /// On foot, to the car and from it.
  public var walk: Milliseconds { pickup.walk + dropoff.walk }

  /// At the door of both.
  public static func atTheEnds(of request: Request) -> Meeting {
    func door(_ place: Place) -> MeetingPoint { MeetingPoint(place: place, metres: 0, walk: .zero) }
    return Meeting(pickup: door(request.origin), dropoff: door(request.destination))
  }
}
