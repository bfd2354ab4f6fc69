import JSON5
import Matching
import Scenario

extension Scenario.Matching {
  /// The fields for passengers who walk to meet a car.
  static var walkFields: [Field<Self>] {
    let standard = WalkingRules()
    return [
      Field(
        "walk_m", \.walking.reach, .metres(), unwrittenAt: standard.reach,
        "The maximum straight-line walk to the pickup, and from the drop-off; at most `radius_m`. Meeting points are the"
          + " junctions of the network, or else the points of a grid; 0: no walking."),
      Field(
        "walk_speed_ms", \.walking.speed, .number(.from(0.01, to: 100), "m/s"), unwrittenAt: standard.speed,
        "The walking speed."
      ).idle(withoutWalks) { $0.walking.reach == 0 },
      Field(
        "walk_grid_m", \.walking.grid, .number(.from(1, to: 1e6), "m"), unwrittenAt: standard.grid,
        "The spacing of the grid of meeting points in a space without a network."
      ).idle(withoutWalks) { $0.walking.reach == 0 }.idle { _, scenario in
        scenario.space.isOpen ? nil : "in a network passengers walk to its junctions"
      }.idle("passengers are met at places read from a file (`meeting`)") { $0.meetingFile != nil },
    ]
  }

  private static let withoutWalks = "nobody walks (`walk_m` is 0)"

  static func checkWalking(_ checked: Checked<Self>, _ faults: inout Faults) {
    let (walking, radius) = (checked.value.walking, checked.value.radius)
    if walking.reach > radius {
      checked.conflict(
        "the maximum walk of \(JSON.number(walking.reach).compact) m exceeds the matching radius of"
          + " \(JSON.number(radius).compact) m; give walk_m at most radius_m", ["walk_m", "radius_m"], &faults
      )
    }
  }

  /// The maximum walking distance in grid steps; it bounds the number of pairs of meeting points.
  private static let mostGridSteps = 20.0

  /// The fault that the walking grid is too fine for the walking distance; nil if it is not.
  var gridFault: String? {
    guard meetingFile == nil, walking.reach > Self.mostGridSteps * walking.grid else { return nil }
    let least = JSON.number((walking.reach / Self.mostGridSteps).rounded(.up)).compact
    return "a grid of \(JSON.number(walking.grid).compact) m has too many points within"
      + " \(JSON.number(walking.reach).compact) m; give walk_grid_m at least \(least)"
  }
}

extension Scenario.Space {
  /// Whether cars follow straight lines in this space.
  var isOpen: Bool {
    switch self {
    case .plane, .torus, .geographic: true
    case .city, .network: false
    }
  }
}
