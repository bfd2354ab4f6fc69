import CZlib
import Foundation
import JSON5

/// Bytes in the form used in pages: deflated (RFC 1951), then base 64.
struct PackedBytes: Sendable {
  /// The number of values before packing.
  let count: Int
  let base64: String

  /// Packs `bytes`.
  init(_ bytes: [UInt8]) {
    count = bytes.count
    base64 = Data(Self.deflated(bytes)).base64EncodedString()
  }

  /// The number of values and the base 64 text.
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
