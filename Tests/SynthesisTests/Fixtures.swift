import CarpoolScenario
import Foundation
import Ground
import Quantities
import RoadNetwork
import Scenario
import Spaces
import Statistics
import TestSupport
import Testing

@testable import Synthesis

/// Builds populations of small scenarios.
enum Fixture {
  static var plane: Territory {
    Territory(
      OpenSpace(
        geometry: .plane, speed: 10,
        bounds: Bounds(low: Coordinates(x: 0, y: 0), high: Coordinates(x: 20_000, y: 10_000))))
  }

  static var torus: Territory { Territory(OpenSpace(geometry: .torus(side: 10_000), speed: 10)) }

  static var globe: Territory { Territory(open(west: -20, south: 10, east: 40, north: 70)) }

  /// A part of the globe.
  static func open(west: Double, south: Double, east: Double, north: Double) -> OpenSpace {
    let bounds = Bounds(low: Coordinates(x: west, y: south), high: Coordinates(x: east, y: north))
    return OpenSpace(geometry: .globe, speed: 10, bounds: bounds)
  }

  /// Three nodes in a row, 1 km and 100 s apart; 30 leads back nowhere.
  static var road: Territory {
    var builder = NetworkBuilder(geometry: .plane)
    let nodes = [10, 20, 30].enumerated().map { index, id in
      builder.addNode(id: Int64(id), at: Coordinates(x: 1_000 * Double(index), y: 0))
    }
    let links: [(Int, Int)] = [(0, 1), (1, 0), (1, 2)]
    for (index, (tail, head)) in links.enumerated() {
      builder.addLink(
        id: Int64(index), from: nodes[tail], to: nodes[head], metres: 1_000, milliseconds: 100_000)
    }
    return Territory(NetworkSpace(builder.build(), snap: 100))
  }

  /// The scenario whose sides are given as JSON5; the space is never built.
  static func scenario(
    supply: String = "{kind: 'none'}", demand: String = "{kind: 'none'}", overrides: [String] = []
  ) throws -> Scenario {
    let text = "{space: {kind: 'plane'}, supply: \(supply), demand: \(demand)}"
    let limits = ["input.longest_trip_m=null"]
    return try Scenario.load(text: text, file: "test.json5", overrides: limits + overrides)
  }

  static func population(
    supply: String = "{kind: 'none'}", demand: String = "{kind: 'none'}", overrides: [String] = [],
    in territory: Territory = plane, folder: String = ""
  ) throws -> Population {
    let scenario = try scenario(supply: supply, demand: demand, overrides: overrides)
    return try Population.make(scenario, in: territory, folder: folder)
  }

  static func statistics(_ values: some Sequence<Double>) -> RunningStatistics {
    var statistics = RunningStatistics()
    for value in values { statistics.add(value) }
    return statistics
  }
}

/// Checks that a share of `count` agrees with `expected` within 3.5 standard errors.
func expectShare(
  _ hits: Int, of count: Int, _ expected: Double, sourceLocation: SourceLocation = #_sourceLocation
) {
  let error = (Double(count) * expected * (1 - expected)).squareRoot()
  let z = (Double(hits) - Double(count) * expected) / error
  #expect(abs(z) < 3.5, "\(hits) of \(count), expected \(expected)", sourceLocation: sourceLocation)
}

/// Checks that counts agree with what is expected as closely as |z| < 3.5 requests.
func expectCounts(
  _ observed: [Int], _ expected: [Double], sourceLocation: SourceLocation = #_sourceLocation
) {
  let p = ChiSquare.pValue(observed: observed, expected: expected)
  #expect(p > 0.000465, "\(observed) against \(expected)", sourceLocation: sourceLocation)
}

/// A folder of files for one test.
struct TemporaryFolder: ~Copyable {
  let path: String

  init(_ files: [String: String]) throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "synthesis-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for (name, text) in files { try Data(text.utf8).write(to: url.appending(path: name)) }
    path = url.path
  }

  /// Writes `text` to the file `name`.
  func write(_ text: String, as name: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path).appending(path: name))
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
