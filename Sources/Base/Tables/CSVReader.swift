import CKernels
import Quantities

/// A row-by-row reader of a CSV file (RFC 4180). The file may be plain or gzip, with or without a byte order mark, with
/// LF or CRLF. Fields are separated by commas, or by semicolons or tabs if the header has more of these.
///
///     var rows = try CSVReader(contentsOf: "drivers.csv")
///     let id = rows.column("driver_id")
///     let seats = rows.optionalColumn("seats")
///     try rows.checkColumns()
///     while rows.next() {
///       add(id: rows.int64(id), seats: rows.int64(seats) ?? 3)
///     }
///     try rows.finish()
///
/// Columns may come in any order; those not requested are ignored. Faults do not stop the reader: the accessor returns
/// a placeholder, and `finish()` throws all faults at once. Blank lines are skipped; a row with too few or too many
/// fields is a fault and is skipped.
///
/// Reading a field allocates memory only for strings.
public struct CSVReader: ~Copyable {
  /// The file's path, for error messages.
  public let file: String
  /// The clock for the times in the file; set its zone before reading the first row.
  public var clock = TableClock()
  /// The column names in the header.
  public let columnNames: [String]

  /// The file's column names, keyed by the program's names; unlisted columns have the same name in both.
  private let renamed: [String: String]
  /// The description of the table; nil if it is described elsewhere.
  private let table: InputTable?
  /// The index of each name in the header, or of its first occurrence if it is repeated.
  private let columnIndices: [String: Int]
  private let bytes: FileBytes
  /// The byte between two fields: a comma, a semicolon or a tab.
  let separator: UInt8
  @usableFromInline let base: UnsafePointer<UInt8>
  /// The end of the content, followed by an added line feed.
  @usableFromInline let limit: Int
  /// The start of the next row.
  @usableFromInline var position: Int
  @usableFromInline var rowStart: Int
  @usableFromInline var index: FieldIndex
  @usableFromInline let columnCount: Int
  @usableFromInline var faults = Faults()
  /// The file's names for the requested columns, whether present or not.
  private var asked: [String] = []
  /// The program's names for the requested columns.
  private var askedOfOurs: Set<String> = []

  /// Opens the file at `path` and reads its header; `columns` maps the program's column names to the file's.
  ///
  /// - Parameter table: the description of the table, which must list every requested column.
  /// - Throws: `TableError` if the file cannot be read, is empty, or names a column twice.
  public init(
    contentsOf path: String, columns: [String: String] = [:], as table: InputTable? = nil
  ) throws(TableError) {
    try self.init(FileBytes(contentsOf: path), file: path, columns, table)
  }

  /// Reads `text` as the content of a file called `file`.
  ///
  /// - Throws: `TableError` if the text is empty or repeats a column name.
  public init(text: String, file: String = "text", columns: [String: String] = [:]) throws(TableError) {
    try self.init(FileBytes(text.utf8, file: file), file: file, columns, nil)
  }

  private init(
    _ bytes: consuming FileBytes, file: String, _ columns: [String: String], _ table: InputTable?
  ) throws(TableError) {
    let base = UnsafePointer(bytes.base)
    if let look = TableLook.ofBinary(UnsafeBufferPointer(start: base, count: bytes.count)) {
      throw TableError.notATable(file: file, looks: look.kind, cure: look.cure)
    }
    try Self.checkText(base, bytes.count, file)
    let hasMark = bytes.count >= 3 && base[0] == 0xEF && base[1] == 0xBB && base[2] == 0xBF
    let start = hasMark ? 3 : 0
    let separator = Self.separator(of: base, start, bytes.count)
    let header = try Self.header(base, start, bytes.count, separator, file)
    index = FieldIndex(
      columns: header.names.count, separator: separator, rowBytes: header.next - start, content: bytes.count)
    index.readAlone(header.bounds)
    self.separator = separator
    columnNames = header.names
    columnIndices = header.indices
    renamed = columns
    self.table = table
    columnCount = header.names.count
    position = header.next
    rowStart = start
    limit = bytes.count
    self.base = base
    self.bytes = bytes
    self.file = file
  }

  /// Rejects bytes that are not UTF-8: decoded leniently, different names could become equal.
  private static func checkText(_ base: UnsafePointer<UInt8>, _ count: Int, _ file: String) throws(TableError)
  {
    let place = detour_utf8(base, count)
    guard place < count else { return }
    let line = UnsafeBufferPointer(start: base, count: place).count { $0 == Byte.lineFeed } + 1
    throw .notUTF8(file: file, line: line, byte: base[place])
  }

  /// The faults found so far: the first ones, and the total number.
  @usableFromInline
  struct Faults {
    var first: [TableError] = []
    @usableFromInline var total = 0
    var missing: [String] = []
    /// A position with a known line number, from which lines are counted up to the next fault.
    var counted = (offset: 0, line: 1)
  }
}

/// A column whose fields must not be empty.
@frozen
public struct CSVColumn: Hashable, Sendable {
  @usableFromInline let index: Int

  @inlinable init(index: Int) { self.index = index }
}

/// A column that may be missing and whose fields may be empty; both read as nil.
@frozen
public struct CSVOptionalColumn: Hashable, Sendable {
  /// −1 if the file has no such column.
  @usableFromInline let index: Int

  @inlinable init(index: Int) { self.index = index }

  /// Whether the file has the column.
  public var isPresent: Bool { index >= 0 }

  /// The column with required fields; nil if the file lacks it.
  public var required: CSVColumn? { isPresent ? CSVColumn(index: index) : nil }
}

extension CSVReader {
  /// Requests the column `name`; `checkColumns()` throws if it is missing.
  public mutating func column(_ name: String) -> CSVColumn {
    let theirs = nameInFile(name)
    if let index = columnIndices[theirs] { return CSVColumn(index: index) }
    faults.missing.append(theirs)
    return CSVColumn(index: 0)
  }

  /// Requests the column `name`, which may be missing.
  public mutating func optionalColumn(_ name: String) -> CSVOptionalColumn {
    let theirs = nameInFile(name)
    // A column with an explicit name is expected to exist.
    if columnIndices[theirs] == nil, renamed[name] != nil { faults.missing.append(theirs) }
    return CSVOptionalColumn(index: columnIndices[theirs] ?? -1)
  }

  /// Returns the first of `names` that the file has, ignoring case, as spelled in the file; `names[0]` if it has none.
  public func name(among names: [String]) -> String {
    for name in names {
      if columnIndices[name] != nil || renamed[name] != nil { return name }
      let small = name.lowercased()
      if let theirs = columnNames.first(where: { $0.lowercased() == small }) { return theirs }
    }
    return names[0]
  }

  /// Returns whether the file has the column `name`, or a column was mapped to that name.
  public func has(_ name: String) -> Bool { renamed[name] != nil || columnIndices[name] != nil }

  /// Records that the column `name` was requested, and returns the file's name for it.
  private mutating func nameInFile(_ name: String) -> String {
    assert(table?.has(name) ?? true, "\(table?.title ?? "") does not describe the column \(name)")
    let theirs = renamed[name] ?? name
    asked.append(theirs)
    askedOfOurs.insert(name)
    return theirs
  }

  /// The columns never requested, in file order, each with the name possibly meant: the nearest among the requested
  /// columns that are missing.
  public var unknownColumns: [(name: String, nearest: String?)] {
    let asked = Set(asked)
    let absent = self.asked.filter { columnIndices[$0] == nil }
    // A message with a thousand names would not be read.
    return columnNames.lazy.filter { !$0.isEmpty && !asked.contains($0) }.prefix(20).map {
      ($0, TableError.nearest(to: $0, among: absent))
    }
  }

  /// Checks that every requested column exists.
  ///
  /// - Throws: `TableError.missingColumns` with all missing ones, or `TableError.notATable` if the header shows
  ///   another format.
  public func checkColumns() throws(TableError) {
    if let name = renamed.keys.ordered().first(where: { !askedOfOurs.contains($0) }) {
      let nearest = TableError.nearest(to: name, among: askedOfOurs.ordered())
      throw TableError.unknownMapping(
        file: file, column: name, nearest: nearest, known: askedOfOurs.ordered())
    }
    guard !faults.missing.isEmpty else { return }
    if let look = TableLook.ofText(columnNames) {
      throw TableError.notATable(file: file, looks: look.kind, cure: look.cure)
    }
    throw TableError.missingColumns(
      file: file, missing: faults.missing, present: columnNames, table: table?.title)
  }

  /// Finishes reading.
  ///
  /// - Throws: the fault if there is only one, otherwise `TableError.several` with the first ones and the total number.
  public func finish() throws(TableError) {
    try checkColumns()
    guard let fault = faults.first.first else { return }
    throw faults.total == 1 ? fault : TableError.several(first: faults.first, total: faults.total)
  }

  /// The number of faults so far; a row is valid if the number is unchanged since the previous row.
  @inlinable public var faultCount: Int { faults.total }

  /// The maximum number of faults kept with their positions; further ones are only counted.
  public static var keptFaults: Int { 20 }

  /// Counts a fault in this row, and returns its line number if the fault is to be kept.
  ///
  /// - Complexity: O(n) in the bytes since the last kept fault; O(1) if it is only counted.
  mutating func lineOfNewFault() -> Int? {
    faults.total += 1
    guard faults.first.count < Self.keptFaults else { return nil }
    return countedLine()
  }

  /// The line on which the row begins, from 1.
  ///
  /// - Complexity: O(n) in the bytes before it.
  public var line: Int { lineFeeds(in: 0..<rowStart) + 1 }

  /// Returns `line`, counted from the last line requested; for files whose line numbers are stored with every row.
  ///
  /// - Complexity: O(n) in the bytes since then.
  public mutating func countedLine() -> Int {
    let line = faults.counted.line + lineFeeds(in: faults.counted.offset..<rowStart)
    faults.counted = (rowStart, line)
    return line
  }

  private func lineFeeds(in range: Range<Int>) -> Int {
    UnsafeBufferPointer(start: base + range.lowerBound, count: range.count).count { $0 == Byte.lineFeed }
  }
}
