import Quantities

/// The named districts of a scenario, and their locations.
struct DistrictMap {
  private let plans: [DistrictPlan]
  private let geometry: Geometry
  private let indexOfName: [String: Int]

  init(_ plans: [DistrictPlan], geometry: Geometry) {
    self.plans = plans
    self.geometry = geometry
    indexOfName = Dictionary(
      plans.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  var count: Int { plans.count }

  var names: [String] { plans.map(\.name) }

  /// Returns the index of the district `name`; nil if there is none.
  func index(of name: String) -> Int? { indexOfName[name] }

  /// Returns the districts that contain `position`.
  func districts(at position: Position) -> DistrictSet {
    var set = DistrictSet()
    guard !plans.isEmpty else { return set }
    let point = geometry.coordinates(of: position)
    for (index, plan) in plans.enumerated() {
      switch plan.part {
      case .disc(let disc):
        let centre = geometry.position(of: Coordinates(x: disc.x, y: disc.y))
        if geometry.isWithin(disc.radius, centre, position) { set.insert(index) }
      case .rectangle(let part):
        let isInside =
          (part.west...part.east).contains(point.x) && (part.south...part.north).contains(point.y)
        if isInside { set.insert(index) }
      }
    }
    return set
  }
}
