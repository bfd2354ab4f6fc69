import Quantities

/// Lower bounds on travel times by the triangle inequality (ALT), in a few nanoseconds each: sixteen nodes at
/// the rim of a network, with the times from and to every node.
///
///     landmarks.leastMilliseconds(from: a, to: b)     // never above the time from a to b
///
/// Times are stored in units that fit sixteen bits, so that all those of a node lie in one cache line. A. V.
/// Goldberg, C. Harrelson, "Computing the shortest path: A* search meets graph theory", SODA 2005.
public struct Landmarks: Sendable {
  /// The landmarks, in the order of selection.
  public let nodes: [NodeIndex]
  /// The unit of `times`, milliseconds.
  private let unit: Int32
  /// The times of every node from the landmarks, followed by the negated times to the landmarks: the bound is then
  /// the greatest difference.
  private let times: LandmarkRows

  /// The maximum time in units: differences of two times must fit sixteen bits.
  private static let most: Int32 = 16_383

  /// Selects landmarks of `network`, each the farthest from those before it, and computes the times.
  ///
  /// - Complexity: O(n log n) for n nodes, 32 times.
  public init(_ network: Network) {
    let count = network.nodeCount
    var exact: [[Int32]] = []
    var nodes: [NodeIndex] = []
    var search = ResumableSearch(network)
    var nearest = [Int32](repeating: .max, count: count)
    var next = count > 0 ? Self.farthest(Self.times(0, .forward, network, &search)) : 0
    for _ in 0..<min(16, count) {
      nodes.append(next)
      exact.append(Self.times(next, .forward, network, &search))
      for node in 0..<count { nearest[node] = min(nearest[node], exact[exact.count - 1][node]) }
      exact.append(Self.times(next, .backward, network, &search))
      next = Self.farthest(nearest)
    }
    let longest = exact.lazy.joined().filter { $0 < Network.horizon }.max() ?? 0
    let unit = longest / (Self.most - 1) + 1
    var packed = [SIMD32<Int16>](repeating: .zero, count: count)
    for (column, times) in exact.enumerated() {
      let lane = column / 2 + (column % 2 == 0 ? 0 : 16)
      for node in 0..<count {
        let units = Int16(times[node] < Network.horizon ? times[node] / unit : Self.most)
        packed[node][lane] = column % 2 == 0 ? units : -units
      }
    }
    self.nodes = nodes
    self.unit = unit
    self.times = LandmarkRows(packed)
  }

  /// Returns a lower bound on the time from `origin` to `destination`, milliseconds.
  ///
  /// - Precondition: both are nodes of the network.
  public func leastMilliseconds(from origin: NodeIndex, to destination: NodeIndex) -> Int32 {
    view.leastMilliseconds(from: origin, to: destination)
  }

  /// The same bounds for many consecutive queries; valid for the landmarks' lifetime.
  public var view: LandmarkView { LandmarkView(rows: times.rows, count: times.count, unit: unit) }

  /// Returns the times between `node` and all nodes by `search`. It is passed `inout`, because exclusive access to
  /// a captured variable would be checked at each use.
  private static func times(
    _ node: NodeIndex, _ direction: ArcDirection, _ network: Network, _ search: inout ResumableSearch
  ) -> [Int32] {
    search.start(at: node, direction)
    search.settleAll()
    var times: [Int32] = []
    times.reserveCapacity(network.nodeCount)
    for other in network.nodes { times.append(search.milliseconds(of: other) ?? Network.horizon) }
    return times
  }

  /// Returns the node with the greatest finite time, the lowest of equal ones.
  private static func farthest(_ times: [Int32]) -> NodeIndex {
    var best = 0
    for node in times.indices where times[node] < Network.horizon && times[node] > times[best] { best = node }
    return NodeIndex(best)
  }
}
