import Quantities
import RoadNetwork
import Spaces

/// The possible transfer places: the nodes of a network; in a space without one, the points of a grid.
///
/// A place has a number used as an index; on a network that of its node.
final class TransferPlaces {
  private let network: NetworkSpace?
  private let space: any Space
  /// The distance between grid points; a car passes those within half of it from its way.
  private let grid: Metres
  private var numbers: [Place: Int32] = [:]
  private var points: [Place] = []

  init(_ rules: TransferRules, in space: any Space) {
    self.space = space
    network = space as? NetworkSpace
    grid = rules.grid ?? .infinity
  }

  var isNetwork: Bool { network != nil }

  /// The number of numbered places.
  var count: Int { network?.network.nodeCount ?? points.count }

  subscript(number: Int32) -> Place {
    network?.place(ofNode: NodeIndex(rawValue: number)) ?? points[Int(number)]
  }

  /// The cumulative rounding error of straight ways' times in milliseconds: bounds are reduced by it.
  var rounding: Milliseconds { isNetwork ? .zero : Milliseconds(4) }

  /// Returns the grid points that a car passes on the straight way from `start` to `end`.
  func along(_ start: Position, _ end: Position) -> [Int32] {
    let geometry = space.geometry
    let length = geometry.distance(start, end)
    // Queries a few large squares along the way, and drops points too far from it.
    let steps = max(1, (length / (4 * grid)).rounded(.up))
    let reach = length / steps / 2 + grid / 2 + 1
    var found: [Int32] = []
    for step in 0..<Int(steps) {
      let middle = geometry.interpolate(start, end, fraction: (Double(step) + 0.5) / steps)
      for place in space.meetingPlaces(around: Place(position: middle), within: reach, grid: grid)
      where isNear(place, start, end) {
        let number = number(of: place)
        if !found.contains(number) { found.append(number) }
      }
    }
    return found
  }

  /// Returns whether a car passes `place` on the straight way from `start` to `end`.
  func isNear(_ place: Place, _ start: Position, _ end: Position) -> Bool {
    space.geometry.distance(place.position, toSegment: start, end) <= grid / 2
  }

  private func number(of place: Place) -> Int32 {
    if let known = numbers[place] { return known }
    let number = Int32(points.count)
    points.append(place)
    numbers[place] = number
    return number
  }
}
