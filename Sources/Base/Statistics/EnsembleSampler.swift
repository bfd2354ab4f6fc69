import Foundation

/// Draws from a density with an ensemble of walkers, each of which moves along the line through another one.
///
/// Goodman and Weare 2010, doi:10.2140/camcos.2010.5.65: invariant under affine maps, so that a narrow ridge takes
/// no longer than a ball, and free of tuning parameters.
struct EnsembleSampler {
  /// The maximum stretch of a move: a distance becomes up to twice as long, or half as long.
  private static let stretch = 2.0

  let seed: UInt64
  /// The logarithm of the density up to a constant; −∞ outside its support.
  let logDensity: ([Double]) -> Double

  /// Returns `count` draws, one in every `thinning` moves of each walker, after `burnIn` discarded moves.
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
    let gain = Double(point.count - 1) * log(factor) + density - ensemble[walker].logDensity
    // Drawn whatever the density, so that the number of draws is fixed; the density costs more.
    if log(draws.uniformOpen()) < gain { ensemble[walker] = (point, density) }
  }
}
