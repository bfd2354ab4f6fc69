import CCrypto
import Foundation
import Glibc

/// An incremental SHA-256 digest (FIPS 180-4, computed by OpenSSL).
///
///     var digest = Digest()
///     digest.update("abc")
///     digest.finish()        // "ba7816bf…": 64 hexadecimal digits
public struct Digest: ~Copyable {
  private let context: OpaquePointer

  /// Creates the digest of an empty input.
  public init() {
    guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else {
      preconditionFailure("OpenSSL offers no SHA-256")
    }
    self.context = context
  }

  deinit { EVP_MD_CTX_free(context) }

  /// Adds `bytes`.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress, !bytes.isEmpty else { return }
    EVP_DigestUpdate(context, start, bytes.count)
  }

  /// Adds the UTF-8 bytes of `text`.
  public mutating func update(_ text: String) {
    var text = text
    text.withUTF8 { update(UnsafeRawBufferPointer($0)) }
  }

  /// Returns the digest as 64 hexadecimal digits.
  public consuming func finish() -> String { finish(Self.hexadecimal) }

  /// Returns the digest as formatted by `body` from its 32 bytes.
  private consuming func finish(_ body: (UnsafeBufferPointer<UInt8>) -> String) -> String {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { bytes in
      EVP_DigestFinal_ex(context, bytes.baseAddress, nil)
      return body(UnsafeBufferPointer(bytes))
    }
  }

  /// Returns the digest of `text`'s UTF-8 bytes as 64 hexadecimal digits.
  public static func of(_ text: String) -> String {
    var digest = Digest()
    digest.update(text)
    return digest.finish()
  }

  /// Returns the digest of `text`'s UTF-8 bytes in base 64, as in browsers' script hashes.
  public static func base64(of text: String) -> String {
    var digest = Digest()
    digest.update(text)
    return digest.finish { Data($0).base64EncodedString() }
  }

  /// Returns the digest of a file's bytes as stored (a compressed file is not unpacked).
  ///
  /// - Throws: `TableError` if the file is missing, a folder, a pipe or a device, or cannot be read.
  public static func ofFile(_ path: String) throws(TableError) -> String {
    let file = try OpenFile(path: path, rewinds: true)
    var digest = Digest()
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)
    defer { chunk.deallocate() }
    while true {
      let count = try file.read(into: chunk)
      guard count > 0 else { return digest.finish() }
      digest.update(UnsafeRawBufferPointer(rebasing: chunk[..<count]))
    }
  }

  /// Returns the digest of a table's header and rows without their first field, as `TableFile` computes it for a
  /// table with a constant first column; nil if a row does not begin with the `constant` column.
  ///
  /// - Throws: `TableError` if the file is missing, a folder, or cannot be read.
  public static func ofTable(
    _ path: String, constant: (name: String, value: String)
  ) throws(TableError) -> String? {
    let file = try OpenFile(path: path, rewinds: true)
    var digest = Digest()
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)
    defer { chunk.deallocate() }
    let value = Array((constant.value + ",").utf8)
    var expected = Array((constant.name + ",").utf8)
    // The number of bytes of the first field matched so far; nil after it.
    var met: Int? = 0
    var isQuoted = false
    while true {
      let count = try file.read(into: chunk)
      guard count > 0 else { return met == 0 ? digest.finish() : nil }
      var rest = UnsafeRawBufferPointer(rebasing: chunk[..<count])
      while !rest.isEmpty {
        if let known = met {
          let count = min(rest.count, expected.count - known)
          let isExpected = expected.withUnsafeBytes { expected in
            memcmp(rest.baseAddress!, expected.baseAddress! + known, count) == 0
          }
          guard isExpected else { return nil }
          met = known + count < expected.count ? known + count : nil
          if met == nil { expected = value }
          rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        } else {
          let found = memchr(rest.baseAddress!, Int32(Byte.lineFeed), rest.count)
          let count = found.map { rest.baseAddress!.distance(to: UnsafeRawPointer($0)) + 1 } ?? rest.count
          digest.update(UnsafeRawBufferPointer(rebasing: rest[..<count]))
          // A line feed between quotes does not end a row; most rows have none.
          if memchr(rest.baseAddress!, Int32(Byte.quote), count) != nil,
            rest[..<count].count(where: { $0 == Byte.quote }) % 2 == 1
          {
            isQuoted.toggle()
          }
          if found != nil, !isQuoted { met = 0 }
          rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
      }
    }
  }

  private static func hexadecimal(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    let digits: StaticString = "0123456789abcdef"
    return String(unsafeUninitializedCapacity: 2 * bytes.count) { text in
      for (index, byte) in bytes.enumerated() {
        text[2 * index] = digits.utf8Start[Int(byte >> 4)]
        text[2 * index + 1] = digits.utf8Start[Int(byte & 15)]
      }
      return 2 * bytes.count
    }
  }
}
