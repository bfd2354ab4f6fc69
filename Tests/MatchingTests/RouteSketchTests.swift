import CKernels
import Foundation
import Quantities
import TestSupport
import Testing
import Travellers

@testable import Matching
@testable import Spaces

/// What a sketch says holds of the track that it was drawn from.
@Suite struct RouteSketchTests {
  private static let grounds: [Geometry] = [.plane, .globe]

  /// A way of many bends, with stops, drawn around the middle of nowhere or around Rabat.
  private func track(_ geometry: Geometry, _ random: inout SplitMix64) -> Track {
    let center = Coordinates(x: -6.85, y: 34.02)
    var at = (x: 0.0, y: 0.0)
    var heading = random.uniform(0...6.28)
    func place() -> Place {
      let coordinates =
        geometry == .globe
        ? Coordinates(x: center.x + at.x / 92_000, y: center.y + at.y / 111_000)
        : Coordinates(x: at.x, y: at.y)
      return Place(position: geometry.position(of: coordinates))
    }
    var track = Track(standingAt: place(), until: Milliseconds(Int64(random.whole(0...60_000))))
    for _ in 0..<random.whole(9...120) {
      let end = track.end
      if random.chance(0.05) {
        track.append(
          Way(from: end.place, to: end.place, travel: Travel(duration: Milliseconds(30_000), metres: 0)),
          departure: end.time)
        continue
      }
      heading += random.uniform(-1...1)
      let metres = random.uniform(1...600)
      at = (at.x + metres * sin(heading), at.y + metres * cos(heading))
      let duration = Milliseconds(1 + Int64(metres / random.uniform(4...25) * 1000))
      let travel = Travel(duration: duration, metres: 1.01 * metres)
      track.append(Way(from: end.place, to: place(), travel: travel), departure: end.time)
    }
    return track
  }

  private static func sketch(_ track: Track, tolerance: Metres, frame: IndexFrame) -> RouteSketch {
    var route = RouteList()
    route.fill(with: track, readsOdometer: false, frame: frame)
    return RouteSketch(route, tolerance: tolerance, frame: frame)
  }

  /// Rounding of `Float` at these sizes, metres.
  private static let hair: Float = 0.3

  @Test(arguments: grounds, [0.0, 30, 400])
  func theCarIsNeverFartherFromTheLineThanItsStray(_ geometry: Geometry, _ tolerance: Metres) {
    forAll(seeds: 0..<40) { seed in
      var random = SplitMix64(seed: seed)
      let track = track(geometry, &random)
      let frame = IndexFrame(around: [track.vertices[0].place.position], geometry: geometry)
      let sketch = Self.sketch(track, tolerance: tolerance, frame: frame)
      let (first, last) = (track.vertices[0].time, track.end.time)
      for _ in 0..<60 {
        let time = first + Milliseconds(Int64(random.whole(0...Int((last - first).rawValue))))
        let line = sketch.line(at: time)
        let said = sketch.position(at: time, on: line)
        let away = SIMD3<Float>(frame.local(track.position(at: time, geometry: geometry))) - said
        let distance = (away * away).sum().squareRoot()
        let stray = sketch.points[line].stray
        if distance > stray + Self.hair {
          return "\(distance) m from line \(line) of stray \(stray) at \(time)"
        }
        if stray > Float(tolerance) + 0.01, line > 0, !isOneStep(sketch, line, track) {
          return "line \(line) strays \(stray) m"
        }
      }
      return nil
    }
  }

  /// Whether the line stands for one step of the track, whose bend over the globe nothing makes smaller.
  private func isOneStep(_ sketch: RouteSketch, _ line: Int, _ track: Track) -> Bool {
    let (from, to) = (sketch.time(ofPoint: line - 1), sketch.time(ofPoint: line))
    return !track.vertices.contains { $0.time > from && $0.time < to }
  }

  @Test(arguments: grounds)
  func theBulgeIsThatOfItsDefinition(_ geometry: Geometry) {
    #expect(MemoryLayout<RouteSketch.Point>.stride == MemoryLayout<detour_sketch_point>.stride)
    var lengths: Set<Int> = []
    forAll(seeds: 0..<40) { seed in
      var random = SplitMix64(seed: 300 + seed)
      let track = track(geometry, &random)
      let frame = IndexFrame(around: [track.vertices[0].place.position], geometry: geometry)
      let sketch = Self.sketch(track, tolerance: Double(seed % 3) * 30, frame: frame)
      for line in 1..<sketch.points.count {
        lengths.insert((sketch.points.count - line) % 4)
        let (bulge, defined) = (Double(sketch.bulge(on: line)), Self.bulge(of: sketch.points, on: line))
        if abs(bulge - defined) > 1e-4 * max(1000, defined) {
          return "\(bulge) m on line \(line), not \(defined)"
        }
      }
      return nil
    }
    #expect(lengths == [0, 1, 2, 3])
  }

  /// The greatest distance of a point of the route from the straight lines to the end of both ends of the car's line, with
  /// all strays.
  private static func bulge(of points: [RouteSketch.Point], on line: Int) -> Double {
    let end = SIMD3<Double>(points[points.count - 1].position)
    func distance(_ number: Int) -> Double {
      [line - 1, line].map { start in
        let from = SIMD3<Double>(points[start].position)
        let (course, offset) = (end - from, SIMD3<Double>(points[number].position) - from)
        let length = (course * course).sum()
        let share = length > 0 ? min(1, max(0, (offset * course).sum() / length)) : 0
        let away = offset - share * course
        return (away * away).sum().squareRoot()
      }.max() ?? 0
    }
    let own = Double(points[line].stray)
    let ahead = (line..<points.count).map { number in
      max(number == line ? own : distance(number - 1), distance(number)) + Double(points[number].stray)
    }
    return max(own, ahead.max() ?? 0) + own
  }

  @Test(arguments: grounds, [0.0, 250])
  func theVerdictIsThatOfTheTrackWhereThereIsOne(_ geometry: Geometry, _ spacing: Metres) {
    var verdicts: [RouteSketch.Verdict: Int] = [:]
    // What polylines leave open of it, and what the version for processors without vectors says otherwise.
    var (open, differing) = (0, 0)
    forAll(seeds: 0..<30) { seed in
      var random = SplitMix64(seed: 100 + seed)
      let track = track(geometry, &random)
      let vertices = track.vertices
      let frame = IndexFrame(around: [vertices[0].place.position], geometry: geometry)
      let sketch = Self.sketch(track, tolerance: 60, frame: frame)
      let ends = Driver(id: 0, origin: vertices[0].place, destination: track.end.place, depart: .zero)
      let grid = IndexGrid(IndexTraffic([ends], frame: frame, questions: 1), radius: 800)
      let square = PolylineSquare(grid, radius: 800, geometry: geometry)
      var polyline = square.polyline(of: sketch)
      for _ in 0..<12 {
        let span = Int((track.end.time - .zero).rawValue) - 1
        let time = Milliseconds(Int64(random.whole(0...span)))
        let report = track.report(at: time, spacing: spacing, geometry: geometry)
        let near = random.pick(vertices).place.position
        let coordinates = geometry.coordinates(of: near)
        let size = geometry == .globe ? 1.0 / 100_000 : 1
        let target = geometry.position(
          of: Coordinates(
            x: coordinates.x + size * random.uniform(-1500...1500),
            y: coordinates.y + size * random.uniform(-1500...1500)))
        let line = sketch.line(at: spacing > 0 ? track.point(at: report.index).time : time)
        let verdict = sketch.passes(
          near: SIMD3<Float>(frame.local(target)), radius: 800, tolerance: Self.hair, at: time, from: line,
          isContinuous: spacing == 0)
        verdicts[verdict, default: 0] += 1
        var query = square.query(
          SIMD3<Float>(frame.local(target)), tolerance: Self.hair, isContinuous: spacing == 0)
        detour_set_line(&polyline, Int32(line))
        let answers = (
          detour_polyline_passes(&polyline, &query), detour_polyline_passes_plain(&polyline, &query)
        )
        open += answers.0 == DETOUR_PASSES_MAYBE ? 1 : 0
        differing += answers.0 == answers.1 ? 0 : 1
        let passes = track.passes(
          within: 800, of: target, after: report, spacing: spacing, geometry: geometry)
        if verdict == .no, passes { return "a passing route is dismissed at \(time)" }
        if verdict == .yes, !passes { return "a route that does not pass is taken at \(time)" }
        for answer in [answers.0, answers.1] where answer == (passes ? DETOUR_PASSES_NOT : DETOUR_PASSES) {
          return
            "the polyline says \(answer) at \(time), where the route \(passes ? "passes" : "does not pass")"
        }
        let start = SIMD3<Float>(frame.local(report.position))
        let bulge = sketch.bulge(on: line)
        var away: Float = 0
        track.forEachPosition(after: report.index) { position in
          away = max(away, Self.distance(SIMD3<Float>(frame.local(position)), toSegment: start, sketch.end))
        }
        if away > bulge + Self.hair { return "a vertex strays \(away) m, not \(bulge)" }
      }
      return nil
    }
    #expect(open < (spacing == 0 ? 120 : 300) && differing < 3, "\(open) open, \(differing) different")
    // Where every point of the route counts, few doubts are left.
    #expect(verdicts[.no, default: 0] > 20 && (spacing == 0 || verdicts[.maybe, default: 0] > 10))
    #expect((verdicts[.yes, default: 0] > 20) == (spacing == 0))
  }

  @Test func whatLiesOnTheLineUnderWayIsAheadOrBehind() {
    func place(_ x: Metres) -> Place { Place(position: Position(x: x, y: 0)) }
    let travel = Travel(duration: Milliseconds(600_000), metres: 6000)
    let track = Track(Way(from: place(0), to: place(6000), travel: travel), departure: .zero)
    let frame = IndexFrame(around: [Position(x: 0, y: 0)], geometry: .plane)
    let sketch = Self.sketch(track, tolerance: 60, frame: frame)
    func verdict(_ x: Float, isContinuous: Bool) -> RouteSketch.Verdict {
      // Halfway, 3,000 m from either end.
      sketch.passes(
        near: SIMD3(x, 700, 0), radius: 800, tolerance: Self.hair, at: Milliseconds(300_000), from: 1,
        isContinuous: isContinuous)
    }
    #expect(sketch.points.count == 2)
    #expect([1000, 5000].map { verdict($0, isContinuous: true) } == [.no, .yes])
    // Of a report that may have been sent anywhere on the line nothing is known.
    #expect([1000, 5000].map { verdict($0, isContinuous: false) } == [.maybe, .maybe])
  }

  private static func distance(_ p: SIMD3<Float>, toSegment a: SIMD3<Float>, _ b: SIMD3<Float>) -> Float {
    let (offset, line) = (p - a, b - a)
    let squared = (line * line).sum()
    let along = squared > 0 ? max(0, min(1, (offset * line).sum() / squared)) : 0
    let away = offset - along * line
    return (away * away).sum().squareRoot()
  }
}

extension Track {
  /// Calls `body` with the positions of the vertices after `index`, or that of the last vertex if there is none.
  fileprivate func forEachPosition(after index: TrackIndex, _ body: (Position) -> Void) {
    var isLast = true
    forEachStop(after: index, readsOdometer: false) { vertex, _, _ in
      isLast = false
      body(vertex.place.position)
      return true
    }
    if isLast { body(endPlace.position) }
  }
}
