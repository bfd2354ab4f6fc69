import Tables

/// Arrays of plain values in a file: prepared data that is dear to make and cheap to load.
///
/// The file begins with lines of text, so that `head` shows what it is:
///
///     detour-archive 1 hierarchy
///     network 5b1c…        the SHA-256 of the network it was made for
///     content 90fe…        the SHA-256 of all bytes behind the header
///     ranks 4 33609        an array: its name, the bytes of an element, the number of elements
///     …
///     end
///
/// Each array follows as it lies in memory (little endian), starting at a multiple of 64 bytes.
struct BinaryArchive: Sendable {
  /// The version of the format that is written, and the only one that is read.
  static let version = 1
  private static let alignment = 64

  /// What the arrays are, in one word.
  let kind: String
  /// The fingerprint of the network that they belong to.
  let network: String
  private var sections: [Section] = []

  private struct Section: Sendable {
    var name: String
    var elementSize: Int
    var count: Int
    var bytes: [UInt8]
  }

  /// Creates an archive of no arrays.
  init(kind: String, network: String) {
    self.kind = kind
    self.network = network
  }

  /// Adds `array` under `name`, a word that is not used yet.
  mutating func add<Element: BitwiseCopyable>(_ name: String, _ array: [Element]) {
    let bytes = array.withUnsafeBytes { Array($0) }
    sections.append(
      Section(name: name, elementSize: MemoryLayout<Element>.stride, count: array.count, bytes: bytes))
  }

  /// Writes the archive, complete or not at all.
  func write(to path: String) throws(ArchiveError) {
    do throws(TableError) {
      var file = try AtomicFile(path: path)
      try file.write(header)
      for part in parts {
        try part.withUnsafeBufferPointer { bytes throws(TableError) in
          try file.write(UnsafeRawBufferPointer(bytes))
        }
      }
      try file.close()
    } catch { throw .file(error) }
  }

  /// The bytes behind the header, in order.
  private var parts: [[UInt8]] { sections.flatMap { [$0.bytes, Self.padding(after: $0.bytes.count)] } }

  private var header: String {
    var digest = Digest()
    for part in parts { part.withUnsafeBytes { digest.update($0) } }
    var lines = "detour-archive \(Self.version) \(kind)\nnetwork \(network)\ncontent \(digest.finish())\n"
    for section in sections { lines += "\(section.name) \(section.elementSize) \(section.count)\n" }
    lines += "end\n"
    return lines + String(decoding: Self.padding(after: lines.utf8.count), as: UTF8.self)
  }

  /// Spaces up to the next multiple of the alignment.
  private static func padding(after count: Int) -> [UInt8] {
    [UInt8](repeating: 0x20, count: (alignment - count % alignment) % alignment)
  }
}

extension BinaryArchive {
  /// Reads the archive at `path`.
  ///
  /// - Throws: `ArchiveError` where it is missing, damaged, of another version or kind, or of another network.
  init(contentsOf path: String, kind: String, network: String) throws(ArchiveError) {
    self.init(kind: kind, network: network)
    let bytes: FileBytes
    do throws(TableError) { bytes = try FileBytes(contentsOf: path) } catch { throw .file(error) }
    try bytes.withSpan { span throws(ArchiveError) in
      try span.withUnsafeBytes { bytes throws(ArchiveError) in try read(bytes, path) }
    }
  }

  /// The array called `name`.
  ///
  /// - Throws: `ArchiveError.damaged` where there is none of such elements.
  func array<Element: BitwiseCopyable>(
    _ name: String, of type: Element.Type = Element.self, file: String
  ) throws(ArchiveError) -> [Element] {
    guard let section = sections.first(where: { $0.name == name }),
      section.elementSize == MemoryLayout<Element>.stride
    else { throw .damaged(file: file, reason: "no array \(name)") }
    return [Element](unsafeUninitializedCapacity: section.count) { memory, count in
      section.bytes.withUnsafeBytes { UnsafeMutableRawBufferPointer(memory).copyMemory(from: $0) }
      count = section.count
    }
  }

  private mutating func read(_ bytes: UnsafeRawBufferPointer, _ file: String) throws(ArchiveError) {
    var position = 0
    /// The words of the next line.
    func words() -> [String] {
      let rest = bytes[position...]
      // A header line is short; a file without one is not searched to its end.
      guard let end = rest.prefix(256).firstIndex(of: 0x0A) else { return [] }
      position = end + 1
      return String(decoding: rest[..<end], as: UTF8.self).split(separator: " ").map(String.init)
    }
    let title = words()
    guard title.count == 3, title[0] == "detour-archive", let version = Int(title[1]) else {
      throw .notAnArchive(file: file)
    }
    guard version == Self.version else {
      throw .version(file: file, found: version, expected: Self.version)
    }
    guard title[2] == kind else { throw .kind(file: file, found: title[2], expected: kind) }
    guard words() == ["network", network] else { throw .otherNetwork(file: file) }
    let content = words()
    while true {
      let line = words()
      if line == ["end"] { break }
      guard line.count == 3, let size = Int(line[1]), let count = Int(line[2]),
        (1...64).contains(size), (0...bytes.count / size).contains(count)
      else { throw .damaged(file: file, reason: "the header is cut short") }
      sections.append(Section(name: line[0], elementSize: size, count: count, bytes: []))
    }
    position += Self.padding(after: position).count
    guard position <= bytes.count else { throw .damaged(file: file, reason: "it ends too early") }
    var digest = Digest()
    digest.update(UnsafeRawBufferPointer(rebasing: bytes[position...]))
    guard content == ["content", digest.finish()] else {
      throw .damaged(file: file, reason: "the checksum differs")
    }
    for index in sections.indices {
      let length = sections[index].elementSize * sections[index].count
      guard position + length <= bytes.count else { throw .damaged(file: file, reason: "it ends too early") }
      sections[index].bytes = Array(bytes[position..<position + length])
      position += length + Self.padding(after: length).count
    }
  }
}
