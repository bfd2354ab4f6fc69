import CKernels
import Quantities

/// Times between one root and any node, from hub labels: the root's hubs lie spread out in an array, so that
/// a question is one walk along one list.
public struct LabelRootedSearch: ~Copyable, Sendable, RootedSearch {
  private let labels: HubLabels
  /// The time between the root and every hub; `Network.horizon` where it is no hub of the root.
  private let times: RawArray<HubIndex, Int32>
  private var root = NodeIndex.none
  private var direction = ArcDirection.forward

  /// Creates a search on `labels` that has not started.
  public init(_ labels: HubLabels) {
    self.labels = labels
    times = RawArray(repeating: Network.horizon, count: labels.network.nodeCount)
  }

  public mutating func start(at root: NodeIndex, _ direction: ArcDirection) {
    if self.root >= 0 { write(self.direction, self.root) { _ in Network.horizon } }
    self.root = root
    self.direction = direction
    write(direction, root) { $0.milliseconds }
  }

  public mutating func milliseconds(of node: NodeIndex) -> Int32? {
    precondition(root >= 0, "start the search before asking")
    let time = labels.label(of: node, direction.reversed) { label in
      var least = Network.horizon
      var entry = label
      while entry.pointee.hub != HubEntry.end.hub {
        least = min(least, times[entry.pointee.hub] &+ entry.pointee.milliseconds)
        entry += 1
      }
      return least
    }
    return time < Network.horizon ? time : nil
  }

  public mutating func isReached(_ node: NodeIndex, in milliseconds: Int32) -> Bool {
    labels.label(of: node, direction.reversed) { label in
      var entry = label
      while entry.pointee.hub != HubEntry.end.hub {
        if times[entry.pointee.hub] &+ entry.pointee.milliseconds == milliseconds { return true }
        entry += 1
      }
      return false
    }
  }

  public func expect(_ node: NodeIndex) {
    labels.label(of: node, direction.reversed) { label in
      for line in 0..<Self.fetchedLines { detour_prefetch_shared(label + 8 * line) }
    }
  }

  /// The number of cache lines of a label that are fetched: most labels are no longer.
  private static let fetchedLines = 6

  private func write(_ direction: ArcDirection, _ node: NodeIndex, _ value: (HubEntry) -> Int32) {
    labels.label(of: node, direction) { label in
      var entry = label
      while entry.pointee.hub != HubEntry.end.hub {
        times[entry.pointee.hub] = value(entry.pointee)
        entry += 1
      }
    }
  }
}

extension HubLabels {
  /// Calls `body` with the label of ways out of `node` (`forward`) or into it, valid in the call only.
  ///
  /// - Precondition: the network has a node of that index.
  @inline(__always)
  func label<Result>(
    of node: NodeIndex, _ direction: ArcDirection, _ body: (UnsafePointer<HubEntry>) -> Result
  ) -> Result {
    // Not the one label set or the other in a variable: that would count references at each question.
    direction == .forward ? forward.label(of: node, body) : backward.label(of: node, body)
  }
}
