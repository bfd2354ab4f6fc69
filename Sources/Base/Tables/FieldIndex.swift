internal import CKernels

/// The beginnings of the fields of many rows, found a block of bytes at a time.
///
/// Only rows without quotes that end within the block are in it; the reader takes any other apart by itself.
@frozen @usableFromInline
struct FieldIndex: ~Copyable {
  /// Field i of the row lies at row[i] ..< row[i + 1] − 1.
  @usableFromInline var row: UnsafeMutablePointer<Int>
  /// The beginning of the row behind it, as far as it was found here.
  @usableFromInline var behindRow = 0
  /// The rows found, and how many of them have been taken.
  @usableFromInline var count = 0
  @usableFromInline var taken = 0
  /// The place of the next row's fields among `starts`.
  @usableFromInline var place = 0
  /// The starts of all fields found, one row after the other.
  @usableFromInline let starts: UnsafeMutablePointer<Int>
  /// The place among `starts` at which the next row's begin, for each row.
  @usableFromInline let rowEnds: UnsafeMutablePointer<Int32>
  /// The bounds of a row that was taken apart by itself.
  private let alone: UnsafeMutableBufferPointer<Int>
  /// The number of bytes that are scanned at once.
  private let block: Int
  /// The level of the processor's instructions that the scan uses.
  private let level: Int32
  /// The byte between two fields.
  private let separator: UInt8

  /// Bytes that are scanned at once where rows are short: they and their fields stay in the nearest cache.
  private static var usualBlock: Int { 1 << 13 }

  /// Bytes that are never scanned at once: a longer row is taken apart by itself.
  private static var largestBlock: Int { 1 << 20 }

  /// Creates an index of rows of `columns` fields between `separator`s that take about `rowBytes` bytes, in a table of `content` bytes.
  init(columns: Int, separator: UInt8, rowBytes: Int, content: Int) {
    self.separator = separator
    block = min(min(max(Self.usualBlock, 4 * rowBytes), Self.largestBlock), content + 1)
    level = detour_field_level()
    starts = .allocate(capacity: block + Int(DETOUR_FIELD_BLOCK))
    rowEnds = .allocate(capacity: block)
    alone = .allocate(capacity: columns + 1)
    alone.initialize(repeating: 0)
    row = alone.baseAddress!
  }

  /// Leaves a row at fault, which may have fewer fields than there are columns, for one that has places for all.
  mutating func leaveRow() { row = alone.baseAddress! }

  @usableFromInline
  deinit {
    starts.deallocate()
    rowEnds.deallocate()
    alone.deallocate()
  }

  /// True if every row that was found has been taken.
  @inlinable @inline(__always)
  var isUsedUp: Bool { taken == count }

  /// Finds the rows from `position` on; none where the first of them has a quote or is longer than a block.
  ///
  /// - Complexity: O(n) in the bytes of a block.
  @usableFromInline
  mutating func refill(_ base: UnsafePointer<UInt8>, from position: Int, limit: Int) {
    let end = min(position + block, limit + 1)
    count = detour_field_scan(level, base, position, end, separator, starts, rowEnds)
    taken = 0
    place = 0
  }

  /// Goes to the next row, which begins at `position`, and answers the number of its fields; 0 where it was not
  /// found.
  @inlinable @inline(__always)
  mutating func nextRow(_ base: UnsafePointer<UInt8>, from position: Int) -> Int {
    guard taken < count else { return 0 }
    let first = place
    place = Int(rowEnds[taken])
    taken &+= 1
    row = starts + first
    behindRow = starts[place]
    // The end of the row before has written here, where that had a carriage return.
    row[0] = position
    let feed = behindRow &- 1
    if feed > position, base[feed &- 1] == Byte.carriageReturn { starts[place] = feed }
    return place &- first
  }

  /// Makes the row that has these bounds the present one; those beyond the columns do not count.
  mutating func readAlone(_ bounds: [Int]) {
    for (index, bound) in bounds.prefix(alone.count).enumerated() { alone[index] = bound }
    row = alone.baseAddress!
  }
}
