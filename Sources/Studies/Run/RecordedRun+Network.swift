public import Carpool
import Ground
public import RoadNetwork
import Scenario
import Spaces
import Synthesis

extension RecordedRun {
  /// Returns the network on which cars drove; nil for straight-line spaces.
  ///
  /// - Throws: `NetworkError` or `TableError` if its files are no longer readable.
  public func network() throws -> Network? { try Ground.network(of: scenario.space, folder: scenarioFolder) }
}

extension CarpoolWorld {
  /// The network on which cars drive; nil for straight-line spaces.
  public var network: Network? { (input.spaces.base as? NetworkSpace)?.network }
}
