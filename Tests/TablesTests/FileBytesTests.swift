import CZlib
import Foundation
import Tables
import TestSupport
import Testing

@Suite struct FileBytesTests {
  static let text = "a,b\n" + (0..<20_000).map { "\($0),\($0 * 7919 % 1000)\n" }.joined()

  @Test func plainAndPackedAreTheSame() throws {
    let scratch = try Scratch()
    let plain = try scratch.write(Array(Self.text.utf8), to: "a.csv")
    let packed = try scratch.write(Self.gzip(Self.text), to: "a.csv.gz")
    #expect(try Self.read(plain) == Self.text)
    #expect(try Self.read(packed) == Self.text)
  }

  @Test func severalMembersAreOneFile() throws {
    let scratch = try Scratch()
    let parts = [String(Self.text.prefix(70_000)), "", String(Self.text.dropFirst(70_000))]
    let path = try scratch.write(parts.flatMap { Self.gzip($0) } + [0, 0, 0], to: "a.gz")
    #expect(try Self.read(path) == Self.text)
  }

  @Test func anEmptyFileHasNoBytes() throws {
    let scratch = try Scratch()
    #expect(try Self.read(scratch.write([], to: "a")) == "")
    #expect(try Self.read(scratch.write(Self.gzip(""), to: "b")) == "")
    #expect(try Self.read("/dev/null") == "")
  }

  @Test func aTruncatedArchiveIsAnErrorWhereverItEnds() throws {
    let scratch = try Scratch()
    let packed = Self.gzip(String(Self.text.prefix(3000)))
    for length in [2, 3, 9, 10, 11, 18, packed.count / 2, packed.count - 8, packed.count - 1] {
      let path = try scratch.write(Array(packed.prefix(length)), to: "a.gz")
      #expect(throws: TableError.damagedArchive(file: path, reason: "it ends prematurely")) {
        try Self.read(path)
      }
    }
  }

  @Test func aCorruptArchiveIsAnError() throws {
    let scratch = try Scratch()
    var packed = Self.gzip(Self.text)
    packed[packed.count - 6] ^= 1
    let path = try scratch.write(packed, to: "a.gz")
    let error = #expect(throws: TableError.self) { try Self.read(path) }
    #expect(
      error?.description
        == "\(path): the gzip file is truncated or corrupt (incorrect data check); download or compress it again"
    )
    let trailing = try scratch.write(Self.gzip("a\n") + Array("junk".utf8), to: "b.gz")
    #expect(throws: TableError.self) { try Self.read(trailing) }
  }

  @Test func whatIsNoFileIsAnError() throws {
    let scratch = try Scratch()
    #expect(throws: TableError.missingFile(file: scratch.path("none"))) {
      try Self.read(scratch.path("none"))
    }
    #expect(throws: TableError.isFolder(file: scratch.folder.path)) { try Self.read(scratch.folder.path) }
  }

  static func read(_ path: String) throws(TableError) -> String {
    let bytes = try FileBytes(contentsOf: path)
    return bytes.withSpan { span in span.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) } }
  }

  /// `text` as one member of a gzip file.
  static func gzip(_ text: String) -> [UInt8] {
    var stream = z_stream()
    deflateInit2_(
      &stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    defer { deflateEnd(&stream) }
    var input = Array(text.utf8)
    var output = [UInt8](repeating: 0, count: input.count + 1000)
    let written = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        deflate(&stream, Z_FINISH)
        return output.count - Int(stream.avail_out)
      }
    }
    return Array(output.prefix(written))
  }
}
