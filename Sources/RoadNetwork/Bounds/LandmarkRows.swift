import CKernels
import Quantities

/// The times of all nodes to and from the landmarks, a cache line for each: an array would begin anywhere, and each row
/// lie on two lines.
///
/// Nothing changes after creation, so threads share it.
final class LandmarkRows: @unchecked Sendable {
  typealias Row = SIMD32<Int16>

  let count: Int
  private let rows: UnsafeMutablePointer<Row>

  init(_ values: [Row]) {
    count = values.count
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: max(1, values.count) * MemoryLayout<Row>.stride, alignment: MemoryLayout<Row>.stride)
    rows = memory.bindMemory(to: Row.self, capacity: values.count)
    rows.initialize(from: values, count: values.count)
  }

  deinit { UnsafeMutableRawPointer(rows).deallocate() }

  /// The row of `node`.
  ///
  /// - Precondition: there is one.
  @inline(__always)
  subscript(node: NodeIndex) -> Row {
    precondition(node >= 0 && Int(node) < count, "a node of the network is expected")
    return rows[Int(node)]
  }

  /// Asks the processor to fetch the row of `node`; a hint only.
  @inline(__always)
  func expect(_ node: NodeIndex) {
    if node >= 0, Int(node) < count { detour_prefetch_shared(rows + Int(node)) }
  }
}
