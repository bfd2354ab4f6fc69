import CKernels
import Glibc
import Tables

/// A file of arrays of plain values, for data that is expensive to compute and cheap to load.
///
/// The file begins with lines of text, readable with `head`:
///
///     detour-archive 3 hierarchy
///     network 5b1c…              the SHA-256 of the network's links and travel times
///     ranks 4 33609 90fe…        an array: its name, bytes per element, length, XXH64
///     …
///     end 7a02…                  the SHA-256 of the lines above
///
/// The arrays follow in their memory layout (little endian), each at a multiple of 64 bytes. Opening a file verifies
/// every byte, which detects damage; the caller must validate the values in the arrays, because a forged file may have
/// valid checksums.
struct BinaryArchive: Sendable {
  /// The format version that is written and required.
  static let version = 3
  private static let alignment = 64

  /// The kind of data, in one word.
  let kind: String
  /// The fingerprint of the network to which the arrays belong.
  let network: String
  private var sections: [Section] = []
  /// The mapped file; nil while an archive is under construction.
  private var file: (path: String, map: MappedFile)?
  /// The ranges of padding between the arrays, filled with spaces.
  private var gaps: [Range<Int>] = []

  private struct Section: Sendable {
    var name: String
    var elementSize: Int
    var count: Int
    var checksum: UInt64
    /// The bytes of an archive under construction.
    var bytes: [UInt8] = []
    /// The file offset of the arrays.
    var start = 0

    var byteCount: Int { elementSize * count }
  }

  /// Creates an archive without arrays.
  init(kind: String, network: String) {
    self.kind = kind
    self.network = network
  }

  /// Adds `array` under `name`, a word not yet in use.
  mutating func add<Element: BitwiseCopyable>(_ name: String, _ array: [Element]) {
    let bytes = array.withUnsafeBytes { Array($0) }
    sections.append(
      Section(
        name: name, elementSize: MemoryLayout<Element>.stride, count: array.count,
        checksum: bytes.withUnsafeBytes(ArchiveChecksum.of), bytes: bytes))
  }

  /// Writes the archive atomically.
  func write(to path: String) throws(ArchiveError) {
    do throws(TableError) {
      var file = try AtomicFile(path: path)
      let header = self.header
      try file.write(header + Self.padding(after: header.utf8.count))
      for section in sections {
        try section.bytes.withUnsafeBufferPointer { bytes throws(TableError) in
          try file.write(UnsafeRawBufferPointer(bytes))
        }
        try file.write(Self.padding(after: section.byteCount))
      }
      try file.close()
    } catch { throw .file(error) }
  }

  private var header: String {
    var lines = "detour-archive \(Self.version) \(kind)\nnetwork \(network)\n"
    for section in sections {
      lines +=
        "\(section.name) \(section.elementSize) \(section.count) \(String(section.checksum, radix: 16))\n"
    }
    return lines + "end \(Digest.of(lines))\n"
  }

  /// Returns the spaces that pad `count` bytes to the next multiple of the alignment.
  private static func padding(after count: Int) -> String {
    String(repeating: " ", count: (alignment - count % alignment) % alignment)
  }
}

extension BinaryArchive {
  /// Opens the archive at `path` and verifies every byte and, if `expected` is given, that the archive belongs to that
  /// network.
  ///
  /// - Throws: `ArchiveError` if it is missing, damaged, of another version or kind, or of another network.
  init(contentsOf path: String, kind: String, network expected: String? = nil) throws(ArchiveError) {
    let map: MappedFile
    do throws(TableError) { map = try MappedFile(path: path) } catch { throw .file(error) }
    var lines = HeaderLines(map.bytes)
    let title = lines.next()
    guard title.count == 3, title[0] == "detour-archive", let version = Int(title[1]) else {
      throw .notAnArchive(file: path)
    }
    guard version == Self.version else {
      throw .version(file: path, found: version, expected: Self.version)
    }
    guard title[2] == kind else { throw .kind(file: path, found: title[2], expected: kind) }
    let network = lines.next()
    guard network.count == 2, network[0] == "network" else {
      throw .damaged(file: path, reason: "the header is cut short")
    }
    self.init(kind: kind, network: network[1])
    try readSections(&lines, map.bytes, path)
    guard expected == nil || self.network == expected else { throw .otherNetwork(file: path) }
    file = (path, map)
    try verify(path, map)
  }

  private mutating func readSections(
    _ lines: inout HeaderLines, _ bytes: UnsafeRawBufferPointer, _ path: String
  ) throws(ArchiveError) {
    while true {
      let end = lines.position
      let line = lines.next()
      if line.count == 2, line[0] == "end" {
        var digest = Digest()
        digest.update(UnsafeRawBufferPointer(rebasing: bytes[..<end]))
        guard line[1] == digest.finish() else {
          throw .damaged(file: path, reason: "the checksum of its header differs")
        }
        break
      }
      guard line.count == 4, let size = Int(line[1]), let count = Int(line[2]), (1...64).contains(size),
        (0...bytes.count / size).contains(count), let checksum = UInt64(line[3], radix: 16)
      else { throw .damaged(file: path, reason: "the header is cut short") }
      sections.append(Section(name: line[0], elementSize: size, count: count, checksum: checksum))
    }
    var position = lines.position
    func pass() {
      let gap = position..<position + Self.padding(after: position).utf8.count
      gaps.append(gap)
      position = gap.upperBound
    }
    for index in sections.indices {
      pass()
      sections[index].start = position
      position += sections[index].byteCount
      guard position <= bytes.count else { throw .damaged(file: path, reason: "it ends prematurely") }
    }
    pass()
    guard position == bytes.count else { throw .damaged(file: path, reason: "it ends too late or too early") }
  }

  /// Verifies the checksums of all arrays and the padding between them.
  ///
  /// - Throws: `ArchiveError.damaged` with the name of the first array that fails the check.
  private func verify(_ path: String, _ map: MappedFile) throws(ArchiveError) {
    guard gaps.allSatisfy({ map.bytes[$0].allSatisfy { $0 == UInt8(ascii: " ") } }) else {
      throw .damaged(file: path, reason: "something stands between its arrays")
    }
    for section in sections where ArchiveChecksum.of(bytes(of: section, in: map)) != section.checksum {
      throw .damaged(file: path, reason: "the checksum of \(section.name) differs")
    }
  }

  /// Returns the array called `name`.
  ///
  /// - Throws: `ArchiveError.damaged` if there is no array of this name and element size.
  func array<Element: BitwiseCopyable>(
    _ name: String, of type: Element.Type = Element.self, file path: String
  ) throws(ArchiveError) -> [Element] {
    guard let section = sections.first(where: { $0.name == name }), let file,
      section.elementSize == MemoryLayout<Element>.stride
    else { throw .damaged(file: path, reason: "no array \(name)") }
    return [Element](unsafeUninitializedCapacity: section.count) { memory, count in
      // Random accesses cost less in large pages.
      if let start = memory.baseAddress { detour_prefer_large_pages(start, section.byteCount) }
      UnsafeMutableRawBufferPointer(memory).copyMemory(from: bytes(of: section, in: file.map))
      count = section.count
    }
  }

  private func bytes(of section: Section, in map: MappedFile) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: map.bytes[section.start..<section.start + section.byteCount])
  }
}

/// A reader of the text lines at the beginning of an archive.
private struct HeaderLines {
  private let bytes: UnsafeRawBufferPointer
  /// The offset of the next line, in bytes.
  private(set) var position = 0

  /// The maximum length of a header line, so that files of other kinds are not searched to their end for a line feed.
  private static let longest = 256

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Returns the words of the next line; empty if there is no further line.
  mutating func next() -> [String] {
    let rest = bytes[position...]
    guard let end = rest.prefix(Self.longest).firstIndex(of: 0x0A) else { return [] }
    position = end + 1
    return String(decoding: rest[..<end], as: UTF8.self).split(separator: " ").map(String.init)
  }
}

/// A memory-mapped file, loaded page by page on access.
final class MappedFile: Sendable {
  /// The bytes, never written to, valid for the object's lifetime.
  nonisolated(unsafe) let bytes: UnsafeRawBufferPointer

  /// Maps the file at `path`.
  ///
  /// - Throws: `TableError` if it is missing, not a regular file, too large, or unreadable.
  init(path: String) throws(TableError) {
    let file = try OpenFile(path: path, rewinds: true)
    let size = file.size
    let most = InputLimit.current.unpacked(from: size)
    guard size <= most else { throw .tooLarge(file: path, isPacked: false, limit: most) }
    // An empty file cannot be mapped, and need not be.
    guard size > 0 else {
      bytes = UnsafeRawBufferPointer(start: nil, count: 0)
      return
    }
    guard let start = mmap(nil, size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file.descriptor, 0),
      start != MAP_FAILED
    else { throw .unreadable(file: path, reason: String(cString: strerror(errno))) }
    bytes = UnsafeRawBufferPointer(start: start, count: size)
  }

  deinit {
    guard let start = bytes.baseAddress else { return }
    munmap(UnsafeMutableRawPointer(mutating: start), bytes.count)
  }
}
