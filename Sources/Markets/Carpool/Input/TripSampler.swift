import CarpoolScenario
import Foundation
import Ground
import Quantities
import Scenario
import Spaces
import Statistics

/// Draws the ends of trips.
struct TripSampler {
  /// Draws for one trip before it is given up.
  static let draws = 10_000

  private let territory: Territory
  private let longest: Metres?
  private let law: Law

  private enum Law {
    case uniform(Scenario.Uniform)
    case displacement(Scenario.Displacement)
    case zones(ZoneSampler, shortest: Metres)
    case stays
  }

  /// Creates the sampler of `od`; trips of more than `longest` driven metres are drawn again.
  init(_ od: Scenario.OriginDestination, in territory: Territory, longest: Metres?) {
    self.territory = territory
    self.longest = longest
    law =
      switch od {
      case .uniform(let uniform): .uniform(uniform)
      case .displacement(let displacement): .displacement(displacement)
      case .zones(let zones): .zones(ZoneSampler(zones, in: territory), shortest: zones.shortest)
      case .stays: .stays
      }
  }

  typealias Trip = (origin: Place, destination: Place, travel: Travel)

  /// Draws a trip that departs at `time`; nil where no draw gave one that can be made.
  func draw(at time: Milliseconds, _ generator: inout KeyedGenerator) -> Trip? {
    let zone = originZone(&generator)
    for _ in 0..<Self.draws {
      guard let origin = origin(in: zone, &generator),
        let destination = destination(from: origin, in: zone, &generator)
      else { continue }
      if case .stays = law { return (origin, destination, .none) }
      let (travel, cause) = territory.trip(origin, destination, at: time, longest: longest)
      if cause == nil { return (origin, destination, travel) }
    }
    return nil
  }

  /// Draws the zone that a trip begins in; nil where ends lie in no zones.
  func originZone(_ generator: inout KeyedGenerator) -> Int? {
    if case .zones(let sampler, _) = law { sampler.origin(&generator) } else { nil }
  }

  /// Draws an origin, in `zone` where there are any; nil where that point is no place.
  func origin(in zone: Int?, _ generator: inout KeyedGenerator) -> Place? {
    guard case .zones(let sampler, _) = law else { return territory.uniformPlace(&generator) }
    return zone.flatMap { sampler.place(in: $0, &generator) }
  }

  /// Draws a destination for `origin` in `zone`; nil where it lies outside, too near or too far.
  func destination(from origin: Place, in zone: Int?, _ generator: inout KeyedGenerator) -> Place? {
    switch law {
    case .uniform(let uniform):
      guard let destination = territory.uniformPlace(&generator) else { return nil }
      let distance = territory.space.geometry.distance(origin.position, destination.position)
      let isRight = distance >= uniform.shortest && distance <= uniform.longest ?? .infinity
      return isRight ? destination : nil
    case .displacement(let displacement):
      let turn = generator.uniform()
      let bearing = displacement.bearing ?? 360 * turn
      return territory.place(displacement.length, towards: bearing, from: origin)
    case .zones(let sampler, let shortest):
      guard let zone,
        let destination = sampler.place(in: sampler.destination(from: zone, &generator), &generator)
      else { return nil }
      let distance = territory.space.geometry.distance(origin.position, destination.position)
      return distance >= shortest ? destination : nil
    case .stays: return origin
    }
  }
}
