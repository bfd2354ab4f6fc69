import Quantities
import RoadNetwork

/// An iterator over the points of a route: the origin, the nodes and the bends between them, the destination.
struct WayCursor {
  let way: Way
  /// The number of nodes passed after the origin.
  private(set) var node: Int
  /// The number of bends passed after the node.
  private(set) var bend = 0
  /// The travel to the node.
  private var travel: Travel
  /// The bends of the link after the node, once known.
  private var bends: [PathPoint] = []
  private var knowsBends = false

  /// Creates the cursor at the origin of `way`.
  init(_ way: Way) { self.init(way, at: (0, .none)) }

  /// Creates the cursor at a node with the given travel.
  init(_ way: Way, at node: (number: Int, travel: Travel)) {
    self.way = way
    self.node = node.number
    travel = node.travel
  }

  /// The current point.
  var point: PathPoint {
    if bend > 0 { return bends[bend - 1] }
    if node == 0 { return PathPoint(place: way.origin, travel: travel) }
    guard case .links(let course) = way.course else {
      return PathPoint(place: way.destination, travel: travel)
    }
    let end = course.paths.network.head(of: course.links[node - 1])
    return PathPoint(place: course.paths.place(ofNode: end), travel: travel)
  }

  /// Advances to the next point.
  ///
  /// - Returns: whether there is one.
  mutating func advance() -> Bool {
    guard !way.isLast(node) else { return false }
    guard case .links(let course) = way.course else {
      node = 1
      travel = Travel(duration: way.duration, metres: way.metres)
      return true
    }
    let link = course.links[node]
    learnBends(of: link, in: course.paths)
    if bend < bends.count {
      bend += 1
      return true
    }
    let network = course.paths.network
    travel.duration = travel.duration + Milliseconds(Int64(network.milliseconds(of: link)))
    travel.metres += network.metres[Int(link)]
    node += 1
    bend = 0
    if !bends.isEmpty { bends.removeAll(keepingCapacity: true) }
    knowsBends = false
    return true
  }

  /// Advances to the last bend of the current link that satisfies `isReached`, which is monotone along the link.
  mutating func advance(toLastBend isReached: (PathPoint) -> Bool) {
    guard case .links(let course) = way.course, course.paths.network.hasBends, !way.isLast(node) else {
      return
    }
    learnBends(of: course.links[node], in: course.paths)
    while bend < bends.count, isReached(bends[bend]) { bend += 1 }
  }

  /// Moves back to the last node passed.
  mutating func returnToNode() { bend = 0 }

  private mutating func learnBends(of link: LinkIndex, in paths: LinkPaths) {
    guard !knowsBends, paths.network.hasBends else { return }
    paths.appendBends(of: link, after: travel, into: &bends)
    knowsBends = true
  }
}

extension Way {
  /// Calls `body` with the place of every point after (`node`, `bend`) that is part of `leg`, and the travel to it
  /// from the origin, until it returns false.
  ///
  /// - Returns: whether `body` returned true every time.
  /// - Precondition: the route is written out.
  func forEachPoint(
    after index: (node: Int, bend: Int), within leg: borrowing Leg, _ body: (Place, Travel) -> Bool
  ) -> Bool {
    guard case .links(let course) = course, !course.paths.network.hasBends else {
      var cursor = WayCursor(self, at: (index.node, travel(toNode: index.node)))
      for _ in 0..<index.bend where !cursor.advance() { break }
      while cursor.advance(), leg.contains(cursor.node, cursor.bend) {
        let point = cursor.point
        if !body(point.place, point.travel) { return false }
      }
      return true
    }
    let (network, links) = (course.paths.network, course.links)
    let last = leg.isCut ? min(links.count, leg.last.node) : links.count
    guard index.node < last else { return true }
    var travel = travel(toNode: index.node)
    return links.withUnsafeBufferPointer { links in
      network.outgoing.arcs.withUnsafeBufferPointer { arcs in
        network.positions.withUnsafeBufferPointer { positions in
          for link in links[index.node..<last] {
            let arc = arcs[Int(link)]
            travel.duration = travel.duration + Milliseconds(Int64(arc.milliseconds))
            travel.metres += network.metres[Int(link)]
            if !body(Place(position: positions[Int(arc.end)], node: arc.end), travel) { return false }
          }
          return true
        }
      }
    }
  }
}

extension Network {
  /// Whether any link has bends.
  var hasBends: Bool { shapes.bendCount > 0 }
}
