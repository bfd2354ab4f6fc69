import CZlib
import Foundation
import Testing

@testable import Pages

struct ColumnBytesTests {
  @Test func numbersComeBack() {
    var numbers: [Int64] = [0, 1, -1, 63, 64, -64, -65, 1 << 52, -(1 << 52), PageBlock.absent, 5, 5, 4]
    numbers += (0..<1000).map { Int64($0 * $0) - 400_000 }
    #expect(read(ColumnBytes(numbers).bytes, numbers.count) == numbers)
  }

  @Test(arguments: [0, 1, 100_000])
  func packedBytesComeBack(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * $0 / 7) }
    let packed = PackedBytes(bytes)
    #expect(packed.count == count)
    let data = try #require(Data(base64Encoded: packed.base64))
    #expect(inflated(Array(data), count) == bytes)
  }

  /// The reverse, written apart: differences of zigzag numbers of seven bits a byte.
  private func read(_ bytes: [UInt8], _ count: Int) -> [Int64] {
    var place = 0
    var last: Int64 = 0
    return (0..<count).map { _ in
      var number: UInt64 = 0
      var shift: UInt64 = 0
      repeat {
        number |= UInt64(bytes[place] & 0x7F) << shift
        shift += 7
        place += 1
      } while bytes[place - 1] & 0x80 != 0
      last &+= number & 1 == 0 ? Int64(number >> 1) : ~Int64(number >> 1)
      return last
    }
  }

  private func inflated(_ packed: [UInt8], _ count: Int) -> [UInt8] {
    var stream = z_stream()
    inflateInit2_(&stream, -MAX_WBITS, zlibVersion(), Int32(MemoryLayout<z_stream>.size))
    defer { inflateEnd(&stream) }
    var packed = packed
    var bytes = [UInt8](repeating: 0, count: count + 1)
    let state = packed.withUnsafeMutableBufferPointer { input in
      bytes.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        return inflate(&stream, Z_FINISH)
      }
    }
    #expect(state == Z_STREAM_END)
    return Array(bytes.prefix(Int(stream.total_out)))
  }
}
