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
