import CKernels

/// A CSV file (RFC 4180) read row by row; plain or gzip, with or without byte order mark, LF or CRLF.
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
/// Columns come in any order and those not asked for are passed over. A fault does not stop the reading:
/// the accessor answers a placeholder, and `finish()` throws all faults at once. Blank lines are passed over;
/// a row with too few or too many fields is a fault and is not offered.
///
/// Reading allocates nothing per field but the strings asked for.
public struct CSVReader: ~Copyable {
  /// The file's path, for messages.
  public let file: String
  /// The names in the header.
  public let columnNames: [String]

  /// The names that the file gives to columns of ours, by ours; those not listed are the same.
  private let renamed: [String: String]
  /// The description of the table; nil for one that is described elsewhere.
  private let table: InputTable?
  /// The place of each name in the header, the first of equal ones.
  private let columnIndices: [String: Int]
  private let bytes: FileBytes
  @usableFromInline let base: UnsafePointer<UInt8>
  /// The end of the content; a line feed of ours stands there.
  @usableFromInline let limit: Int
  /// The beginning of the next row.
  @usableFromInline var position: Int
  @usableFromInline var rowStart: Int
  @usableFromInline var index: FieldIndex
  @usableFromInline let columnCount: Int
  @usableFromInline var faults = Faults()
  /// The names of the columns that were asked for, there or not.
  private var asked: [String] = []
  /// Our names of them.
  private var askedOfOurs: Set<String> = []

  /// Opens the file at `path` and reads its header; `columns` are the names that it gives to columns of ours, by ours.
  ///
  /// - Parameter table: the description of the table, which lists every column that is asked for.
  /// - Throws: `TableError` where the file cannot be read, is empty, or names a column twice.
  public init(
    contentsOf path: String, columns: [String: String] = [:], as table: InputTable? = nil
  ) throws(TableError) {
    try self.init(FileBytes(contentsOf: path), file: path, columns, table)
  }

  /// Reads `text` as if it were the content of a file called `file`.
  ///
  /// - Throws: `TableError` where the text is empty or names a column twice.
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
    let header = try Self.header(base, start, bytes.count, file)
    index = FieldIndex(
      columns: header.names.count, rowBytes: header.next - start, content: bytes.count)
    index.readAlone(header.bounds)
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

  /// Refuses bytes that are no text in UTF-8: read as one, names of people would become each other's.
  private static func checkText(_ base: UnsafePointer<UInt8>, _ count: Int, _ file: String) throws(TableError)
  {
    let place = detour_utf8(base, count)
    guard place < count else { return }
    let line = UnsafeBufferPointer(start: base, count: place).count { $0 == Byte.lineFeed } + 1
    throw .notUTF8(file: file, line: line, byte: base[place])
  }

  /// The faults found so far: the first ones, and the number of all.
  @usableFromInline
  struct Faults {
    var first: [TableError] = []
    @usableFromInline var total = 0
    var missing: [String] = []
    /// A place whose line is known, so that the next fault counts on from there.
    var counted = (offset: 0, line: 1)
  }
}

/// A column whose every field must hold a value.
@frozen
public struct CSVColumn: Hashable, Sendable {
  @usableFromInline let index: Int

  @inlinable init(index: Int) { self.index = index }
}

/// A column that may be absent and whose fields may be empty; both read as nil.
@frozen
public struct CSVOptionalColumn: Hashable, Sendable {
  /// −1 where the file has no such column.
  @usableFromInline let index: Int

  @inlinable init(index: Int) { self.index = index }

  /// True if the file has the column.
  public var isPresent: Bool { index >= 0 }

  /// The column, whose fields must then hold a value; nil where the file lacks it.
  public var required: CSVColumn? { isPresent ? CSVColumn(index: index) : nil }
}

extension CSVReader {
  /// The column called `name`; `checkColumns()` throws where it is missing.
  public mutating func column(_ name: String) -> CSVColumn {
    let theirs = nameInFile(name)
    if let index = columnIndices[theirs] { return CSVColumn(index: index) }
    faults.missing.append(theirs)
    return CSVColumn(index: 0)
  }

  /// The column called `name`, which the file may lack.
  public mutating func optionalColumn(_ name: String) -> CSVOptionalColumn {
    let theirs = nameInFile(name)
    // A column that is named is meant to be there.
    if columnIndices[theirs] == nil, renamed[name] != nil { faults.missing.append(theirs) }
    return CSVOptionalColumn(index: columnIndices[theirs] ?? -1)
  }

  /// The first of `names` that the file has, in any capitals, as the file writes it; the first one where it has none.
  public func name(among names: [String]) -> String {
    for name in names {
      if columnIndices[name] != nil || renamed[name] != nil { return name }
      let small = name.lowercased()
      if let theirs = columnNames.first(where: { $0.lowercased() == small }) { return theirs }
    }
    return names[0]
  }

  /// Whether the file has the column `name`, or a name was given for it.
  public func has(_ name: String) -> Bool { renamed[name] != nil || columnIndices[name] != nil }

  /// Records that the column `name` was requested, and returns the file's name for it.
  private mutating func nameInFile(_ name: String) -> String {
    assert(table?.has(name) ?? true, "\(table?.title ?? "") does not describe the column \(name)")
    let theirs = renamed[name] ?? name
    asked.append(theirs)
    askedOfOurs.insert(name)
    return theirs
  }

  /// The columns that nobody has asked for, in the order of the file, each with the name it may be meant as: the
  /// nearest of those that were asked for and are not there.
  public var unknownColumns: [(name: String, nearest: String?)] {
    let asked = Set(asked)
    let absent = self.asked.filter { columnIndices[$0] == nil }
    // Nobody reads a thousand lines of names.
    return columnNames.lazy.filter { !$0.isEmpty && !asked.contains($0) }.prefix(20).map {
      ($0, TableError.nearest(to: $0, among: absent))
    }
  }

  /// Checks that every column asked for is there.
  ///
  /// - Throws: `TableError.missingColumns` with all that are missing, or `TableError.notATable` where the header tells
  ///   why.
  public func checkColumns() throws(TableError) {
    if let name = renamed.keys.sorted().first(where: { !askedOfOurs.contains($0) }) {
      let nearest = TableError.nearest(to: name, among: askedOfOurs.sorted())
      throw TableError.unknownMapping(file: file, column: name, nearest: nearest, known: askedOfOurs.sorted())
    }
    guard !faults.missing.isEmpty else { return }
    if let look = TableLook.ofText(columnNames) {
      throw TableError.notATable(file: file, looks: look.kind, cure: look.cure)
    }
    throw TableError.missingColumns(
      file: file, missing: faults.missing, present: columnNames, table: table?.title)
  }

  /// Ends the reading.
  ///
  /// - Throws: the fault that was found, or `TableError.several` with the first ones and the number of all.
  public func finish() throws(TableError) {
    try checkColumns()
    guard let fault = faults.first.first else { return }
    throw faults.total == 1 ? fault : TableError.several(first: faults.first, total: faults.total)
  }

  /// The number of faults found so far: compare it before and after a row to know whether the row is sound.
  @inlinable public var faultCount: Int { faults.total }

  /// The most faults that are kept with their place; more are only counted.
  public static var keptFaults: Int { 20 }

  /// Counts a fault of this row, and answers its line if it is one of those to keep.
  ///
  /// - Complexity: O(n) in the bytes since the last one kept; O(1) for one that is only counted.
  mutating func lineOfNewFault() -> Int? {
    faults.total += 1
    guard faults.first.count < Self.keptFaults else { return nil }
    return countedLine()
  }

  /// The line of the file, counted from 1, on which the row begins.
  ///
  /// - Complexity: O(n) in the bytes before it.
  public var line: Int { lineFeeds(in: 0..<rowStart) + 1 }

  /// The same line, found from the last one that was asked for: for files of which the line of each row is kept.
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
