public import BenchmarkSuite
import Foundation
import Ground
import Markets
import RoadNetwork
import Scenario
import Tables

/// A watch over the folders of prepared routing that measuring some scenarios makes beside their networks.
public struct RoutingWatch: Sendable {
  /// The folders that were not there before.
  private let missing: [String]

  /// Looks at the networks of `scenarios`, before they are measured.
  public init(_ scenarios: [OwnScenario]) {
    missing = Set(scenarios.compactMap(\.routingFolder)).sorted()
      .filter { !FileManager.default.fileExists(atPath: $0) }
  }

  /// The folders that are there by now.
  public var made: [String] { missing.filter { FileManager.default.fileExists(atPath: $0) } }
}

extension OwnScenario {
  /// The folder of routing on the scenario's network; nil where it has no network.
  fileprivate var routingFolder: String? {
    guard let scenario = try? Scenario.load(contentsOf: path, markets: Markets.scenarios),
      case .network(let network) = scenario.space
    else { return nil }
    return RoutingIndex.folder(beside: FilePath.path(of: network.file, in: FilePath.folder(of: path)))
  }
}
