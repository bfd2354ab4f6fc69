extension ContractionHierarchy {
  /// Appends the links represented by the arc from rank `tail` to rank `head`.
  ///
  /// A shortcut's middle lies below both its ends, so its two halves are arcs of the middle node.
  ///
  /// - Precondition: the arc exists.
  func unpack(from tail: Rank, to head: Rank, into links: inout [LinkIndex]) {
    var pending = [(tail: tail, head: head)]
    while let arc = pending.popLast() {
      switch middle(of: arc).meaning {
      case .link(let link): links.append(link)
      case .shortcut(let middle):
        pending.append((middle, arc.head))
        pending.append((arc.tail, middle))
      }
    }
  }

  /// Returns the middle of an arc.
  private func middle(of arc: (tail: Rank, head: Rank)) -> Middle<Rank> {
    let isUpward = arc.tail < arc.head
    let side = isUpward ? upward : downward
    let (owner, other) = isUpward ? (arc.tail, arc.head) : (arc.head, arc.tail)
    guard let index = side.index(of: owner, to: other) else {
      preconditionFailure("the halves of a shortcut are arcs of the node it passes over")
    }
    return isUpward ? upwardMiddles[index] : downwardMiddles[index]
  }
}
