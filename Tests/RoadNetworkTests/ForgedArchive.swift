import Foundation
import Tables

@testable import RoadNetwork

/// A file of prepared data taken apart, so that its arrays can be changed and put together with right checksums.
struct ForgedArchive {
  /// The first two lines: what it is and which network it belongs to.
  private let title: [String]
  private var sections: [(name: String, size: Int, bytes: [UInt8])] = []

  /// Takes the sound archive in `bytes` apart.
  init(_ bytes: [UInt8]) {
    var position = 0
    var lines: [[String]] = []
    repeat {
      let end = bytes[position...].firstIndex(of: 0x0A) ?? bytes.endIndex
      lines.append(
        String(decoding: bytes[position..<end], as: UTF8.self).split(separator: " ").map(String.init))
      position = end + 1
    } while lines.last?.first != "end" && position < bytes.count
    title = lines.prefix(2).map { $0.joined(separator: " ") }
    for line in lines.dropFirst(2).dropLast() {
      position += Self.gap(position)
      let (size, count) = (Int(line[1]) ?? 1, Int(line[2]) ?? 0)
      sections.append((line[0], size, Array(bytes[position..<position + size * count])))
      position += size * count
    }
  }

  /// Takes the sound archive at `path` apart.
  init(contentsOf path: String) throws { self.init([UInt8](try Data(contentsOf: URL(filePath: path)))) }

  /// The number of bytes of all arrays together.
  var byteCount: Int { sections.reduce(0) { $0 + $1.bytes.count } }

  /// Changes byte `index` of all arrays together by `mask`.
  mutating func flip(_ index: Int, _ mask: UInt8) {
    var index = index
    for section in sections.indices {
      if index < sections[section].bytes.count {
        sections[section].bytes[index] ^= mask
        return
      }
      index -= sections[section].bytes.count
    }
  }

  /// Lets `change` write the array called `name`.
  mutating func change<Element: BitwiseCopyable>(_ name: String, _ change: (inout [Element]) -> Void) {
    guard let section = sections.firstIndex(where: { $0.name == name }) else {
      preconditionFailure("there is no array \(name)")
    }
    var array = sections[section].bytes.withUnsafeBytes { bytes in
      (0..<bytes.count / MemoryLayout<Element>.stride).map {
        bytes.loadUnaligned(fromByteOffset: $0 * MemoryLayout<Element>.stride, as: Element.self)
      }
    }
    change(&array)
    sections[section].bytes = array.withUnsafeBytes { Array($0) }
  }

  /// The archive as a file, every checksum right.
  var bytes: [UInt8] {
    var header = title.joined(separator: "\n") + "\n"
    for section in sections {
      let checksum = String(section.bytes.withUnsafeBytes(ArchiveChecksum.of), radix: 16)
      header += "\(section.name) \(section.size) \(section.bytes.count / section.size) \(checksum)\n"
    }
    var bytes = Array((header + "end \(Digest.of(header))\n").utf8)
    for section in sections {
      bytes += Array(repeating: UInt8(ascii: " "), count: Self.gap(bytes.count)) + section.bytes
    }
    return bytes + Array(repeating: UInt8(ascii: " "), count: Self.gap(bytes.count))
  }

  /// Writes the archive to `path`.
  func write(to path: String) throws { try Data(bytes).write(to: URL(filePath: path)) }

  private static func gap(_ position: Int) -> Int { (64 - position % 64) % 64 }
}
