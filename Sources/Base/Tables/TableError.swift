/// The faults of a table's file or its content; `description` is the sentence for people.
public enum TableError: Error, Hashable, Sendable {
  case missingFile(file: String)
  case isFolder(file: String)
  case unreadable(file: String, reason: String)
  /// Something that need not end: a named pipe, a socket, a device.
  case notAFile(file: String, kind: String)
  /// A file of more bytes than may be read, or that would unpack to more.
  case tooLarge(file: String, isPacked: Bool, limit: Int)
  /// The system has no memory for the file.
  case noMemory(file: String, bytes: Int)
  /// A gzip file that is truncated or corrupt.
  case damagedArchive(file: String, reason: String)
  /// A file of another format, as its first bytes show.
  case notATable(file: String, looks: String, cure: String)
  /// Text in another encoding: a byte that is none of UTF-8.
  case notUTF8(file: String, line: Int, byte: UInt8)
  /// No header line at all.
  case emptyFile(file: String)
  case missingColumns(file: String, missing: [String], present: [String], table: String? = nil)
  case repeatedColumn(file: String, column: String)
  /// A mapping of columns gives a name for a column that the table does not have.
  case unknownMapping(file: String, column: String, nearest: String?, known: [String])
  /// Lines end in carriage returns alone.
  case carriageReturns(file: String)
  /// A row with too few or too many fields.
  case fieldCount(file: String, line: Int, found: Int, expected: Int)
  /// A quoted field that does not end, or goes on behind its closing quote.
  case badQuotes(file: String, line: Int)
  /// A field that does not hold what its column asks for.
  case badValue(file: String, line: Int, column: String, value: String, expected: Expectation)
  /// Several faults of one file: the first ones, and how many there are in all.
  case several(first: [TableError], total: Int)
  /// A file that cannot be created, written or renamed.
  case unwritable(file: String, reason: SystemFault)

  /// The content that would have been right in a field.
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
