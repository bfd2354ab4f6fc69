import Quantities
import RoadNetwork
import Spaces

/// The places where passengers transfer: the nodes of a network; in a space without one, the points of a grid.
///
/// A place has a number by which lists are kept; on a network that of its node.
final class TransferPlaces {
  private let network: NetworkSpace?
  private let space: any Space
  /// The distance between the points of the grid; a car passes those within half as much of its way.
  private let grid: Metres
  private var numbers: [Place: Int32] = [:]
  private var points: [Place] = []

  init(_ rules: TransferRules, in space: any Space) {
    self.space = space
    network = space as? NetworkSpace
    grid = rules.grid ?? .infinity
  }

  var isNetwork: Bool { network != nil }

  /// The number of places that have a number.
  var count: Int { network?.network.nodeCount ?? points.count }

  subscript(number: Int32) -> Place {
    network?.place(ofNode: NodeIndex(rawValue: number)) ?? points[Int(number)]
  }

  /// The error that adds up where times of straight ways are rounded to milliseconds each: bounds are lower by so much.
  var rounding: Milliseconds { isNetwork ? .zero : Milliseconds(4) }

  /// The points of the grid that a car passes on the straight way from `start` to `end`.
  func along(_ start: Position, _ end: Position) -> [Int32] {
    let geometry = space.geometry
    let length = geometry.distance(start, end)
    // Few large squares along the way are asked for, and what is too far from it is left out.
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

  /// Tells whether a car passes `place` on the straight way from `start` to `end`.
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
