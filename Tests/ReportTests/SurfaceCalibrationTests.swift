import Carpool
import Foundation
import Metrics
import Statistics
import TestSupport
import Testing

@testable import Report

/// Intervals of surfaces at places that were not simulated, on known functions with known noise: 92.5 to 97.5 % hold the truth, and they are
/// at most one and a half times as wide as the narrowest of their kind that would hold 95 %.
///
/// `DETOUR_FULL_VALIDATION=1` makes 100 studies of each function and design; otherwise 2, and the share may differ by what chance adds.
struct SurfaceCalibrationTests {
  private static let studies = isFullValidation ? 100 : 2
  private static let places = 20

  /// A kind of figure over two fields, each from 1 to 3.
  private enum Shape: String, CaseIterable {
    case waves
    case saturation
    case kink
    case quadratic
    case steep = "steep at one end"

    /// A function of this kind.
    func function(_ draws: inout KeyedGenerator) -> (Double, Double) -> Double {
      let (a, b, c) = (draws.uniform(in: 1...3), draws.uniform(in: 1...3), draws.uniform(in: 0...6))
      let (p, q, height) = (draws.uniform(in: 1...3), draws.uniform(in: 1...3), draws.uniform(in: 0...1))
      let (bound, slope) = (draws.uniform(in: -0.6...0.6), draws.uniform(in: 0.5...1.5))
      return { x, y in
        let (u, v) = (x - 2, y - 2)
        switch self {
        case .waves:
          let distance: Double = (x - p) * (x - p) + (y - q) * (y - q)
          let wave: Double = sin(a * u + b * v + c)
          let hill: Double = height * exp(-2 * distance)
          return 0.5 * wave + hill + 0.3 * u
        case .saturation:
          let rest: Double = exp(-1.5 * slope * (u + 1.2))
          return (1 - rest) * (0.7 + 0.3 * v)
        case .kink:
          let limit: Double = bound + 0.15 * u
          return min(slope * v, limit) + 0.3 * u
        case .quadratic:
          let square: Double = 0.4 * u * u + 0.3 * v * v
          let line: Double = 0.3 * u + 0.1 * v
          return line - square + 0.1 * u * v
        case .steep:
          let rise: Double = slope * log(1.3 + u)
          return rise + 0.4 * v * v * (1 + u)
        }
      }
    }
  }

  /// The points of a study and its replications.
  private struct Design: CustomStringConvertible {
    var isGrid: Bool
    var replications: Int
    var isShared: Bool
    /// The standard deviation of a run.
    var noise: Double

    func points(_ study: UInt64) -> [[Double]] {
      guard isGrid else {
        return SpaceFillingDesign.latinHypercube(count: 24, dimensions: 2, seed: study).map {
          $0.map { 1 + 2 * $0 }
        }
      }
      let columns: [Double] = [1, 1.4, 1.8, 2.2, 2.6, 3]
      let rows: [Double] = [1, 5.0 / 3, 7.0 / 3, 3]
      return columns.flatMap { column in rows.map { [column, $0] } }
    }

    var description: String {
      "24 points \(isGrid ? "of a grid" : "anywhere"), \(replications) runs, \(isShared ? "shared" : "own") draws"
    }
  }

  private static let designs = [5, 10].flatMap { replications in
    [false, true].flatMap { isGrid in
      [(true, 0.05), (false, 0.02)].map {
        Design(isGrid: isGrid, replications: replications, isShared: $0, noise: $1)
      }
    }
  }

  private static func study(
    _ points: [[Double]], _ design: Design, _ draws: inout KeyedGenerator, _ truth: (Double, Double) -> Double
  ) -> StudyTable {
    let common = (0..<design.replications).map { _ in design.isShared ? draws.normal() : 0 }
    let deviation = design.noise * (design.isShared ? 0.5.squareRoot() : 1)
    let made = points.enumerated().map { place, point in
      let runs = common.enumerated().map { replication, shared in
        let value = truth(point[0], point[1]) + deviation * (shared + draws.normal())
        return StudyTable.Run(
          id: Studies.runID(place, replication), seed: design.isShared ? 1 : UInt64(place + 1),
          replication: UInt64(replication), figures: [Studies.matchRate: value])
      }
      return StudyTable.Point(values: point.map { "\($0)" }, measured: runs)
    }
    return StudyTable(folder: "made", parameters: [Studies.radius, Studies.limit], points: made)
  }

  @Test(arguments: [5, 10])
  func `intervals hold the truth and are no wider than they need be`(replications: Int) throws {
    // Errors in units of half the interval's width.
    var errors: [Double] = []
    for design in Self.designs where design.replications == replications {
      var ofDesign: [Double] = []
      for (number, shape) in Shape.allCases.enumerated() {
        var own: [Double] = []
        for study in 0..<UInt64(Self.studies) { own += try Self.errors(study, shape, UInt64(number), design) }
        print("calibration: \(design): \(shape.rawValue): \(Self.words(own))")
        ofDesign += own
      }
      print("calibration: \(design): all: \(Self.words(ofDesign))")
      errors += ofDesign
    }
    let share = Double(errors.count { $0 <= 1 }) / Double(errors.count)
    print("calibration: \(replications) runs: \(Self.words(errors))")
    // The places of one study share its luck.
    let count = Double(4 * Self.studies * Shape.allCases.count)
    let chance = isFullValidation ? 0 : 3 * (0.95 * 0.05 / count).squareRoot()
    #expect(share >= 0.925 - chance && share <= min(1, 0.975 + chance), "\(share)")
    // The 95 % quantile of the errors of so few studies is itself uncertain.
    #expect(
      1 / Self.needed(errors) <= (isFullValidation ? 1.5 : 2.5),
      "\(1 / Self.needed(errors)) times as wide as needed")
  }

  /// The errors of a study's surface at places between its points, in units of half the width of its intervals.
  private static func errors(
    _ study: UInt64, _ shape: Shape, _ number: UInt64, _ design: Design
  ) throws -> [Double] {
    var draws = KeyedGenerator(seed: study, replication: 0, purpose: .calibration, number)
    let truth = shape.function(&draws)
    let table = Self.study(design.points(study), design, &draws, truth)
    let surface = try SurfaceFinding(table, Studies.matchRate)
    var errors: [Double] = []
    for _ in 0..<places {
      let place = [draws.uniform(in: 1.05...2.95), draws.uniform(in: 1.05...2.95)]
      guard zip(place, surface.ranges).allSatisfy({ $1.contains($0) }) else { continue }
      let interval = try #require(surface.interval(at: place))
      let half = (interval.upperBound - interval.lowerBound) / 2
      errors.append(abs(surface.value(at: place) - truth(place[0], place[1])) / half)
    }
    return errors
  }

  /// The factor by which intervals could be multiplied and still hold 95 % of the truths.
  private static func needed(_ errors: [Double]) -> Double {
    errors.sorted()[Int((0.95 * Double(errors.count)).rounded(.up)) - 1]
  }

  private static func words(_ errors: [Double]) -> String {
    let share = Double(errors.count { $0 <= 1 }) / Double(errors.count)
    return
      "\((1000 * share).rounded() / 10) % held, \((100 / needed(errors)).rounded() / 100) times as wide as needed"
  }
}

extension Purpose {
  fileprivate static let calibration = Purpose(rawValue: 900_042)
}
