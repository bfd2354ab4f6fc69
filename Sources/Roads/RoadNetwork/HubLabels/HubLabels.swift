import CKernels
import Quantities

/// Hub labels: for every node the few hubs that its trips pass, with exact times, so that a query is one walk
/// along two short sorted lists.
///
///     let labels = HubLabels(ContractionHierarchy(network))
///     labels.milliseconds(from: a, to: b)
///
/// Among the nodes of all shortest paths between two nodes, the most important one is a hub of both: the time
/// is the least sum over their common hubs. Labels are the smallest that the order of the hierarchy allows.
/// I. Abraham, D. Delling, A. V. Goldberg, R. F. Werneck, doi 10.1007/978-3-642-33090-2_4.
///
/// A query needs no memory of its own, so all threads ask the same labels.
public final class HubLabels: Sendable {
  /// The network that the labels answer for.
  public let network: Network
  let forward: LabelSet
  let backward: LabelSet

  /// Derives the labels of `hierarchy`.
  ///
  /// - Parameter progress: Hears now and then which share is done, 0 … 1.
  /// - Complexity: O(n·k²) for n nodes with labels of k hubs.
  public init(_ hierarchy: ContractionHierarchy, progress: (Double) -> Void = { _ in }) {
    network = hierarchy.network
    (forward, backward) = HubLabeling(hierarchy).run(progress)
  }

  /// Takes labels from their parts.
  init(network: Network, forward: LabelSet, backward: LabelSet) {
    self.network = network
    self.forward = forward
    self.backward = backward
  }

  /// The time from `origin` to `destination`; nil where no route of less than `Network.horizon` leads there.
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

  /// The memory that the labels take, in bytes.
  public var byteCount: Int { forward.byteCount + backward.byteCount }

  /// About how many bytes the labels of `hierarchy` will take, from what some of its nodes see on their climb:
  /// their labels hold most of it.
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

  /// Has the first cache lines of two labels fetched side by side; else each would be missed for after the
  /// one before it.
  @inline(__always)
  private static func fetch(_ ahead: UnsafePointer<HubEntry>, _ back: UnsafePointer<HubEntry>) {
    for line in 0..<6 {
      detour_prefetch_shared(ahead + 8 * line)
      detour_prefetch_shared(back + 8 * line)
    }
  }

  /// The least time over the hubs that two labels share, or some time beyond the horizon.
  ///
  /// The list that moves on is chosen by arithmetic, not by a jump: a jump would be mispredicted every other time.
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

  /// The mark behind the last entry of every label.
  static let end = HubEntry(hub: HubIndex(rawValue: .max), milliseconds: Network.horizon - 1)
}

/// The labels of all nodes in one direction: lists ordered by hub, each ended by `HubEntry.end`.
struct LabelSet: Sendable {
  /// The beginning of the label of every node.
  var first: [Int32]
  var hubs: [HubEntry]

  var byteCount: Int {
    first.count * MemoryLayout<Int32>.stride + hubs.count * MemoryLayout<HubEntry>.stride
  }

  /// Calls `body` with the label of `node`, valid in the call only.
  ///
  /// - Precondition: the labels have a node of that index.
  @inline(__always)
  func label<Result>(of node: NodeIndex, _ body: (UnsafePointer<HubEntry>) -> Result) -> Result {
    let start = Int(first[Int(node)])
    return hubs.withUnsafeBufferPointer { body($0.baseAddress.unsafelyUnwrapped + start) }
  }
}
