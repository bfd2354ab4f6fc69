import CKernels
import Quantities

/// The square that defines the coordinates of polylines, 65,535 units per side, and their precision.
///
/// A polyline is a route in the plane of the index's grid, stored in two cache lines. It alone decides most routes,
/// eight of its segments at a time, before a driver's other data is read from memory.
struct PolylineSquare {
  private let low: SIMD2<Float>
  /// The length of a unit, in metres, and its reciprocal.
  private let unit: Float
  private let units: Float
  /// The resolution of the stored deviations, in metres: as fine as the index's radius requires.
  private let step: Float
  /// The minimum ratio of a distance in the plane to the distance on the ground; 0 if the ground curves away too far.
  private let foreshortening: Float
  private let radius: Float

  /// Creates a square that covers `grid`, with a margin of half its extent on all sides, because routes may make
  /// detours.
  init(_ grid: IndexGrid, radius: Metres, geometry: Geometry) {
    low = grid.low - grid.extent / 2
    unit = 2 * grid.extent / Float(UInt16.max)
    units = 1 / unit
    step = max(1, Float(radius)) / 64
    self.radius = Float(radius)
    let high = low + 2 * grid.extent
    let farthest = pointwiseMax(abs(low), abs(high)) + 2 * Float(radius)
    let sine = (farthest * farthest).sum().squareRoot() / Float(earthRadius)
    foreshortening = geometry != .globe ? 1 : sine < 1 ? (1 - sine * sine).squareRoot() : 0
  }

  /// Returns the query for routes that pass within the radius of `target`; it confirms a pass only if every point of a
  /// route counts.
  func query(_ target: SIMD3<Float>, tolerance: Float, isContinuous: Bool) -> detour_polyline_query {
    let point = inUnits(target)
    // Corners are rounded by less than a unit, and so are distances in these units.
    let far = (radius + tolerance) / unit + 2
    let near = (radius * foreshortening - tolerance) / unit - 2
    return detour_polyline_query(
      x: point.x, y: point.y, far: far, near: isContinuous ? near : -1, step: step / unit)
  }

  /// Returns the polyline of `sketch` for a car on the first line.
  ///
  /// If the sketch has too many points, the point farthest from its line repeatedly becomes a corner, until the
  /// polyline is full or all deviations are below the resolution (D. H. Douglas and T. K. Peucker 1973,
  /// doi:10.3138/FM57-6770-U75U-7727).
  func polyline(of sketch: borrowing RouteSketch) -> detour_polyline {
    var polyline = detour_polyline()
    let last = sketch.points.count - 1
    guard last > 0, last <= UInt8.max else { return polyline }
    polyline.line = 1
    var count: Int32 = 0
    func add(_ number: Int, _ stray: Float) {
      let point = corner(inUnits(sketch.points[number].position))
      let steps = UInt8(min((stray * unit / step).rounded(.up), Float(DETOUR_STRAY_UNKNOWN)))
      detour_set_corner(&polyline, count, UInt16(point.x), UInt16(point.y), steps, UInt8(number))
      count += 1
    }
    add(0, 0)
    withUnsafeTemporaryAllocation(of: Point.self, capacity: last + 1) { points in
      for number in 0...last {
        points.initializeElement(
          at: number,
          to: Point(place: inUnits(sketch.points[number].position), stray: sketch.points[number].stray))
      }
      let route = UnsafeBufferPointer(points)
      if last < Int(DETOUR_CORNERS) {
        for number in 1...last { add(number, line(of: route, number - 1, number).stray) }
      } else {
        for line in lines(of: route) { add(line.end, line.stray) }
      }
    }
    while count < DETOUR_CORNERS { add(last, 0) }
    return polyline
  }

  /// A point of a sketch, in units, and the maximum deviation of the route from the line that ends there, in metres.
  private struct Point {
    let place: SIMD2<Float>
    let stray: Float
  }

  /// A straight line between two points of a sketch, in units.
  private struct Line {
    let begin: Int
    let end: Int
    /// The point in between that is farthest from the line, and its squared distance.
    var farthest = 0
    var away: Float = 0
    /// The maximum deviation of the route from the line after its ends are rounded.
    var stray: Float = 0
  }

  /// Returns the lines of the polyline for a sketch with too many points.
  private func lines(of route: UnsafeBufferPointer<Point>) -> [Line] {
    var lines = [line(of: route, 0, route.count - 1)]
    let apart = step / unit * (step / unit)
    while lines.count + 1 < Int(DETOUR_CORNERS) {
      var place = 0
      for other in lines.indices where lines[other].away > lines[place].away { place = other }
      guard lines[place].away > apart else { break }
      let (begin, middle, end) = (lines[place].begin, lines[place].farthest, lines[place].end)
      lines[place] = line(of: route, middle, end)
      lines.insert(line(of: route, begin, middle), at: place)
    }
    return lines
  }

  private func line(of route: UnsafeBufferPointer<Point>, _ begin: Int, _ end: Int) -> Line {
    var line = Line(begin: begin, end: end)
    let (first, last) = (route[begin].place, route[end].place)
    let (from, to) = (corner(first), corner(last))
    let way = to - from
    let share = 1 / max(1, (way * way).sum())
    var stray = route[end].stray
    for number in begin + 1..<end {
      let offset = route[number].place - from
      let beside = offset - min(1, max(0, (offset * way).sum() * share)) * way
      let away = (beside * beside).sum()
      if away > line.away { (line.away, line.farthest) = (away, number) }
      stray = max(stray, route[number].stray)
    }
    // Each end is rounded by less than 0.71 units, but one outside the square by an unknown distance.
    let isInside = pointwiseMax(abs(first - from), abs(last - to)).max() < 0.6
    line.stray = isInside ? stray / unit + line.away.squareRoot() + 1.5 : .infinity
    return line
  }

  private func inUnits(_ point: SIMD3<Float>) -> SIMD2<Float> { (SIMD2(point.x, point.y) - low) * units }

  /// Returns the unit point nearest to a point of a sketch; points outside the square are moved to its edge.
  private func corner(_ point: SIMD2<Float>) -> SIMD2<Float> {
    func whole(_ value: Float) -> Float { Float(Int32(max(0, min(Float(UInt16.max), value + 0.5)))) }
    return SIMD2(whole(point.x), whole(point.y))
  }
}

private func abs(_ vector: SIMD2<Float>) -> SIMD2<Float> { pointwiseMax(vector, -vector) }
