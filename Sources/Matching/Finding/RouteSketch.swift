import Quantities
import Spaces
import Travellers

/// A route in few straight lines: a car that moves evenly along each of them is never farther from where the car of the
/// track is at the time than the line's stray.
///
/// Lines are drawn on while that holds (opening window with synchronized distances, Meratnia and de By 2004,
/// doi:10.1007/978-3-540-24741-8_44). What follows from a sketch holds whatever the route between its points: it is told
/// from the strays, and where they leave a doubt the track decides.
struct RouteSketch: Listed {
  typealias Index = DriverIndex

  struct Point {
    /// In the coordinates of the index's frame, metres.
    private var x: Float
    private var y: Float
    private var z: Float
    /// How far the route strays from the line that ends here, metres.
    var stray: Float
    /// After the first point.
    var elapsed: Int32

    var position: SIMD3<Float> { SIMD3(x, y, z) }

    init(_ position: SIMD3<Double>, stray: Double, elapsed: Milliseconds) {
      (x, y, z) = (Float(position.x), Float(position.y), Float(position.z))
      self.stray = stray > 0 ? Float(stray).nextUp : 0
      self.elapsed = Int32(clamping: elapsed.rawValue)
    }
  }

  private(set) var points: [Point] = []
  /// When the car leaves the first of them.
  private(set) var begin = Milliseconds.zero

  /// Whether a way off networks has more steps than one, where a sketch can follow it: over a torus lead many images of a line.
  static func isWorthwhile(_ track: borrowing Track, _ geometry: Geometry) -> Bool {
    if case .torus = geometry { return false }
    return track.legCount > 1
  }

  var isEmpty: Bool { points.isEmpty }

  /// Where the route ends, in the coordinates of the index's frame.
  var end: SIMD3<Float> { points[points.count - 1].position }

  /// The largest of all coordinates, metres.
  var extent: Float {
    points.reduce(0) { max($0, SIMD3(abs($1.position.x), abs($1.position.y), abs($1.position.z)).max()) }
  }

  /// The sketch of no way.
  init() {}

  /// Sketches `track` within `tolerance` metres.
  ///
  /// - Precondition: the track does not lead over a torus, where every line has many images.
  init(_ track: borrowing Track, tolerance: Metres, frame: IndexFrame) {
    var way: [(position: SIMD3<Double>, time: Milliseconds)] = []
    track.forEachPoint { place, time in way.append((frame.local(place.position), time)) }
    begin = way[0].time
    points.append(Point(way[0].position, stray: 0, elapsed: .zero))
    var start = 0
    while start + 1 < way.count {
      var last = start + 1
      var longest = Self.sag(way[start].position, way[last].position, frame)
      var stray = longest
      while last + 1 < way.count {
        longest = max(longest, Self.sag(way[last].position, way[last + 1].position, frame))
        let wider = Self.stray(way[start...(last + 1)]) + longest
        guard wider <= tolerance else { break }
        last += 1
        stray = wider
      }
      points.append(Point(way[last].position, stray: stray, elapsed: way[last].time - begin))
      start = last
    }
  }

  /// How far the points between the first and the last of `way` lie from where a car that moves evenly from the one to the
  /// other is at their times, metres.
  private static func stray(_ way: ArraySlice<(position: SIMD3<Double>, time: Milliseconds)>) -> Double {
    let (first, last) = (way[way.startIndex], way[way.endIndex - 1])
    let span = Double((last.time - first.time).rawValue)
    let line = last.position - first.position
    var most = 0.0
    for point in way {
      let share = span > 0 ? Double((point.time - first.time).rawValue) / span : 0
      let away = point.position - (first.position + share * line)
      most = max(most, (away * away).sum())
    }
    return most.squareRoot()
  }

  /// More than the way between two vertices rises over the straight line between them: on the globe it bends.
  private static func sag(_ from: SIMD3<Double>, _ to: SIMD3<Double>, _ frame: IndexFrame) -> Double {
    guard frame.geometry == .globe else { return 0 }
    let step = to - from
    return (step * step).sum() / (7 * earthRadius)
  }

  /// When the car comes to the point `number`.
  func time(ofPoint number: Int) -> Milliseconds { begin + Milliseconds(Int64(points[number].elapsed)) }

  /// When the car is where the route ends.
  var arrival: Milliseconds { time(ofPoint: points.count - 1) }

  /// The line on which the car is at `time`: the one that ends at the point of this number.
  func line(at time: Milliseconds) -> Int {
    let elapsed = (time - begin).rawValue
    var line = 1
    while line + 1 < points.count, Int64(points[line].elapsed) <= elapsed { line += 1 }
    return line
  }

  /// Where a car that moves evenly is at `time` on `line`.
  func position(at time: Milliseconds, on line: Int) -> SIMD3<Float> {
    let (from, to) = (points[line - 1], points[line])
    let span = Float(to.elapsed - from.elapsed)
    let elapsed = Float((time - begin).rawValue - Int64(from.elapsed))
    let share = span > 0 ? max(0, min(1, elapsed / span)) : 1
    return from.position + share * (to.position - from.position)
  }

  /// How far the route from `line` on strays from the straight line that leads from `start` to its end, metres.
  func bulge(from start: SIMD3<Float>, on line: Int) -> Float {
    let end = points[points.count - 1].position
    let straight = end - start
    let squared = (straight * straight).sum()
    var most: Float = 0
    // The car is not quite on the line.
    var before = points[line].stray
    for index in line..<points.count {
      let offset = points[index].position - start
      let along = squared > 0 ? max(0, min(1, (offset * straight).sum() / squared)) : 0
      let away = offset - along * straight
      let after = (away * away).sum().squareRoot()
      most = max(most, max(before, after) + points[index].stray)
      before = after
    }
    return most
  }

  /// Whether a route passes near a place.
  enum Verdict { case no, maybe, yes }

  /// Whether the route from `line` on passes within `radius` of `target`; every point of the lines behind the first counts if
  /// it `isContinuous`.
  func passes(
    near target: SIMD3<Float>, radius: Float, tolerance: Float, from line: Int, isContinuous: Bool
  ) -> Verdict {
    var verdict = Verdict.no
    for index in line..<points.count {
      let stray = points[index].stray
      let squared = Self.squaredDistance(target, points[index - 1].position, points[index].position)
      let far = radius + tolerance + stray
      guard squared <= far * far else { continue }
      let near = radius - tolerance - stray
      if isContinuous, index > line, near > 0, squared <= near * near { return .yes }
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
