import Carpool
import Foundation
import Metrics
import Scenario
import Statistics
import TestSupport
import Testing

@testable import Study

/// The runs that tuning takes to find the best settings of made-up problems whose best is known: by the search that goes where
/// surfaces promise most, and by the pattern search that stood here before it.
///
/// `DETOUR_FULL_VALIDATION=1` makes 1,000 problems, otherwise 20.
struct TuningEffortTests {
  private static let problems = isFullValidation ? 1000 : 20

  /// A figure to be made great and a figure to be held, over one to three fields, with the noise of replications that share
  /// their random numbers.
  private struct Problem {
    static let indifference = 0.02
    static let noise = 0.05

    let number: UInt64
    let fields: Int
    private let middle: [Double]
    private let steepness: [Double]
    private let hill: [Double]
    private let price: [Double]
    let limit: Double
    /// The greatest objective that keeps the bound.
    private(set) var best = -Double.infinity

    init(_ number: Int) {
      self.number = UInt64(number)
      let fields = 1 + number % 3
      self.fields = fields
      var draws = KeyedGenerator(seed: UInt64(number), replication: 0, purpose: .effort)
      func list(_ range: ClosedRange<Double>) -> [Double] {
        (0..<fields).map { _ in draws.uniform(in: range.lowerBound...range.upperBound) }
      }
      middle = list(0.2...0.8)
      steepness = list(0.5...2)
      hill = list(0...1)
      price = list(0.2...1)
      // In every other problem the bound keeps from the best of all.
      let share = draws.uniform(in: number % 2 == 0 ? 0.4...0.7 : 1.2...1.5)
      limit = share * price.reduce(0, +)
      var box = (0..<fields).map { _ in 0.0...1.0 }
      for _ in 0..<5 {
        let (top, value) = greatest(in: box)
        best = max(best, value)
        box = zip(box, top).map { range, middle in
          let reach = (range.upperBound - range.lowerBound) / 8
          return max(0, middle - reach)...min(1, middle + reach)
        }
      }
    }

    /// The point of a grid over `box` with the greatest objective that keeps the bound.
    private func greatest(in box: [ClosedRange<Double>]) -> (point: [Double], value: Double) {
      let levels = 25
      var points: [[Double]] = [[]]
      for range in box {
        points = points.flatMap { point in
          (0..<levels).map {
            point + [
              range.lowerBound + (range.upperBound - range.lowerBound) * Double($0) / Double(levels - 1)
            ]
          }
        }
      }
      return points.filter { cost($0) <= limit }.map { ($0, objective($0)) }.max { $0.1 < $1.1 } ?? (
        points[0], -.infinity
      )
    }

    func objective(_ x: [Double]) -> Double {
      var value = 1.0
      var distance = 0.0
      for j in x.indices {
        value -= steepness[j] * (x[j] - middle[j]) * (x[j] - middle[j])
        distance += (x[j] - hill[j]) * (x[j] - hill[j])
      }
      return value + 0.3 * exp(-distance / 0.05)
    }

    func cost(_ x: [Double]) -> Double { zip(price, x).reduce(0) { $0 + $1.0 * $1.1 * (0.5 + 0.5 * $1.1) } }

    /// Both figures of a run: half of the variance is the replication's own.
    func run(_ x: [Double], _ replication: Int) -> [Double?] {
      var shared = KeyedGenerator(seed: number, replication: UInt32(replication), purpose: .effort, 1)
      var own = KeyedGenerator(
        seed: number, replication: UInt32(replication), purpose: .effort,
        x.reduce(2) { ($0 &* 1_000_003) ^ $1.bitPattern })
      func noise() -> Double { Self.noise * 0.5.squareRoot() * (shared.normal() + own.normal()) }
      return [objective(x) + noise(), cost(x) + noise()]
    }
  }

  /// The runs of a tuning, and whether it named a point that is as good as the best, up to the zones of its promise.
  private static func tuned(
    _ problem: Problem, _ next: (_ points: [[Double]], _ values: [[[Double?]]]) -> [[Double]]
  ) -> (runs: Int, isFound: Bool, points: Int) {
    let first = 10
    let start = 10 * problem.fields
    let budget = 100 * start
    var points = SpaceFillingDesign.latinHypercube(
      count: start, dimensions: problem.fields, seed: problem.number + 1)
    var values = points.map { point in (0..<first).map { problem.run(point, $0) } }
    while true {
      let more = next(points, values)
      guard !more.isEmpty, (points.count + more.count) * first <= budget / 2 else { break }
      points += more
      values += more.map { point in (0..<first).map { problem.run(point, $0) } }
    }
    let selection = ConstrainedSelection(
      .higherIsBetter, indifference: Problem.indifference,
      bounds: [.init(problem.limit, isUpper: true, tolerance: Problem.indifference)], first: first)
    while true {
      let outcome = selection.outcome(values)
      let demand = zip(values, outcome.demand).map { max($0.count, $1) }
      let runs = values.reduce(0) { $0 + $1.count }
      if outcome.isDecided || demand.reduce(0, +) > budget {
        let isFound = outcome.best.map { best in
          problem.cost(points[best]) <= problem.limit + Problem.indifference
            && problem.objective(points[best]) >= problem.best - Problem.indifference
        }
        return (runs, isFound ?? false, points.count)
      }
      for (system, count) in demand.enumerated() {
        while values[system].count < count {
          values[system].append(problem.run(points[system], values[system].count))
        }
      }
    }
  }

  /// The search of the program.
  private static func searched(_ problem: Problem) -> (runs: Int, isFound: Bool, points: Int) {
    let goal = Goal(
      FigureColumn(.matchRate), .higherIsBetter,
      subjectTo: [Constraint(FigureColumn(.serviceRate), problem.limit, isUpper: true)],
      indifference: Problem.indifference,
      tolerances: [FigureColumn(.serviceRate): Problem.indifference])
    let variations = (0..<problem.fields).map { field in
      var variation = Variation()
      (variation.field, variation.from, variation.to) = ("x\(field)", 0, 1)
      return variation
    }
    let search = TuningSearch(variations, areWhole: variations.map { _ in false }, goal, seed: problem.number)
    return tuned(problem) { points, values in
      search.next(points.map { $0.map { "\($0)" } }, values, indifference: Problem.indifference)
        .map { $0.compactMap(Double.init) }
    }
  }

  @Test
  func `surfaces find the best of made-up problems with at most half of the runs of a pattern search`() {
    var surfaces = (runs: 0, found: 0, points: 0)
    var patterns = surfaces
    for number in 0..<Self.problems {
      let problem = Problem(number)
      let a = Self.searched(problem)
      var pattern = PatternSearch(limit: problem.limit)
      let b = Self.tuned(problem) { points, values in pattern.next(points, values) }
      surfaces = (surfaces.runs + a.runs, surfaces.found + (a.isFound ? 1 : 0), surfaces.points + a.points)
      patterns = (patterns.runs + b.runs, patterns.found + (b.isFound ? 1 : 0), patterns.points + b.points)
    }
    let share = Double(surfaces.runs) / Double(patterns.runs)
    print(
      "tuning: of \(Self.problems) problems surfaces find \(surfaces.found) with \(surfaces.runs) runs of \(surfaces.points)"
        + " points, the pattern search \(patterns.found) with \(patterns.runs) of \(patterns.points): \(share)"
    )
    #expect(surfaces.found >= patterns.found)
    #expect(share <= 0.5, "a share of \(share) of the runs")
  }
}

/// The search that `detour tune` had before: a pattern search around the best point (Hooke and Jeeves 1961,
/// doi:10.1145/321062.321069), and the best point of quadratic surfaces; to be measured against.
private struct PatternSearch {
  let limit: Double
  private var step = 0.25
  private var center: Int?
  private var generation = 0

  init(limit: Double) { self.limit = limit }

  mutating func next(_ points: [[Double]], _ values: [[[Double?]]]) -> [[Double]] {
    let means = values.map { runs in
      (0..<2).map { figure in runs.reduce(0) { $0 + ($1[figure] ?? 0) } / Double(runs.count) }
    }
    let best = means.indices.max { rank(means[$0]) < rank(means[$1]) }
    if best == center { step /= 2 }
    center = best
    generation += 1
    guard let best, step >= 0.01, generation <= 8 else { return [] }
    var proposals: [[Double]] = surfaceBest(points, means).map { [$0] } ?? []
    for field in points[best].indices {
      for way in [-1.0, 1] {
        var proposal = points[best]
        proposal[field] = min(max(proposal[field] + way * step, 0), 1.0.nextDown)
        proposals.append(proposal)
      }
    }
    var known = Set(points)
    return proposals.filter { known.insert($0).inserted }
  }

  private func rank(_ means: [Double]) -> (Double, Double) { (min(0, limit - means[1]), means[0]) }

  private func surfaceBest(_ points: [[Double]], _ means: [[Double]]) -> [Double]? {
    guard let objective = try? ResponseSurface(points: points, responses: means.map { [$0[0]] }),
      let held = try? ResponseSurface(points: points, responses: means.map { [$0[1]] })
    else { return nil }
    return objective.best(
      .higherIsBetter, in: objective.ranges, subjectTo: [SurfaceBound(held, limit, isUpper: true)])
  }
}

extension Purpose {
  fileprivate static let effort = Purpose(rawValue: 900_037)
}
