import Ground
import Quantities
import Spaces
import Tables

/// The area of a zone: polygons with holes and straight edges between coordinates (RFC 7946), or a single point.
struct ZoneShape: Sendable {
  /// The corners of every ring, borders and holes, without repeating the first corner.
  let rings: [[Coordinates]]
  /// The bounding rectangle.
  let bounds: Bounds

  /// The area of the polygons, in squared coordinate units, after subtracting holes; at least 0 for each polygon.
  let area: Double
  /// Whether the holes leave any area in which a point can lie.
  let hasArea: Bool

  /// Creates the shape of a polygon from `rings`, its border followed by its holes; a single ring with one corner is a
  /// point.
  init(_ rings: [[Coordinates]]) { self.init(polygons: [rings]) }

  /// Creates the shape from `polygons`, each a border followed by its holes.
  ///
  /// - Precondition: there is at least one ring, and none is empty.
  init(polygons: [[[Coordinates]]]) {
    let areas = polygons.map { rings in rings.map { Self.area($0).magnitude / 2 } }
    area = areas.reduce(0) { $0 + max(0, ($1.first ?? 0) - $1.dropFirst().reduce(0, +)) }
    // Sums of areas have rounding errors.
    hasArea = area > 1e-9 * areas.reduce(0) { $0 + ($1.first ?? 0) }
    rings = Array(polygons.joined())
    let corners = rings.joined()
    let xs = corners.map(\.x)
    let ys = corners.map(\.y)
    guard let west = xs.min(), let east = xs.max(), let south = ys.min(), let north = ys.max() else {
      preconditionFailure("a zone has a corner")
    }
    bounds = Bounds(low: Coordinates(x: west, y: south), high: Coordinates(x: east, y: north))
  }

  /// The point of a point zone; nil for an area.
  var point: Coordinates? { rings.count == 1 && rings[0].count == 1 ? rings[0][0] : nil }

  /// Whether the area is less than 1/200 of the bounding rectangle's.
  var isThin: Bool {
    200 * area < (bounds.high.x - bounds.low.x) * (bounds.high.y - bounds.low.y)
  }

  /// Returns whether `point` lies inside, that is, whether a ray to the east crosses an odd number of edges.
  ///
  /// - Complexity: O(n) in the number of corners; constant for a point outside the bounds.
  func contains(_ point: Coordinates) -> Bool {
    guard bounds.contains(point) else { return false }
    var isInside = false
    for ring in rings {
      var before = ring[ring.count - 1]
      for corner in ring {
        if (corner.y > point.y) != (before.y > point.y) {
          let crossing = corner.x + (point.y - corner.y) / (before.y - corner.y) * (before.x - corner.x)
          if point.x < crossing { isInside.toggle() }
        }
        before = corner
      }
    }
    return isInside
  }

  /// Returns twice the area of `ring`, by the shoelace formula.
  private static func area(_ ring: [Coordinates]) -> Double {
    zip(ring, ring.dropFirst() + ring.prefix(1)).reduce(0) { sum, edge in
      sum + (edge.0.x - ring[0].x) * (edge.1.y - ring[0].y) - (edge.1.x - ring[0].x) * (edge.0.y - ring[0].y)
    }
  }
}

/// The zones of a matrix, accessible by name.
struct ZoneMap: Sendable {
  /// A zone as read from its file.
  struct Zone: Sendable {
    let name: String
    let shape: ZoneShape
    /// The line in the file.
    let line: Int
  }

  let file: String
  private(set) var zones: [Zone] = []
  private var places: [String: Int32] = [:]
  /// The zones whose names are integers, by that integer; nil if two names denote the same integer.
  private var numbers: [Int64: Int32]? = [:]

  /// Creates an empty map for the zones of `file`.
  init(file: String) { self.file = file }

  /// Adds `zone`.
  ///
  /// - Returns: false if the name is already used.
  mutating func add(_ zone: Zone) -> Bool {
    guard places[zone.name] == nil else { return false }
    let place = Int32(zones.count)
    zones.append(zone)
    places[zone.name] = place
    // If 7 and 07 are two zones, only the exact names identify them.
    if let number = Int64(zone.name), numbers?.updateValue(place, forKey: number) != nil { numbers = nil }
    return true
  }

  /// Returns the zone named in `column`; nil, with a fault, if there is no such zone.
  func zone(_ column: CSVColumn, _ rows: inout CSVReader) -> Int32? {
    if let numbers, let number = rows.int64IfAny(column), let zone = numbers[number] { return zone }
    if let zone = places[rows.string(column)] { return zone }
    rows.recordValue(column, expected: .other("a zone of \(file)"))
    return nil
  }

  /// Returns the zone called `name`; nil if there is no such zone.
  func zone(_ name: String) -> Int32? { places[name] ?? Int64(name).flatMap { numbers?[$0] } }
}
