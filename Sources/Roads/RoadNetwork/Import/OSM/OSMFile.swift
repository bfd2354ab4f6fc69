import COsmium
import Glibc
import Quantities
import Tables

/// An OpenStreetMap file, read by libosmium: `.osm.pbf`, `.osm`, `.osm.gz` or `.osm.bz2`, according to its name.
struct OSMFile: Sendable {
  /// The supported file extensions.
  static let endings = [".osm.pbf", ".pbf", ".osm", ".osm.gz", ".osm.bz2"]

  let path: String
  /// The limit on the unpacked size of the file.
  var limit = InputLimit.current

  /// Calls `take` with the id, nodes and tags of every way that has a required key of `OSMTags`; the nodes are valid
  /// only during the call. Returns the file's other contents.
  ///
  /// - Throws: `NetworkError.unreadable` if the file is truncated, corrupt or of another format.
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

  /// The contents of a file besides its ways.
  struct Notes {
    /// The number of turn restrictions.
    var restrictions: Int
    /// The number of ways and relations marked as deleted.
    var deleted: Int
    /// The remark of the server that sent the file, in one line; empty if there is none.
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

  /// Returns the longitudes and latitudes of the nodes `ids`, which are in ascending order, in units of 10⁻⁷ degrees
  /// (`unknown` if a node is missing), and the number of nodes marked as deleted.
  ///
  /// - Throws: `NetworkError.unreadable` if the file is truncated, corrupt or of another format.
  func readNodes(_ ids: [Int64]) throws(NetworkError) -> (x: [Int32], y: [Int32], deleted: Int) {
    var x = [Int32](repeating: Self.unknown, count: ids.count)
    var y = x
    var deleted: Int64 = 0
    try calling { most, error in cosmium_read_nodes(path, ids, ids.count, &x, &y, &deleted, most, error) }
    return (x, y, Int(deleted))
  }

  /// The value of a missing coordinate.
  static let unknown = Int32.max

  /// Calls `body` with the maximum unpacked size of the file, bytes.
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

/// A closure behind a pointer, to which C code passes ways.
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

/// The tags of a way that matter for cars.
struct OSMTags: Hashable, Sendable {
  /// A key used by the profile.
  enum Key: String, CaseIterable, Hashable, Sendable {
    // Only ways with one of the first two keys are read.
    case highway, route
    case area, service, oneway, junction
    case access, vehicle
    case motorVehicle = "motor_vehicle"
    case motorcar, maxspeed
    case maxspeedForward = "maxspeed:forward"
    case maxspeedBackward = "maxspeed:backward"
    case accessForward = "access:forward"
    case accessBackward = "access:backward"
    case accessConditional = "access:conditional"
    case vehicleForward = "vehicle:forward"
    case vehicleBackward = "vehicle:backward"
    case vehicleConditional = "vehicle:conditional"
    case motorVehicleForward = "motor_vehicle:forward"
    case motorVehicleBackward = "motor_vehicle:backward"
    case motorVehicleConditional = "motor_vehicle:conditional"
    case motorcarForward = "motorcar:forward"
    case motorcarBackward = "motorcar:backward"
    case motorcarConditional = "motorcar:conditional"
    case onewayVehicle = "oneway:vehicle"
    case onewayMotorVehicle = "oneway:motor_vehicle"
    case onewayMotorcar = "oneway:motorcar"
    case onewayConditional = "oneway:conditional"

    /// All keys, in order.
    static let all = Array(allCases)

    /// The number of leading keys that are required: a way is read only if it has at least one of them.
    static let required = 2
  }

  private var values: [Key: String]

  /// Creates the tags `values`.
  init(_ values: [Key: String]) { self.values = values }

  /// The value of `key`; nil if there is no such tag.
  subscript(key: Key) -> String? { values[key] }
}
