import Quantities

/// The tentative times of a search, one for each node, with a reset in constant time.
///
/// Every label holds the number of the search that wrote it; a label of another search counts as unwritten.
struct Labels<Node: ListIndex>: ~Copyable, Sendable {
  private struct Label: BitwiseCopyable {
    var milliseconds: Int32
    var search: UInt32
  }

  private let labels: RawArray<Node, Label>
  private var search: UInt32 = 0

  init(nodeCount: Int) {
    labels = RawArray(repeating: Label(milliseconds: 0, search: 0), count: nodeCount)
  }

  var nodeCount: Int { labels.count }

  /// The time of `node`; `Network.horizon` if the search has not reached it.
  @inline(__always)
  subscript(node: Node) -> Int32 {
    get {
      let label = labels[node]
      return label.search == search ? label.milliseconds : Network.horizon
    }
    nonmutating set { labels[node] = Label(milliseconds: newValue, search: search) }
  }

  /// Returns whether the search has written a time for `node`.
  @inline(__always)
  func hasSeen(_ node: Node) -> Bool { labels[node].search == search }

  /// Invalidates all times.
  mutating func reset() {
    if search == .max {
      labels.fill(with: Label(milliseconds: 0, search: 0))
      search = 0
    }
    search += 1
  }
}
