/// A row-by-row writer of a CSV file that is either complete or absent, with a digest of its content.
///
///     var table = try TableFile(
///       path: "requests.csv", columns: ["request_id", "submit_s"], constant: ("run_id", "8f3a"))
///     table.row.field(7)
///     table.row.field(Milliseconds(1500))
///     try table.endRow()                   // 8f3a,7,1.500
///     let receipt = try table.close()      // receipt.sha256, receipt.rows
///
/// A constant first column is part of the file but not of the digest, so that runs with the same content have
/// the same digest whatever their names. A table that is not closed leaves no file.
public struct TableFile: ~Copyable {
  /// The row under construction.
  public var row: CSVWriter
  @usableFromInline let columnCount: Int
  /// The ends of the rows in the chunk; only filled if each row needs a prefix.
  @usableFromInline var rowEnds: [Int] = []
  @usableFromInline let hasPrefix: Bool
  private let prefix: [UInt8]
  /// The file; nil if only the digest is wanted.
  private var file: AtomicFile?
  private var digest: Digest
  /// The chunk with prefixes.
  private var output: CSVWriter
  @usableFromInline var rows = 0

  /// The size of a chunk in bytes: chunks are digested and written as a whole.
  @usableFromInline static var chunk: Int { 1 << 16 }

  /// Number of rows and digest of a finished table.
  public struct Receipt: Hashable, Sendable {
    /// The number of rows, without the header.
    public var rows: Int
    /// The SHA-256 of header and rows without the constant column: 64 hexadecimal digits.
    public var sha256: String
  }

  /// Creates the table with its header.
  ///
  /// - Parameter path: the file; nil: only the digest is computed.
  /// - Parameter constant: name and value of a first column that is the same in every row.
  /// - Throws: `TableError.unwritable` if the folder is missing or not writable.
  /// - Precondition: there is at least one column.
  public init(
    path: String?, columns: [String], constant: (name: String, value: String)? = nil
  ) throws(TableError) {
    precondition(!columns.isEmpty, "a table has at least one column")
    if let path { file = try AtomicFile(path: path) } else { file = nil }
    digest = Digest()
    row = CSVWriter(capacity: 2 * Self.chunk)
    output = CSVWriter(capacity: 1 << 10)
    columnCount = columns.count
    hasPrefix = constant != nil
    prefix = constant.map { Self.field($0.value) } ?? []
    for column in columns { row.field(column) }
    row.endRow()
    guard let constant else { return }
    rowEnds.append(row.count)
    digestRows(prefix: Self.field(constant.name))
  }

  /// Ends the row under construction, and writes the chunk if it is full.
  ///
  /// - Throws: `TableError.unwritable` if the device is full or fails.
  /// - Precondition: the row has as many fields as the table has columns, without the constant one.
  @inlinable
  public mutating func endRow() throws(TableError) {
    precondition(row.fieldsInRow == columnCount, "a row has as many fields as the header")
    row.endRow()
    rows &+= 1
    if hasPrefix { rowEnds.append(row.count) }
    if row.count >= Self.chunk { try flush() }
  }

  /// Writes the remaining rows, renames the file to its final name, and returns digest and number of rows.
  ///
  /// - Throws: `TableError.unwritable`; an existing file is then unchanged.
  public consuming func close() throws(TableError) -> Receipt {
    precondition(row.fieldsInRow == 0, "a table ends with a whole row")
    try flush()
    let receipt = Receipt(rows: rows, sha256: digest.finish())
    try file.take()?.close()
    return receipt
  }

  /// Writes the chunk and empties it.
  @usableFromInline
  mutating func flush() throws(TableError) {
    digestRows(prefix: prefix)
    try output.withBytes { bytes throws(TableError) in try file?.write(bytes) }
    output.removeAll()
  }

  /// Digests the chunk and copies its rows to the output, each with `prefix` before it.
  private mutating func digestRows(prefix: [UInt8]) {
    row.withBytes { digest.update($0) }
    if hasPrefix {
      output.append(row, rowEnds: rowEnds, prefix: prefix)
      rowEnds.removeAll(keepingCapacity: true)
      row.removeAll()
    } else {
      swap(&row, &output)
    }
  }

  /// Returns `value` as a field followed by a comma.
  private static func field(_ value: String) -> [UInt8] {
    var writer = CSVWriter(capacity: 64)
    writer.field(value)
    return writer.withBytes { Array($0) }
  }
}

extension CSVWriter {
  /// Appends the rows of `source`, which end at `rowEnds`, each with `prefix` before it.
  fileprivate mutating func append(_ source: borrowing CSVWriter, rowEnds: [Int], prefix: [UInt8]) {
    reserve(source.end + rowEnds.count * prefix.count)
    prefix.withUnsafeBytes { prefix in
      var start = 0
      var position = base + end
      for rowEnd in rowEnds {
        position.copyMemory(from: prefix.baseAddress!, byteCount: prefix.count)
        position += prefix.count
        position.copyMemory(from: source.base + start, byteCount: rowEnd - start)
        position += rowEnd - start
        start = rowEnd
      }
      end = position - base
    }
  }
}
