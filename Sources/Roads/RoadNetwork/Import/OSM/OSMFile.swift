import COsmium
import Glibc
import Quantities
import Tables

/// An OpenStreetMap file as libosmium reads it: `.osm.pbf`, `.osm`, `.osm.gz` or `.osm.bz2`, by its name.
struct OSMFile: Sendable {
  /// The endings of the names that are read.
  static let endings = [".osm.pbf", ".pbf", ".osm", ".osm.gz", ".osm.bz2"]

  let path: String
  /// The size that it may unpack to.
  var limit = InputLimit.current

  /// Calls `take` with every way that has one of the required keys of `OSMTags`: its id, its nodes (valid in
  /// the call only), its tags. Returns what the file says besides its ways.
  ///
  /// - Throws: `NetworkError.unreadable` where the file is truncated, corrupt or of another format.
  func readWays(
    _ take: (_ id: Int64, _ nodes: UnsafeBufferPointer<Int64>, _ tags: OSMTags) -> Void
  ) throws(NetworkError) -> Notes {
    let keys = OSMTags.Key.all.map { UnsafePointer<CChar>(strdup($0.rawValue)) }
    defer { for key in keys { free(UnsafeMutableRawPointer(mutating: key)) } }
    var notes = cosmium_notes()
    try calling { most, error in
      withoutActuallyEscaping(take) { take in
        let receiver = WayReceiver(take: take)
        let context = Unmanaged.passUnretained(receiver).toOpaque()
        return withExtendedLifetime(receiver) {
          cosmium_read_ways(
            path, keys, keys.count, OSMTags.Key.required, context,
            { context, way in
              guard let context, let way else { return }
              Unmanaged<WayReceiver>.fromOpaque(context).takeUnretainedValue().receive(way.pointee)
            }, &notes, most, error)
        }
      }
    }
    return Notes(notes)
  }

  /// What a file says besides its ways.
  struct Notes {
    /// The number of turn restrictions.
    var restrictions: Int
    /// The number of ways and relations that are marked as deleted.
    var deleted: Int
    /// The remark of the server that sent the file, in one line; empty where there is none.
    var remark: String

    init(_ notes: cosmium_notes) {
      restrictions = Int(notes.restrictions)
      deleted = Int(notes.deleted)
      let text = withUnsafeBytes(of: notes.remark) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")]
      let plain = entities.reduce(text) { $0.replacing($1.0, with: $1.1) }
      remark = plain.split(whereSeparator: \.isWhitespace).joined(separator: " ").visible
    }
  }

  /// Longitude and latitude, in units of 10⁻⁷ degrees, of the nodes `ids`, which ascend; `unknown` where the
  /// file has no such node; and the number of nodes that are marked as deleted.
  ///
  /// - Throws: `NetworkError.unreadable` where the file is truncated, corrupt or of another format.
  func readNodes(_ ids: [Int64]) throws(NetworkError) -> (x: [Int32], y: [Int32], deleted: Int) {
    var x = [Int32](repeating: Self.unknown, count: ids.count)
    var y = x
    var deleted: Int64 = 0
    try calling { most, error in cosmium_read_nodes(path, ids, ids.count, &x, &y, &deleted, most, error) }
    return (x, y, Int(deleted))
  }

  /// The value in place of a coordinate that the file does not give.
  static let unknown = Int32.max

  /// Calls `body` with the most bytes that the file may unpack to.
  private func calling(_ body: (_ most: UInt64, cosmium_error) -> Int32) throws(NetworkError) {
    let most: Int
    do throws(TableError) {
      let file = try OpenFile(path: path, rewinds: true)
      most = limit.unpacked(from: file.size)
      if file.size > most { throw .tooLarge(file: path, isPacked: false, limit: most) }
    } catch { throw .faults([error]) }
    var answer: Int32 = 0
    let reason: String? = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { text in
      text.initialize(repeating: 0)
      answer = body(UInt64(most), cosmium_error(text: text.baseAddress, capacity: text.count))
      guard answer != 0 else { return nil }
      return String(cString: text.baseAddress.unsafelyUnwrapped)
    }
    if answer == COSMIUM_TOO_LARGE { throw .faults([.tooLarge(file: path, isPacked: true, limit: most)]) }
    if answer == COSMIUM_NO_THREAD {
      let reason =
        "reading OpenStreetMap takes threads, and the system grants no more; raise \(Threads.limits)"
      throw .faults([.unreadable(file: path, reason: reason)])
    }
    if let reason { throw .unreadable(file: path, reason: reason) }
  }
}

/// The receiver to which C hands ways: a closure behind a pointer.
private final class WayReceiver {
  private let take: (Int64, UnsafeBufferPointer<Int64>, OSMTags) -> Void

  init(take: @escaping (Int64, UnsafeBufferPointer<Int64>, OSMTags) -> Void) { self.take = take }

  func receive(_ way: cosmium_way) {
    var values: [OSMTags.Key: String] = [:]
    for (index, key) in OSMTags.Key.all.enumerated() {
      if let value = way.values[index] { values[key] = String(cString: value) }
    }
    take(way.id, UnsafeBufferPointer(start: way.nodes, count: way.node_count), OSMTags(values))
  }
}
