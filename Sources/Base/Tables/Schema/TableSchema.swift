/// The description of a table: its name, the meaning of a row, its key and its columns.
///
/// The source of the files' header lines, of `detour columns` and of the documentation.
public struct TableSchema: Hashable, Sendable {
  /// The file's name without `.csv`.
  public var name: String
  /// The meaning of the table, in one sentence.
  public var meaning: String
  /// The columns by which the rows are sorted.
  public var key: [String]
  /// Whether the table's bytes depend only on scenario and seed.
  public var isDeterministic: Bool
  public var columns: [ColumnSchema]

  /// Creates a table.
  public init(
    _ name: String, _ meaning: String, key: [String], isDeterministic: Bool = true, columns: [ColumnSchema]
  ) {
    self.name = name
    self.meaning = meaning
    self.key = key
    self.isDeterministic = isDeterministic
    self.columns = columns
  }

  /// The file's name, `.csv` included.
  public var fileName: String { name + ".csv" }

  /// The names of the columns, in order.
  public var columnNames: [String] { columns.map(\.name) }

  /// The header line without its line feed.
  public var header: String { columnNames.joined(separator: ",") }
}

extension TableSchema: CustomStringConvertible {
  public var description: String { fileName }
}

/// The description of a column without its rows: the source of the header, the documentation and `detour columns`.
public struct ColumnSchema: Hashable, Sendable {
  /// The name in the header line, with the unit as a suffix if there is one (`_s`, `_m`, …).
  public var name: String
  public var unit: Unit
  public var type: ColumnType
  /// The meaning of the field, in one sentence.
  public var meaning: String
  /// The formula that derives the field from others; nil if it is observed.
  public var formula: String?
  /// The possible words; nil if the field is not from a fixed list.
  public var words: [String]?

  /// Creates the description of a column.
  public init(
    _ name: String, _ unit: Unit, _ type: ColumnType, _ meaning: String, formula: String? = nil,
    words: [String]? = nil
  ) {
    self.name = name
    self.unit = unit
    self.type = type
    self.meaning = meaning
    self.formula = formula
    self.words = words
  }
}
