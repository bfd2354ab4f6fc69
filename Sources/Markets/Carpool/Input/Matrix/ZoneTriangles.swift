import Foundation
import Quantities
import Spaces
import Statistics

/// A zone cut into triangles, for drawing points uniformly over it, however thin it is.
///
/// Lines through all corners cut the area into trapezoids; at each height the edges of all rings bound its interior
/// in pairs.
struct ZoneTriangles: Sendable {
  private struct Triangle: Sendable {
    var a, b, c: Coordinates
    /// The cosine of the latitude nearest to the equator; 1 on a plane.
    var width: Double
  }

  private let triangles: [Triangle]
  private let table: AliasTable
  private let isGlobe: Bool

  /// Cuts `shape`, with coordinates in degrees on the globe.
  ///
  /// - Complexity: O(n log n + n · m) for n corners, with m edges at the same height.
  /// - Precondition: the shape has an area.
  init(_ shape: ZoneShape, isGlobe: Bool) {
    var edges: [(low: Coordinates, high: Coordinates)] = []
    for ring in shape.rings {
      for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) where a.y != b.y {
        edges.append(a.y < b.y ? (a, b) : (b, a))
      }
    }
    edges.sort { $0.low.y < $1.low.y }
    let heights = Set(edges.flatMap { [$0.low.y, $0.high.y] }).sorted()
    var triangles: [Triangle] = []
    var active: [(low: Coordinates, high: Coordinates)] = []
    var next = 0
    for (bottom, top) in zip(heights, heights.dropFirst()) {
      active.removeAll { $0.high.y <= bottom }
      while next < edges.count, edges[next].low.y <= bottom {
        active.append(edges[next])
        next += 1
      }
      let sides = active.map { (Self.x($0, at: bottom), Self.x($0, at: top)) }.sorted {
        $0.0 + $0.1 < $1.0 + $1.1
      }
      for pair in stride(from: 0, to: sides.count - 1, by: 2) {
        let (left, right) = (sides[pair], sides[pair + 1])
        let corners = [
          Coordinates(x: left.0, y: bottom), Coordinates(x: right.0, y: bottom),
          Coordinates(x: right.1, y: top),
          Coordinates(x: left.1, y: top),
        ]
        let latitude = bottom <= 0 && top >= 0 ? 0 : min(bottom.magnitude, top.magnitude)
        let width = isGlobe ? cos(latitude * .pi / 180) : 1
        triangles.append(Triangle(a: corners[0], b: corners[1], c: corners[2], width: width))
        triangles.append(Triangle(a: corners[0], b: corners[2], c: corners[3], width: width))
      }
    }
    self.triangles = triangles
    self.isGlobe = isGlobe
    table = AliasTable(triangles.map { Self.area($0) * $0.width })
  }

  /// Draws a point uniformly over the area.
  func draw(_ generator: inout KeyedGenerator) -> Coordinates {
    while true {
      let triangle = triangles[table.draw(&generator)]
      var (u, v) = (generator.uniform(), generator.uniform())
      if u + v > 1 { (u, v) = (1 - u, 1 - v) }
      let (a, b, c) = (triangle.a, triangle.b, triangle.c)
      let point = Coordinates(
        x: a.x + u * (b.x - a.x) + v * (c.x - a.x), y: a.y + u * (b.y - a.y) + v * (c.y - a.y))
      // A degree of longitude becomes shorter away from the equator.
      if !isGlobe || generator.uniform() * triangle.width <= cos(point.y * .pi / 180) { return point }
    }
  }

  private static func x(_ edge: (low: Coordinates, high: Coordinates), at y: Double) -> Double {
    if y == edge.low.y { return edge.low.x }
    if y == edge.high.y { return edge.high.x }
    return edge.low.x + (y - edge.low.y) / (edge.high.y - edge.low.y) * (edge.high.x - edge.low.x)
  }

  private static func area(_ triangle: Triangle) -> Double {
    let (a, b, c) = (triangle.a, triangle.b, triangle.c)
    return ((b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)).magnitude / 2
  }
}
