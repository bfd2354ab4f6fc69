import CZlib

/// The compressed content of a record, consisting of named parts.
///
///     let content = PackContent.packed([("row", Array("a,b".utf8))])
///     PackContent.parts(content)        // the same
public enum PackContent {
  /// A part, such as a file.
  public typealias Part = (name: String, bytes: [UInt8])

  /// The maximum total size of the parts in bytes, so that a damaged record cannot exhaust the memory.
  static let most = 1 << 36

  /// Returns the compressed content of a record with `parts`.
  public static func packed(_ parts: [Part]) -> [UInt8] {
    var whole: [UInt8] = []
    whole.reserveCapacity(parts.reduce(0) { $0 + $1.bytes.count + 64 })
    for part in parts {
      whole += "\(part.bytes.count) \(part.name)\n".utf8
      whole += part.bytes
    }
    var count = compressBound(UInt(whole.count))
    return [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, filled in
      // Level 1: of tables of text, more would save a tenth for three times the time.
      let state = compress2(buffer.baseAddress, &count, whole, UInt(whole.count), 1)
      precondition(state == Z_OK, "zlib has room, and no other reason to fail")
      filled = Int(count)
    }
  }

  /// Returns the parts packed in `content`; nil if `content` is not a valid result of `packed(_:)`.
  public static func parts(_ content: UnsafeRawBufferPointer) -> [Part]? {
    guard let whole = unpacked(content) else { return nil }
    var parts: [Part] = []
    var place = 0
    while place < whole.count {
      guard let line = whole[place...].firstIndex(of: UInt8(ascii: "\n")),
        let space = whole[place..<line].firstIndex(of: UInt8(ascii: " ")),
        let count = Int(String(decoding: whole[place..<space], as: UTF8.self)), count >= 0,
        count <= whole.count - line - 1
      else { return nil }
      let name = String(decoding: whole[(space + 1)..<line], as: UTF8.self)
      parts.append((name, Array(whole[(line + 1)..<(line + 1 + count)])))
      place = line + 1 + count
    }
    return parts
  }

  private static func unpacked(_ content: UnsafeRawBufferPointer) -> [UInt8]? {
    var stream = z_stream()
    guard inflateInit_(&stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
    defer { inflateEnd(&stream) }
    var whole = [UInt8](repeating: 0, count: max(1 << 10, 8 * content.count))
    var (used, filled) = (0, 0)
    while true {
      let (input, room) = (min(content.count - used, 1 << 30), min(whole.count - filled, 1 << 30))
      let state = whole.withUnsafeMutableBytes { buffer in
        stream.next_in = UnsafeMutablePointer(
          mutating: content.baseAddress?.advanced(by: used).assumingMemoryBound(to: UInt8.self))
        stream.avail_in = UInt32(input)
        stream.next_out = buffer.baseAddress?.advanced(by: filled).assumingMemoryBound(to: UInt8.self)
        stream.avail_out = UInt32(room)
        return inflate(&stream, Z_NO_FLUSH)
      }
      used += input - Int(stream.avail_in)
      filled += room - Int(stream.avail_out)
      switch state {
      case Z_STREAM_END:
        guard used == content.count else { return nil }
        whole.removeLast(whole.count - filled)
        return whole
      case Z_OK, Z_BUF_ERROR:
        guard filled == whole.count, filled < most else { return nil }
        whole += [UInt8](repeating: 0, count: whole.count)
      default: return nil
      }
    }
  }
}
