import JSON5
import Matching
import Quantities

extension Scenario.Matching {
  /// How far passengers walk to meet a car.
  static var walkFields: [Field<Self>] {
    [
      Field(
        "walk_m", \.walkReach, orAbsent: .metres(),
        "How far a passenger walks to the pickup, and likewise from the drop-off, as the crow flies, at most `radius_m`: to any"
          + " corner of a network within it, elsewhere to any point of a grid; 0 or `null`: nobody walks."),
      Field(
        "walk_speed_ms", \.walkSpeed, orAbsent: .number(.from(0.01, to: 100), "m/s"),
        "How fast passengers walk there; `null` for 1.3."),
      Field(
        "walk_grid_m", \.walkGrid, orAbsent: .number(.from(1, to: 1e6), "m"),
        "How far apart the points of that grid are, in a space without a network; `null` for 100."),
    ]
  }

  // A scenario without walking is written as it was before there was any, so that its runs keep their ids.
  private var walkReach: Metres? {
    get { walking.reach > 0 ? walking.reach : nil }
    set { walking.reach = newValue ?? 0 }
  }

  private var walkSpeed: Double? {
    get { written(walking.speed, else: WalkingRules().speed) }
    set { walking.speed = newValue ?? WalkingRules().speed }
  }

  private var walkGrid: Metres? {
    get { written(walking.grid, else: WalkingRules().grid) }
    set { walking.grid = newValue ?? WalkingRules().grid }
  }

  /// `value`, unless nobody walks and it is the usual one.
  private func written(_ value: Double, else usual: Double) -> Double? {
    walking.reach > 0 || value != usual ? value : nil
  }

  static func checkWalking(_ checked: Checked<Self>, _ faults: inout Faults) {
    let (walking, radius) = (checked.value.walking, checked.value.radius)
    if walking.reach > radius {
      checked.conflict(
        "walking beyond r: passengers would walk \(JSON.number(walking.reach).compact) m to a car that is looked for within"
          + " \(JSON.number(radius).compact) m; give walk_m at most radius_m", ["walk_m", "radius_m"], &faults
      )
    }
  }

  /// How many points of a grid lie in walking distance in one direction at most: the pairs of points are many more.
  private static let mostGridSteps = 20.0

  /// Whether the grid of a space without a network is too fine for how far passengers walk; then what to say of it.
  var gridFault: String? {
    guard walking.reach > Self.mostGridSteps * walking.grid else { return nil }
    let least = JSON.number((walking.reach / Self.mostGridSteps).rounded(.up)).compact
    return "a grid of \(JSON.number(walking.grid).compact) m has too many points within"
      + " \(JSON.number(walking.reach).compact) m; give walk_grid_m at least \(least)"
  }
}

extension Scenario.Space {
  /// Whether cars follow straight lines there.
  var isOpen: Bool {
    switch self {
    case .plane, .torus, .geographic: true
    case .city, .network: false
    }
  }
}
