/// A table defined by its columns, from which header, fields and documentation are derived.
///
///     let stops = Table<Stop>("stops", "A row per stop.", key: ["sequence"], columns: [
///       .count("sequence", "The stop, from 1.") { $0.number },
///       .seconds("arrive_s", "When the car arrived.") { $0.arrive },
///     ])
///     var writer = try stops.writer(to: "stops.csv")
///     for stop in list { try writer.append(stop) }
///     let receipt = try writer.close()
public struct Table<Row>: Sendable {
  public let schema: TableSchema
  /// The first column, if it has the same value in every row.
  public let constant: ColumnSchema?
  @usableFromInline let fields: FieldWriters

  /// Creates a table.
  ///
  /// - Parameter constant: a first column with the same value in every row, excluded from the digest.
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

  /// The names of the columns filled from rows.
  private var columnNames: [String] { schema.columns.dropFirst(constant == nil ? 0 : 1).map { $0.name } }

  /// Opens a writer for the table in the file at `path`; if `path` is nil, only the digest is computed.
  ///
  /// - Parameter value: the value of the constant column.
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

  /// Writes the table of `rows` to the file at `path`.
  ///
  /// - Throws: `TableError.unwritable`; an existing file is then unchanged.
  public func write(_ rows: some Sequence<Row>, to path: String) throws(TableError) {
    var writer = try writer(to: path)
    for row in rows { try writer.append(row) }
    _ = try writer.close()
  }

  /// Returns the table of `rows`, with its header, as text.
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

/// A writer of a table's rows to its file.
public struct TableWriter<Row>: ~Copyable {
  @usableFromInline let fields: FieldWriters
  @usableFromInline var file: TableFile

  init(_ fields: FieldWriters, _ file: consuming TableFile) {
    self.fields = fields
    self.file = file
  }

  /// Appends `row`.
  ///
  /// - Throws: `TableError.unwritable` if the device is full or fails.
  @inlinable
  @inline(__always)
  public mutating func append(_ row: Row) throws(TableError) {
    withUnsafePointer(to: row) { fields.append($0, to: &file.row) }
    try file.endRow()
  }

  /// Writes the remaining rows, and renames the file to its final name.
  ///
  /// - Throws: `TableError.unwritable`; an existing file is then unchanged.
  public consuming func close() throws(TableError) -> TableFile.Receipt { try file.close() }
}

/// The writer of a column's field, behind a reference: closures in an array would be reference-counted at every call.
///
/// It takes the address of a row without its type: otherwise each row type would need its own specialised types,
/// created at the start of every run.
@usableFromInline
final class FieldWriter: Sendable {
  /// Stores the field of the row at an address and returns the end of its text: the position stays in a register
  /// from field to field.
  @usableFromInline
  let store: @Sendable (UnsafeRawPointer, UnsafeMutableRawPointer) -> UnsafeMutableRawPointer

  /// The room required beyond `FieldText.room`; nil: none.
  let moreRoom: (@Sendable (UnsafeRawPointer) -> Int)?

  @usableFromInline
  init(
    moreRoom: (@Sendable (UnsafeRawPointer) -> Int)?,
    store: @escaping @Sendable (UnsafeRawPointer, UnsafeMutableRawPointer) -> UnsafeMutableRawPointer
  ) {
    self.moreRoom = moreRoom
    self.store = store
  }
}

/// The field writers of a table's columns.
@usableFromInline
struct FieldWriters: Sendable {
  /// The field writers as strong references, which keep those in `fields` valid.
  private let writers: [FieldWriter]
  /// The field writers, unmanaged so that access needs no reference counting.
  @usableFromInline let fields: [Unmanaged<FieldWriter>]
  /// The additional room per row required by columns with text of any length.
  @usableFromInline let moreRoom: [@Sendable (UnsafeRawPointer) -> Int]

  @usableFromInline
  init(_ writers: [FieldWriter]) {
    self.writers = writers
    fields = writers.map { .passUnretained($0) }
    moreRoom = writers.compactMap { $0.moreRoom }
  }

  /// Appends the fields of the row at `row`.
  @inlinable
  @inline(__always)
  func append(_ row: UnsafeRawPointer, to writer: inout CSVWriter) {
    var room = fields.count &* (FieldText.room &+ 1)
    if !moreRoom.isEmpty { for more in moreRoom { room &+= more(row) } }
    writer.reserve(room)
    var place = writer.base + writer.end
    withExtendedLifetime(self) {
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
