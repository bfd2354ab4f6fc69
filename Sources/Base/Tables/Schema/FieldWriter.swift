/// The writer of a column's field, behind a reference: closures in an array would be reference-counted at every
/// call.
///
/// It takes the address of a row without its type: otherwise each row type would need specialised types of its own,
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
  /// Keeps the targets of `fields` alive.
  private let writers: [FieldWriter]
  /// Unmanaged: access needs no reference counting.
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
