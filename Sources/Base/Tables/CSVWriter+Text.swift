extension CSVWriter {
  /// Appends text, quoted if RFC 4180 requires it: with a comma, a quote or a line break.
  ///
  /// Empty text becomes an empty field; readers cannot distinguish them from missing values.
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
  /// Returns the maximum size of a text of `count` bytes, each of which may be a quote.
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
