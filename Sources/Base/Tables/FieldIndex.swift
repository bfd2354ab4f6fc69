internal import CKernels

/// The field boundaries of many rows, found one block of bytes at a time.
///
/// It contains only rows without quotes that end within the block; the reader splits all others one by one.
@frozen @usableFromInline
struct FieldIndex: ~Copyable {
  /// The field bounds of the current row: field i lies at row[i] ..< row[i + 1] − 1.
  @usableFromInline var row: UnsafeMutablePointer<Int>
  /// The start of the row after the current one; valid if the current row is in the index.
  @usableFromInline var behindRow = 0
  /// The number of rows found, and the number of rows taken.
  @usableFromInline var count = 0
  @usableFromInline var taken = 0
  /// The index in `starts` of the next row's fields.
  @usableFromInline var place = 0
  /// The starts of all fields found, row by row.
  @usableFromInline let starts: UnsafeMutablePointer<Int>
  /// The end of each row's fields in `starts`.
  @usableFromInline let rowEnds: UnsafeMutablePointer<Int32>
  /// The bounds of a row that was split separately.
  private let alone: UnsafeMutableBufferPointer<Int>
  /// The number of bytes scanned at once.
  private let block: Int
  /// The processor's instruction-set level used by the scan.
  private let level: Int32
  /// The byte between two fields.
  private let separator: UInt8

  /// The usual block size for short rows, in bytes: block and index stay in the first-level cache.
  private static var usualBlock: Int { 1 << 13 }

  /// The largest block size in bytes: longer rows are split separately.
  private static var largestBlock: Int { 1 << 20 }

  /// Creates an index for rows of `columns` fields with `separator` between them and about `rowBytes` bytes, in a
  /// table of `content` bytes.
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

  /// Replaces a faulty row, which may have too few fields, with one that has bounds for all columns.
  mutating func leaveRow() { row = alone.baseAddress! }

  @usableFromInline
  deinit {
    starts.deallocate()
    rowEnds.deallocate()
    alone.deallocate()
  }

  /// Whether every row found has been taken.
  @inlinable @inline(__always)
  var isUsedUp: Bool { taken == count }

  /// Indexes the rows of a block from `position` on; none if the first row has a quote or exceeds the block.
  ///
  /// - Complexity: O(n) in the bytes of a block.
  @usableFromInline
  mutating func refill(_ base: UnsafePointer<UInt8>, from position: Int, limit: Int) {
    let end = min(position + block, limit + 1)
    count = detour_field_scan(level, base, position, end, separator, starts, rowEnds)
    taken = 0
    place = 0
  }

  /// Advances to the next row, which begins at `position`, and returns the number of its fields; 0 if it is not
  /// in the index.
  @inlinable @inline(__always)
  mutating func nextRow(_ base: UnsafePointer<UInt8>, from position: Int) -> Int {
    guard taken < count else { return 0 }
    let first = place
    place = Int(rowEnds[taken])
    taken &+= 1
    row = starts + first
    behindRow = starts[place]
    // Overwritten by the end of the row before if that row had a carriage return.
    row[0] = position
    let feed = behindRow &- 1
    if feed > position, base[feed &- 1] == Byte.carriageReturn { starts[place] = feed }
    return place &- first
  }

  /// Makes the row with these bounds the current one; surplus bounds are ignored.
  mutating func readAlone(_ bounds: [Int]) {
    for (index, bound) in bounds.prefix(alone.count).enumerated() { alone[index] = bound }
    row = alone.baseAddress!
  }
}
