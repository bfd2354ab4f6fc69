import CKernels
import Quantities

/// Hub labels: for every node the few hubs that cover its shortest paths, with exact times, so that a query merges two
/// short sorted lists.
///
///     let labels = HubLabels(ContractionHierarchy(network))
///     labels.milliseconds(from: a, to: b)
///
/// Among the nodes of all shortest paths between two nodes, the most important one is a hub of both: the time
/// is the least sum over their common hubs. The labels are minimal for the hierarchy's order. I. Abraham, D.
/// Delling, A. V. Goldberg, R. F. Werneck, doi 10.1007/978-3-642-33090-2_4.
///
/// Queries keep no state, so all threads can share the labels.
public final class HubLabels: Sendable {
  /// The labelled network.
  public let network: Network
  let forward: LabelSet
  let backward: LabelSet

  /// Derives the labels of `hierarchy`.
  ///
  /// - Parameter progress: called from time to time with the share done, 0 … 1.
  /// - Complexity: O(n·k²) for n nodes with labels of k hubs.
  public init(_ hierarchy: ContractionHierarchy, progress: (Double) -> Void = { _ in }) {
    network = hierarchy.network
    (forward, backward) = HubLabeling(hierarchy).run(progress)
  }

  /// Creates labels from their parts.
  init(network: Network, forward: LabelSet, backward: LabelSet) {
    self.network = network
    self.forward = forward
    self.backward = backward
  }

  /// Returns the time from `origin` to `destination`, milliseconds; nil if no route is shorter than
  /// `Network.horizon`.
  ///
  /// - Precondition: both are nodes of the network.
  /// - Complexity: O(k) for labels of k hubs.
  public func milliseconds(from origin: NodeIndex, to destination: NodeIndex) -> Int32? {
    let time = forward.label(of: origin) { ahead in
      backward.label(of: destination) { back in
        Self.fetch(ahead, back)
        return Self.leastSum(ahead, back)
      }
    }
    return time < Network.horizon ? time : nil
  }

  /// The memory used by the labels, in bytes.
  public var byteCount: Int { forward.byteCount + backward.byteCount }

  /// Returns the approximate size of the labels of `hierarchy` in bytes, estimated from the upward searches of some
  /// nodes, which contain most of the hubs in their labels.
  public static func expectedByteCount(_ hierarchy: ContractionHierarchy) -> Int {
    let nodeCount = hierarchy.nodes.count
    guard nodeCount > 0 else { return 0 }
    var climb = ClimbingSearch(nodeCount: nodeCount)
    var seen = 0
    let sample = min(nodeCount, 100)
    for index in 0..<sample {
      climb.start(at: hierarchy.ranks[index * nodeCount / sample])
      hierarchy.upward.withUnsafeArcs { up in
        hierarchy.downward.withUnsafeArcs { down in
          climb.climb(along: up, against: down) { _, _ in seen += 1 }
        }
      }
    }
    return 2 * MemoryLayout<HubEntry>.stride * nodeCount * (seen + sample) / sample
  }

  /// Prefetches the first cache lines of two labels in parallel; otherwise their cache misses would be
  /// serial.
  @inline(__always)
  private static func fetch(_ ahead: UnsafePointer<HubEntry>, _ back: UnsafePointer<HubEntry>) {
    for line in 0..<6 {
      detour_prefetch_shared(ahead + 8 * line)
      detour_prefetch_shared(back + 8 * line)
    }
  }

  /// Returns the least time over the common hubs of two labels, or a time beyond the horizon.
  ///
  /// The list to advance is chosen by arithmetic instead of a branch, which would be mispredicted every other
  /// time.
  @inline(__always)
  private static func leastSum(_ ahead: UnsafePointer<HubEntry>, _ back: UnsafePointer<HubEntry>) -> Int32 {
    var a = ahead
    var b = back
    var least = Network.horizon
    while true {
      let left = a.pointee
      let right = b.pointee
      let (leftHub, rightHub) = (left.hub.rawValue, right.hub.rawValue)
      guard max(leftHub, rightHub) != HubEntry.end.hub.rawValue else { return least }
      let sum = left.milliseconds &+ right.milliseconds
      least = leftHub == rightHub ? min(least, sum) : least
      a += leftHub <= rightHub ? 1 : 0
      b += rightHub <= leftHub ? 1 : 0
    }
  }
}

/// An entry of a label: a hub and the time between it and the node.
struct HubEntry: BitwiseCopyable, Hashable, Sendable {
  var hub: HubIndex
  var milliseconds: Int32

  /// The end marker of every label.
  static let end = HubEntry(hub: HubIndex(rawValue: .max), milliseconds: Network.horizon - 1)
}

/// The labels of all nodes in one direction: lists sorted by hub, each terminated by `HubEntry.end`.
struct LabelSet: Sendable {
  /// The index of every label's first entry.
  var first: [Int32]
  var hubs: [HubEntry]

  var byteCount: Int {
    first.count * MemoryLayout<Int32>.stride + hubs.count * MemoryLayout<HubEntry>.stride
  }

  /// Calls `body` with the label of `node`, valid only during the call.
  ///
  /// - Precondition: `node` has a label.
  @inline(__always)
  func label<Result>(of node: NodeIndex, _ body: (UnsafePointer<HubEntry>) -> Result) -> Result {
    let start = Int(first[Int(node)])
    return hubs.withUnsafeBufferPointer { body($0.baseAddress.unsafelyUnwrapped + start) }
  }
}

/// Times between one root and any node, from hub labels: the root's hubs are expanded into a column, so that
/// a query is a pass over one list.
public struct LabelRootedSearch: ~Copyable, Sendable, RootedSearch {
  private let labels: HubLabels
  private var column: HubColumns
  private var root = NodeIndex.none
  private var direction = ArcDirection.forward

  /// Creates a search on `labels`, not yet started.
  public init(_ labels: HubLabels) {
    self.labels = labels
    column = HubColumns(columnCount: 1, hubCount: labels.network.nodeCount)
  }

  public mutating func start(at root: NodeIndex, _ direction: ArcDirection) {
    if self.root >= 0 { labels.label(of: self.root, self.direction) { column.clear(0, of: $0) } }
    self.root = root
    self.direction = direction
    labels.label(of: root, direction) { column.fill(0, with: $0) }
  }

  public mutating func milliseconds(of node: NodeIndex) -> Int32? {
    precondition(root >= 0, "start the search before asking")
    let time = labels.label(of: node, direction.reversed) { column.least(along: $0, in: 0) }
    return time < Network.horizon ? time : nil
  }

  public mutating func isReached(_ node: NodeIndex, in milliseconds: Int32) -> Bool {
    labels.label(of: node, direction.reversed) { column.holds(milliseconds, along: $0, in: 0) }
  }

  public func expect(_ node: NodeIndex) {
    labels.label(of: node, direction.reversed) { label in
      for line in 0..<Self.fetchedLines { detour_prefetch_shared(label + 8 * line) }
    }
  }

  /// The number of cache lines to prefetch for a label, enough for most labels.
  private static let fetchedLines = 6
}

extension HubLabels {
  /// Calls `body` with the label of `node` for outgoing (`forward`) or incoming paths, valid only during the
  /// call.
  ///
  /// - Precondition: `node` is a node of the network.
  @inline(__always)
  func label<Result>(
    of node: NodeIndex, _ direction: ArcDirection, _ body: (UnsafePointer<HubEntry>) -> Result
  ) -> Result {
    // No common variable for the two label sets: it would count references at each query.
    direction == .forward ? forward.label(of: node, body) : backward.label(of: node, body)
  }
}
