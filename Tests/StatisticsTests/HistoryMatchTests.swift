import Foundation
import TestSupport
import Testing

@testable import Statistics

/// Settings that are found again from days that were made with them.
@Suite struct HistoryMatchTests {
  /// Made-up runs over two or three fields with four figures that saturate, as match rates do, and bend, as waits do; the figures
  /// of a day have noise in common, which grows along the first field.
  struct Problem {
    let number: UInt64
    let fields: Int
    private let slopes: [[Double]]
    private let bends: [Double]

    init(_ number: UInt64) {
      self.number = number
      fields = 2 + Int(number % 2)
      var draws = KeyedGenerator(seed: number, replication: 0, purpose: .madeDays)
      slopes = (0..<4).map { figure in
        (0..<(2 + Int(number % 2))).map { field in
          (field == figure % 3 ? 1 : 0.3) * draws.uniform(in: 0.7...1.5)
            * (draws.happens(withProbability: 0.5) ? 1 : -1)
        }
      }
      bends = (0..<4).map { _ in draws.uniform(in: 0.5...2) }
    }

    func mean(_ x: [Double], _ figure: Int) -> Double {
      let sum = zip(slopes[figure], x).reduce(0) { $0 + $1.0 * $1.1 }
      return figure % 2 == 0 ? 1 - exp(-bends[figure] * (1.6 + sum) / 2) : exp(0.4 * bends[figure] * sum)
    }

    /// The figures of replication `number` at `x`; `day` tells days from runs.
    func run(_ x: [Double], _ number: Int, day: Bool = false) -> [Double] {
      var shared = KeyedGenerator(
        seed: self.number, replication: UInt32(number), purpose: .madeDays, day ? 1 : 2)
      var own = KeyedGenerator(
        seed: self.number, replication: UInt32(number), purpose: .madeDays,
        x.reduce(3) { ($0 &* 1_000_003) ^ $1.bitPattern })
      let (a, b) = (shared.normal(), shared.normal())
      return (0..<4).map { figure in
        let noise = 0.5 * (figure % 2 == 0 ? a : b) + 0.4 * own.normal() + (figure == 0 ? 0.3 * b : 0)
        return mean(x, figure) + 0.03 * (1 + x[0]) * noise
      }
    }

    /// A match of the runs at a design and then at points that are left, with one day at `truth`.
    func match(_ truth: [Double]) throws -> HistoryMatch {
      let observations = run(truth, 0, day: true).map { HistoryMatch.Observation($0) }
      var points = SpaceFillingDesign.latinHypercube(count: 10 * fields, dimensions: fields, seed: number)
      var match = try self.match(points, observations)
      points += match.remaining(seed: number).points.prefix(5 * fields)
      match = try self.match(points, observations)
      return match
    }

    func match(_ points: [[Double]], _ observations: [HistoryMatch.Observation]) throws -> HistoryMatch {
      let runs = points.map { point in (0..<10).map { run(point, $0) } }
      return try HistoryMatch(
        points: points, responses: (0..<4).map { figure in runs.map { $0.map { $0[figure] } } },
        observations: observations)
    }
  }

  /// The share of 12 days (400 with `DETOUR_FULL_VALIDATION=1`) whose settings lie in the 95 % regions.
  @Test func settingsOfMadeDaysLieInTheirRegions() throws {
    let days = isFullValidation ? 400 : 12
    var (joint, single, fields) = (0, 0, 0)
    for number in 0..<days {
      let problem = Problem(UInt64(number))
      var draws = KeyedGenerator(seed: UInt64(number), replication: 1, purpose: .madeDays, 9)
      let truth = (0..<problem.fields).map { _ in draws.uniform() }
      let match = try problem.match(truth)
      let samples = match.posterior(2000, over: match.remaining(seed: 1), seed: 1)
      let densities = samples.map(\.logDensity).sorted()
      fields += problem.fields
      guard let least = Summary.quantile(ofSorted: densities, 0.05) else { continue }
      joint += match.logLikelihood(at: truth) >= least ? 1 : 0
      for index in truth.indices {
        let values = samples.map { $0.point[index] }.sorted()
        let interval =
          Summary.quantile(ofSorted: values, 0.025)!...Summary.quantile(ofSorted: values, 0.975)!
        single += interval.contains(truth[index]) ? 1 : 0
      }
    }
    let shares = (joint: Double(joint) / Double(days), single: Double(single) / Double(fields))
    print(
      "coverage: regions of calibrated days: joint \(shares.joint), by field \(shares.single), of \(days)")
    let chance = isFullValidation ? 0 : 3 * (0.95 * 0.05 / Double(days)).squareRoot()
    for share in [shares.joint, shares.single] {
      #expect(share >= 0.93 - chance && share <= min(1, 0.97 + chance), "\(share)")
    }
  }

  /// A match of ten settings of one field with ten runs each: of a figure that varies, and of one that is `constant` in all runs.
  private static func match(constant: Double, observed: Double) throws -> HistoryMatch {
    let points = (0..<10).map { [Double($0) / 9] }
    let varied = points.map { point in
      (0..<10).map { run -> Double? in
        var draws = KeyedGenerator(
          seed: 7, replication: UInt32(run), purpose: .madeDays, UInt64(90 * point[0]))
        return point[0] + 0.1 * draws.normal()
      }
    }
    let equal = points.map { _ in [Double?](repeating: constant, count: 10) }
    return try HistoryMatch(
      points: points, responses: [equal, varied], observations: [.init(observed), .init(0.5)])
  }

  /// Sums of 0.1 and 0.7 round, those of 60 and 0 do not.
  @Test(arguments: [60, 0.1, 0.7, 123_456.789, 0])
  func aFigureThatNeverVariesAndIsObservedAsSuchExcludesNothing(constant: Double) throws {
    let match = try Self.match(constant: constant, observed: constant)
    #expect(match.deviations(match.expectations(at: [0.5]))[0].magnitude < 1)
    #expect(match.implausibility(at: [0.5]) < 1 && match.logLikelihood(at: [0.5]).isFinite)
    #expect(match.remaining(seed: 1).share > 0.2)
    #expect(match.posterior(100, over: match.remaining(seed: 1), seed: 1).count == 100)
    // Beside it the other figure says what it says alone.
    #expect(match.logLikelihood(at: [0.5]) > match.logLikelihood(at: [0.7]))
  }

  @Test func aFigureThatNeverVariesAndIsObservedOtherwiseExcludesAll() throws {
    for (constant, observed) in [(60.0, 61.0), (0.1, 0.1001), (0, 1)] {
      let match = try Self.match(constant: constant, observed: observed)
      let deviation = match.deviations(match.expectations(at: [0.5]))[0]
      #expect(deviation > match.limit && deviation.isFinite)
      #expect(match.remaining(seed: 1).share == 0)
    }
  }
}

extension Purpose {
  fileprivate static let madeDays = Purpose(rawValue: 900_041)
}
