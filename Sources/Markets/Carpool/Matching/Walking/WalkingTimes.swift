public import Quantities
import Spaces

/// The times between a plan's stops and a request's meeting points, and values derived from them for each leg.
struct WalkingTimes {
  // One row for each position of the plan (0 is the start, then the stops ahead, finally the destination), one
  // column for each point; `.never` if there is no route, or no adjacent leg has room.
  private(set) var toPickup: [Milliseconds] = []
  private(set) var fromPickup: [Milliseconds] = []
  private(set) var toDropoff: [Milliseconds] = []
  private(set) var fromDropoff: [Milliseconds] = []
  private(set) var pickups = 0
  private(set) var dropoffs = 0

  /// The departure from each position, without a new passenger.
  var leave: [Milliseconds] = []
  /// The delay absorbed by waiting at all stops after the beginning of each leg.
  var absorbed: [Milliseconds] = []
  /// By leg: the least driving and stop time added by a drop-off on a later leg; and the least time from any drop-off
  /// to the end of the leg. `.never` if there is none.
  var leastBehind: [Milliseconds] = []
  var leastOn: [Milliseconds] = []

  /// Computes the times for a plan with `count` positions, whose places are given by `place`, and whose legs have room
  /// for the party as given by `room`.
  ///
  /// - Parameter waits: whether the car stays where the last passenger alights.
  mutating func compute(
    _ meetings: MeetingTable, room: borrowing ScratchList<Bool>, in space: any Space, positions count: Int,
    waits: Bool, place: (Int) -> Place
  ) {
    pickups = meetings.pickups.count
    dropoffs = meetings.dropoffs.count
    toPickup.removeAll(keepingCapacity: true)
    fromPickup.removeAll(keepingCapacity: true)
    toDropoff.removeAll(keepingCapacity: true)
    fromDropoff.removeAll(keepingCapacity: true)
    // All at once, so that their memory accesses overlap.
    for position in 0..<count {
      if position < count - 1 { space.expect(place(position), hub: .destination) }
      if position > 0 { space.expect(place(position), hub: .origin) }
    }
    var isReachable = false
    for position in 0..<count {
      let here = place(position)
      let roomAfter = position < count - 1 && room[position]
      let roomBefore = position > 0 && room[position - 1]
      Self.add(meetings.origins, .destination, here, if: roomAfter, in: space, to: &toPickup)
      if roomAfter { isReachable = true }
      let isInner = position > 0
      Self.add(
        meetings.origins, .origin, here, if: isInner && isReachable && roomBefore, in: space, to: &fromPickup)
      Self.add(
        meetings.destinations, .destination, here, if: isInner && roomAfter, in: space, to: &toDropoff)
      if waits, position == count - 1 {
        fromDropoff.append(
          contentsOf: repeatElement(roomBefore ? .zero : .never, count: meetings.destinations.places.count))
      } else {
        Self.add(meetings.destinations, .origin, here, if: roomBefore, in: space, to: &fromDropoff)
      }
    }
  }

  /// Appends a row of times between `place` and the points of `group` to `times`.
  private static func add(
    _ group: PlaceGroup, _ hub: Hub, _ place: Place, if isAsked: Bool, in space: any Space,
    to times: inout [Milliseconds]
  ) {
    guard isAsked else {
      times.append(contentsOf: repeatElement(.never, count: group.places.count))
      return
    }
    space.appendDurations(of: group, hub, place, to: &times)
  }
}

extension [Milliseconds] {
  /// Sets the list to `count` copies of `time`, reusing its memory.
  mutating func refill(with time: Milliseconds, count: Int) {
    removeAll(keepingCapacity: true)
    append(contentsOf: repeatElement(time, count: count))
  }
}

/// The rules for walking to the pickup and from the drop-off.
public struct WalkingRules: Hashable, Sendable {
  /// The maximum straight-line walking distance to the pickup, and from the drop-off, in metres; 0: no walking.
  public var reach: Metres = 0
  /// The walking speed, in metres per second.
  public var speed = 1.3
  /// The spacing of the grid of meeting points, in metres; on a network, its nodes are used instead.
  public var grid: Metres = 100

  public init() {}

  /// Returns the time to walk `metres`.
  ///
  /// - Precondition: the speed is positive.
  public func time(of metres: Metres) -> Milliseconds { Milliseconds(seconds: metres / speed) }
}
