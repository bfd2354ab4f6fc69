/// The faults of a table's file or its content; `description` is the message for users.
public enum TableError: Error, Hashable, Sendable {
  case missingFile(file: String)
  case isFolder(file: String)
  case unreadable(file: String, reason: String)
  /// An input without an end: a named pipe, a socket, a device.
  case notAFile(file: String, kind: String)
  /// A file larger than allowed, or unpacking to more than allowed.
  case tooLarge(file: String, isPacked: Bool, limit: Int)
  /// Not enough memory for the file.
  case noMemory(file: String, bytes: Int)
  /// A gzip file that is truncated or corrupt.
  case damagedArchive(file: String, reason: String)
  /// A file of another format, recognised by its first bytes.
  case notATable(file: String, looks: String, cure: String)
  /// Text in another encoding: a byte that is not valid UTF-8.
  case notUTF8(file: String, line: Int, byte: UInt8)
  /// No header line.
  case emptyFile(file: String)
  case missingColumns(file: String, missing: [String], present: [String], table: String? = nil)
  case repeatedColumn(file: String, column: String)
  /// A column mapping for a column that the table does not have.
  case unknownMapping(file: String, column: String, nearest: String?, known: [String])
  /// Lines end in carriage returns alone.
  case carriageReturns(file: String)
  /// A row with too few or too many fields.
  case fieldCount(file: String, line: Int, found: Int, expected: Int)
  /// A quoted field that is not closed, or continues after its closing quote.
  case badQuotes(file: String, line: Int)
  /// A field whose content does not match its column.
  case badValue(file: String, line: Int, column: String, value: String, expected: Expectation)
  /// Several faults of one file: the first ones, and the total number.
  case several(first: [TableError], total: Int)
  /// A file that cannot be created, written or renamed.
  case unwritable(file: String, reason: SystemFault)

  /// The expected content of a field.
  public enum Expectation: Hashable, Sendable {
    case finiteNumber
    case integer
    case integerWithin(ClosedRange<Int64>)
    case boolean
    case choice([String])
    case text
    /// A phrase such as "a time after submit_s".
    case other(String)
  }
}
