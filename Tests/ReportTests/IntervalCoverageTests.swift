import Carpool
import Foundation
import Metrics
import Report
import Statistics
import TestSupport
import Testing

/// Every interval that the program prints as one of 95 % holds the truth in 93 to 97 % of made-up studies.
///
/// `DETOUR_FULL_VALIDATION=1` makes 1,000 studies of each kind; otherwise 100, and the share may differ from
/// that by what chance adds. docs/intervals.md has the table; `--filter IntervalCoverageTests` prints its
/// figures.
struct IntervalCoverageTests {
  static let isFull = isFullValidation
  static let studies = isFull ? 1000 : 100

  /// Expects that `covers` is true of 93 to 97 % of the studies, and prints the share.
  private func expectCoverage(
    _ what: String, atMost most: Double = 0.97, sourceLocation: SourceLocation = #_sourceLocation,
    _ covers: (_ study: UInt64) throws -> Bool
  ) rethrows {
    var covered = 0
    for study in 0..<Self.studies where try covers(UInt64(study)) { covered += 1 }
    let share = Double(covered) / Double(Self.studies)
    print("coverage: \(what): \(share) of \(Self.studies)")
    let chance = Self.isFull ? 0 : 3 * (0.95 * 0.05 / Double(Self.studies)).squareRoot()
    #expect(
      share >= 0.93 - chance && share <= min(1, most + chance), "\(what): \(share)",
      sourceLocation: sourceLocation)
  }

  private static func draws(_ study: UInt64, _ entity: UInt64) -> KeyedGenerator {
    KeyedGenerator(seed: study, replication: 0, purpose: .coverage, entity)
  }

  @Test(arguments: [5, 20])
  func `means of a fixed number of replications`(count: Int) throws {
    try expectCoverage("mean of \(count) replications") { study in
      var draws = Self.draws(study, 1)
      var statistics = RunningStatistics()
      for _ in 0..<count { statistics.add(draws.normal(mean: 1, standardDeviation: 0.1)) }
      return try #require(statistics.interval()).contains(1)
    }
  }

  /// Normal and skewed figures, of which the precision asks for about 11, 28 and 100 runs.
  @Test(arguments: [(0.05, false), (0.1, false), (0.2, false), (0.1, true), (0.2, true)])
  func `means after stopping at a precision`(spread: Double, isSkewed: Bool) throws {
    try expectCoverage("mean after --precision, spread \(spread)\(isSkewed ? ", skewed" : "")") { study in
      var draws = Self.draws(study, 2)
      let rule = StoppingRule(halfWidth: 0.04)
      var statistics = RunningStatistics()
      var wanted = StoppingRule.fewest
      while statistics.count < wanted {
        let value =
          isSkewed
          ? draws.gamma(shape: 1 / (spread * spread), scale: spread * spread)
          : draws.normal(mean: 1, standardDeviation: spread)
        statistics.add(value)
        if statistics.count == wanted { wanted = rule.next(after: wanted, statistics) ?? wanted }
      }
      return try #require(statistics.interval()).contains(1)
    }
  }

  /// Between order statistics no interval has just 95 %: the least one with that much or more is taken.
  @Test(arguments: [(0.5, 20), (0.5, 50), (0.95, 100), (0.95, 200)])
  func `quantiles over the runs`(probability: Double, count: Int) throws {
    let truth = exp(Normal.quantile(probability))
    try expectCoverage("quantile \(probability) of \(count) runs", atMost: 0.98) { study in
      var draws = Self.draws(study, 3)
      let values = (0..<count).map { _ in draws.lognormal(logMean: 0, logDeviation: 1) }.sorted()
      return try #require(QuantileInterval(ofSorted: values, probability)).bounds.contains(truth)
    }
  }

  /// How many replications the points of a made-up study have.
  enum Replications: String, CaseIterable {
    case balanced
    case precision = "as --precision makes them"
    case gaps = "with empty figures"
  }

  /// A study of a quadratic figure on a grid of 12 points, whose replications share half of their variance; the
  /// spread grows with the radius, so that a precision gives the points unequal numbers.
  private static func study(_ number: UInt64, _ kind: Replications) -> StudyTable {
    let rule = StoppingRule(halfWidth: 0.04)
    var points: [StudyTable.Point] = []
    for (i, x) in [-1.0, -0.33, 0.33, 1].enumerated() {
      for (j, y) in [-1.0, 0, 1].enumerated() {
        let spread = 0.1 + 0.1 * (x + 1)
        var runs: [StudyTable.Run] = []
        var statistics = RunningStatistics()
        var wanted = kind == .precision ? StoppingRule.fewest : 10
        while runs.count < wanted {
          let k = runs.count
          var shared = KeyedGenerator(
            seed: number, replication: UInt32(k), purpose: .coverage, 4)
          var own = KeyedGenerator(
            seed: number, replication: UInt32(k), purpose: .coverage, 5, UInt64(i), UInt64(j))
          let noise = spread * (0.5.squareRoot() * (shared.normal() + own.normal()))
          let value = Self.truth(x, y) + noise
          statistics.add(value)
          let isEmpty = kind == .gaps && own.happens(withProbability: 0.05)
          runs.append(
            StudyTable.Run(
              id: Studies.runID(3 * i + j, k), seed: 1, replication: UInt64(k),
              figures: isEmpty ? [:] : [Studies.matchRate: value]))
          if runs.count == wanted, kind == .precision {
            wanted = rule.next(after: wanted, statistics) ?? wanted
          }
        }
        points.append(StudyTable.Point(values: ["\(x)", "\(y)"], measured: runs))
      }
    }
    return StudyTable(folder: "made", parameters: [Studies.radius, Studies.limit], points: points)
  }

  private static func truth(_ x: Double, _ y: Double) -> Double {
    2 + 0.3 * x + 0.1 * y - 0.4 * x * x - 0.3 * y * y + 0.1 * x * y
  }

  /// The best of 81 points, which is near enough to the best of all.
  private static func best(_ surface: SurfaceFinding) -> [Double] {
    let steps = (-4...4).map { Double($0) / 4 }
    let points = steps.flatMap { x in steps.map { [x, $0] } }
    return points.max { surface.value(at: $0) < surface.value(at: $1) } ?? []
  }

  @Test(arguments: Replications.allCases)
  func `the surface at its best point`(kind: Replications) throws {
    var unequal = 0
    var shown = 0
    try expectCoverage("surface at its best point, replications \(kind.rawValue)") { number in
      let study = Self.study(number, kind)
      unequal += Set(study.points.map { $0.statistics(Studies.matchRate).count }).count > 1 ? 1 : 0
      let surface = try SurfaceFinding(study, Studies.matchRate)
      let best = Self.best(surface)
      // A figure that only one run has at a point leaves no interval to be wrong.
      guard let interval = surface.interval(at: best) else { return true }
      shown += 1
      return interval.contains(Self.truth(best[0], best[1]))
    }
    #expect(kind == .balanced || unequal > Self.studies * 9 / 10)
    #expect(shown > Self.studies * 9 / 10)
  }

  /// A figure over two fields that no quadratic has: waves, and a hill somewhere; 30 points, ten replications that share half
  /// of their variance, or that share nothing.
  @Test(arguments: [true, false])
  func `a surface anywhere between its points`(isShared: Bool) throws {
    try expectCoverage(
      "surface between its points, \(isShared ? "shared" : "own") random numbers", atMost: 0.98
    ) { number in
      var draws = Self.draws(number, 8)
      let (a, b, c) = (draws.uniform(in: 1...3), draws.uniform(in: 1...3), draws.uniform(in: 0...6))
      let (p, q, height) = (draws.uniform(in: -1...1), draws.uniform(in: -1...1), draws.uniform(in: 0...1))
      func truth(_ point: [Double]) -> Double {
        let (x, y) = (point[0], point[1])
        return 0.5 * sin(a * x + b * y + c) + height * exp(-((x - p) * (x - p) + (y - q) * (y - q)) / 0.5)
          + 0.3 * x
      }
      let points = SpaceFillingDesign.latinHypercube(count: 30, dimensions: 2, seed: number).map { point in
        point.map { 2 * $0 - 1 }
      }
      let common = (0..<10).map { _ in isShared ? draws.normal() : 0 }
      let deviation = 0.05 * (isShared ? 0.5.squareRoot() : 1)
      let responses: [[Double?]] = points.map { point in
        common.map { truth(point) + deviation * ($0 + draws.normal()) }
      }
      let surface = try StochasticKriging(points: points, responses: responses, blocked: isShared)
      let place = [draws.uniform(in: -0.9...0.9), draws.uniform(in: -0.9...0.9)]
      return surface.estimate(at: place).interval().contains(truth(place))
    }
  }

  @Test
  func `paired differences`() throws {
    try expectCoverage("paired difference of 10 pairs") { study in
      var draws = Self.draws(study, 6)
      let difference = PairedDifference((0..<10).map { _ in draws.normal(mean: 0.3) })
      return try #require(difference.interval).contains(0.3)
    }
  }

  @Test(arguments: [5, 10])
  func `ratios of measured pairs`(count: Int) throws {
    expectCoverage("ratio of \(count) pairs (bench)") { study in
      var draws = Self.draws(study, 7)
      let pairs = (0..<count).map { _ in
        (
          first: draws.lognormal(logMean: 0, logDeviation: 0.05),
          second: 1.1 * draws.lognormal(logMean: 0, logDeviation: 0.05)
        )
      }
      return PairedRatio(pairs, resamples: Self.isFull ? 1000 : 200, flips: 1, seed: study).interval.contains(
        1.1)
    }
  }
}

extension Purpose {
  fileprivate static let coverage = Purpose(rawValue: 900_001)
}
