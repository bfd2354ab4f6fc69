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
  let columns: [Column<Row>]

  /// Creates a table.
  ///
  /// - Parameter constant: a first column that is the same in every row, and stays out of the digest.
  public init(
    _ name: String, _ meaning: String, key: [String], isDeterministic: Bool = true,
    constant: ColumnSchema? = nil, columns: [Column<Row>]
  ) {
    self.constant = constant
    self.columns = columns
    schema = TableSchema(
      name, meaning, key: key, isDeterministic: isDeterministic,
      columns: (constant.map { [$0] } ?? []) + columns.map(\.schema))
  }

  /// Begins the table in the file at `path`; nil writes no file, for the digest alone.
  ///
  /// - Parameter value: what stands in the constant column.
  /// - Throws: `TableError.unwritable`.
  public func writer(
    to path: String?, constant value: String? = nil
  ) throws(TableError) -> TableWriter<Row> {
    precondition((constant == nil) == (value == nil), "a constant column has a value, others have none")
    let file = try TableFile(
      path: path, columns: columns.map(\.schema.name),
      constant: constant.flatMap { column in value.map { (column.name, $0) } })
    return TableWriter(columns, file)
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
    for column in columns { writer.field(column.schema.name) }
    writer.endRow()
    let fields = TableFields(columns)
    for row in rows {
      withUnsafePointer(to: row) { fields.append($0, to: &writer) }
      writer.endRow()
    }
    return writer.text
  }
}

/// The rows of a table on their way into its file.
public struct TableWriter<Row>: ~Copyable {
  @usableFromInline let fields: TableFields<Row>
  @usableFromInline var file: TableFile

  init(_ columns: [Column<Row>], _ file: consuming TableFile) {
    fields = TableFields(columns)
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

/// The fields of a table's columns, ready for many rows.
@usableFromInline
struct TableFields<Row> {
  /// Keeps what `fields` points to.
  @usableFromInline let columns: [Column<Row>]
  /// Not counted: looking at one costs nothing.
  @usableFromInline let fields: [Unmanaged<Column<Row>.Field>]
  /// The room that rows need beyond the usual, of the columns that hold text of any length.
  @usableFromInline let moreRoom: [@Sendable (UnsafePointer<Row>) -> Int]

  init(_ columns: [Column<Row>]) {
    self.columns = columns
    fields = columns.map { .passUnretained($0.field) }
    moreRoom = columns.compactMap(\.moreRoom)
  }

  /// Appends the fields of `row`.
  @inlinable
  @inline(__always)
  func append(_ row: UnsafePointer<Row>, to writer: inout CSVWriter) {
    var room = fields.count &* (FieldText.room &+ 1)
    if !moreRoom.isEmpty { for more in moreRoom { room &+= more(row) } }
    writer.reserve(room)
    var place = writer.base + writer.end
    withExtendedLifetime(columns) {
      fields.withUnsafeBufferPointer { fields in
        for field in fields {
          place = field._withUnsafeGuaranteedRef { $0.store(row, place) }
          place.storeBytes(of: Byte.comma, as: UInt8.self)
          place += 1
        }
      }
    }
    writer.end = place - writer.base
    writer.fields &+= fields.count
  }
}
