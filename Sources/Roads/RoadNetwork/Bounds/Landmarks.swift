import CKernels
import Quantities

/// Lower bounds on travel times by the triangle inequality (ALT), in a few nanoseconds each: sixteen nodes at
/// the rim of a network, with the times from and to every node.
///
///     landmarks.leastMilliseconds(from: a, to: b)     // never above the time from a to b
///
/// Times are stored in units that fit sixteen bits, so that all times of a node fit in one cache line. A. V. Goldberg,
/// C. Harrelson, "Computing the shortest path: A* search meets graph theory", SODA 2005.
public struct Landmarks: Sendable {
  /// The landmarks, in the order of selection.
  public let nodes: [NodeIndex]
  /// The unit of `times`, milliseconds.
  private let unit: Int32
  /// The times of every node from the landmarks, followed by the negated times to the landmarks: the bound is then the
  /// greatest difference between corresponding entries of two nodes.
  private let times: LandmarkRows

  /// The maximum stored time, in units: differences of two times must fit in sixteen bits.
  private static let most: Int32 = 16_383

  /// Selects landmarks of `network`, each the farthest from those before it, and computes the times.
  ///
  /// - Complexity: 32 searches of O(n log n) each, for n nodes.
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

  /// A view of the bounds for many consecutive queries; valid for the landmarks' lifetime.
  public var view: LandmarkView { LandmarkView(rows: times.rows, count: times.count, unit: unit) }

  /// Returns the times between `node` and all nodes, computed by `search`, which is passed `inout` because exclusive
  /// access to a captured variable would be checked at each use.
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

  /// Returns the node with the greatest finite time; ties go to the lowest index.
  private static func farthest(_ times: [Int32]) -> NodeIndex {
    var best = 0
    for node in times.indices where times[node] < Network.horizon && times[node] > times[best] { best = node }
    return NodeIndex(best)
  }
}

/// The bounds of `Landmarks` without reference counting, for loops with many queries.
public struct LandmarkView: BitwiseCopyable, @unchecked Sendable {
  private let rows: UnsafePointer<SIMD32<Int16>>
  private let count: Int
  private let unit: Int32

  init(rows: UnsafePointer<SIMD32<Int16>>, count: Int, unit: Int32) {
    self.rows = rows
    self.count = count
    self.unit = unit
  }

  /// Returns a lower bound on the time from `origin` to `destination`, milliseconds.
  ///
  /// - Precondition: both are nodes of the network, and the landmarks have not been deallocated.
  public func leastMilliseconds(from origin: NodeIndex, to destination: NodeIndex) -> Int32 {
    least(row(of: destination), row(of: origin))
  }

  /// Returns a lower bound on the time from `origin` to any node of `group`, milliseconds.
  public func leastMilliseconds(from origin: NodeIndex, to group: LandmarkGroup) -> Int32 {
    withUnsafeBytes(of: group.lowest) {
      least($0.assumingMemoryBound(to: Int16.self).baseAddress, row(of: origin))
    }
  }

  /// Returns a lower bound on the time from any node of `group` to `destination`, milliseconds.
  public func leastMilliseconds(from group: LandmarkGroup, to destination: NodeIndex) -> Int32 {
    withUnsafeBytes(of: group.highest) {
      least(row(of: destination), $0.assumingMemoryBound(to: Int16.self).baseAddress)
    }
  }

  /// Returns the combined bounds of all `nodes`.
  ///
  /// - Precondition: there is at least one, and all belong to the network.
  public func group(_ nodes: [NodeIndex]) -> LandmarkGroup {
    for node in nodes { expect(node) }
    var group = LandmarkGroup(
      lowest: SIMD32(repeating: .max), highest: SIMD32(repeating: .min))
    withUnsafeMutableBytes(of: &group.lowest) { lowest in
      withUnsafeMutableBytes(of: &group.highest) { highest in
        for node in nodes {
          detour_widen(
            lowest.assumingMemoryBound(to: Int16.self).baseAddress,
            highest.assumingMemoryBound(to: Int16.self).baseAddress, row(of: node))
        }
      }
    }
    return group
  }

  @inline(__always)
  private func least(_ to: UnsafePointer<Int16>?, _ from: UnsafePointer<Int16>?) -> Int32 {
    // Both times were rounded down, so one unit may be missing.
    max(0, unit * (detour_greatest_difference(to, from) - 1))
  }

  /// Prefetches the times of `node`; called shortly before they are queried.
  public func expect(_ node: NodeIndex) {
    if node >= 0, Int(node) < count { detour_prefetch_shared(rows + Int(node)) }
  }

  @inline(__always)
  private func row(of node: NodeIndex) -> UnsafePointer<Int16>? {
    precondition(node >= 0 && Int(node) < count, "a node of the network is expected")
    return UnsafeRawPointer(rows + Int(node)).assumingMemoryBound(to: Int16.self)
  }
}

/// The combined landmark times of several nodes: for each landmark the least time, which bounds the times of all the
/// nodes.
public struct LandmarkGroup: BitwiseCopyable, Sendable {
  fileprivate var lowest: SIMD32<Int16>
  fileprivate var highest: SIMD32<Int16>
}

/// The travel times of all nodes from and to the landmarks, one aligned cache line per node; the rows of an array
/// would straddle two lines.
///
/// Immutable after creation, so threads can share it.
final class LandmarkRows: @unchecked Sendable {
  typealias Row = SIMD32<Int16>

  let count: Int
  let rows: UnsafePointer<Row>

  init(_ values: [Row]) {
    count = values.count
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: max(1, values.count) * MemoryLayout<Row>.stride, alignment: MemoryLayout<Row>.stride)
    let rows = memory.bindMemory(to: Row.self, capacity: values.count)
    rows.initialize(from: values, count: values.count)
    self.rows = UnsafePointer(rows)
  }

  deinit { UnsafeRawPointer(rows).deallocate() }
}
