import CKernels
import Quantities

/// Times between a few ends, each queried repeatedly, and any node, from hub labels.
///
/// The hubs of an end are expanded into a column (`HubColumns`): a query is a pass over one label instead of two.
/// The least recently used end is evicted.
///
/// A matcher makes some four queries for every driver considered, so nothing is counted or checked before a pass.
public struct LabelEndsSearch: ~Copyable, @unchecked Sendable {
  private struct End {
    var node = NodeIndex.none
    var direction = ArcDirection.forward
    var lastUse: Int64 = 0
  }

  /// Both ends of a trip in both directions, and two other ends queried in between.
  private static let places = 6

  private let labels: HubLabels
  private let forward: LabelPointers
  private let backward: LabelPointers
  private let nodeCount: Int
  private var columns: HubColumns
  private var ends = InlineArray<6, End>(repeating: End())
  private var uses: Int64 = 0

  /// Creates a search on `labels` without ends.
  public init(_ labels: HubLabels) {
    self.labels = labels
    forward = LabelPointers(labels.forward)
    backward = LabelPointers(labels.backward)
    nodeCount = labels.network.nodeCount
    columns = HubColumns(columnCount: Self.places, hubCount: nodeCount)
  }

  /// Returns the time from `root` to `node` (`.forward`) or from `node` to it, milliseconds; nil if no route is
  /// shorter than `Network.horizon`.
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

  /// Prefetches the label of `node`, for which a time to or from an end is queried soon.
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

/// Unmanaged pointers to the labels of all nodes in one direction; valid for the lifetime of the labels, which
/// never change.
private struct LabelPointers: BitwiseCopyable {
  /// Nil for a network without nodes, which is never queried.
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
