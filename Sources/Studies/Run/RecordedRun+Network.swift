public import Carpool
import Ground
public import RoadNetwork
import Scenario
import Spaces
import Synthesis

extension RecordedRun {
  /// The network that cars drove on; nil where they drove straight lines.
  ///
  /// - Throws: `NetworkError` or `TableError` where its files cannot be read any more.
  public func network() throws -> Network? { try Ground.network(of: scenario.space, folder: scenarioFolder) }
}

extension CarpoolWorld {
  /// The network that cars drive on; nil where they drive straight lines.
  public var network: Network? { (world.spaces.base as? NetworkSpace)?.network }
}
