import CKernels
import Quantities

/// Times between a few ends, each asked about again and again, and any node, from hub labels.
///
/// The hubs of an end lie spread out in a column (`HubColumns`): a question is a walk along one label, not along two. Whoever was
/// asked about longest ago makes room.
///
/// A matcher asks for some four times of every driver whom it looks at, so nothing is counted or checked on the way to a walk.
public struct LabelEndsSearch: ~Copyable, @unchecked Sendable {
  private struct End {
    var node = NodeIndex.none
    var direction = ArcDirection.forward
    var lastUse: Int64 = 0
  }

  /// Both ends of a trip in both directions, and two of others who are asked about in between.
  private static let places = 6

  private let labels: HubLabels
  private let forward: LabelPointers
  private let backward: LabelPointers
  private let nodeCount: Int
  private var columns: HubColumns
  private var ends = InlineArray<6, End>(repeating: End())
  private var uses: Int64 = 0

  /// Creates a search on `labels` that knows no end.
  public init(_ labels: HubLabels) {
    self.labels = labels
    forward = LabelPointers(labels.forward)
    backward = LabelPointers(labels.backward)
    nodeCount = labels.network.nodeCount
    columns = HubColumns(columnCount: Self.places, hubCount: nodeCount)
  }

  /// The time from `root` to `node` (`.forward`) or from `node` to it; nil where no route of less than `Network.horizon` leads
  /// there.
  ///
  /// - Precondition: both are nodes of the network.
  public mutating func milliseconds(
    of node: NodeIndex, root: NodeIndex, _ direction: ArcDirection
  ) -> Int32? {
    precondition(
      Int(node) < nodeCount && Int(root) < nodeCount && node >= 0 && root >= 0, "nodes are expected")
    uses += 1
    var oldest = 0
    for place in 0..<Self.places {
      if ends[place].node == root, ends[place].direction == direction {
        ends[place].lastUse = uses
        return least(along: label(of: node, direction.reversed), of: place)
      }
      if ends[place].lastUse < ends[oldest].lastUse { oldest = place }
    }
    take(oldest, for: End(node: root, direction: direction, lastUse: uses))
    return least(along: label(of: node, direction.reversed), of: oldest)
  }

  /// Takes note that the time between `node` and an end is asked for soon, so that what is known of the node comes from memory
  /// meanwhile.
  public func expect(_ node: NodeIndex, _ direction: ArcDirection) {
    guard node >= 0, Int(node) < nodeCount else { return }
    let label = label(of: node, direction.reversed)
    for line in 0..<6 { detour_prefetch_shared(label + 8 * line) }
  }

  @inline(__always)
  private func label(of node: NodeIndex, _ direction: ArcDirection) -> UnsafePointer<HubEntry> {
    direction == .forward ? forward[node] : backward[node]
  }

  @inline(__always)
  private func least(along label: UnsafePointer<HubEntry>, of place: Int) -> Int32? {
    let least = columns.least(along: label, in: place)
    return least < Network.horizon ? least : nil
  }

  private mutating func take(_ place: Int, for end: End) {
    let former = ends[place]
    if former.node != .none { columns.clear(place, of: label(of: former.node, former.direction)) }
    ends[place] = end
    columns.fill(place, with: label(of: end.node, end.direction))
  }
}

/// The labels of all nodes in one direction, where they stand; valid as long as the labels are there, which never change.
private struct LabelPointers: BitwiseCopyable {
  /// nil of a network without nodes, which nobody asks about.
  private let first: UnsafePointer<Int32>?
  private let hubs: UnsafePointer<HubEntry>?

  init(_ labels: LabelSet) {
    first = labels.first.withUnsafeBufferPointer { $0.baseAddress }
    hubs = labels.hubs.withUnsafeBufferPointer { $0.baseAddress }
  }

  @inline(__always)
  subscript(node: NodeIndex) -> UnsafePointer<HubEntry> {
    hubs.unsafelyUnwrapped + Int(first.unsafelyUnwrapped[Int(node)])
  }
}
