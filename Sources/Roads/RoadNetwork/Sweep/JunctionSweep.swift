import CKernels
public import Quantities

/// A network prepared for repeated one-to-all queries, from a root (`forward`) or to it (`backward`).
///
/// A sweep computes the times of the junctions only; the time of a node on a chain follows from those of the chain's two
/// ends.
public final class JunctionSelection: Sendable {
  fileprivate let chains: Chains
  fileprivate let selection: TargetSelection
  fileprivate let labels: HubLabels?
  /// The target of every node.
  private let targets: [SweepTarget]
  /// By offset in `Chains.nodes`: the time of the link between the previous node and this one, milliseconds, in the
  /// direction of paths whose root lies further along the chain; `Network.horizon` if there is no such link.
  private let ahead: [Int32]
  /// The same for paths whose root lies in the other direction.
  private let back: [Int32]

  /// Prepares sweeps with the hierarchy of `index`; nil if it has none.
  public convenience init?(_ index: RoutingIndex, _ direction: ArcDirection) {
    guard let hierarchy = index.hierarchy else { return nil }
    self.init(hierarchy, index.labels, index.chains, direction)
  }

  /// Prepares sweeps of the network of `hierarchy`, divided into `chains`; with the `labels` of the same hierarchy they
  /// start faster.
  init(
    _ hierarchy: ContractionHierarchy, _ labels: HubLabels?, _ chains: Chains, _ direction: ArcDirection
  ) {
    selection = TargetSelection(hierarchy, targets: chains.junctions, direction)
    let arcs = hierarchy.network.adjacency(direction.reversed)
    func time(from node: NodeIndex, nearer next: NodeIndex) -> Int32 {
      arcs.range(of: node).lazy.map { arcs.arcs[$0] }.filter { $0.end == next }.map(\.milliseconds).min()
        ?? Network.horizon
    }
    // The first offset of a chain is never read.
    let pairs = zip(chains.nodes, chains.nodes.dropFirst())
    ahead = [0] + pairs.map { time(from: $0, nearer: $1) }
    back = [0] + pairs.map { time(from: $1, nearer: $0) }
    self.chains = chains
    self.labels = labels
    targets = Self.targets(hierarchy.network.nodeCount, chains, selection, ahead: ahead, back: back)
  }

  /// Returns the target of `node`, with which its time is read from the result of a sweep.
  public func target(of node: NodeIndex) -> SweepTarget { targets[Int(node)] }

  private static func targets(
    _ nodeCount: Int, _ chains: Chains, _ selection: TargetSelection, ahead: [Int32], back: [Int32]
  ) -> [SweepTarget] {
    let none = ChainIndex(chains.count)
    var targets = (0..<nodeCount).map { SweepTarget(NodeIndex($0), at: .none, chain: none) }
    for (number, node) in chains.junctions.enumerated() {
      targets[Int(node)].first = selection.place(ofTarget: number)
      targets[Int(node)].second = selection.place(ofTarget: number)
    }
    // No route leads to the place after the last.
    let nowhere = SweepPlace(selection.nodeCount)
    for chain in 0..<ChainIndex(chains.count) {
      let range = chains.range(of: chain)
      let first = targets[Int(chains.nodes[range.lowerBound])].first
      let second = targets[Int(chains.nodes[range.upperBound - 1])].first
      var time: Int32 = 0
      for offset in range.dropFirst().dropLast() {
        time = sum(time, back[offset])
        let node = Int(chains.nodes[offset])
        targets[node].chain = chain
        targets[node].first = time < Network.horizon ? first : nowhere
        targets[node].toFirst = time < Network.horizon ? time : 0
      }
      time = 0
      for offset in range.dropFirst().dropLast().reversed() {
        time = sum(time, ahead[offset + 1])
        let node = Int(chains.nodes[offset])
        targets[node].second = time < Network.horizon ? second : nowhere
        targets[node].toSecond = time < Network.horizon ? time : 0
      }
    }
    return targets
  }

  /// Returns the sum of two times, at most `Network.horizon`.
  private static func sum(_ a: Int32, _ b: Int32) -> Int32 {
    Int32(truncatingIfNeeded: min(Int64(a) + Int64(b), Int64(Network.horizon)))
  }

  /// Calls `body` with each node of the chain of `root` and its time along the chain; `Network.horizon` if a link is
  /// missing.
  fileprivate func forEachNode(
    onChainOf root: NodeIndex, _ body: (_ node: NodeIndex, _ time: Int32) -> Void
  ) {
    let range = chains.range(of: chains.chainOfNode[Int(root)])
    guard let start = range.first(where: { chains.nodes[$0] == root }) else { return }
    body(root, 0)
    var time: Int32 = 0
    for offset in (range.lowerBound + 1..<start).reversed() {
      time = Self.sum(time, ahead[offset + 1])
      body(chains.nodes[offset], time)
    }
    time = 0
    for offset in start + 1..<range.upperBound - 1 {
      time = Self.sum(time, back[offset])
      body(chains.nodes[offset], time)
    }
  }
}

/// The two places in the result of a sweep from which a node's time follows: it is the lesser of two sums.
///
/// The layout in memory is that of `detour_sweep_target`.
@frozen
public struct SweepTarget: BitwiseCopyable, Sendable {
  public var node: NodeIndex
  /// The chain of the node; for a junction, a number beyond those of all chains.
  public var chain: ChainIndex
  /// The places of the chain's two ends; for a junction, both its own place.
  public var first: SweepPlace
  public var second: SweepPlace
  /// The times between the node and these places along the chain, milliseconds.
  public var toFirst: Int32 = 0
  public var toSecond: Int32 = 0

  /// Creates the target of a node whose time is swept, at `place`.
  public init(_ node: NodeIndex, at place: SweepPlace, chain: ChainIndex = 0) {
    self.node = node
    self.chain = chain
    first = place
    second = place
  }
}

/// The times of all nodes in a sweep; valid until the next one.
@frozen
public struct SweepTimes: BitwiseCopyable, @unchecked Sendable {
  /// The times by place.
  @usableFromInline let times: UnsafePointer<Int32>
  /// The times by node, valid for nodes on a chain with a root.
  @usableFromInline let inner: UnsafePointer<Int32>
  /// Whether each chain contains a root; `rootMargin` elements, all false, follow.
  @usableFromInline let holdsRoot: UnsafePointer<Bool>

  /// The number of padding elements after the last chain, read by vector instructions.
  public static let rootMargin = 4

  fileprivate init(times: UnsafePointer<Int32>, inner: UnsafePointer<Int32>, holdsRoot: UnsafePointer<Bool>) {
    self.times = times
    self.inner = inner
    self.holdsRoot = holdsRoot
  }

  /// Creates the times of a search over all nodes, in which every node has a place of its own.
  ///
  /// - Parameter holdsRoot: `rootMargin` elements, all false.
  public init(times: UnsafeMutableBufferPointer<Int32>, holdsRoot: UnsafeMutableBufferPointer<Bool>) {
    guard let times = times.baseAddress, let holdsRoot = holdsRoot.baseAddress else {
      preconditionFailure("a network with a root has nodes")
    }
    self.init(times: times, inner: times, holdsRoot: holdsRoot)
  }

  /// The time of `target`, milliseconds; `Network.horizon` if there is no route.
  @inlinable
  public subscript(target: SweepTarget) -> Int32 {
    if holdsRoot[Int(target.chain)] { return inner[Int(target.node)] }
    let first = times[Int(target.first)] &+ target.toFirst
    let second = times[Int(target.second)] &+ target.toSecond
    return min(min(first, second), Self.horizon)
  }

  /// The value of `Network.horizon`, as a constant for inlined code.
  @inlinable static var horizon: Int32 { 1 << 30 }

  /// Writes the times of the targets with the given `numbers`, in ascending order, to `result`.
  ///
  /// - Parameters:
  ///   - targets: the address of target 0.
  ///   - stride: the bytes from each target to the next.
  public func write(
    _ numbers: UnsafeBufferPointer<UInt32>, of targets: UnsafeRawPointer, stride: Int,
    to result: UnsafeMutablePointer<Float>
  ) {
    holdsRoot.withMemoryRebound(to: UInt8.self, capacity: 1) { holdsRoot in
      var times = detour_sweep_times(times: times, inner: inner, holds_root: holdsRoot, horizon: Self.horizon)
      detour_swept_times(&times, targets, Int64(stride), numbers.baseAddress, Int64(numbers.count), result)
    }
  }
}

/// One-to-all queries by sweeps over the junctions. Not thread-safe, but sweeps on several threads can share the
/// selection.
public struct JunctionSweep: ~Copyable, @unchecked Sendable {
  private let selection: JunctionSelection
  private var sweep: SweepSearch
  /// The times by node; see `SweepTimes.inner`.
  private let inner: UnsafeMutableBufferPointer<Int32>
  /// See `SweepTimes.holdsRoot`.
  private let holdsRoot: UnsafeMutableBufferPointer<Bool>
  /// The chains that hold a root of the last query.
  private var chains: [ChainIndex] = []

  /// Creates a search on `selection`.
  public init(_ selection: JunctionSelection) {
    self.selection = selection
    sweep = SweepSearch(selection.selection, labels: selection.labels)
    inner = .allocate(capacity: selection.chains.chainOfNode.count)
    inner.initialize(repeating: Network.horizon)
    // The first of the margin belongs to the junctions.
    holdsRoot = .allocate(capacity: selection.chains.count + SweepTimes.rootMargin)
    holdsRoot.initialize(repeating: false)
  }

  deinit {
    inner.deallocate()
    holdsRoot.deallocate()
  }

  /// Prefetches the memory of the next times, last read by another thread.
  public func fetchTimes() { sweep.fetchTimes() }

  /// Returns the least times over all roots: the root's delay plus the time from it (or to it); valid until the next
  /// query.
  ///
  /// - Precondition: all roots are nodes of the network.
  public mutating func times(from roots: [(node: NodeIndex, delay: Int32)]) -> SweepTimes {
    for chain in chains { holdsRoot[Int(chain)] = false }
    chains.removeAll(keepingCapacity: true)
    guard let swept = sweep.withTimes(from: roots, { $0 }).baseAddress,
      let inner = inner.baseAddress, let holdsRoot = holdsRoot.baseAddress
    else { preconditionFailure("a network with a root has nodes") }
    let times = SweepTimes(times: swept, inner: inner, holdsRoot: holdsRoot)
    for (root, delay) in roots {
      let chain = selection.chains.chainOfNode[Int(root)]
      guard chain != .none else { continue }
      if !holdsRoot[Int(chain)] {
        selection.forEachNode(onChainOf: root) { node, _ in
          inner[Int(node)] = times[selection.target(of: node)]
        }
        holdsRoot[Int(chain)] = true
        chains.append(chain)
      }
      selection.forEachNode(onChainOf: root) { node, time in
        if time < Network.horizon { inner[Int(node)] = min(inner[Int(node)], time &+ delay) }
      }
    }
    return times
  }
}
