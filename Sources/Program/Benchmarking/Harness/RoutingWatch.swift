public import BenchmarkSuite
import Foundation
import Ground
import Markets
import RoadNetwork
import Scenario
import Tables

/// Detects folders of prepared routing created beside networks by measuring scenarios.
public struct RoutingWatch: Sendable {
  /// The folders missing before.
  private let missing: [String]

  /// Checks the networks of `scenarios` before measuring.
  public init(_ scenarios: [OwnScenario]) {
    missing = Set(scenarios.compactMap(\.routingFolder)).sorted()
      .filter { !FileManager.default.fileExists(atPath: $0) }
  }

  /// The folders created since.
  public var made: [String] { missing.filter { FileManager.default.fileExists(atPath: $0) } }
}

extension OwnScenario {
  /// The routing folder of the scenario's network; nil without a network.
  fileprivate var routingFolder: String? {
    guard let scenario = try? Scenario.load(contentsOf: path, markets: Markets.scenarios),
      case .network(let network) = scenario.space
    else { return nil }
    return RoutingIndex.folder(beside: FilePath.path(of: network.file, in: FilePath.folder(of: path)))
  }
}
