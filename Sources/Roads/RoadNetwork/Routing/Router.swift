import Quantities

/// The common interface of exact queries on a network: times between two nodes, times between one node and
/// many, and paths. The results do not depend on the index's method.
///
/// Not thread-safe: use one router per thread.
public struct Router: ~Copyable, Sendable, RootedSearch {
  /// The index queried.
  public let index: RoutingIndex
  private var kept: AnyRootedSearch
  /// The search for paths, created by the first path query: many routers only compute times.
  private var pathSearch: AnyRootedSearch?
  private var climbing: HierarchySearch?

  /// Creates a router on `index`.
  public init(_ index: RoutingIndex) {
    self.index = index
    kept = AnyRootedSearch(index)
    climbing = index.labels == nil ? index.hierarchy.map { HierarchySearch($0) } : nil
  }

  /// Returns the time from `origin` to `destination`, milliseconds; nil if no route is shorter than
  /// `Network.horizon`.
  ///
  /// Intended for isolated queries; for several queries from or to one node, call `start` there.
  ///
  /// - Precondition: both are nodes of the network.
  public mutating func milliseconds(from origin: NodeIndex, to destination: NodeIndex) -> Int32? {
    if let labels = index.labels { return labels.milliseconds(from: origin, to: destination) }
    if index.hierarchy != nil { return climbing?.milliseconds(from: origin, to: destination) }
    keep(origin, .forward)
    return kept.milliseconds(of: destination)
  }

  public mutating func start(at root: NodeIndex, _ direction: ArcDirection) {
    kept.start(at: root, direction)
  }

  public mutating func milliseconds(of node: NodeIndex) -> Int32? { kept.milliseconds(of: node) }

  /// Starts at `root` in `direction` unless that is the current search.
  public mutating func keep(_ root: NodeIndex, _ direction: ArcDirection) {
    if kept.root != root || kept.direction != direction { kept.start(at: root, direction) }
  }

  /// Returns the canonical path from `origin` to `destination`; nil if no route is shorter than `Network.horizon`. The
  /// root set by `start` is unchanged.
  ///
  /// - Precondition: both are nodes of the network.
  public mutating func path(from origin: NodeIndex, to destination: NodeIndex) -> Path? {
    var search = pathSearch.take() ?? AnyRootedSearch(index)
    if search.root != destination { search.start(at: destination, .backward) }
    let path = index.network.canonicalPath(from: origin, to: destination, &search)
    pathSearch = consume search
    return path
  }

  /// Extends `links`, the beginning of the canonical path from `origin` to `destination`, until at most `rest`
  /// milliseconds remain, so that a path need not be computed to its end.
  ///
  /// - Parameter left: the remaining milliseconds after `links`.
  /// - Returns: the milliseconds remaining after the new links.
  /// - Complexity: O(links appended) queries and one new root, which is cheap with the method `labels` but may be
  ///   expensive with others.
  public mutating func extend(
    _ links: inout [LinkIndex], from origin: NodeIndex, to destination: NodeIndex, left: Int32,
    until rest: Int32
  ) -> Int32 {
    var search = pathSearch.take() ?? AnyRootedSearch(index)
    if search.root != destination { search.start(at: destination, .backward) }
    let known = links.count
    let network = index.network
    let now = network.extend(&links, from: origin, to: destination, left: left, until: rest, &search)
    pathSearch = consume search
    if let now { return now }
    // The times come from a forged file: continue on the bare network.
    links.removeSubrange(known...)
    var plain = PathFinder(network)
    let node = links.last.map(network.head(of:)) ?? origin
    links += plain.path(from: node, to: destination)?.links ?? []
    return 0
  }
}

/// The rooted search of the index's method: one of three, selected by a perfectly predictable branch.
struct AnyRootedSearch: ~Copyable, Sendable, RootedSearch {
  private var labelled: LabelRootedSearch?
  private var climbing: HierarchyRootedSearch?
  private var plain: ResumableSearch?
  private(set) var root = NodeIndex.none
  private(set) var direction = ArcDirection.forward

  init(_ index: RoutingIndex) {
    if let labels = index.labels {
      labelled = LabelRootedSearch(labels)
    } else if let hierarchy = index.hierarchy {
      climbing = HierarchyRootedSearch(hierarchy)
    } else {
      plain = ResumableSearch(index.network)
    }
  }

  mutating func start(at root: NodeIndex, _ direction: ArcDirection) {
    self.root = root
    self.direction = direction
    labelled?.start(at: root, direction)
    climbing?.start(at: root, direction)
    plain?.start(at: root, direction)
  }

  mutating func milliseconds(of node: NodeIndex) -> Int32? {
    if labelled != nil { return labelled?.milliseconds(of: node) }
    if climbing != nil { return climbing?.milliseconds(of: node) }
    return plain?.milliseconds(of: node)
  }

  mutating func isReached(_ node: NodeIndex, in milliseconds: Int32) -> Bool {
    labelled?.isReached(node, in: milliseconds) ?? (self.milliseconds(of: node) == milliseconds)
  }

  func expect(_ node: NodeIndex) { labelled?.expect(node) }
}
