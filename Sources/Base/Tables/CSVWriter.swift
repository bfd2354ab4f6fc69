/// A growing buffer of CSV text: fields are appended one by one, and commas are added automatically.
///
///     var writer = CSVWriter()
///     writer.field(7)
///     writer.empty()
///     writer.field(Milliseconds(1500))
///     writer.field(2.25, decimals: 1)
///     writer.endRow()                    // 7,,1.500,2.2
///
/// Every field ends with a comma; `endRow()` turns the row's last one into a line feed. `removeAll()` keeps the memory,
/// so that later writing needs no allocation.
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

  /// Appends the comma after a field whose text ends at `position`.
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

extension CSVWriter {
  /// Appends text, quoted if RFC 4180 requires it: with a comma, a quote or a line break.
  ///
  /// Empty text becomes an empty field, which readers cannot distinguish from a missing value.
  @inlinable
  public mutating func field(_ text: String) {
    var text = text
    text.withUTF8 { append(text: $0) }
  }

  /// Appends text, or an empty field for nil.
  @inlinable
  public mutating func field(_ text: String?) {
    if let text { field(text) } else { empty() }
  }

  /// Appends a constant text, quoted if RFC 4180 requires it.
  @inlinable
  public mutating func field(_ text: StaticString) {
    text.withUTF8Buffer { append(text: $0) }
  }

  @usableFromInline
  mutating func append(text: UnsafeBufferPointer<UInt8>) {
    reserve(FieldText.room(of: text.count))
    closeField(at: FieldText.store(text, at: base + end))
  }
}

extension FieldText {
  /// Returns the maximum size of the field for a text of `count` bytes, all of which may be quotes.
  @inlinable
  public static func room(of count: Int) -> Int { 2 * count + 8 }

  /// Stores text, quoted if RFC 4180 requires it: with a comma, a quote or a line break.
  ///
  /// - Precondition: there are `room(of:)` writable bytes at the position.
  @inlinable
  public static func store(_ text: String, at position: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    var text = text
    return text.withUTF8 { store($0, at: position) }
  }

  @usableFromInline
  static func store(
    _ text: UnsafeBufferPointer<UInt8>, at position: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    var needsQuotes = false
    for (index, byte) in text.enumerated() {
      position.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
      needsQuotes =
        needsQuotes || byte == Byte.comma || byte == Byte.quote || byte == Byte.lineFeed
        || byte == Byte.carriageReturn
    }
    return needsQuotes ? storeQuoted(text, at: position) : position + text.count
  }

  private static func storeQuoted(
    _ text: UnsafeBufferPointer<UInt8>, at start: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    var position = start.assumingMemoryBound(to: UInt8.self)
    func store(_ byte: UInt8) {
      position.pointee = byte
      position += 1
    }
    store(Byte.quote)
    for byte in text {
      if byte == Byte.quote { store(byte) }
      store(byte)
    }
    store(Byte.quote)
    return UnsafeMutableRawPointer(position)
  }
}
