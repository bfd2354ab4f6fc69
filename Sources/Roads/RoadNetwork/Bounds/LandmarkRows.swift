/// The travel times of all nodes from and to the landmarks, one aligned cache line per node; the rows of an array
/// would straddle two lines.
///
/// Immutable after creation, so threads share it.
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
