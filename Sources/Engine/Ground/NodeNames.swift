import Quantities
import RoadNetwork
import Spaces

/// The nodes of a network by their ids in files, with the bounding rectangle; shared by all runs on a
/// network.
struct NodeNames: Sendable {
  let index: [Int64: NodeIndex]
  let bounds: Bounds

  init(_ network: Network) {
    index = Dictionary(zip(network.nodeIDs, network.nodes), uniquingKeysWith: { first, _ in first })
    var low = Coordinates(x: .infinity, y: .infinity)
    var high = Coordinates(x: -.infinity, y: -.infinity)
    for point in network.coordinates {
      low = Coordinates(x: min(low.x, point.x), y: min(low.y, point.y))
      high = Coordinates(x: max(high.x, point.x), y: max(high.y, point.y))
    }
    bounds = Bounds(low: low, high: high)
  }
}
