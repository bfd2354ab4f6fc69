public import Quantities

/// A way through a network, link after link, with its time and length.
public struct Path: Hashable, Sendable {
  /// The links in the order they are driven; empty where origin and destination are one node.
  public var links: [Int32]
  /// The time of all links together.
  public var milliseconds: Int32
  /// The length of all links together, summed from the first to the last.
  public var metres: Metres
}

/// Finds the canonical path: the one that the network, not the algorithm, chooses among the time-shortest.
///
/// From each node on the way it takes, of the links that begin a time-shortest path to the destination, the
/// lowest-numbered. The next link is thus a function of node and destination alone, and a car that asks again
/// on its way is sent the same way (docs/decisions/0002-canonical-paths.md).
public struct PathFinder: ~Copyable, Sendable {
  private let network: Network
  private var search: ResumableSearch

  /// Creates a path finder over `network`; it belongs to one thread.
  public init(_ network: Network) {
    self.network = network
    search = ResumableSearch(network)
  }

  /// The canonical path from `origin` to `destination`; nil where no route of less than `Network.horizon`
  /// leads there.
  ///
  /// The search from the last destination is kept: paths of many origins to one destination share it.
  ///
  /// - Precondition: both are nodes of the network.
  public mutating func path(from origin: Int32, to destination: Int32) -> Path? {
    if search.root != destination { search.start(at: destination, .backward) }
    guard let total = search.milliseconds(of: origin) else { return nil }
    var path = Path(links: [], milliseconds: total, metres: 0)
    var node = origin
    var remaining = total
    while node != destination {
      let link = tightLink(at: node, remaining: remaining)
      path.links.append(link)
      path.metres += network.metres[Int(link)]
      remaining -= network.milliseconds(of: link)
      node = network.head(of: link)
    }
    return path
  }

  /// The first link at `node` that lies on a time-shortest path, `remaining` milliseconds from the end.
  private func tightLink(at node: Int32, remaining: Int32) -> Int32 {
    for link in network.outgoing.range(of: node) {
      let arc = network.outgoing.arcs[link]
      // A label is never too low, so one that adds up exactly is final even if it is not settled.
      if search.label(of: arc.node) &+ arc.milliseconds == remaining { return Int32(link) }
    }
    preconditionFailure("a node with a finite time has a link that explains it")
  }
}
