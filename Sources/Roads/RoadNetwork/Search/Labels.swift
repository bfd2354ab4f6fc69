import Quantities

/// The tentative times of a search, one for each node, with a constant-time reset.
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

/// An adjacency without the bounds checks of arrays, for the innermost loops.
struct UnsafeArcs<Node: ListIndex> {
  let first: UnsafeBufferPointer<Int32>
  let arcs: UnsafeBufferPointer<Arc<Node>>

  /// The arcs of `node`.
  @inline(__always)
  subscript(node: Node) -> UnsafeBufferPointer<Arc<Node>> {
    let start = Int(first[Int(node)])
    return UnsafeBufferPointer(rebasing: arcs[start..<Int(first[Int(node) + 1])])
  }
}

extension Adjacency {
  /// Calls `body` with the adjacency's memory, valid only during the call.
  @inline(__always)
  func withUnsafeArcs<Result>(_ body: (UnsafeArcs<Node>) -> Result) -> Result {
    first.withUnsafeBufferPointer { first in
      arcs.withUnsafeBufferPointer { arcs in body(UnsafeArcs(first: first, arcs: arcs)) }
    }
  }
}

/// A memory block for the state of a search: a fixed number of plain values with a single owner.
///
/// Unlike `Array` it is never shared, so writes need no uniqueness check, and bounds are checked in debug builds only.
/// Searches spend most of their time on such writes, and the checks would cost a fifth of it.
struct RawArray<Index: ListIndex, Element: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
  private let elements: UnsafeMutableBufferPointer<Element>

  init(repeating element: Element, count: Int) {
    elements = .allocate(capacity: count)
    elements.initialize(repeating: element)
  }

  deinit { elements.deallocate() }

  var count: Int { elements.count }

  /// The address of the first element; nil if there is none.
  var first: UnsafeMutablePointer<Element>? { elements.baseAddress }

  @inline(__always)
  subscript(index: Index) -> Element {
    get { elements[Int(index)] }
    nonmutating set { elements[Int(index)] = newValue }
  }

  /// Calls `body` with the elements, valid only during the call.
  func withUnsafeBufferPointer<Result>(_ body: (UnsafeBufferPointer<Element>) -> Result) -> Result {
    body(UnsafeBufferPointer(elements))
  }

  /// Sets every element to `element`.
  func fill(with element: Element) { elements.update(repeating: element) }
}
