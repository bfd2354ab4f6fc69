public import Quantities

/// A path through a network: its links, time and length.
public struct Path: Hashable, Sendable {
  /// The links in driving order; empty if origin and destination are the same node.
  public var links: [LinkIndex]
  /// The total travel time, milliseconds.
  public var milliseconds: Int32
  /// The total length, metres, summed from the first link to the last.
  public var metres: Metres
}

extension Network {
  /// Returns the canonical path from `origin` to the root of `search`, which runs backwards; nil if no route
  /// is shorter than `horizon`.
  ///
  /// At each node it takes the lowest-numbered link that begins a time-shortest path to the destination. The next link
  /// thus depends only on node and destination: a new query from a node on the path returns the rest of the path,
  /// regardless of the method (docs/decisions/0002-canonical-paths.md).
  func canonicalPath<Search: RootedSearch & ~Copyable>(
    from origin: NodeIndex, to destination: NodeIndex, _ search: inout Search
  ) -> Path? {
    guard let total = search.milliseconds(of: origin) else { return nil }
    var path = Path(links: [], milliseconds: total, metres: 0)
    if extend(&path.links, from: origin, to: destination, left: total, until: 0, &search) == 0 {
      for link in path.links { path.metres += metres[Int(link)] }
      return path
    }
    // Times that match no links come from a forged file: use the bare network.
    var plain = ResumableSearch(self)
    plain.start(at: destination, .backward)
    return canonicalPath(from: origin, to: destination, &plain)
  }

  /// Extends `links`, the beginning of the canonical path from `origin` to the root of `search`, until at most
  /// `rest` milliseconds remain.
  ///
  /// - Parameter left: the remaining milliseconds after `links`.
  /// - Returns: the milliseconds remaining after the new links; nil if no link matches the times of `search`.
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
  /// Returns the first link from `node` on a time-shortest path with `remaining` milliseconds to its end; nil if
  /// there is none, because the times of `search` are wrong.
  ///
  /// The link back to `previous` is excluded, and the last of the other links needs no query, because one of them must
  /// be tight; so most nodes of a road network cost no query.
  @inline(__always)
  fileprivate func tightLink<Search: RootedSearch & ~Copyable>(
    at node: NodeIndex, avoiding previous: NodeIndex, remaining: Int32, _ search: inout Search
  ) -> LinkIndex? {
    var candidate = LinkIndex.none
    let links = Int(first[Int(node)])..<Int(first[Int(node) + 1])
    if links.count > 2 {
      // The last one needs no query.
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

/// Finds canonical paths on the bare network: the reference implementation, sufficient for a few paths.
///
/// `Router` finds the same paths faster on a prepared network.
public struct PathFinder: ~Copyable, Sendable {
  private let network: Network
  private var search: ResumableSearch

  /// Creates a path finder on `network`; not thread-safe.
  public init(_ network: Network) {
    self.network = network
    search = ResumableSearch(network)
  }

  /// Returns the canonical path from `origin` to `destination`; nil if no route is shorter than
  /// `Network.horizon`.
  ///
  /// The search from the last destination is kept: consecutive paths to the same destination share it.
  ///
  /// - Precondition: both are nodes of the network.
  public mutating func path(from origin: NodeIndex, to destination: NodeIndex) -> Path? {
    if search.root != destination { search.start(at: destination, .backward) }
    return network.canonicalPath(from: origin, to: destination, &search)
  }
}
