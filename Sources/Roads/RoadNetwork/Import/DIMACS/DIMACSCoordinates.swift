import Quantities
import Tables

/// The coordinates of the nodes in a `.co` file, in numerical order.
struct DIMACSCoordinates {
  private(set) var coordinates: [Coordinates] = []

  /// Reads the coordinates in the file at `path`.
  init(contentsOf path: String) throws(TableError) {
    var lines = try DIMACSLines(contentsOf: path)
    var known: [Bool] = []
    var count: Int64 = 0
    while let letter = lines.next() {
      if letter == "p", count == 0 {
        for expected in ["aux", "sp", "co"] where lines.word() != expected {
          lines.record("problem", .other("“aux sp co”"))
        }
        // A line takes at least 8 bytes, which bounds the memory for the announced number.
        count = lines.number("nodes", in: 1...max(1, Int64(lines.byteCount / 8))) ?? 0
        if count == 0 { break }
        coordinates = Array(repeating: Coordinates(x: 0, y: 0), count: Int(count))
        known = Array(repeating: false, count: Int(count))
      } else if letter == "v", count > 0 {
        guard let node = lines.number("node", in: 1...count),
          let x = lines.number("longitude", in: -180_000_000...180_000_000),
          let y = lines.number("latitude", in: -90_000_000...90_000_000)
        else { continue }
        if known[Int(node - 1)] { lines.record("node", .other("a node that no line before names")) }
        known[Int(node - 1)] = true
        coordinates[Int(node - 1)] = Coordinates(x: Double(x) / 1e6, y: Double(y) / 1e6)
      } else {
        lines.record("line", .other("a line “p aux sp co NODES”, then lines “v NODE LONGITUDE LATITUDE”"))
        if count == 0 { break }
      }
    }
    try lines.finish()
    guard let missing = known.firstIndex(of: false) else {
      guard count > 0 else { throw .unreadable(file: path, reason: "it has no line p") }
      return
    }
    throw .unreadable(file: path, reason: "it does not say where node \(missing + 1) lies")
  }
}
