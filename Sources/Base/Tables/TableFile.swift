/// A row-by-row writer of a CSV file that is either complete or absent, with a digest of its content.
///
///     var table = try TableFile(
///       path: "requests.csv", columns: ["request_id", "submit_s"], constant: ("run_id", "8f3a"))
///     table.row.field(7)
///     table.row.field(Milliseconds(1500))
///     try table.endRow()                   // 8f3a,7,1.500
///     let receipt = try table.close()      // receipt.sha256, receipt.rows
///
/// A constant first column is part of the file but not of the digest, so that runs with the same content have the same
/// digest regardless of their names. A table that is not closed leaves no file.
public struct TableFile: ~Copyable {
  /// The row under construction.
  public var row: CSVWriter
  @usableFromInline let columnCount: Int
  /// The ends of the rows in the chunk; only filled if each row needs a prefix.
  @usableFromInline var rowEnds: [Int] = []
  @usableFromInline let hasPrefix: Bool
  private let prefix: [UInt8]
  /// The file; nil if only the digest is computed.
  private var file: AtomicFile?
  private var digest: Digest
  /// The rows of the chunk, each with the prefix.
  private var output: CSVWriter
  @usableFromInline var rows = 0

  /// The size of a chunk in bytes: chunks are digested and written as a whole.
  @usableFromInline static var chunk: Int { 1 << 16 }

  /// The number of rows and the digest of a finished table.
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

  /// Writes the remaining rows, renames the file to its final name, and returns its digest and number of rows.
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

/// The probable format of a file that is not a CSV table, and how to convert it.
struct TableLook: Hashable {
  /// The format's name, such as "an Excel workbook".
  var kind: String
  var cure: String

  /// The signatures of binary formats.
  private static let signatures: [(bytes: [UInt8], look: TableLook)] = [
    ([0xFF, 0xFE], utf16), ([0xFE, 0xFF], utf16),
    ([0x50, 0x4B, 0x03, 0x04], workbook), ([0xD0, 0xCF, 0x11, 0xE0], workbook),
    (Array("PAR1".utf8), Self(kind: "a Parquet file", cure: "write it as CSV, as pandas does by to_csv")),
    (Array("SQLite format 3".utf8), Self(kind: "an SQLite database", cure: "export the table as CSV")),
    (Array("BZh".utf8), Self(kind: "packed with bzip2", cure: "unpack it, or pack it with gzip")),
    ([0x28, 0xB5, 0x2F, 0xFD], Self(kind: "packed with zstd", cure: "unpack it, or pack it with gzip")),
    ([0xFD, 0x37, 0x7A, 0x58], Self(kind: "packed with xz", cure: "unpack it, or pack it with gzip")),
    (Array("%PDF".utf8), Self(kind: "a PDF document", cure: "export the table as CSV")),
  ]

  private static let utf16 = Self(kind: "text in UTF-16", cure: "save it as UTF-8")
  private static let workbook = Self(
    kind: "an Excel workbook or a zip archive", cure: "export the sheet as CSV")

  /// Returns the format of a file that begins with `bytes`; nil if it is UTF-8 text.
  static func ofBinary(_ bytes: UnsafeBufferPointer<UInt8>) -> TableLook? {
    if let known = signatures.first(where: { bytes.starts(with: $0.bytes) }) { return known.look }
    // UTF-16 letters without a byte order mark: every other byte is zero.
    return bytes.count >= 4 && (bytes[0] == 0) != (bytes[1] == 0) && (bytes[2] == 0) == (bytes[0] == 0)
      && (bytes[3] == 0) == (bytes[1] == 0) ? utf16 : nil
  }

  /// Returns the format of a text whose header contains `names` instead of the required columns.
  static func ofText(_ names: [String]) -> TableLook? {
    let header = names.prefix(100).joined(separator: ",")
    let first = header.first { !$0.isWhitespace }
    if first == "{" || first == "[" { return Self(kind: "a JSON document", cure: "write its rows as CSV") }
    if first == "<" { return Self(kind: "an XML or HTML document", cure: "write its rows as CSV") }
    let isYAML =
      header.hasPrefix("---") || (names.count == 1 && (header.hasSuffix(":") || header.contains(": ")))
    return isYAML ? Self(kind: "a YAML document", cure: "write its rows as CSV") : nil
  }
}

/// The clock used to interpret times with UTC offsets in a table.
public struct TableClock: Sendable {
  /// The time zone of the scenario's clock; nil if the table's own clock is used.
  public var zone: Zone?
  /// The UTC offset, in seconds ahead of UTC, of the first time that states one.
  public var offset: Int64?
  /// The setting that determines the time zone, such as “time.zone in the scenario”.
  public let setting: String

  /// Creates the clock of a table; its times are converted to `zone`, if given.
  public init(zone: Zone? = nil, setting: String = "time.zone in the scenario") {
    self.zone = zone
    self.setting = setting
  }

  /// A time zone by its name.
  public struct Zone: Sendable {
    /// The IANA name, such as `Europe/Paris`.
    public let name: String
    /// Returns the zone's offset ahead of UTC, in seconds, at a time given in seconds since 1970-01-01T00:00:00Z.
    public let offset: @Sendable (Int64) -> Int64

    public init(name: String, offset: @escaping @Sendable (Int64) -> Int64) {
      self.name = name
      self.offset = offset
    }
  }
}
