import CKernels
import Quantities

/// The bounds of `Landmarks`, whose memory is not counted as in use: for loops that ask many times.
public struct LandmarkView: BitwiseCopyable, @unchecked Sendable {
  private let rows: UnsafePointer<SIMD32<Int16>>
  private let count: Int
  private let unit: Int32

  init(rows: UnsafePointer<SIMD32<Int16>>, count: Int, unit: Int32) {
    self.rows = rows
    self.count = count
    self.unit = unit
  }

  /// No path from `origin` to `destination` takes less.
  ///
  /// - Precondition: both are nodes of the network, and the landmarks are there.
  public func leastMilliseconds(from origin: NodeIndex, to destination: NodeIndex) -> Int32 {
    least(self[destination] &- self[origin])
  }

  /// No path from `origin` to any node of `group` takes less.
  public func leastMilliseconds(from origin: NodeIndex, to group: LandmarkGroup) -> Int32 {
    least(group.lowest &- self[origin])
  }

  /// No path from any node of `group` to `destination` takes less.
  public func leastMilliseconds(from group: LandmarkGroup, to destination: NodeIndex) -> Int32 {
    least(self[destination] &- group.highest)
  }

  /// The landmarks' knowledge of all of `nodes` together.
  ///
  /// - Precondition: there are some, all of the network.
  public func group(_ nodes: some Sequence<NodeIndex>) -> LandmarkGroup {
    var group = LandmarkGroup(
      lowest: SIMD32(repeating: .max), highest: SIMD32(repeating: .min))
    for node in nodes {
      group.lowest = pointwiseMin(group.lowest, self[node])
      group.highest = pointwiseMax(group.highest, self[node])
    }
    return group
  }

  @inline(__always)
  private func least(_ apart: SIMD32<Int16>) -> Int32 {
    let sixteen = pointwiseMax(apart.lowHalf, apart.highHalf)
    let eight = pointwiseMax(sixteen.lowHalf, sixteen.highHalf)
    let four = pointwiseMax(eight.lowHalf, eight.highHalf)
    let two = pointwiseMax(four.lowHalf, four.highHalf)
    // Both times were rounded down, so a unit may be missing.
    return max(0, unit * (Int32(max(two.x, two.y)) - 1))
  }

  /// Takes note that `node` will be asked about soon, so that its times come from memory meanwhile.
  public func expect(_ node: NodeIndex) {
    if node >= 0, Int(node) < count { detour_prefetch_shared(rows + Int(node)) }
  }

  @inline(__always)
  private subscript(node: NodeIndex) -> SIMD32<Int16> {
    precondition(node >= 0 && Int(node) < count, "a node of the network is expected")
    return rows[Int(node)]
  }
}

/// The times between the landmarks and the nearest of some nodes, each landmark's by itself: what is true of all of them.
public struct LandmarkGroup: BitwiseCopyable, Sendable {
  fileprivate var lowest: SIMD32<Int16>
  fileprivate var highest: SIMD32<Int16>
}
