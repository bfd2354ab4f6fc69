public import Quantities

/// A way through a network, link after link, with its time and length.
public struct Path: Hashable, Sendable {
  /// The links in the order they are driven; empty where origin and destination are one node.
  public var links: [LinkIndex]
  /// The time of all links together.
  public var milliseconds: Int32
  /// The length of all links together, summed from the first to the last.
  public var metres: Metres
}

extension Network {
  /// The canonical path from `origin` to the root of `search`, which runs backward; nil where no route of less
  /// than `horizon` leads there.
  ///
  /// From each node on the way it takes, of the links that begin a time-shortest path to the destination, the
  /// lowest-numbered. The next link is thus a function of node and destination alone: a car that asks again
  /// on its way is sent the same way, and whatever method answers, the path is the same
  /// (docs/decisions/0002-canonical-paths.md).
  func canonicalPath<Search: RootedSearch & ~Copyable>(
    from origin: NodeIndex, to destination: NodeIndex, _ search: inout Search
  ) -> Path? {
    guard let total = search.milliseconds(of: origin) else { return nil }
    var path = Path(links: [], milliseconds: total, metres: 0)
    var previous = NodeIndex.none
    var node = origin
    var remaining = total
    while node != destination {
      guard let link = tightLink(at: node, avoiding: previous, remaining: remaining, &search) else { break }
      path.links.append(link)
      path.metres += metres[Int(link)]
      remaining -= milliseconds(of: link)
      previous = node
      node = head(of: link)
    }
    if node == destination, remaining == 0 { return path }
    // Times that no links explain come from a file that somebody forged: the bare network knows the way.
    var plain = ResumableSearch(self)
    plain.start(at: destination, .backward)
    return canonicalPath(from: origin, to: destination, &plain)
  }

  /// The first link at `node` that lies on a time-shortest path, `remaining` milliseconds from its end; nil where
  /// there is none, as the times of `search` are wrong.
  ///
  /// The way back is none, and the last of the others needs no proof, because one must be tight: most nodes
  /// of a road network are thus passed without a question.
  private func tightLink<Search: RootedSearch & ~Copyable>(
    at node: NodeIndex, avoiding previous: NodeIndex, remaining: Int32, _ search: inout Search
  ) -> LinkIndex? {
    var candidate = LinkIndex.none
    for link in outgoing.range(of: node) {
      let arc = outgoing.arcs[link]
      guard arc.end != previous, arc.milliseconds <= remaining else { continue }
      if candidate >= 0 {
        let pending = outgoing.arcs[Int(candidate)]
        if search.isReached(pending.end, in: remaining - pending.milliseconds) { return candidate }
      }
      candidate = LinkIndex(link)
    }
    return candidate >= 0 ? candidate : nil
  }
}
