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
    least(row(of: destination), row(of: origin))
  }

  /// No path from `origin` to any node of `group` takes less.
  public func leastMilliseconds(from origin: NodeIndex, to group: LandmarkGroup) -> Int32 {
    withUnsafeBytes(of: group.lowest) {
      least($0.assumingMemoryBound(to: Int16.self).baseAddress, row(of: origin))
    }
  }

  /// No path from any node of `group` to `destination` takes less.
  public func leastMilliseconds(from group: LandmarkGroup, to destination: NodeIndex) -> Int32 {
    withUnsafeBytes(of: group.highest) {
      least(row(of: destination), $0.assumingMemoryBound(to: Int16.self).baseAddress)
    }
  }

  /// The landmarks' knowledge of all of `nodes` together.
  ///
  /// - Precondition: there are some, all of the network.
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
    // Both times were rounded down, so a unit may be missing.
    max(0, unit * (detour_greatest_difference(to, from) - 1))
  }

  /// Takes note that `node` will be asked about soon, so that its times come from memory meanwhile.
  public func expect(_ node: NodeIndex) {
    if node >= 0, Int(node) < count { detour_prefetch_shared(rows + Int(node)) }
  }

  @inline(__always)
  private func row(of node: NodeIndex) -> UnsafePointer<Int16>? {
    precondition(node >= 0 && Int(node) < count, "a node of the network is expected")
    return UnsafeRawPointer(rows + Int(node)).assumingMemoryBound(to: Int16.self)
  }
}

/// The times between the landmarks and the nearest of some nodes, each landmark's by itself: what is true of all of them.
public struct LandmarkGroup: BitwiseCopyable, Sendable {
  fileprivate var lowest: SIMD32<Int16>
  fileprivate var highest: SIMD32<Int16>
}
