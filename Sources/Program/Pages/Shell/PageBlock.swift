import JSON5

/// A block of a page: columns of integers, accessed by name in scripts (`Columns` in common.js).
///
/// It begins with the length of its head in four bytes, the lowest first, followed by the head in JSON: for each
/// column its name, its number of values and its number of bytes.
struct PageBlock {
  private var head: [JSON] = []
  private var columns: [UInt8] = []

  /// Adds the column `name`.
  mutating func add(_ name: String, _ numbers: some Sequence<Int64>) {
    let numbers = Array(numbers)
    let bytes = ColumnBytes(numbers).bytes
    head.append(
      .list([.text(name), .integer(numbers.count), .integer(bytes.count)]))
    columns += bytes
  }

  var bytes: [UInt8] {
    let text = Array(JSON.list(head).compact.utf8)
    return withUnsafeBytes(of: UInt32(text.count).littleEndian, Array.init) + text + columns
  }

  var packed: PackedBytes { PackedBytes(bytes) }
}
