/// A table as a list of columns: everything else about it — header, fields, documentation — follows.
///
///     let stops = Table<Stop>("stops", "A row per stop.", key: ["sequence"], columns: [
///       .count("sequence", "The stop, counted from 1.") { $0.number },
///       .seconds("arrive_s", "When the car arrived.") { $0.arrive },
///     ])
///     var writer = try stops.writer(to: "stops.csv")
///     for stop in list { try writer.append(stop) }
///     let receipt = try writer.close()
public struct Table<Row>: Sendable {
  public let schema: TableSchema
  /// The first column, where it is the same in every row.
  public let constant: ColumnSchema?
  @usableFromInline let fields: FieldWriters

  /// Creates a table.
  ///
  /// - Parameter constant: a first column that is the same in every row, and stays out of the digest.
  @inlinable
  public init(
    _ name: String, _ meaning: String, key: [String], isDeterministic: Bool = true,
    constant: ColumnSchema? = nil, columns: [Column<Row>]
  ) {
    self.constant = constant
    fields = FieldWriters(columns.map { $0.field })
    schema = TableSchema(
      name, meaning, key: key, isDeterministic: isDeterministic,
      columns: (constant.map { [$0] } ?? []) + columns.map { $0.schema })
  }

  /// The names of the columns that rows fill in.
  private var columnNames: [String] { schema.columns.dropFirst(constant == nil ? 0 : 1).map { $0.name } }

  /// Begins the table in the file at `path`; nil writes no file, for the digest alone.
  ///
  /// - Parameter value: what stands in the constant column.
  /// - Throws: `TableError.unwritable`.
  public func writer(
    to path: String?, constant value: String? = nil
  ) throws(TableError) -> TableWriter<Row> {
    precondition((constant == nil) == (value == nil), "a constant column has a value, others have none")
    let file = try TableFile(
      path: path, columns: columnNames,
      constant: constant.flatMap { column in value.map { (column.name, $0) } })
    return TableWriter(fields, file)
  }

  /// Writes the table of `rows` into the file at `path`, whole.
  ///
  /// - Throws: `TableError.unwritable`; then nothing new stands under the name.
  public func write(_ rows: some Sequence<Row>, to path: String) throws(TableError) {
    var writer = try writer(to: path)
    for row in rows { try writer.append(row) }
    _ = try writer.close()
  }

  /// Header and `row` as the text of a file of its own.
  ///
  /// - Precondition: no column is constant.
  public func text(of rows: some Sequence<Row>) -> String {
    precondition(constant == nil, "a constant column needs its value")
    var writer = CSVWriter(capacity: 1 << 10)
    for name in columnNames { writer.field(name) }
    writer.endRow()
    for row in rows {
      withUnsafePointer(to: row) { fields.append($0, to: &writer) }
      writer.endRow()
    }
    return writer.text
  }
}

/// The rows of a table on their way into its file.
public struct TableWriter<Row>: ~Copyable {
  @usableFromInline let fields: FieldWriters
  @usableFromInline var file: TableFile

  init(_ fields: FieldWriters, _ file: consuming TableFile) {
    self.fields = fields
    self.file = file
  }

  /// Appends `row`.
  ///
  /// - Throws: `TableError.unwritable` where the device is full or fails.
  @inlinable
  @inline(__always)
  public mutating func append(_ row: Row) throws(TableError) {
    withUnsafePointer(to: row) { fields.append($0, to: &file.row) }
    try file.endRow()
  }

  /// Writes what is left, and gives the file its final name.
  ///
  /// - Throws: `TableError.unwritable`; then nothing new stands under the name.
  public consuming func close() throws(TableError) -> TableFile.Receipt { try file.close() }
}
