import Quantities
import RoadNetwork

/// The network as ways along its links read it: lengths and times of links, where they bend, and the shortest path to go on by.
///
/// Ways keep it alive, and not the space that they come from, which keeps ways.
final class LinkPaths {
  let network: Network
  let courses: LinkCourses
  private var router: Router

  init(_ index: RoutingIndex, courses: LinkCourses) {
    network = index.network
    self.courses = courses
    router = Router(index)
  }

  /// The place of node `index`.
  func place(ofNode index: NodeIndex) -> Place {
    Place(position: network.positions[Int(index)], node: index)
  }

  /// The shortest path from `origin` to `destination`, if there is one.
  func path(from origin: NodeIndex, to destination: NodeIndex) -> Path? {
    router.path(from: origin, to: destination)
  }

  /// Appends to `links`, the beginning of a way that ends at `destination` in `left`, those that follow, until it is known
  /// where a car is once no more than `rest` is left, or to the end.
  ///
  /// - Returns: how long the rest of the way takes now.
  func extend(
    _ links: inout [LinkIndex], from origin: NodeIndex, to destination: NodeIndex, left: Milliseconds,
    until rest: Milliseconds
  ) -> Milliseconds {
    let left = router.extend(
      &links, from: origin, to: destination, left: Int32(left.rawValue), until: Int32(rest.rawValue)
    )
    return Milliseconds(Int64(left))
  }

  /// Appends where `link` bends, which begins at `start`: metres and time pass in proportion to its course.
  ///
  /// A car is at a node, and not beyond it, in the millisecond in which it passes it.
  func appendBends(of link: LinkIndex, after start: Travel, into path: inout [PathPoint]) {
    courses.forEachBend(of: link) { position, share in
      let time = max(1, (share * Double(network.milliseconds(of: link))).rounded())
      let travel = Travel(
        duration: start.duration + Milliseconds(Int64(time)),
        metres: start.metres + share * network.metres[Int(link)])
      path.append(PathPoint(place: Place(position: position), travel: travel, isBend: true))
    }
  }
}
