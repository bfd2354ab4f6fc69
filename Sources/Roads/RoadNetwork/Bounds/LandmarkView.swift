import CKernels
import Quantities

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
  /// - Precondition: both are nodes of the network, and the landmarks exist.
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

  /// Prefetches the times of `node`, which is queried soon.
  public func expect(_ node: NodeIndex) {
    if node >= 0, Int(node) < count { detour_prefetch_shared(rows + Int(node)) }
  }

  @inline(__always)
  private func row(of node: NodeIndex) -> UnsafePointer<Int16>? {
    precondition(node >= 0 && Int(node) < count, "a node of the network is expected")
    return UnsafeRawPointer(rows + Int(node)).assumingMemoryBound(to: Int16.self)
  }
}

/// The combined landmark times of several nodes: for each landmark the least one, valid for all of them.
public struct LandmarkGroup: BitwiseCopyable, Sendable {
  fileprivate var lowest: SIMD32<Int16>
  fileprivate var highest: SIMD32<Int16>
}
