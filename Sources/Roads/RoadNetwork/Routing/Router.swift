import Quantities

/// The one face of exact questions on a network: times between two nodes, from or to one node and many, and
/// paths. Whatever method the index prepared, the answers are the same.
///
/// It belongs to one thread.
public struct Router: ~Copyable, Sendable, RootedSearch {
  /// The index that the questions are about.
  public let index: RoutingIndex
  private var kept: AnyRootedSearch
  /// Made when a path is asked for first: many routers give times only.
  private var pathSearch: AnyRootedSearch?
  private var climbing: HierarchySearch?

  /// Creates a router over `index`.
  public init(_ index: RoutingIndex) {
    self.index = index
    kept = AnyRootedSearch(index)
    climbing = index.labels == nil ? index.hierarchy.map { HierarchySearch($0) } : nil
  }

  /// The time from `origin` to `destination`; nil where no route of less than `Network.horizon` leads there.
  ///
  /// For two nodes of which neither is asked about again soon; else `start` at one of them.
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

  /// Starts at `root` unless that is where the router stands already.
  public mutating func keep(_ root: NodeIndex, _ direction: ArcDirection) {
    if kept.root != root || kept.direction != direction { kept.start(at: root, direction) }
  }

  /// The canonical path from `origin` to `destination`; nil where no route of less than `Network.horizon`
  /// leads there. The root of `start` stays as it is.
  ///
  /// - Precondition: both are nodes of the network.
  public mutating func path(from origin: NodeIndex, to destination: NodeIndex) -> Path? {
    var search = pathSearch.take() ?? AnyRootedSearch(index)
    if search.root != destination { search.start(at: destination, .backward) }
    let path = index.network.canonicalPath(from: origin, to: destination, &search)
    pathSearch = consume search
    return path
  }

  /// Appends to `links`, the beginning of the canonical path from `origin` to `destination`, those that follow, until no
  /// more than `rest` milliseconds of the way are left: so that a path need not be known to its end.
  ///
  /// - Parameter left: how many milliseconds of the way lie behind `links`.
  /// - Returns: how many are left now.
  /// - Complexity: O(links appended) questions, and one root, where the method is `labels`; else a root may be dear.
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
    // Times of a forged file: the bare network knows how to go on.
    links.removeSubrange(known...)
    var plain = PathFinder(network)
    let node = links.last.map(network.head(of:)) ?? origin
    links += plain.path(from: node, to: destination)?.links ?? []
    return 0
  }
}

/// The rooted search of whatever method an index prepared: one of three, by a test that is always predicted.
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
