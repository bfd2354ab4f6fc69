import Quantities
import Spaces

/// The times between the stops of a plan and the meeting points of a request, and what follows from them for each leg.
struct WalkingTimes {
  // A row for each position of the plan (0 is the start, then the stops ahead, last the destination), a column for each point;
  // `.never` where no route leads, or no leg beside it has the room.
  private(set) var toPickup: [Milliseconds] = []
  private(set) var fromPickup: [Milliseconds] = []
  private(set) var toDropoff: [Milliseconds] = []
  private(set) var fromDropoff: [Milliseconds] = []
  private(set) var pickups = 0
  private(set) var dropoffs = 0
  private var row: [Milliseconds] = []

  /// The time at which the car goes on from each position, taking nobody along.
  var leave: [Milliseconds] = []
  /// The delay that waiting takes up behind each leg.
  var absorbed: [Milliseconds] = []
  /// The least that a drop-off at any point adds on one of the legs behind each; and the least from any drop-off to the end of
  /// each leg. `.never` where there is none.
  var leastBehind: [Milliseconds] = []
  var leastOn: [Milliseconds] = []

  /// Computes the times of a plan whose `count` positions lie at `place`, and whose legs have `room`.
  mutating func compute(
    _ meetings: MeetingTable, room: borrowing ScratchList<Bool>, in space: any Space, positions count: Int,
    place: (Int) -> Place
  ) {
    pickups = meetings.pickups.count
    dropoffs = meetings.dropoffs.count
    toPickup.removeAll(keepingCapacity: true)
    fromPickup.removeAll(keepingCapacity: true)
    toDropoff.removeAll(keepingCapacity: true)
    fromDropoff.removeAll(keepingCapacity: true)
    var isReachable = false
    for position in 0..<count {
      let here = place(position)
      let roomAfter = position < count - 1 && room[position]
      let roomBefore = position > 0 && room[position - 1]
      Self.add(meetings.origins, .destination, here, if: roomAfter, in: space, to: &toPickup, &row)
      if roomAfter { isReachable = true }
      let isInner = position > 0
      Self.add(
        meetings.origins, .origin, here, if: isInner && isReachable && roomBefore, in: space, to: &fromPickup,
        &row)
      Self.add(
        meetings.destinations, .destination, here, if: isInner && roomAfter, in: space, to: &toDropoff, &row)
      Self.add(meetings.destinations, .origin, here, if: roomBefore, in: space, to: &fromDropoff, &row)
    }
  }

  /// Adds a row to `times`, through `row`, which is memory.
  private static func add(
    _ group: PlaceGroup, _ hub: Hub, _ place: Place, if isAsked: Bool, in space: any Space,
    to times: inout [Milliseconds], _ row: inout [Milliseconds]
  ) {
    guard isAsked else {
      times.append(contentsOf: repeatElement(.never, count: group.places.count))
      return
    }
    space.durations(of: group, hub, place, into: &row)
    times += row
  }
}

extension [Milliseconds] {
  /// Lets the list be `count` times `time`, in the memory that it has.
  mutating func refill(with time: Milliseconds, count: Int) {
    removeAll(keepingCapacity: true)
    append(contentsOf: repeatElement(time, count: count))
  }
}
