import Quantities
import RoadNetwork

/// The network as used by ways along its links: lengths and times of links, their bends, and shortest paths for
/// extension.
///
/// Ways keep it alive instead of their space, which caches ways.
final class LinkPaths {
  let network: Network
  let courses: LinkCourses
  private var router: Router

  init(_ index: RoutingIndex, courses: LinkCourses) {
    network = index.network
    self.courses = courses
    router = Router(index)
  }

  /// Returns the place of node `index`.
  func place(ofNode index: NodeIndex) -> Place {
    Place(position: network.positions[Int(index)], node: index)
  }

  /// Returns the shortest path from `origin` to `destination`; nil if there is none.
  func path(from origin: NodeIndex, to destination: NodeIndex) -> Path? {
    router.path(from: origin, to: destination)
  }

  /// Extends `links`, the beginning of a way that ends at `destination` in `left`, until the car's position is
  /// known once at most `rest` remains, or to the end.
  ///
  /// - Returns: the remaining duration now.
  func extend(
    _ links: inout [LinkIndex], from origin: NodeIndex, to destination: NodeIndex, left: Milliseconds,
    until rest: Milliseconds
  ) -> Milliseconds {
    let left = router.extend(
      &links, from: origin, to: destination, left: Int32(left.rawValue), until: Int32(rest.rawValue)
    )
    return Milliseconds(Int64(left))
  }

  /// Appends the bends of `link`, which begins at `start`: metres and time are proportional along its course.
  ///
  /// In the millisecond in which a car passes a node, it is at the node, not beyond it.
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
