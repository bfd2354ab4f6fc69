import Foundation
import Metrics
import Scenario
import Statistics

/// The search for settings that reproduce observed figures, as a pure function of the points' figures.
struct CalibrationSearch {
  /// The number of points in each further wave, per field.
  private static let furtherPoints = 5
  /// The number of draws from the posterior.
  private static let draws = 2000

  private let variations: [Variation]
  /// Whether each field is an integer.
  private let areWhole: [Bool]
  private let observed: [ObservedFigure]
  let seed: UInt64

  init(_ plan: StudyPlan, _ base: Scenario, to observed: [ObservedFigure]) {
    self.init(
      plan.variations, areWhole: plan.variations.map { base.holdsInteger($0.field) }, to: observed,
      seed: plan.design.seed)
  }

  init(_ variations: [Variation], areWhole: [Bool], to observed: [ObservedFigure], seed: UInt64) {
    self.variations = variations
    self.areWhole = areWhole
    self.observed = observed
    self.seed = seed
  }

  /// Fits surfaces over `points` to the observed figures; `figures` contains their values, by point, replication and
  /// figure.
  ///
  /// - Throws: `StudyError.plan` if a figure has values at too few points.
  func match(_ points: [[String]], _ figures: [[[Double?]]]) throws -> HistoryMatch {
    let least = Calibrator.leastPoints(fields: variations.count)
    for (place, observed) in observed.enumerated() {
      let count = figures.count { runs in runs.contains { $0[place] != nil } }
      guard count >= least else {
        let runs = count == 0 ? "no run has" : "runs at only \(count) of \(points.count) points have"
        throw StudyError.plan(
          "\(runs) a value of the observed figure \(observed.figure.name), and a surface over \(variations.count) fields"
            + " requires \(least) points; leave the figure out, or choose ranges in which it applies")
      }
    }
    return try HistoryMatch(
      points: points.map(shares),
      responses: observed.indices.map { place in figures.map { runs in runs.map { $0[place] } } },
      observations: observed.map(\.observation))
  }

  /// Returns the points of a further wave: among candidates that fill the remaining space, those farthest from
  /// existing points and from each other.
  func next(_ points: [[String]], filling remaining: HistoryMatch.Remaining) -> [[String]] {
    let ranges = variations.indices.map { index in
      let values = remaining.points.map { $0[index] }
      return max(1e-6, (values.max() ?? 1) - (values.min() ?? 0))
    }
    func distance(_ a: [Double], _ b: [Double]) -> Double {
      zip(zip(a, b), ranges).reduce(0) { sum, pair in
        let share = (pair.0.0 - pair.0.1) / pair.1
        return sum + share * share
      }
    }
    var seen = Set(points)
    let candidates = remaining.points.map(values).filter { seen.insert($0).inserted }
    let places = candidates.map(shares)
    let known = points.map(shares)
    var nearest = places.map { place in known.map { distance($0, place) }.min() ?? .infinity }
    var chosen: [[String]] = []
    while chosen.count < Self.furtherPoints * variations.count,
      let next = nearest.indices.max(by: { nearest[$0] < nearest[$1] }), nearest[next] > 0
    {
      chosen.append(candidates[next])
      for index in nearest.indices {
        nearest[index] = min(nearest[index], distance(places[index], places[next]))
      }
    }
    return chosen
  }

  /// Returns draws from the remaining space, and the values of the most likely one.
  func samples(
    of match: HistoryMatch, _ remaining: HistoryMatch.Remaining
  ) -> (samples: [HistoryMatch.Sample], best: [String]) {
    let samples = match.posterior(Self.draws, over: remaining, seed: seed)
    let best = samples.max { $0.logDensity < $1.logDensity }?.point ?? remaining.points[0]
    return (samples, values(at: best))
  }

  /// Returns the calibration with the draws of `found`, the best of which is the study's point at index
  /// `best`.
  func calibration(
    _ match: HistoryMatch, _ found: (samples: [HistoryMatch.Sample], best: [String]),
    waves: [Calibration.Wave], best: Int
  ) -> Calibration {
    let expected = match.expectations(at: shares(found.best))
    return Calibration(
      fields: variations.map {
        Calibration.Field($0.field, ($0.from ?? 0)...($0.to ?? 1), isLogarithmic: $0.scale == .log)
      }, observed: observed, waves: waves, limit: match.limit,
      samples: found.samples.map { sample in
        Calibration.Sample(
          values(at: sample.point).map { Double($0) ?? .nan }, logDensity: sample.logDensity,
          expected: match.expectations(at: sample.point).map(\.value))
      }, best: best, deviations: match.deviations(expected),
      spreads: expected.map { $0.observedVariance.squareRoot() })
  }

  /// Returns the values of a point as fractions of their ranges.
  ///
  /// - Precondition: `values` lie in the ranges.
  private func shares(_ values: [String]) -> [Double] {
    variations.indices.map { index in
      min(1, max(0, variations[index].share(of: values[index], isWhole: areWhole[index]) ?? 0.5))
    }
  }

  private func values(at shares: [Double]) -> [String] {
    variations.indices.map {
      variations[$0].value(at: min(max(shares[$0], 0), 1.0.nextDown), isWhole: areWhole[$0])
    }
  }
}
