import Foundation

/// Writes small OpenStreetMap files in the binary format, uncompressed: enough to try the reader on sound and
/// on damaged ones (wiki.openstreetmap.org/wiki/PBF_Format).
struct TinyPBF {
  private var strings: [String] = [""]
  private var nodes = Data()
  private var ways = Data()
  private var relations = Data()

  mutating func addNode(_ id: Int64, latitude: Double, longitude: Double) {
    let fields =
      Self.field(1, zigzag: id) + Self.field(8, zigzag: Int64((latitude * 1e7).rounded()))
      + Self.field(9, zigzag: Int64((longitude * 1e7).rounded()))
    nodes += Self.field(1, fields)
  }

  mutating func addWay(_ id: Int64, _ refs: [Int64], tags: KeyValuePairs<String, String>) {
    var packed = Data()
    var previous: Int64 = 0
    for ref in refs {
      packed += Self.varint(Self.zigzag(ref - previous))
      previous = ref
    }
    ways += Self.field(3, Self.field(1, UInt64(id)) + packedTags(tags) + Self.field(8, packed))
  }

  mutating func addRelation(_ id: Int64, tags: KeyValuePairs<String, String>) {
    relations += Self.field(4, Self.field(1, UInt64(id)) + packedTags(tags))
  }

  /// The whole file.
  var data: Data {
    let table = strings.reduce(Data()) { $0 + Self.field(1, Data($1.utf8)) }
    let groups = [nodes, ways, relations].filter { !$0.isEmpty }.reduce(Data()) { $0 + Self.field(2, $1) }
    return Self.blob("OSMHeader", Self.field(4, Data("OsmSchema-V0.6".utf8)))
      + Self.blob("OSMData", Self.field(1, table) + groups)
  }

  private mutating func packedTags(_ tags: KeyValuePairs<String, String>) -> Data {
    let keys = tags.reduce(Data()) { $0 + Self.varint(index(of: $1.key)) }
    let values = tags.reduce(Data()) { $0 + Self.varint(index(of: $1.value)) }
    return Self.field(2, keys) + Self.field(3, values)
  }

  private mutating func index(of text: String) -> UInt64 {
    if let index = strings.firstIndex(of: text) { return UInt64(index) }
    strings.append(text)
    return UInt64(strings.count - 1)
  }

  private static func blob(_ type: String, _ content: Data) -> Data {
    let blob = field(1, content)
    let header = field(1, Data(type.utf8)) + field(3, UInt64(blob.count))
    return withUnsafeBytes(of: UInt32(header.count).bigEndian) { Data($0) } + header + blob
  }

  private static func field(_ number: UInt64, _ bytes: Data) -> Data {
    varint(number << 3 | 2) + varint(UInt64(bytes.count)) + bytes
  }

  private static func field(_ number: UInt64, _ value: UInt64) -> Data { varint(number << 3) + varint(value) }

  private static func field(_ number: UInt64, zigzag value: Int64) -> Data { field(number, zigzag(value)) }

  private static func zigzag(_ value: Int64) -> UInt64 { UInt64(bitPattern: value << 1 ^ value >> 63) }

  private static func varint(_ value: UInt64) -> Data {
    var bytes = Data()
    var rest = value
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
    return bytes
  }
}
