import CZlib
import Foundation
import JSON5

/// A block of a page: columns of integers, accessed by name in scripts (`Columns` in common.js).
///
/// It begins with the length of its head in four bytes, least significant first, followed by the head in JSON: for each
/// column, its name, number of values and number of bytes.
struct PageBlock {
  private var head: [JSON] = []
  private var columns: [UInt8] = []

  /// Adds the column `name`.
  mutating func add(_ name: String, _ numbers: some Sequence<Int64>) {
    let numbers = Array(numbers)
    let bytes = ColumnBytes(numbers).bytes
    head.append(
      .list([.text(name), .integer(numbers.count), .integer(bytes.count)]))
    columns += bytes
  }

  var bytes: [UInt8] {
    let text = Array(JSON.list(head).compact.utf8)
    return withUnsafeBytes(of: UInt32(text.count).littleEndian, Array.init) + text + columns
  }

  var packed: PackedBytes { PackedBytes(bytes) }
}

/// Bytes in the form used in pages: deflated (RFC 1951), then encoded in base64.
struct PackedBytes: Sendable {
  /// The number of values before packing.
  let count: Int
  let base64: String

  /// Packs `bytes`.
  init(_ bytes: [UInt8]) {
    count = bytes.count
    base64 = Data(Self.deflated(bytes)).base64EncodedString()
  }

  /// The number of values, and the base64 text.
  var json: JSON { .list([.integer(count), .text(base64)]) }

  private static func deflated(_ bytes: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    // Raw deflate, called `deflate-raw` in browsers. A medium level: a third of the time of the best one, for a
    // twentieth more bytes.
    let opened = deflateInit2_(
      &stream, 5, Z_DEFLATED, -MAX_WBITS, 9, Z_DEFAULT_STRATEGY, zlibVersion(),
      Int32(MemoryLayout<z_stream>.size))
    precondition(opened == Z_OK, "zlib has memory")
    defer { deflateEnd(&stream) }
    let room = Int(deflateBound(&stream, UInt(bytes.count)))
    return [UInt8](unsafeUninitializedCapacity: room) { output, filled in
      bytes.withUnsafeBufferPointer { input in
        // zlib does not modify its input, although its header does not say so.
        stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.next_out = output.baseAddress
        var rest = (input: input.count, output: room)
        var state = Z_OK
        // zlib counts in 32 bits.
        repeat {
          let part = (input: min(rest.input, 1 << 30), output: min(rest.output, 1 << 30))
          stream.avail_in = UInt32(part.input)
          stream.avail_out = UInt32(part.output)
          state = deflate(&stream, part.input == rest.input ? Z_FINISH : Z_NO_FLUSH)
          rest.input -= part.input - Int(stream.avail_in)
          rest.output -= part.output - Int(stream.avail_out)
        } while state == Z_OK
        precondition(state == Z_STREAM_END, "the bound of zlib holds")
        filled = room - rest.output
      }
    }
  }
}

/// A compact encoding of integers in page columns: differences from the previous number, seven bits per byte, least
/// significant first; the sign is the least significant bit.
struct ColumnBytes: Sendable {
  private(set) var bytes: [UInt8] = []
  private var last: Int64 = 0

  /// Appends `number`.
  mutating func append(_ number: Int64) {
    let difference = number &- last
    last = number
    var rest = UInt64(bitPattern: (difference << 1) ^ (difference >> 63))
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Encodes `numbers`.
  init(_ numbers: some Sequence<Int64>) {
    bytes.reserveCapacity(numbers.underestimatedCount * 2)
    for number in numbers { append(number) }
  }

  init() {}
}
