extension ContractionHierarchy {
  /// Appends the links that the arc from rank `tail` to rank `head` stands for.
  ///
  /// A shortcut passes over a node below both its ends, so its two halves are arcs of that node.
  ///
  /// - Precondition: there is such an arc.
  func unpack(from tail: Int32, to head: Int32, into links: inout [Int32]) {
    var pending = [(tail: tail, head: head)]
    while let arc = pending.popLast() {
      let middle = middle(of: arc)
      if middle < 0 {
        links.append(-1 - middle)
      } else {
        pending.append((middle, arc.head))
        pending.append((arc.tail, middle))
      }
    }
  }

  /// The rank that an arc passes over, or -1 minus its link.
  private func middle(of arc: (tail: Int32, head: Int32)) -> Int32 {
    let isUpward = arc.tail < arc.head
    let side = isUpward ? upward : downward
    let (owner, other) = isUpward ? (arc.tail, arc.head) : (arc.head, arc.tail)
    guard let index = side.index(of: owner, to: other) else {
      preconditionFailure("the halves of a shortcut are arcs of the node it passes over")
    }
    return isUpward ? upwardMiddles[index] : downwardMiddles[index]
  }
}
