/// The writer of a column's field, behind a reference: closures in an array would be counted at every call.
///
/// It takes rows of one type by addresses of none: a table of another type of rows then needs no types of its own, which
/// would be made at the start of every run.
@usableFromInline
final class FieldWriter: Sendable {
  /// Stores the field of the row at an address and answers where its text ends: the place stays in a register from field
  /// to field.
  @usableFromInline
  let store: @Sendable (UnsafeRawPointer, UnsafeMutableRawPointer) -> UnsafeMutableRawPointer

  /// The room that the field needs beyond `FieldText.room`; nil where that is always enough.
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

/// The fields of a table's columns, ready for many rows.
@usableFromInline
struct FieldWriters: Sendable {
  /// Keeps what `fields` points to.
  private let writers: [FieldWriter]
  /// Not counted: looking at one costs nothing.
  @usableFromInline let fields: [Unmanaged<FieldWriter>]
  /// The room that rows need beyond the usual, of the columns that hold text of any length.
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
