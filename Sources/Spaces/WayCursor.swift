import Quantities
import RoadNetwork

/// Goes along a way from point to point: the origin, the nodes and the bends between them, the destination.
struct WayCursor {
  let way: Way
  /// How many nodes the car has passed behind the origin.
  private(set) var node: Int
  /// How many bends it has passed since the node.
  private(set) var bend = 0
  /// The travel to the node.
  private var travel: Travel
  /// Where the link behind the node bends, once it is known.
  private var bends: [PathPoint] = []
  private var knowsBends = false

  /// Creates the cursor that stands at the origin of `way`.
  init(_ way: Way) { self.init(way, at: (0, .none)) }

  /// Creates the cursor that stands at a node to which the travel is known.
  init(_ way: Way, at node: (number: Int, travel: Travel)) {
    self.way = way
    self.node = node.number
    travel = node.travel
  }

  /// Where the cursor stands.
  var point: PathPoint {
    if bend > 0 { return bends[bend - 1] }
    if node == 0 { return PathPoint(place: way.origin, travel: travel) }
    guard case .links(let space) = way.course else {
      return PathPoint(place: way.destination, travel: travel)
    }
    return PathPoint(
      place: space.place(ofNode: space.network.head(of: way.links[node - 1])), travel: travel)
  }

  /// Goes on to the next point.
  ///
  /// - Returns: whether there is one.
  mutating func advance() -> Bool {
    guard !way.isLast(node) else { return false }
    guard case .links(let space) = way.course else {
      node = 1
      travel = Travel(duration: way.duration, metres: way.metres)
      return true
    }
    let link = way.links[node]
    learnBends(of: link, in: space)
    if bend < bends.count {
      bend += 1
      return true
    }
    let network = space.network
    travel.duration = travel.duration + Milliseconds(Int64(network.milliseconds(of: link)))
    travel.metres += network.metres[Int(link)]
    node += 1
    bend = 0
    if !bends.isEmpty { bends.removeAll(keepingCapacity: true) }
    knowsBends = false
    return true
  }

  /// Goes on to the last bend of the link under way that `isReached`; those behind one that is not are not either.
  mutating func advance(toLastBend isReached: (PathPoint) -> Bool) {
    guard case .links(let space) = way.course, space.network.hasBends, !way.isLast(node) else { return }
    learnBends(of: way.links[node], in: space)
    while bend < bends.count, isReached(bends[bend]) { bend += 1 }
  }

  /// Goes back to the node that lies behind.
  mutating func returnToNode() { bend = 0 }

  private mutating func learnBends(of link: LinkIndex, in space: NetworkSpace) {
    guard !knowsBends, space.network.hasBends else { return }
    space.appendBends(of: link, after: travel, into: &bends)
    knowsBends = true
  }
}

extension Network {
  /// Whether any link is not straight.
  fileprivate var hasBends: Bool { shapes.bendCount > 0 }
}
