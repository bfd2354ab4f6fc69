import Ground
import Quantities
import Spaces
import Statistics

/// A sampler of places.
struct PlaceSampler {
  /// The maximum number of draws per place.
  static let draws = 10_000

  private let plan: PlacePlan
  private let territory: Territory
  private let zones: WeightedDraw?

  init(_ plan: PlacePlan, in territory: Territory) {
    self.plan = plan
    self.territory = territory
    zones = if case .zones(let zones) = plan { WeightedDraw(zones.map(\.weight)) } else { nil }
  }

  /// Draws a place; returns nil if all draws fail. If places are drawn near members, `home` is the base of the member.
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
      let disc = zones[zone]
      return territory.place(within: disc.radius, of: Coordinates(x: disc.x, y: disc.y), &generator)
    case .home(let disc): return home.flatMap { territory.place(within: disc.radius, of: $0, &generator) }
    }
  }
}
