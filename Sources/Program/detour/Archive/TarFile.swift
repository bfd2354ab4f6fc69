import Foundation
import Tables

/// A tar archive of regular files in the portable POSIX ustar format.
///
/// Equal entries yield equal bytes: user and group are 0, permissions 644, and the modification time is 0. Links,
/// devices and absolute names are neither written nor read.
enum TarFile {
  /// A file in the archive.
  struct Entry: Equatable {
    /// The path, of components separated by slashes, without `.` and `..`.
    var name: String
    var bytes: Data
  }

  private static let block = 512
  /// The maximum lengths, in bytes, of the name field and of the prefix field, which holds the leading components of
  /// longer names.
  private static let (nameLength, prefixLength) = (100, 155)

  /// Writes `entries` to `path`; the file has this name only once it is complete.
  ///
  /// - Throws: `ResultArchiveError.longName` if a name does not fit the format; `TableError.unwritable`.
  static func write(_ entries: [Entry], to path: String) throws {
    var headers: [[UInt8]] = []
    for entry in entries { headers.append(try header(of: entry)) }
    var file = try AtomicFile(path: path)
    for (header, entry) in zip(headers, entries) {
      try file.write(header)
      try file.write(Array(entry.bytes))
      try file.write(Array(repeating: 0, count: padding(entry.bytes.count)))
    }
    try file.write(Array(repeating: 0, count: 2 * block))
    try file.close()
  }

  /// Returns the entries of `data`, the content of the archive at `path`.
  ///
  /// - Throws: `ResultArchiveError.damaged` if it is not a tar file, is truncated, or contains links or devices.
  static func entries(of data: Data, path: String) throws(ResultArchiveError) -> [Entry] {
    let bytes = [UInt8](data)
    var entries: [Entry] = []
    var names: Set<String> = []
    var place = 0
    while place + block <= bytes.count, bytes[place] != 0 {
      let header = bytes[place..<place + block]
      guard let sum = number(header, 148, 8), sum == checksum(header), let size = number(header, 124, 12)
      else {
        throw .damaged(file: path, "it is not a tar file, or its header at byte \(place) is damaged")
      }
      place += block
      guard size <= bytes.count - place else { throw .damaged(file: path, "it is truncated") }
      let name = name(header)
      switch bytes[header.startIndex + 156] {
      case 0, UInt8(ascii: "0"):
        guard isPlain(name), names.insert(name).inserted else {
          throw .damaged(file: path, "its entry `\(name)` is named twice, or leads out of its folder")
        }
        entries.append(Entry(name: name, bytes: data.dropFirst(place).prefix(size)))
      // Folders, and remarks of other tar programs such as times.
      case UInt8(ascii: "5"), UInt8(ascii: "g"), UInt8(ascii: "x"): break
      default: throw .damaged(file: path, "its entry `\(name)` is a link or a device")
      }
      place = min(bytes.count, place + size + padding(size))
    }
    guard place < bytes.count, !entries.isEmpty else {
      throw .damaged(file: path, entries.isEmpty ? "it is not a tar file" : "it is truncated")
    }
    return entries
  }

  /// Returns whether `name` refers to a place below the folder into which the archive is unpacked.
  private static func isPlain(_ name: String) -> Bool {
    let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return !parts.contains { $0.isEmpty || Array($0) == Array(".".utf8) || Array($0) == Array("..".utf8) }
      && !name.utf8.contains(0)
  }

  private static func padding(_ size: Int) -> Int { (block - size % block) % block }

  private static func header(of entry: Entry) throws(ResultArchiveError) -> [UInt8] {
    guard let (prefix, name) = parts(of: Array(entry.name.utf8)) else { throw .longName(entry.name) }
    var header = [UInt8](repeating: 0, count: block)
    func put(_ bytes: some Sequence<UInt8>, _ offset: Int) {
      for (index, byte) in bytes.enumerated() { header[offset + index] = byte }
    }
    func put(_ value: Int, _ offset: Int, digits: Int) {
      let text = String(value, radix: 8)
      put((String(repeating: "0", count: digits - text.utf8.count) + text).utf8, offset)
    }
    put(name, 0)
    put(0o644, 100, digits: 7)
    put(0, 108, digits: 7)
    put(0, 116, digits: 7)
    put(entry.bytes.count, 124, digits: 11)
    put(0, 136, digits: 11)
    header[156] = UInt8(ascii: "0")
    put("ustar\u{0}00".utf8, 257)
    put(prefix, 345)
    put(checksum(header[...]), 148, digits: 6)
    header[154] = 0
    header[155] = UInt8(ascii: " ")
    return header
  }

  /// Returns `name` divided at a slash such that both parts fit; nil if there is none.
  private static func parts(of name: [UInt8]) -> (prefix: ArraySlice<UInt8>, name: ArraySlice<UInt8>)? {
    if name.count <= nameLength { return ([], name[...]) }
    let cut = name.indices.last { place in
      name[place] == UInt8(ascii: "/") && place <= prefixLength && name.count - place - 1 <= nameLength
    }
    return cut.map { (name[..<$0], name[($0 + 1)...]) }
  }

  private static func name(_ header: ArraySlice<UInt8>) -> String {
    func text(_ offset: Int, _ length: Int) -> String {
      let start = header.startIndex + offset
      return String(decoding: header[start..<start + length].prefix { $0 != 0 }, as: UTF8.self)
    }
    let prefix = text(345, prefixLength)
    let name = (prefix.isEmpty ? "" : prefix + "/") + text(0, nameLength)
    return name.utf8.starts(with: "./".utf8) ? String(decoding: name.utf8.dropFirst(2), as: UTF8.self) : name
  }

  /// Returns the sum of the bytes of `header`, with blanks in place of the checksum itself.
  private static func checksum(_ header: ArraySlice<UInt8>) -> Int {
    header.enumerated().reduce(0) { sum, byte in
      sum + ((148..<156).contains(byte.offset) ? 32 : Int(byte.element))
    }
  }

  /// Returns the octal number of `length` bytes at `offset`; nil if there is none.
  private static func number(_ header: ArraySlice<UInt8>, _ offset: Int, _ length: Int) -> Int? {
    let start = header.startIndex + offset
    let digits = header[start..<start + length].filter { $0 != 0 && $0 != UInt8(ascii: " ") }
    return Int(String(decoding: digits, as: UTF8.self), radix: 8).flatMap { $0 >= 0 ? $0 : nil }
  }
}
