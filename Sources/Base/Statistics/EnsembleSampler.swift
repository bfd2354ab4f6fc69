import Quantities

/// Samples from a density with an ensemble of walkers, each of which moves along the line through another walker.
///
/// Goodman and Weare 2010, doi:10.2140/camcos.2010.5.65: invariant under affine maps, so that a narrow ridge takes no
/// longer than a ball, and free of tuning parameters.
struct EnsembleSampler {
  /// The maximum stretch factor of a move: the distance to the other walker at most doubles or halves.
  private static let stretch = 2.0

  let seed: UInt64
  /// The logarithm of the density up to a constant; −∞ outside its support.
  let logDensity: ([Double]) -> Double

  /// Returns `count` draws: after `burnIn` discarded moves, one draw per walker every `thinning` moves.
  ///
  /// - Precondition: there are at least two `walkers`, at points of positive density.
  func samples(
    _ count: Int, from walkers: [[Double]], burnIn: Int, thinning: Int
  ) -> [(point: [Double], logDensity: Double)] {
    var ensemble = walkers.map { (point: $0, logDensity: logDensity($0)) }
    precondition(walkers.count > 1 && ensemble.allSatisfy { $0.logDensity > -.infinity }, "walkers somewhere")
    var samples: [(point: [Double], logDensity: Double)] = []
    var move: UInt64 = 0
    while samples.count < count {
      for walker in ensemble.indices { step(walker, &ensemble, move) }
      move += 1
      if move > burnIn, (Int(move) - burnIn).isMultiple(of: thinning) { samples += ensemble }
    }
    return Array(samples.prefix(count))
  }

  private func step(
    _ walker: Int, _ ensemble: inout [(point: [Double], logDensity: Double)], _ move: UInt64
  ) {
    var draws = KeyedGenerator(
      seed: seed, replication: 0, purpose: .ensembleMove, UInt64(walker), move)
    let other = Int(draws.integer(below: UInt64(ensemble.count - 1)))
    let partner = ensemble[other < walker ? other : other + 1].point
    let root = 1 + (Self.stretch - 1) * draws.uniform()
    let factor = root * root / Self.stretch
    let point = zip(partner, ensemble[walker].point).map { $0 + factor * ($1 - $0) }
    let density = logDensity(point)
    let gain = Double(point.count - 1) * Rounded.log(factor) + density - ensemble[walker].logDensity
    // Drawn whatever the density, so that the number of draws is fixed; the density costs more.
    if Rounded.log(draws.uniformOpen()) < gain { ensemble[walker] = (point, density) }
  }
}

extension HistoryMatch {
  /// The settings that are not implausible.
  public struct Remaining: Sendable {
    /// The fraction of the ranges' volume that they occupy; 0 if nothing remains.
    public let share: Double
    /// Settings that fill the remaining space, or the least implausible ones, best first, if nothing remains.
    public let points: [[Double]]
  }

  /// The number of settings evaluated in each box.
  private static let candidates = 2048

  /// Evaluates settings across the whole ranges, then ever more densely around those that are not implausible.
  public func remaining(seed: UInt64) -> Remaining {
    var box = ranges.map { _ in 0.0...1.0 }
    var volume = 1.0
    var level: UInt64 = 0
    while true {
      let looked = Self.filling(box, seed: seed &+ level).map { ($0, implausibility(at: $0)) }
      let order = looked.indices.ordered { (looked[$0].1, $0) < (looked[$1].1, $1) }
      let left = order.filter { looked[$0].1 <= limit }
      let share = volume * Double(left.count) / Double(Self.candidates)
      let near = (left.isEmpty ? Array(order.prefix(32)) : left).map { looked[$0].0 }
      let smaller = Self.box(around: near, within: box)
      let shrunk = zip(smaller, box).reduce(1) {
        $0 * ($1.0.upperBound - $1.0.lowerBound) / ($1.1.upperBound - $1.1.lowerBound)
      }
      // A box that hardly shrinks would give the same result again.
      guard left.count < Self.candidates / 8, shrunk < 0.7, level < 12 else {
        return Remaining(share: share, points: near)
      }
      (box, volume, level) = (smaller, volume * shrunk, level + 1)
    }
  }

  private static func filling(_ box: [ClosedRange<Double>], seed: UInt64) -> [[Double]] {
    let cube =
      box.count <= SpaceFillingDesign.mostSobolDimensions
      ? SpaceFillingDesign.shiftedSobol(count: candidates, dimensions: box.count, seed: seed)
      : SpaceFillingDesign.latinHypercube(count: candidates, dimensions: box.count, seed: seed)
    return cube.map { point in
      zip(box, point).map { $0.lowerBound + $1 * ($0.upperBound - $0.lowerBound) }
    }
  }

  /// Returns the bounding box of `points`, enlarged by a quarter of its size on either side.
  private static func box(
    around points: [[Double]], within outer: [ClosedRange<Double>]
  ) -> [ClosedRange<Double>] {
    zip(ResponseSurface.ranges(of: points), outer).map { range, outer in
      let margin = 0.25 * (range.upperBound - range.lowerBound) + 1e-6
      return max(
        outer.lowerBound, range.lowerBound - margin)...min(outer.upperBound, range.upperBound + margin)
    }
  }

  /// A sampled setting.
  public struct Sample: Hashable, Sendable {
    public let point: [Double]
    public let logDensity: Double
  }

  private static let walkers = 64

  /// Returns `count` draws from the posterior over `remaining`; empty if nothing remains.
  public func posterior(_ count: Int, over remaining: Remaining, seed: UInt64) -> [Sample] {
    let known = remaining.points.map { Sample(point: $0, logDensity: logLikelihood(at: $0)) }
      .filter { $0.logDensity > -.infinity }
    guard let most = known.map(\.logDensity).max() else { return [] }
    // Systematic resampling by density, with a single draw: one walker for each equal part of the sum.
    let weights = known.map { Rounded.exp($0.logDensity - most) }
    let part = weights.reduce(0, +) / Double(Self.walkers)
    var (starts, sum, place) = ([[Double]](), 0.0, 0)
    for walker in 0..<Self.walkers {
      while place + 1 < known.count, sum + weights[place] < (Double(walker) + 0.5) * part {
        sum += weights[place]
        place += 1
      }
      starts.append(moved(known[place].point, remaining, walker: walker, seed: seed))
    }
    return EnsembleSampler(seed: seed, logDensity: logLikelihood)
      .samples(count, from: starts, burnIn: 100, thinning: 4)
      .map { Sample(point: $0.point, logDensity: $0.logDensity) }
  }

  /// Returns `point` shifted by up to a hundredth of the remaining range of each coordinate, so that no two walkers
  /// coincide.
  private func moved(_ point: [Double], _ remaining: Remaining, walker: Int, seed: UInt64) -> [Double] {
    let ranges = ResponseSurface.ranges(of: remaining.points)
    var reach = 0.02
    for attempt in 0..<UInt64(20) {
      var draws = KeyedGenerator(
        seed: seed, replication: 0, purpose: .ensembleStart, UInt64(walker), attempt)
      let place = zip(point, ranges).map { value, range in
        value + reach * max(1e-3, range.upperBound - range.lowerBound) * (draws.uniform() - 0.5)
      }
      if logLikelihood(at: place) > -.infinity { return place }
      reach /= 2
    }
    return point
  }
}
