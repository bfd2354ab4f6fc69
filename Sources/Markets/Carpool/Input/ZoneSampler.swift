import CarpoolScenario
import Foundation
import Ground
import Quantities
import Scenario
import Spaces
import Statistics

/// Draws zones and points in them: the origin's zone by production, the destination's by attraction and distance
/// (the production-constrained gravity model, Wilson 1971, doi 10.1068/a030001), points uniformly over the disc.
struct ZoneSampler {
  private let zones: [Scenario.Zone]
  private let territory: Territory
  private let origins: WeightedDraw
  /// The destinations for each origin.
  private let destinations: [WeightedDraw]

  /// Creates the sampler of `model` in `territory`.
  init(_ model: Scenario.Zones, in territory: Territory) {
    zones = model.zones
    self.territory = territory
    let geometry = territory.space.geometry
    let centres = zones.map { geometry.position(of: Coordinates(x: $0.x, y: $0.y)) }
    origins = WeightedDraw(zones.map(\.production))
    let zones = zones
    destinations = centres.map { origin in
      let logarithms = zip(zones, centres).map { zone, centre in
        log(zone.attraction) - Self.deterrence(model.gravity, geometry.distance(origin, centre))
      }
      // Relative to the largest weight: however far apart the zones, one weight is 1.
      let largest = logarithms.max() ?? 0
      return WeightedDraw(logarithms.map { exp($0 - largest) })
    }
  }

  /// Draws the zone of an origin.
  func origin(_ generator: inout KeyedGenerator) -> Int { origins.draw(&generator) }

  /// Draws the zone of the destination of a trip from zone `origin`.
  func destination(from origin: Int, _ generator: inout KeyedGenerator) -> Int {
    destinations[origin].draw(&generator)
  }

  /// Draws a point of zone `index`; nil if it is not a place of the space.
  func place(in index: Int, _ generator: inout KeyedGenerator) -> Place? {
    let zone = zones[index]
    return territory.place(within: zone.radius, of: Coordinates(x: zone.x, y: zone.y), &generator)
  }

  /// Returns minus the logarithm of the deterrence at `distance`.
  private static func deterrence(_ gravity: Scenario.Gravity, _ distance: Metres) -> Double {
    switch gravity.deterrence {
    case .exponential: distance / gravity.scale
    case .power: gravity.exponent * log(1 + distance / gravity.scale)
    case .none: 0
    }
  }
}
