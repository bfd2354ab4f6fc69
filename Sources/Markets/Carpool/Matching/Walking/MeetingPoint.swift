public import Quantities
public import Spaces
public import Travellers

/// A place where a passenger boards or alights: the end of the trip itself, or a place within walking distance of
/// it.
public struct MeetingPoint: Hashable, Sendable {
  public let place: Place
  /// The straight-line walking distance to or from the end of the trip.
  public let metres: Metres
  /// The duration of that walk.
  public let walk: Milliseconds
}

/// The meeting points for pickup and drop-off.
public struct Meeting: Hashable, Sendable {
  public let pickup: MeetingPoint
  public let dropoff: MeetingPoint

  /// The total walking time, to and from the car.
  public var walk: Milliseconds { pickup.walk + dropoff.walk }

  /// Returns the meeting at both ends of the trip.
  public static func atTheEnds(of request: Request) -> Meeting {
    func door(_ place: Place) -> MeetingPoint { MeetingPoint(place: place, metres: 0, walk: .zero) }
    return Meeting(pickup: door(request.origin), dropoff: door(request.destination))
  }
}
