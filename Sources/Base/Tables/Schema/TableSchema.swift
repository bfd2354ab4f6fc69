/// The description of a table: its name, what a row of it stands for, its key and its columns.
///
/// The header lines of the files, `detour columns` and the documentation are all made from it.
public struct TableSchema: Hashable, Sendable {
  /// The file's name without `.csv`.
  public var name: String
  /// The meaning of the table, in one sentence.
  public var meaning: String
  /// The columns that the rows are ordered by.
  public var key: [String]
  /// True if equal scenarios and seeds give equal bytes.
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
