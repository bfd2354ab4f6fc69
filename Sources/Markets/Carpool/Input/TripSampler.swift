import CarpoolScenario
import Ground
import Quantities
import Scenario
import Spaces
import Statistics

/// Draws trip ends.
struct TripSampler {
  /// The maximum number of draws for one trip.
  static let draws = 10_000
  /// The maximum number of draws for a given pair of zones of a matrix; lower, because there are many pairs.
  static let drawsOfPair = 1_000

  private let territory: Territory
  private let longest: Metres?
  private let law: Law

  private enum Law {
    case uniform(Scenario.Uniform)
    case displacement(Scenario.Displacement)
    case zones(ZoneSampler, shortest: Metres)
    case matrix(MatrixSampler)
    case stays
  }

  /// Creates the sampler of `od`; trips longer than `longest` by road are redrawn.
  ///
  /// - Parameter matrix: the trip matrix, if `od` uses one.
  init(
    _ od: Scenario.OriginDestination, matrix: MatrixSampler? = nil, in territory: Territory, longest: Metres?
  ) {
    self.territory = territory
    self.longest = longest
    law =
      switch od {
      case .uniform(let uniform): .uniform(uniform)
      case .displacement(let displacement): .displacement(displacement)
      case .zones(let zones): .zones(ZoneSampler(zones, in: territory), shortest: zones.shortest)
      case .matrix:
        if let matrix {
          .matrix(matrix)
        } else {
          preconditionFailure("a matrix is read before it is drawn from")
        }
      case .stays: .stays
      }
  }

  typealias Trip = (origin: Place, destination: Place, travel: Travel)

  /// The failure to draw a possible trip.
  enum Failure: Error {
    case anywhere
    /// No possible trip between two zones of a matrix, given by number.
    case between(origin: Int, destination: Int)
  }

  /// The trip matrix from which trips are drawn; nil if there is none.
  var matrix: MatrixSampler? { if case .matrix(let sampler) = law { sampler } else { nil } }

  /// Draws a trip that departs at `time`.
  ///
  /// - Throws: `Failure` if no draw yields a possible trip.
  func draw(at time: Milliseconds, _ generator: inout KeyedGenerator) throws(Failure) -> Trip {
    if let matrix { return try draw(from: matrix, at: time, &generator) }
    let zone = originZone(at: time, &generator)
    for _ in 0..<Self.draws {
      guard let origin = origin(in: zone, &generator),
        let destination = destination(from: origin, in: zone, at: time, &generator),
        let trip = trip(origin, destination, at: time)
      else { continue }
      return trip
    }
    throw .anywhere
  }

  /// Draws a trip from a matrix. If a place is unusable, only the place is redrawn, not the zones, because the matrix
  /// defines the number of trips between them.
  private func draw(
    from matrix: MatrixSampler, at time: Milliseconds, _ generator: inout KeyedGenerator
  ) throws(Failure) -> Trip {
    guard let (from, to) = matrix.pair(at: time, &generator) else { throw .anywhere }
    for _ in 0..<Self.drawsOfPair {
      guard let origin = matrix.place(in: from, &generator),
        let destination = matrix.place(in: to, &generator), let trip = trip(origin, destination, at: time)
      else { continue }
      return trip
    }
    throw .between(origin: from, destination: to)
  }

  /// Returns the trip between two places that departs at `time`; nil if it is impossible.
  private func trip(_ origin: Place, _ destination: Place, at time: Milliseconds) -> Trip? {
    if case .stays = law { return (origin, destination, .none) }
    let (travel, cause) = territory.trip(origin, destination, at: time, longest: longest)
    return cause == nil ? (origin, destination, travel) : nil
  }

  /// Draws the zone in which a trip at `time` begins; nil if there are no zones.
  func originZone(at time: Milliseconds, _ generator: inout KeyedGenerator) -> Int? {
    switch law {
    case .uniform, .displacement, .stays: nil
    case .zones(let sampler, _): sampler.origin(&generator)
    case .matrix(let sampler): sampler.origin(at: time, &generator)
    }
  }

  /// Draws an origin, in `zone` if there are zones; nil if the drawn point is not a valid place.
  func origin(in zone: Int?, _ generator: inout KeyedGenerator) -> Place? {
    switch law {
    case .uniform, .displacement, .stays: territory.uniformPlace(&generator)
    case .zones(let sampler, _): zone.flatMap { sampler.place(in: $0, &generator) }
    case .matrix(let sampler): zone.flatMap { sampler.place(in: $0, &generator) }
    }
  }

  /// Draws a destination for a trip at `time` from `origin` in `zone`; nil if it lies outside the space, too near or
  /// too far.
  func destination(
    from origin: Place, in zone: Int?, at time: Milliseconds, _ generator: inout KeyedGenerator
  ) -> Place? {
    switch law {
    case .matrix(let sampler):
      return zone.flatMap { sampler.destination(from: $0, at: time, &generator) }
        .flatMap { sampler.place(in: $0, &generator) }
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

/// Draws zones and places in them: the origin's zone by production, the destination's by attraction and distance (the
/// production-constrained gravity model, Wilson 1971, doi 10.1068/a030001), and places uniformly over the zone's disc.
struct ZoneSampler {
  private let zones: [Scenario.Zone]
  private let territory: Territory
  private let origins: WeightedDraw
  /// The distribution of destination zones for each origin zone.
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
        Rounded.log(zone.attraction) - Self.deterrence(model.gravity, geometry.distance(origin, centre))
      }
      // Relative to the largest weight: however far apart the zones, one weight is 1.
      let largest = logarithms.max() ?? 0
      return WeightedDraw(logarithms.map { Rounded.exp($0 - largest) })
    }
  }

  /// Draws the origin zone.
  func origin(_ generator: inout KeyedGenerator) -> Int { origins.draw(&generator) }

  /// Draws the destination zone of a trip from zone `origin`.
  func destination(from origin: Int, _ generator: inout KeyedGenerator) -> Int {
    destinations[origin].draw(&generator)
  }

  /// Draws a place in zone `index`; nil if the drawn point is not a place in the space.
  func place(in index: Int, _ generator: inout KeyedGenerator) -> Place? {
    let zone = zones[index]
    return territory.place(within: zone.radius, of: Coordinates(x: zone.x, y: zone.y), &generator)
  }

  /// Returns the negative logarithm of the deterrence function at `distance`.
  private static func deterrence(_ gravity: Scenario.Gravity, _ distance: Metres) -> Double {
    switch gravity.deterrence {
    case .exponential: distance / gravity.scale
    case .power: gravity.exponent * Rounded.log(1 + distance / gravity.scale)
    case .none: 0
    }
  }
}
