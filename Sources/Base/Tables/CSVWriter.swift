/// A growing buffer of CSV text: fields are appended one by one, commas are added automatically.
///
///     var writer = CSVWriter()
///     writer.field(7)
///     writer.empty()
///     writer.field(Milliseconds(1500))
///     writer.field(2.25, decimals: 1)
///     writer.endRow()                    // 7,,1.500,2.2
///
/// Every field ends with a comma; `endRow()` turns the row's last one into a line feed. `removeAll()` keeps
/// the buffer, so writing allocates nothing in the long run.
public struct CSVWriter: ~Copyable {
  @usableFromInline var base: UnsafeMutableRawPointer
  @usableFromInline var capacity: Int
  /// The bytes in use.
  @usableFromInline var end = 0
  /// The start of the row under construction.
  @usableFromInline var rowStart = 0
  @usableFromInline var fields = 0

  /// Creates an empty buffer with room for `capacity` bytes.
  public init(capacity: Int = 1 << 16) {
    self.capacity = max(capacity, 64)
    base = .allocate(byteCount: self.capacity, alignment: 16)
  }

  deinit { base.deallocate() }

  /// The number of bytes written.
  @inlinable public var count: Int { end }

  /// The number of fields in the row under construction.
  @inlinable public var fieldsInRow: Int { fields }

  /// Appends an empty field: "not applicable".
  @inlinable
  public mutating func empty() {
    reserve(8)
    closeField(at: base + end)
  }

  /// Ends the row with a line feed.
  ///
  /// A row whose only field is empty is written as `""`, because readers skip blank lines.
  ///
  /// - Precondition: the row has a field.
  @inlinable
  public mutating func endRow() {
    precondition(fields > 0, "a row has at least one field")
    if end &- rowStart == 1 { quoteLoneEmptyField() }
    base.storeBytes(of: Byte.lineFeed, toByteOffset: end &- 1, as: UInt8.self)
    rowStart = end
    fields = 0
  }

  /// Removes the text and keeps the capacity.
  @inlinable
  public mutating func removeAll() {
    end = 0
    rowStart = 0
    fields = 0
  }

  /// Calls `body` with the text written so far.
  @inlinable
  public borrowing func withBytes<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(start: base, count: end))
  }

  /// The text written so far.
  public var text: String {
    withBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// Reserves space for `size` more bytes.
  @inlinable
  @inline(__always)
  mutating func reserve(_ size: Int) {
    if capacity &- end < size { grow(by: size) }
  }

  /// Writes the comma after a field whose text ends at `position`.
  @inlinable
  @inline(__always)
  mutating func closeField(at position: UnsafeMutableRawPointer) {
    position.storeBytes(of: Byte.comma, as: UInt8.self)
    end = position - base + 1
    fields &+= 1
  }

  @usableFromInline
  mutating func grow(by size: Int) {
    let larger = max(2 * capacity, end + size)
    let fresh = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 16)
    fresh.copyMemory(from: base, byteCount: end)
    base.deallocate()
    base = fresh
    capacity = larger
  }

  @usableFromInline
  mutating func quoteLoneEmptyField() {
    reserve(8)
    base.storeBytes(of: Byte.quote, toByteOffset: rowStart, as: UInt8.self)
    base.storeBytes(of: Byte.quote, toByteOffset: rowStart + 1, as: UInt8.self)
    end = rowStart + 3
  }
}

/// The special bytes of a CSV file.
@usableFromInline
enum Byte {
  @inlinable static var comma: UInt8 { 0x2C }
  @inlinable static var quote: UInt8 { 0x22 }
  @inlinable static var lineFeed: UInt8 { 0x0A }
  @inlinable static var carriageReturn: UInt8 { 0x0D }
  @inlinable static var minus: UInt8 { 0x2D }
  @inlinable static var plus: UInt8 { 0x2B }
  @inlinable static var point: UInt8 { 0x2E }
  @inlinable static var zero: UInt8 { 0x30 }
}
