/// Sixteen nodes at the rim of a network with the times from and to each: what the triangle inequality says of
/// the time between two nodes, for a few nanoseconds.
///
///     landmarks.leastMilliseconds(from: a, to: b)     // never above the time from a to b
///
/// A. V. Goldberg, C. Harrelson, "Computing the shortest path: A* search meets graph theory", SODA 2005.
public struct Landmarks: Sendable {
  /// The nodes chosen, in the order of their choice.
  public let nodes: [Int32]
  /// The times from every landmark to a node, and from the node to every landmark, node after node.
  private let times: [SIMD16<Int32>]

  /// Chooses landmarks of `network`, each the farthest from those before it, and measures the times.
  ///
  /// - Complexity: O(n log n) for n nodes, 32 times.
  public init(_ network: Network) {
    let count = network.nodeCount
    var times = [SIMD16<Int32>](repeating: .zero, count: 2 * count)
    var nodes: [Int32] = []
    var search = ResumableSearch(network)
    var nearest = [Int32](repeating: .max, count: count)
    var next = count > 0 ? Self.farthest(from: 0, &search, count) : 0
    for landmark in 0..<min(16, count) {
      nodes.append(next)
      for direction in Direction.allCases {
        let offset = direction == .forward ? 0 : 1
        search.start(at: next, direction)
        search.settleAll()
        for node in 0..<count {
          let time = search.milliseconds(of: Int32(node)) ?? Network.horizon
          times[2 * node + offset][landmark] = time
          if direction == .forward { nearest[node] = min(nearest[node], time) }
        }
      }
      next = Self.farthest(nearest)
    }
    self.nodes = nodes
    self.times = times
  }

  /// No path from `origin` to `destination` takes less.
  public func leastMilliseconds(from origin: Int32, to destination: Int32) -> Int32 {
    times.withUnsafeBufferPointer { times in
      let ahead = times[2 * Int(destination)] &- times[2 * Int(origin)]
      let back = times[2 * Int(origin) + 1] &- times[2 * Int(destination) + 1]
      return max(0, pointwiseMax(ahead, back).max())
    }
  }

  private static func farthest(from node: Int32, _ search: inout ResumableSearch, _ count: Int) -> Int32 {
    search.start(at: node, .forward)
    search.settleAll()
    return farthest((0..<Int32(count)).map { search.milliseconds(of: $0) ?? 0 })
  }

  /// The node of the greatest time that is a time; the lowest of several.
  private static func farthest(_ times: [Int32]) -> Int32 {
    var best = 0
    for node in times.indices where times[node] < Network.horizon && times[node] > times[best] { best = node }
    return Int32(best)
  }
}
