import Carpool
import Foundation
import Metrics
import Scenario
import Statistics
import Testing

@testable import Study

/// What observed figures tell of made-up fields, and what they cannot.
struct CalibrationSearchTests {
  private static let figures = [FigureColumn(.matchRate), FigureColumn(.serviceRate)]

  private static func search(_ fields: [String], _ observed: [Double]) -> CalibrationSearch {
    let variations = fields.map { field in
      var variation = Variation()
      (variation.field, variation.from, variation.to) = (field, 0.2, 1)
      return variation
    }
    return CalibrationSearch(
      variations, areWhole: fields.map { _ in false },
      to: zip(figures, observed).map { ObservedFigure($0, .init($1)) }, seed: 1)
  }

  /// Calibrates by two waves of runs of `mean`, whose figures have a standard deviation of 0.01.
  private static func calibrated(
    _ fields: [String], at truth: [Double], _ mean: ([Double]) -> [Double]
  ) throws -> Calibration {
    let search = search(fields, mean(truth))
    func runs(_ points: [[String]]) -> [[[Double?]]] {
      points.map { point in
        (0..<10).map { replication in
          mean(point.map { Double($0)! }).enumerated().map { figure, value in
            var draws = KeyedGenerator(
              seed: 5, replication: UInt32(replication), purpose: Purpose(rawValue: 900_042), UInt64(figure),
              UInt64(bitPattern: Int64(point.hashValueOfText)))
            return value + draws.normal(mean: 0, standardDeviation: 0.01)
          }
        }
      }
    }
    var points = SpaceFillingDesign.latinHypercube(
      count: Calibrator.firstPoints(fields: fields.count), dimensions: fields.count, seed: 1
    ).map { point in point.map { "\(0.2 + 0.8 * $0)" } }
    var match = try search.match(points, runs(points))
    var remaining = match.remaining(seed: 1)
    points += search.next(points, filling: remaining)
    match = try search.match(points, runs(points))
    remaining = match.remaining(seed: 1)
    return search.calibration(
      match, search.samples(of: match, remaining),
      waves: [.init(points: points.count, share: remaining.share)], best: 0)
  }

  @Test
  func `fields that act only through their product cannot be told apart, and their product is told`() throws {
    let calibration = try Self.calibrated(["a", "b"], at: [0.6, 0.5]) { x in
      [1 - exp(-3 * x[0] * x[1]), x[0] * x[1]]
    }
    let combination = try #require(calibration.combinations.first)
    #expect(calibration.combinations.count == 1 && combination.kind == .product)
    #expect(combination.fields == [0, 1] && combination.weights == [1, 1])
    #expect(combination.region.contains(0.3))
    #expect(combination.region.upperBound / combination.region.lowerBound < 1.4)
    #expect(calibration.region(of: 0)!.upperBound > 0.85 && calibration.region(of: 0)!.lowerBound < 0.4)
  }

  @Test
  func `fields that figures tell apart are no combination`() throws {
    let calibration = try Self.calibrated(["a", "b"], at: [0.6, 0.5]) { x in
      [x[0] * x[1], x[0] / (x[0] + x[1])]
    }
    #expect(calibration.combinations.isEmpty)
    for (field, truth) in [0.6, 0.5].enumerated() {
      #expect(try #require(calibration.region(of: field)).contains(truth))
      #expect(calibration.spread(of: field) < 0.4)
    }
  }

  @Test
  func `a field that does nothing keeps its range`() throws {
    let calibration = try Self.calibrated(["a", "b"], at: [0.6, 0.5]) { x in [x[0], x[0] * x[0]] }
    #expect(calibration.combinations.isEmpty)
    #expect(calibration.spread(of: 0) < 0.2 && calibration.spread(of: 1) > 0.9)
  }

  @Test
  func `a figure that runs lack is refused by name`() throws {
    let search = Self.search(["a"], [0.5, 0.5])
    let runs: [[[Double?]]] = (0..<6).map { point in (0..<5).map { [Double($0 + point), nil] } }
    let points = (0..<6).map { ["0.\($0 + 3)"] }
    #expect {
      _ = try search.match(points, runs)
    } throws: { error in
      "\(error)".contains("no run has a value of the observed figure service_rate")
    }
  }
}

extension [String] {
  /// A number that tells texts apart, the same in every process.
  fileprivate var hashValueOfText: Int {
    joined(separator: " ").utf8.reduce(7) { ($0 &* 1_000_003) ^ Int($1) }
  }
}
