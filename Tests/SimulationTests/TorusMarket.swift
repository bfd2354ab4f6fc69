import CarpoolScenario
import Foundation
import Lifecycle
import Matching
import Quantities
import Scenario
import Simulation
import Spaces
import Statistics
import TestSupport
import Travellers

/// The setting in which the two circles have closed forms: on a torus trips of one length start as a
/// homogeneous Poisson process in place, time and direction, and probes measure without disturbing.
///
/// Metres and seconds; r is 1000 m, cars drive 10 m/s, and stops take no time.
struct TorusMarket {
  /// Active drivers per square kilometre, on average.
  var density = 1.5
  /// The length of a driver's trip.
  var length: Metres = 6000
  /// Between the two ends of a probe.
  var distance: Metres = 3000
  var spacing: Metres = 0
  var side: Metres = 20_500
  /// The share of drivers who smoke; probes insist on a smoker.
  var smokers = 0.5

  static let speed = 10.0
  static let radius: Metres = 1000

  var space: OpenSpace { OpenSpace(geometry: .torus(side: side), speed: Self.speed) }

  /// Runs one world with `probes` probes, who ask once the number of drivers is stationary.
  func run(seed: UInt64, probes: Int, policy: any Policy = TwoCircles()) throws -> RunRecords {
    var random = SplitMix64(seed: seed)
    let filled = length / Self.speed
    let drivers = drivers(until: filled + 60, &random)
    let requests = (0..<probes).map { index in
      probe(Int64(index), at: filled + random.uniform() * 60, &random)
    }
    return try run(drivers, requests, policy: policy)
  }

  func run(_ drivers: [Driver], _ requests: [Request], policy: any Policy) throws -> RunRecords {
    var setup = SimulationSetup(
      Scenario(), drivers: drivers, requests: requests, space: space, policy: policy)
    setup.terms = terms
    setup.rules = Rules.certain
    setup.rules.attempts = 1
    return try setup.records()
  }

  var terms: Terms {
    var terms = Terms()
    terms.radius = Self.radius
    terms.spacing = spacing
    terms.stopDuration = .zero
    return terms
  }

  /// Drivers who set out from 0 s until `end`, seconds.
  func drivers(until end: Double, _ random: inout SplitMix64) -> [Driver] {
    // Each drives length ÷ speed seconds.
    let rate = density * side * side * 1e-6 * Self.speed / length
    var drivers: [Driver] = []
    var time = random.exponential() / rate
    while time < end {
      let origin = point(&random)
      let destination = point(length, from: origin, &random)
      drivers.append(
        Driver(
          id: Int64(drivers.count), origin: origin, destination: destination,
          depart: Milliseconds(seconds: time), person: Person(smoker: random.chance(smokers)),
          solo: space.travel(from: origin, to: destination)!))
      time += random.exponential() / rate
    }
    return drivers
  }

  func probe(_ id: Int64, at time: Double, _ random: inout SplitMix64) -> Request {
    let origin = point(&random)
    let destination = point(distance, from: origin, &random)
    return Request(
      id: id, origin: origin, destination: destination, submit: Milliseconds(seconds: time),
      wishes: Wishes(smoker: true, required: true), isProbe: true,
      direct: space.travel(from: origin, to: destination)!)
  }

  func point(_ random: inout SplitMix64) -> Place {
    Place(position: Position(x: random.uniform() * side, y: random.uniform() * side))
  }

  private func point(_ metres: Metres, from origin: Place, _ random: inout SplitMix64) -> Place {
    let angle = 2 * Double.pi * random.uniform()
    let end = Coordinates(
      x: origin.position.x + metres * cos(angle), y: origin.position.y + metres * sin(angle))
    let folded = space.geometry.coordinates(of: Position(x: end.x, y: end.y))
    return Place(position: Position(x: folded.x, y: folded.y))
  }
}

extension SplitMix64 {
  /// An exponential number of mean 1.
  mutating func exponential() -> Double { -log(1 - uniform()) }
}

/// Means of independent batches, against a known answer.
struct BatchMeans {
  private var means: [Double] = []

  mutating func add(_ batch: some Collection<Double>) {
    means.append(batch.reduce(0, +) / Double(batch.count))
  }

  mutating func add(_ batch: some Collection<Bool>) { add(batch.map { $0 ? 1 : 0 }) }

  var mean: Double { means.reduce(0, +) / Double(means.count) }

  /// How many standard errors the mean lies above `answer`.
  func z(_ answer: Double) -> Double {
    let spread = means.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(means.count - 1)
    return (mean - answer) / (spread / Double(means.count)).squareRoot()
  }
}

/// The two circles on the plane, exactly; lengths in radii.
enum TwoCirclesInTheory {
  /// The probability that a driver in the pickup's disc, with a remaining way evenly spread over 0 … `length`
  /// in any direction, passes the disc around the drop-off at `distance` > 2.
  static func passing(distance s: Double, length: Double, steps: Int) -> Double {
    // t = s - cos(angle) spreads the steps so that the ends, where the density has a root, are no trouble.
    var sum = 0.0
    for step in 0..<steps {
      let angle = Double.pi * (Double(step) + 0.5) / Double(steps)
      let t = s - cos(angle)
      let cosine = (t * t + s * s - 1) / (2 * t * s)
      let density = 2 * t / .pi * acos(min(1, cosine))
      sum += density * share(t, length, steps) * sin(angle)
    }
    return sum * .pi / Double(steps)
  }

  /// The mean over the remaining way b of the share of directions that meet the disc at distance t.
  private static func share(_ t: Double, _ length: Double, _ steps: Int) -> Double {
    let far = asin(1 / t) / .pi
    guard length.isFinite else { return far }
    let tangent = (t * t - 1).squareRoot()
    let low = min(length, t - 1)
    let high = min(length, tangent)
    var sum = 0.0
    for step in 0..<steps {
      let b = low + (high - low) * (Double(step) + 0.5) / Double(steps)
      sum += acos(min(1, (t * t + b * b - 1) / (2 * t * b))) / .pi
    }
    return (sum * (high - low) / Double(steps) + max(0, length - tangent) * far) / length
  }
}
