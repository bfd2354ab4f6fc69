import Glibc

/// A pack open for reading: a file of records to which one process at a time appends, and its index.
///
/// The pack alone is the truth. The index has one entry of fixed size for each record, written after it; damaged or
/// missing entries are replaced by a scan of the bytes that no entry covers.
final class PackFile {
  let path: String
  /// The first line of the file, without the line feed.
  let head: String
  /// The open file; nil while it is closed.
  private var window: FileWindow?
  /// Whether the file stays open between calls; a folder of many packs would need too many descriptors.
  var staysOpen = true
  /// The number of bytes of the index read so far.
  private var indexRead = 0
  /// The first byte after everything read so far.
  private var end: Int
  /// The size of the pack at the last reading.
  private var seen = -1

  /// The maximum number of bytes of a first line.
  static let mostHead = 1 << 20
  /// The ending of the name of an index.
  static let indexEnding = ".index"

  /// Opens the pack at `path`; nil if it cannot be read, or its first line is not complete yet.
  init?(_ path: String) {
    guard let window = FileWindow(path) else { return nil }
    var head: String?
    for room in [1 << 14, Self.mostHead] where head == nil {
      head = window.withBytes(at: 0, room) { bytes -> String? in
        bytes.firstIndex(of: UInt8(ascii: "\n")).map { String(decoding: bytes[..<$0], as: UTF8.self) }
      }
    }
    guard let head else { return nil }
    self.path = path
    self.head = head
    self.window = window
    end = head.utf8.count + 1
  }

  /// What a reading found.
  struct News {
    /// The new records, in the order of the file.
    var entries: [PackEntry] = []
    /// The records among them that the index lacks.
    var unindexed: [PackEntry] = []
    /// The records of the index that are damaged in the pack.
    var lost: [PackEntry] = []
  }

  /// Reads what was appended since the last reading; `verifying` checks each record, not only those without an entry.
  func read(verifying: Bool) -> News {
    var news = News()
    guard opens() else { return news }
    defer { rest() }
    // In this order: every entry is then about a record that is present.
    let indexed = indexEntries()
    let size = window!.size
    guard size != seen || !indexed.isEmpty else { return news }
    seen = size
    window!.forget()
    for entry in indexed {
      guard entry.offset >= end || entry.end > end else { continue }
      guard entry.offset >= end, entry.end <= size else {
        if verifying { news.lost.append(entry) }
        continue
      }
      if verifying, !isRecord(entry) {
        // The bytes are scanned with those before the next record.
        news.lost.append(entry)
        continue
      }
      if entry.offset > end { scan(to: entry.offset, &news) }
      news.entries.append(entry)
      end = entry.end
    }
    scan(to: size, &news)
    return news
  }

  /// Opens the file, unless it is open; returns false if that fails.
  private func opens() -> Bool {
    if window == nil { window = FileWindow(path) }
    return window != nil
  }

  private func rest() {
    if !staysOpen { window = nil }
  }

  /// Returns the new entries of the index, by offset.
  private func indexEntries() -> [PackEntry] {
    guard let index = FileWindow(path + Self.indexEnding) else { return [] }
    let count = (index.size - indexRead) / PackEntry.indexSize
    guard count > 0 else { return [] }
    var entries: [PackEntry] = []
    entries.reserveCapacity(count)
    let step = 1 << 14
    for first in stride(from: 0, to: count, by: step) {
      let bytes = min(step, count - first) * PackEntry.indexSize
      index.withBytes(at: indexRead + first * PackEntry.indexSize, bytes) { bytes in
        for place in stride(from: 0, through: bytes.count - PackEntry.indexSize, by: PackEntry.indexSize) {
          if let entry = PackEntry(indexed: bytes, at: place) { entries.append(entry) }
        }
      }
    }
    indexRead += count * PackEntry.indexSize
    // In order already, unless a later process has added those of an earlier one.
    var isSorted = true
    for place in entries.indices.dropFirst() where entries[place - 1].offset > entries[place].offset {
      isSorted = false
    }
    if !isSorted { entries.sort { $0.offset < $1.offset } }
    return entries
  }

  private func isRecord(_ entry: PackEntry) -> Bool {
    window!.withBytes(at: entry.offset, entry.size, ahead: 1 << 20) { entry.isRecord($0) }
  }

  /// Adds the records between the end of those read and `limit`, skipping whatever is none.
  private func scan(to limit: Int, _ news: inout News) {
    var place = end
    while place < limit {
      let (start, head) = window!.withBytes(at: place, 1 << 16, ahead: 1 << 20) { bytes -> (Int?, PackEntry?) in
        guard let found = bytes.firstIndex(of: PackEntry.mark) else { return (nil, nil) }
        return (
          place + found,
          PackEntry(head: UnsafeRawBufferPointer(rebasing: bytes[found...]), at: place + found)
        )
      }
      guard let start else {
        place += 1 << 16
        continue
      }
      if start >= limit { break }
      if start > place {
        // With all bytes of the head in view.
        place = start
        continue
      }
      if let head, head.length < 1 << 40, head.end <= limit, isRecord(head) {
        news.entries.append(head)
        news.unindexed.append(head)
        place = head.end
        end = head.end
      } else {
        place = start + 1
      }
    }
  }

  /// Calls `body` with the content of the record of `entry`; nil if the record is damaged.
  func withContent<Result>(
    of entry: PackEntry, ahead: Int = 0, _ body: (UnsafeRawBufferPointer) -> Result?
  ) -> Result? {
    guard opens() else { return nil }
    defer { rest() }
    return window!.withBytes(at: entry.offset, entry.size, ahead: ahead) { bytes in
      guard entry.isRecord(bytes) else { return nil }
      return body(
        UnsafeRawBufferPointer(rebasing: bytes[PackEntry.headSize..<(PackEntry.headSize + entry.length)]))
    }
  }
}
