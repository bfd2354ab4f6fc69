import CarpoolScenario
import Foundation
import Ground
import Quantities
import Scenario
import Spaces
import Statistics

/// Draws zones and points in them: the origin's zone by production, the destination's by attraction and
/// distance (the production-constrained gravity model, Wilson 1971, doi 10.1068/a030001), points uniform in the disc.
struct ZoneSampler {
  private let zones: [Scenario.Zone]
  private let territory: Territory
  /// Sums of the origins' weights, and of the destinations' for each origin.
  private let origins: [Double]
  private let destinations: [[Double]]

  /// Creates the sampler of `model` in `territory`.
  init(_ model: Scenario.Zones, in territory: Territory) {
    zones = model.zones
    self.territory = territory
    let geometry = territory.space.geometry
    let centres = zones.map { geometry.position(of: Coordinates(x: $0.x, y: $0.y)) }
    origins = Self.sums(zones.map(\.production))
    let zones = zones
    destinations = centres.map { origin in
      let logarithms = zip(zones, centres).map { zone, centre in
        log(zone.attraction) - Self.deterrence(model.gravity, geometry.distance(origin, centre))
      }
      // Weights relative to the largest: however far the zones lie, one is 1.
      let largest = logarithms.max() ?? 0
      return Self.sums(logarithms.map { exp($0 - largest) })
    }
  }

  /// Draws the zone of an origin.
  func origin(_ generator: inout KeyedGenerator) -> Int { Self.draw(origins, &generator) }

  /// Draws the zone of the destination of a trip from zone `origin`.
  func destination(from origin: Int, _ generator: inout KeyedGenerator) -> Int {
    Self.draw(destinations[origin], &generator)
  }

  /// Draws a point of zone `index`; nil where it is no place of the space.
  func place(in index: Int, _ generator: inout KeyedGenerator) -> Place? {
    let zone = zones[index]
    let distance = zone.radius * generator.uniform().squareRoot()
    let bearing = 360 * generator.uniform()
    let geometry = territory.space.geometry
    let centre = Place(position: geometry.position(of: Coordinates(x: zone.x, y: zone.y)))
    return territory.place(distance, towards: bearing, from: centre)
  }

  /// Minus the logarithm of the deterrence at `distance`.
  private static func deterrence(_ gravity: Scenario.Gravity, _ distance: Metres) -> Double {
    switch gravity.deterrence {
    case .exponential: distance / gravity.scale
    case .power: gravity.exponent * log(1 + distance / gravity.scale)
    case .none: 0
    }
  }

  private static func sums(_ weights: [Double]) -> [Double] {
    var sum = 0.0
    return weights.map { weight in
      sum += weight
      return sum
    }
  }

  private static func draw(_ sums: [Double], _ generator: inout KeyedGenerator) -> Int {
    weightedIndex(sums, generator.uniform())
  }
}

/// The index that `share` (0 ..< 1) of the last of `sums`, which do not fall, lies in; one of weight zero never.
func weightedIndex(_ sums: [Double], _ share: Double) -> Int {
  let mark = share * sums[sums.count - 1]
  var low = 0
  var high = sums.count - 1
  while low < high {
    let middle = (low + high) / 2
    if sums[middle] > mark { high = middle } else { low = middle + 1 }
  }
  return low
}
