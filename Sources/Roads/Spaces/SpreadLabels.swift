import Quantities
import RoadNetwork

/// The few ends that were asked about last, with their hub labels spread out from the second question on: a
/// question is then a walk along one label, not along two.
struct SpreadLabels {
  private struct End {
    var node = NodeIndex.none
    var direction = ArcDirection.forward
    var isSpread = false
    var lastUse = 0
  }

  private static let places = 4

  private var ends = [End](repeating: End(), count: places)
  private var routers: [HubRouter] = []
  private var uses = 0

  /// The time between `root` and `node`, as `direction` says.
  mutating func milliseconds(
    of node: NodeIndex, root: NodeIndex, _ direction: ArcDirection, _ index: RoutingIndex
  ) -> Int32? {
    if routers.isEmpty { routers = (0..<Self.places).map { _ in HubRouter(index) } }
    uses += 1
    var place = 0
    for candidate in 0..<Self.places {
      if ends[candidate].node == root, ends[candidate].direction == direction {
        if !ends[candidate].isSpread {
          routers[candidate].router.start(at: root, direction)
          ends[candidate].isSpread = true
        }
        ends[candidate].lastUse = uses
        return routers[candidate].router.milliseconds(of: node)
      }
      if ends[candidate].lastUse < ends[place].lastUse { place = candidate }
    }
    ends[place] = End(node: root, direction: direction, isSpread: false, lastUse: uses)
    let (origin, destination) = direction == .forward ? (root, node) : (node, root)
    return routers[place].router.milliseconds(from: origin, to: destination)
  }
}
