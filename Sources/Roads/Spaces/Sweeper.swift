import Quantities
public import RoadNetwork

/// Computes the times from or to all nodes of a network, with the index's hierarchy or, failing that, by Dijkstra's
/// search. The work counts of a search over all drivers are thus the same with every routing method.
///
/// Not thread-safe; twins share the prepared data.
public final class Sweeper {
  private let network: Network
  private let direction: ArcDirection
  private let selection: JunctionSelection?
  private var sweep: JunctionSweep?
  private var plain: ResumableSearch?
  private let times: UnsafeMutableBufferPointer<Int32>
  /// See `SweepTimes.holdsRoot`: without a hierarchy there are no chains.
  private let holdsRoot: UnsafeMutableBufferPointer<Bool>
  /// The number of sweeps so far: a measure of work.
  public private(set) var sweeps = 0

  convenience init(_ index: RoutingIndex, _ direction: ArcDirection) {
    self.init(index.network, direction, JunctionSelection(index, direction))
  }

  /// Creates a sweeper with the same data for another thread.
  public convenience init(twinOf other: Sweeper) {
    self.init(other.network, other.direction, other.selection)
  }

  private init(_ network: Network, _ direction: ArcDirection, _ selection: JunctionSelection?) {
    self.network = network
    self.direction = direction
    self.selection = selection
    times = .allocate(capacity: selection == nil ? network.nodeCount : 0)
    holdsRoot = .allocate(capacity: SweepTimes.rootMargin)
    holdsRoot.initialize(repeating: false)
    if let selection { sweep = JunctionSweep(selection) } else { plain = ResumableSearch(network) }
  }

  deinit {
    times.deallocate()
    holdsRoot.deallocate()
  }

  /// Returns the target of `place`, with which its time is read from the result of `times(around:)`.
  public func target(of place: Place) -> SweepTarget {
    selection?.target(of: place.node) ?? SweepTarget(place.node, at: SweepPlace(Int(place.node)))
  }

  /// Prefetches the memory of the next times, last read by another thread.
  public func fetch() { sweep?.fetchTimes() }

  /// Returns the least times in milliseconds between a root, including its delay, and all nodes, computed in one
  /// sweep instead of many queries; 2³⁰ or more means no route. Valid until the next sweep.
  public func times(around roots: [SweepRoot]) -> SweepTimes {
    sweeps += 1
    let roots = roots.map { (node: $0.place.node, delay: $0.delay) }
    if let swept = sweep?.times(from: roots) { return swept }
    times.initialize(repeating: Network.horizon)
    for root in roots {
      plain?.start(at: root.node, direction)
      plain?.settleAll()
      for node in network.nodes {
        guard let time = plain?.milliseconds(of: node) ?? nil else { continue }
        times[Int(node)] = min(times[Int(node)], time &+ root.delay)
      }
    }
    return SweepTimes(times: times, holdsRoot: holdsRoot)
  }
}

/// A root of a sweep.
public struct SweepRoot: Hashable, Sendable {
  public var place: Place
  /// The delay added to the times from or to the root, milliseconds, below 2²⁸.
  public var delay: Int32

  public init(_ place: Place, delay: Int32 = 0) {
    self.place = place
    self.delay = delay
  }
}
