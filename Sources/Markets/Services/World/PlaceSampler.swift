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

  /// Draws a place; nil where no draw gave one.
  func draw(_ generator: inout KeyedGenerator) -> Place? {
    let zone = zones?.draw(&generator)
    for _ in 0..<Self.draws {
      if let place = point(zone, &generator) { return place }
    }
    return nil
  }

  private func point(_ index: Int?, _ generator: inout KeyedGenerator) -> Place? {
    guard case .zones(let zones) = plan, let index else { return territory.uniformPlace(&generator) }
    let zone = zones[index]
    return territory.place(within: zone.radius, of: Coordinates(x: zone.x, y: zone.y), &generator)
  }
}
