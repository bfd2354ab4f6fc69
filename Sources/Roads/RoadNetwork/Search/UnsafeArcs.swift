import Quantities

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
