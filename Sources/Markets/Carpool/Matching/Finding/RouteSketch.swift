import CKernels
import Quantities
import Spaces
import Travellers

/// A route simplified to a few straight lines. A car that moves along each line at constant speed is always within the
/// line's deviation of its true position at that time.
///
/// A line is extended as long as that holds (opening window with synchronized distances, Meratnia and de By 2004,
/// doi:10.1007/978-3-540-24741-8_44). The velocities that meet the condition at all points so far are stored as a box,
/// so the cost per point does not depend on the length of the line. Conclusions from a sketch allow for the deviations,
/// and so hold for the exact route; inconclusive cases are decided by the track.
struct RouteSketch: Listed {
  typealias Index = DriverIndex

  /// A point, laid out as `detour_sketch_point`.
  struct Point {
    /// The position in the frame of the index, in metres.
    private var x: Float
    private var y: Float
    private var z: Float
    /// The maximum deviation of the route from the line that ends here, in metres.
    var stray: Float
    /// The time since the first point, in milliseconds.
    var elapsed: Int32

    var position: SIMD3<Float> { SIMD3(x, y, z) }

    init(_ position: SIMD3<Double>, stray: Double, elapsed: Milliseconds) {
      (x, y, z) = (Float(position.x), Float(position.y), Float(position.z))
      self.stray = stray > 0 ? Float(stray).nextUp : 0
      self.elapsed = Int32(clamping: elapsed.rawValue)
    }
  }

  private(set) var points: [Point] = []
  /// The time of the departure from the first point.
  private(set) var begin = Milliseconds.zero

  var isEmpty: Bool { points.isEmpty }

  /// Prefetches the points of `sketch` from number `number` on; called shortly before their use.
  static func fetch(_ sketch: UnsafeMutablePointer<Self>, from number: Int) {
    Memory.fetch(unseen: &sketch.pointee.points, at: number)
  }

  /// The end of the route, in the frame of the index.
  var end: SIMD3<Float> { points[points.count - 1].position }

  /// The largest absolute coordinate of any point, in metres.
  var extent: Float {
    // Not `SIMD3.max()`, as for entries of the index.
    points.reduce(0) { max($0, max(abs($1.position.x), max(abs($1.position.y), abs($1.position.z)))) }
  }

  /// Creates an empty sketch.
  init() {}

  /// Sketches `route` to within `tolerance` metres.
  ///
  /// - Precondition: the space is not a torus, where every line has several images.
  init(_ route: borrowing RouteList, tolerance: Metres, frame: IndexFrame) {
    let (vertices, way) = (route.vertices, route.points)
    begin = vertices[0].time
    points.reserveCapacity(min(way.count, 8))
    points.append(Point(way[0], stray: 0, elapsed: .zero))
    // The curvature of the globe is part of a line's deviation.
    let most = frame.geometry == .globe ? 0.7 * tolerance : tolerance
    var start = 0
    while start + 1 < way.count {
      var last = start + 1
      var longest = Self.sag(way[start], way[last], frame)
      var window = VelocityWindow(start: way[start], tolerance: most)
      while longest <= tolerance - most,
        window.admits(way[last], after: vertices[last].time - vertices[start].time), last + 1 < way.count
      {
        let sag = Self.sag(way[last], way[last + 1], frame)
        guard sag <= tolerance - most,
          window.leads(to: way[last + 1], after: vertices[last + 1].time - vertices[start].time)
        else { break }
        longest = max(longest, sag)
        last += 1
      }
      let stray = Self.stray(route, start...last) + longest
      points.append(Point(way[last], stray: stray, elapsed: vertices[last].time - begin))
      start = last
    }
  }

  /// Returns the maximum distance, in metres, between a vertex in `range` and a car that moves at constant velocity
  /// from the first vertex to the last, at the time when the vertex is passed.
  private static func stray(_ route: borrowing RouteList, _ range: ClosedRange<Int>) -> Double {
    let (first, last) = (range.lowerBound, range.upperBound)
    let departure = route.vertices[first].time
    let span = Double((route.vertices[last].time - departure).rawValue)
    let line = route.points[last] - route.points[first]
    var most = 0.0
    for number in range {
      let share = span > 0 ? Double((route.vertices[number].time - departure).rawValue) / span : 0
      let away = route.points[number] - (route.points[first] + share * line)
      most = max(most, (away * away).sum())
    }
    return most.squareRoot()
  }

  /// Returns an upper bound on the height of the path between two vertices above the straight line between them: on the
  /// globe the path is curved.
  private static func sag(_ from: SIMD3<Double>, _ to: SIMD3<Double>, _ frame: IndexFrame) -> Double {
    guard frame.geometry == .globe else { return 0 }
    let step = to - from
    return (step * step).sum() / (7 * earthRadius)
  }

  /// Returns the time at which the car reaches point `number`.
  func time(ofPoint number: Int) -> Milliseconds { begin + Milliseconds(Int64(points[number].elapsed)) }

  /// The arrival at the end of the route.
  var arrival: Milliseconds { time(ofPoint: points.count - 1) }

  /// Returns the line on which the car is at `time`, as the number of the line's end point.
  ///
  /// - Parameter known: that line or an earlier one.
  func line(at time: Milliseconds, from known: Int = 1) -> Int {
    let elapsed = (time - begin).rawValue
    var line = known
    while line + 1 < points.count, Int64(points[line].elapsed) <= elapsed { line += 1 }
    return line
  }

  /// Returns the position at `time` of a car that moves along `line` at constant velocity.
  func position(at time: Milliseconds, on line: Int) -> SIMD3<Float> {
    let (from, to) = (points[line - 1], points[line])
    let span = Float(to.elapsed - from.elapsed)
    let elapsed = Float((time - begin).rawValue - Int64(from.elapsed))
    let share = span > 0 ? max(0, min(1, elapsed / span)) : 1
    return from.position + share * (to.position - from.position)
  }

  /// Returns the maximum deviation of the route from the straight line between the car and the route's end, in metres,
  /// over all positions of the car on `line`.
  ///
  /// The positions from which the straight line to the end passes within a given distance of a point form a convex set,
  /// so the maximum is attained at one of the line's ends.
  func bulge(on line: Int) -> Float {
    precondition(line > 0 && line < points.count, "a line of the sketch")
    return points.withUnsafeBytes { bytes in
      detour_sketch_bulge(
        bytes.assumingMemoryBound(to: detour_sketch_point.self).baseAddress, Int64(line), Int64(points.count))
    }
  }

  /// Whether a route passes near a point, as far as the sketch can decide.
  enum Verdict { case no, maybe, yes }

  /// Returns whether the route ahead of a car at `time` passes within `radius` of `target`.
  ///
  /// - Parameters:
  ///   - line: the last known line of the car; for reports at intervals, the line of the report.
  ///   - isContinuous: whether every point of the route counts, from the car's position on.
  func passes(
    near target: SIMD3<Float>, radius: Float, tolerance: Float, at time: Milliseconds, from line: Int,
    isContinuous: Bool
  ) -> Verdict {
    var verdict = Verdict.no
    let line = isContinuous ? self.line(at: time, from: line) : line
    guard line < points.count else { return .maybe }
    var begin = isContinuous ? position(at: time, on: line) : points[line - 1].position
    for point in points[line...] {
      let squared = Self.squaredDistance(target, begin, point.position)
      begin = point.position
      let far = radius + tolerance + point.stray
      guard squared <= far * far else { continue }
      let near = radius - tolerance - point.stray
      if isContinuous, near > 0, squared <= near * near { return .yes }
      verdict = .maybe
    }
    return verdict
  }

  private static func squaredDistance(
    _ point: SIMD3<Float>, _ from: SIMD3<Float>, _ to: SIMD3<Float>
  ) -> Float {
    let (offset, line) = (point - from, to - from)
    let squared = (line * line).sum()
    let along = squared > 0 ? max(0, min(1, (offset * line).sum() / squared)) : 0
    let away = offset - along * line
    return (away * away).sum()
  }
}

/// The constant velocities at which a car from a given place would be near every point of a route when the route passes
/// it.
private struct VelocityWindow {
  private let start: SIMD3<Double>
  /// Half the side of the cube of permitted positions around a point, in metres; the cube lies within the tolerance.
  private let half: Double
  private var low = SIMD3<Double>(repeating: -.infinity)
  private var high = SIMD3<Double>(repeating: .infinity)

  init(start: SIMD3<Double>, tolerance: Metres) {
    self.start = start
    half = tolerance / 3.0.squareRoot()
  }

  /// Returns whether a car that moves at constant velocity and reaches `point` after `time` is near all points added so
  /// far.
  func leads(to point: SIMD3<Double>, after time: Milliseconds) -> Bool {
    guard time > .zero else { return point == start }
    let velocity = (point - start) / Double(time.rawValue)
    return all(velocity .>= low) && all(velocity .<= high)
  }

  /// Adds the condition that the car is near `point` after `time`.
  ///
  /// - Returns: whether a line may continue after `point`.
  mutating func admits(_ point: SIMD3<Double>, after time: Milliseconds) -> Bool {
    guard time > .zero else { return point == start }
    let (middle, span) = (point - start, Double(time.rawValue))
    low = pointwiseMax(low, (middle - half) / span)
    high = pointwiseMin(high, (middle + half) / span)
    return true
  }
}

/// The vertices of a track in the frame of an index: listed once per plan, for all derived data.
struct RouteList {
  private(set) var vertices: [Track.Vertex] = []
  /// The positions in the frame, in metres.
  private(set) var points: [SIMD3<Double>] = []
  /// The leg and the node of each vertex; for a bend, the preceding node.
  private(set) var nodes: [(leg: Int32, node: Int32)] = []

  /// Lists the vertices of `track`, with odometer readings if `readsOdometer`; otherwise these are 0.
  mutating func fill(with track: borrowing Track, readsOdometer: Bool, frame: IndexFrame) {
    vertices.removeAll(keepingCapacity: true)
    points.removeAll(keepingCapacity: true)
    nodes.removeAll(keepingCapacity: true)
    track.forEachVertex(readsOdometer: readsOdometer) { vertex, leg, node in
      vertices.append(vertex)
      nodes.append((Int32(leg), Int32(node)))
      points.append(frame.local(vertex.place.position))
    }
  }
}
