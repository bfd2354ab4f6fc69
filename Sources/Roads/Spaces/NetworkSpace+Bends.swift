import Quantities
import RoadNetwork

extension NetworkSpace {
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
