import CCrypto
import Foundation
import Glibc

/// A SHA-256 digest under way (FIPS 180-4, computed by OpenSSL).
///
///     var digest = Digest()
///     digest.update("abc")
///     digest.finish()        // "ba7816bf…": 64 hexadecimal digits
public struct Digest: ~Copyable {
  private let context: OpaquePointer

  /// Creates the digest of nothing yet.
  public init() {
    guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else {
      preconditionFailure("OpenSSL offers no SHA-256")
    }
    self.context = context
  }

  deinit { EVP_MD_CTX_free(context) }

  /// Takes in `bytes`.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress, !bytes.isEmpty else { return }
    EVP_DigestUpdate(context, start, bytes.count)
  }

  /// Takes in the UTF-8 bytes of `text`.
  public mutating func update(_ text: String) {
    var text = text
    text.withUTF8 { update(UnsafeRawBufferPointer($0)) }
  }

  /// Ends the digest: 64 hexadecimal digits.
  public consuming func finish() -> String { finish(Self.hexadecimal) }

  /// Ends the digest as `body` writes its 32 bytes.
  private consuming func finish(_ body: (UnsafeBufferPointer<UInt8>) -> String) -> String {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { bytes in
      EVP_DigestFinal_ex(context, bytes.baseAddress, nil)
      return body(UnsafeBufferPointer(bytes))
    }
  }

  /// The digest of `text`'s UTF-8 bytes: 64 hexadecimal digits.
  public static func of(_ text: String) -> String {
    var digest = Digest()
    digest.update(text)
    return digest.finish()
  }

  /// The digest of `text`'s UTF-8 bytes in base 64, as browsers name scripts.
  public static func base64(of text: String) -> String {
    var digest = Digest()
    digest.update(text)
    return digest.finish { Data($0).base64EncodedString() }
  }

  /// The digest of a file's bytes as they stand on disk (a compressed file is not unpacked).
  ///
  /// - Throws: `TableError` where the file is missing, a folder, a pipe or a device, or cannot be read.
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

  /// The digest of a table's rows and header without their first field, as `TableFile` takes it of a table whose first
  /// column is constant; nil where a row does not begin with the `constant` column.
  ///
  /// - Throws: `TableError` where the file is missing, a folder, or cannot be read.
  public static func ofTable(
    _ path: String, constant: (name: String, value: String)
  ) throws(TableError) -> String? {
    let file = try OpenFile(path: path, rewinds: true)
    var digest = Digest()
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)
    defer { chunk.deallocate() }
    let value = Array((constant.value + ",").utf8)
    var expected = Array((constant.name + ",").utf8)
    // How much of the first field has come; nil behind it.
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
          // A line feed between quotes ends no row; most rows have none.
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
