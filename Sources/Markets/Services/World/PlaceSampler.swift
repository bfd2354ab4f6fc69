import Ground
import Quantities
import Spaces
import Statistics

/// Draws places.
struct PlaceSampler {
  /// Draws for one place before it is given up.
  static let draws = 10_000

  private let plan: PlacePlan
  private let territory: Territory
  private let zones: WeightedDraw?

  init(_ plan: PlacePlan, in territory: Territory) {
    self.plan = plan
    self.territory = territory
    zones = if case .zones(let zones) = plan { WeightedDraw(zones.map(\.weight)) } else { nil }
  }

  /// Draws a place, for somebody whose base is `home`, which counts only where places lie around it; nil where no draw gave
  /// one.
  func draw(_ generator: inout KeyedGenerator, home: Place? = nil) -> Place? {
    let zone = zones?.draw(&generator)
    for _ in 0..<Self.draws {
      if let place = point(zone, home, &generator) { return place }
    }
    return nil
  }

  private func point(_ zone: Int?, _ home: Place?, _ generator: inout KeyedGenerator) -> Place? {
    switch plan {
    case .uniform: return territory.uniformPlace(&generator)
    case .zones(let zones):
      guard let zone else { return nil }
      let geometry = territory.space.geometry
      let centre = geometry.position(of: Coordinates(x: zones[zone].x, y: zones[zone].y))
      return point(within: zones[zone].radius, of: Place(position: centre), &generator)
    case .home(let disc): return home.flatMap { point(within: disc.radius, of: $0, &generator) }
    }
  }

  /// Draws a place evenly in the disc of `radius` around `centre`.
  private func point(
    within radius: Metres, of centre: Place, _ generator: inout KeyedGenerator
  ) -> Place? {
    let distance = radius * generator.uniform().squareRoot()
    let bearing = 360 * generator.uniform()
    return territory.place(distance, towards: bearing, from: centre)
  }
}

/// Draws an index in proportion to weights, with one number.
struct WeightedDraw {
  private let sums: [Double]

  /// - Precondition: a weight is above 0, and none below.
  init(_ weights: [Double]) {
    var sum = 0.0
    sums = weights.map { weight in
      sum += weight
      return sum
    }
    precondition(sum > 0, "a weight is above 0")
  }

  func draw(_ generator: inout KeyedGenerator) -> Int {
    let mark = generator.uniform() * sums[sums.count - 1]
    return sums.firstIndex { $0 > mark } ?? sums.count - 1
  }
}
