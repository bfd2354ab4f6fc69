import Matching
import Quantities
import RoadNetwork
import Spaces
import Travellers

/// Where passengers may be met, once more from the words of the definition: every corner, or every point of the grid, is looked
/// at, and every pair of them is driven.
extension TwoCirclesByHand {
  /// Where somebody gets on and off.
  struct Meet {
    var pickup: Place
    var dropoff: Place
    /// On foot to the one and from the other.
    var toPickup = Milliseconds.zero
    var fromDropoff = Milliseconds.zero
    /// The places of both in the order of their distances.
    var order = [0, 0]

    /// The lowest wins: the value, then less walking, then what stands first.
    func key(_ value: Int64) -> [Int64] {
      [value, (toPickup + fromDropoff).rawValue] + order.map(Int64.init)
    }
  }

  /// The trip's own ends.
  func atTheDoor(_ request: Request) -> Meet { Meet(pickup: request.origin, dropoff: request.destination) }

  /// All pairs, the trip's own ends first.
  func meets(_ request: Request) -> [Meet] {
    guard world.terms.walking.reach > 0 else { return [atTheDoor(request)] }
    let (pickups, dropoffs) = (points(around: request.origin), points(around: request.destination))
    return pickups.enumerated().flatMap { number, pickup in
      dropoffs.enumerated().compactMap { other, dropoff in
        let isDoor = number + other == 0 && world.meetingPlaces?.includesDoor ?? true
        guard isDoor || pickup.place != dropoff.place else { return nil }
        return Meet(
          pickup: pickup.place, dropoff: dropoff.place, toPickup: time(pickup.metres),
          fromDropoff: time(dropoff.metres), order: [number, other])
      }
    }
  }

  func time(_ metres: Metres) -> Milliseconds {
    Milliseconds(Int64((metres / world.terms.walking.speed * 1000).rounded()))
  }

  private func points(around end: Place) -> [(place: Place, metres: Metres)] {
    let includesDoor = world.meetingPlaces?.includesDoor ?? true
    let found = places(around: end).filter { !includesDoor || $0 != end }.map { place in
      (place: place, metres: geometry.distance(end.position, place.position))
    }.filter { $0.metres <= world.terms.walking.reach }
    let order = found.indices.sorted { (found[$0].metres, $0) < (found[$1].metres, $1) }
    return (includesDoor ? [(end, 0)] : []) + order.map { found[$0] }
  }

  private func places(around end: Place) -> [Place] {
    if let listed = world.meetingPlaces { return listed.places }
    if let roads = world.plainSpace as? NetworkSpace {
      return roads.network.nodes.map { roads.place(ofNode: $0) }
    }
    let grid = world.terms.walking.grid
    let lines: [Double]
    switch geometry {
    case .globe:
      return world.plainSpace.meetingPlaces(around: end, within: world.terms.walking.reach, grid: grid)
    case .plane: lines = (-20...60).map { Double($0) * grid }
    case .torus(let side): lines = (0...200).map { Double($0) * grid }.filter { $0 < side }
    }
    return lines.flatMap { y in lines.map { x in Place(position: Position(x: x, y: y)) } }
  }
}

/// The trips of spaces with nothing prepared, each searched for once.
final class RoadsByHand {
  private struct Ends: Hashable {
    var space: ObjectIdentifier
    var origin: NodeIndex
    var destination: NodeIndex
  }

  private var known: [Ends: Travel?] = [:]

  func travel(from origin: Place, to destination: Place, in space: any Space) -> Travel? {
    guard origin.node >= 0 else { return space.travel(from: origin, to: destination) }
    let ends = Ends(space: ObjectIdentifier(space), origin: origin.node, destination: destination.node)
    if let travel = known[ends] { return travel }
    let travel = space.travel(from: origin, to: destination)
    known[ends] = .some(travel)
    return travel
  }
}
