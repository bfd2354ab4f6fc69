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
    if extend(&path.links, from: origin, to: destination, left: total, until: 0, &search) == 0 {
      for link in path.links { path.metres += metres[Int(link)] }
      return path
    }
    // Times that no links explain come from a file that somebody forged: the bare network knows the way.
    var plain = ResumableSearch(self)
    plain.start(at: destination, .backward)
    return canonicalPath(from: origin, to: destination, &plain)
  }

  /// Appends to `links`, which lead from `origin` along the canonical path to the root of `search`, those that follow,
  /// until no more than `rest` milliseconds of the way are left.
  ///
  /// - Parameter left: how many milliseconds of the way lie behind `links`.
  /// - Returns: how many are left now; nil where no link explains the times of `search`.
  func extend<Search: RootedSearch & ~Copyable>(
    _ links: inout [LinkIndex], from origin: NodeIndex, to destination: NodeIndex, left: Int32,
    until rest: Int32,
    _ search: inout Search
  ) -> Int32? {
    var previous = links.last.map { tails[Int($0)] } ?? .none
    var node = links.last.map(head(of:)) ?? origin
    var left = left
    return outgoing.withUnsafeArcs { arcs in
      while left > rest, node != destination {
        guard let link = arcs.tightLink(at: node, avoiding: previous, remaining: left, &search) else {
          return nil
        }
        links.append(link)
        let arc = arcs.arcs[Int(link)]
        left -= arc.milliseconds
        previous = node
        node = arc.end
      }
      return (node == destination) == (left == 0) ? left : nil
    }
  }
}

extension UnsafeArcs<NodeIndex> {
  /// The first link at `node` that lies on a time-shortest path, `remaining` milliseconds from its end; nil where
  /// there is none, as the times of `search` are wrong.
  ///
  /// The way back is none, and the last of the others needs no proof, because one must be tight: most nodes
  /// of a road network are thus passed without a question.
  @inline(__always)
  fileprivate func tightLink<Search: RootedSearch & ~Copyable>(
    at node: NodeIndex, avoiding previous: NodeIndex, remaining: Int32, _ search: inout Search
  ) -> LinkIndex? {
    var candidate = LinkIndex.none
    let links = Int(first[Int(node)])..<Int(first[Int(node) + 1])
    if links.count > 2 {
      // The last one is never asked about.
      for link in links.dropLast() where arcs[link].end != previous {
        search.expect(arcs[link].end)
      }
    }
    for link in links {
      let arc = arcs[link]
      guard arc.end != previous, arc.milliseconds <= remaining else { continue }
      if candidate >= 0 {
        let pending = arcs[Int(candidate)]
        if search.isReached(pending.end, in: remaining - pending.milliseconds) { return candidate }
      }
      candidate = LinkIndex(link)
    }
    return candidate >= 0 ? candidate : nil
  }
}
