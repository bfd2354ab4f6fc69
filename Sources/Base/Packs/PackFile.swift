import Glibc

/// A pack opened for reading: a file of records, to which one process at a time appends, and its index.
///
/// Only the pack is authoritative. Its index has one fixed-size entry per record, written after the record. Where
/// entries are missing or damaged, the pack is scanned for records.
final class PackFile {
  let path: String
  /// The first line of the file, without the line feed.
  let head: String
  /// The open file; nil while it is closed.
  private var window: FileWindow?
  /// Whether the file stays open between calls; false in folders with many packs, to limit the number of open files.
  var staysOpen = true
  /// The number of bytes of the index read so far.
  private var indexRead = 0
  /// The end of the last record read, as an offset.
  private var end: Int
  /// The size of the pack when last read.
  private var seen = -1

  /// The maximum length of the first line, in bytes.
  static let mostHead = 1 << 20
  /// The suffix of the names of index files.
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

  /// A finding of `read(verifying:_:)`.
  enum News {
    /// An intact record; `isIndexed` is false if the index lacks it.
    case record(PackEntry, isIndexed: Bool)
    /// An indexed record that is damaged in the pack.
    case lost(PackEntry)
  }

  /// The number of index entries not read yet.
  var unread: Int {
    FileWindow(path + Self.indexEnding).map { max(0, $0.size - indexRead) / PackEntry.indexSize } ?? 0
  }

  /// Reads the records appended since the last call; if `verifying`, checks every record, not only those without an
  /// index entry.
  func read(verifying: Bool, _ found: (News) -> Void) {
    guard opens() else { return }
    defer { rest() }
    let index = FileWindow(path + Self.indexEnding)
    // In this order: every entry is then about a record that is present.
    let count = index.map { max(0, $0.size - indexRead) / PackEntry.indexSize } ?? 0
    let size = window!.size
    guard size != seen || count > 0 else { return }
    seen = size
    window!.forget()
    let step = 1 << 12
    for first in stride(from: 0, to: count, by: step) {
      let bytes = min(step, count - first) * PackEntry.indexSize
      index?.withBytes(at: indexRead + first * PackEntry.indexSize, bytes) { bytes in
        for place in stride(from: 0, through: bytes.count - PackEntry.indexSize, by: PackEntry.indexSize) {
          if let entry = PackEntry(indexed: bytes, at: place) {
            take(entry, of: size, verifying: verifying, found)
          }
        }
      }
    }
    indexRead += count * PackEntry.indexSize
    scan(to: size, found)
  }

  /// Calls `found` with the stamps of all records, block by block; for the first reading only. Several times as fast as
  /// `read(verifying:_:)` if all records are indexed.
  func stamps(_ found: (UnsafeBufferPointer<RecordStamp>) -> Void) {
    let size = opens() ? window!.size : 0
    if let index = FileWindow(path + Self.indexEnding) { stamps(in: index, of: size, found) }
    // The rest, if there is any: records without entries, or parts of records.
    guard end < size else { return }
    read(verifying: false) { news in
      guard case .record(let entry, _) = news else { return }
      withUnsafePointer(to: RecordStamp(id: entry.id, time: entry.time)) { stamp in
        found(UnsafeBufferPointer(start: stamp, count: 1))
      }
    }
  }

  /// Calls `found` with the stamps of the records in `index`, up to the first record that does not follow the previous
  /// one.
  private func stamps(
    in index: FileWindow, of size: Int, _ found: (UnsafeBufferPointer<RecordStamp>) -> Void
  ) {
    let count = index.size / PackEntry.indexSize
    // 48 kB, so that the entries stay in the nearest caches.
    let step = 1 << 10
    withUnsafeTemporaryAllocation(of: RecordStamp.self, capacity: step) { stamps in
      for first in stride(from: 0, to: count, by: step) {
        let wanted = min(step, count - first)
        var end = end
        let taken = index.withBytes(at: first * PackEntry.indexSize, wanted * PackEntry.indexSize) { bytes in
          var taken = 0
          while (taken + 1) * PackEntry.indexSize <= bytes.count,
            let entry = PackEntry(indexed: bytes, at: taken * PackEntry.indexSize),
            entry.offset == end, entry.end <= size
          {
            stamps[taken] = RecordStamp(id: entry.id, time: entry.time)
            end = entry.end
            taken += 1
          }
          return taken
        }
        self.end = end
        indexRead += taken * PackEntry.indexSize
        found(UnsafeBufferPointer(rebasing: stamps[..<taken]))
        guard taken == wanted else { return }
      }
    }
  }

  /// Processes an index entry, after scanning for unindexed records before it.
  private func take(_ entry: PackEntry, of size: Int, verifying: Bool, _ found: (News) -> Void) {
    // What lies before the end was found by a scan.
    guard entry.offset >= end else { return }
    guard entry.end <= size, !verifying || isRecord(entry) else {
      // The bytes are scanned with those before the next record.
      if verifying { found(.lost(entry)) }
      return
    }
    if entry.offset > end { scan(to: entry.offset, found) }
    found(.record(entry, isIndexed: true))
    end = entry.end
  }

  /// Opens the file unless it is open; returns false if that fails.
  private func opens() -> Bool {
    if window == nil { window = FileWindow(path) }
    return window != nil
  }

  private func rest() {
    if !staysOpen { window = nil }
  }

  private func isRecord(_ entry: PackEntry) -> Bool {
    window!.withBytes(at: entry.offset, entry.size, ahead: 1 << 20) { entry.isRecord($0) }
  }

  /// Scans the bytes between the last record read and `limit` for records, skipping damaged ones.
  private func scan(to limit: Int, _ found: (News) -> Void) {
    var place = end
    while place < limit {
      let (start, head) = window!.withBytes(at: place, 1 << 16, ahead: 1 << 20) {
        bytes -> (Int?, PackEntry?) in
        guard let mark = bytes.firstIndex(of: PackEntry.mark) else { return (nil, nil) }
        return (
          place + mark, PackEntry(head: UnsafeRawBufferPointer(rebasing: bytes[mark...]), at: place + mark)
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
        found(.record(head, isIndexed: false))
        place = head.end
        end = head.end
      } else {
        place = start + 1
      }
    }
  }

  /// Calls `body` with the content of the record of `entry`; returns nil if the record is damaged.
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
