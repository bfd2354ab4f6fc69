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
    let apart = self[destination] &- self[origin]
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
