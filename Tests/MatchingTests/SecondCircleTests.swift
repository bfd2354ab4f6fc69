import Foundation
import Quantities
import Spaces
import TestSupport
import Testing
import Travellers

@testable import Matching

/// The second circle beside its rule as it is said, and all that answers in its place beside it.
@Suite struct SecondCircleTests {
  private static let grounds: [Geometry] = [.plane, .torus(side: 6000), .globe]

  /// A way of a few legs over the ground, around the middle of nowhere or around Rabat.
  private static func track(_ geometry: Geometry, _ random: inout SplitMix64) -> Track {
    func place() -> Place {
      Place(position: position(geometry, random.uniform(0...3000), random.uniform(0...3000)))
    }
    var track = Track(standingAt: place(), until: Milliseconds(Int64(random.whole(0...60_000))))
    for _ in 0..<random.whole(1...6) {
      let (from, to) = (track.end.place, place())
      let metres = max(1, geometry.distance(from.position, to.position))
      let travel = Travel(duration: Milliseconds(1 + Int64(metres * 100)), metres: metres)
      track.append(Way(from: from, to: to, travel: travel), departure: track.end.time)
    }
    return track
  }

  private static func position(_ geometry: Geometry, _ x: Metres, _ y: Metres) -> Position {
    geometry.position(
      of: geometry == .globe
        ? Coordinates(x: -6.85 + x / 92_000, y: 34.02 + y / 111_000) : Coordinates(x: x, y: y))
  }

  /// The least distance of `target` from the end and from all route points after `report`, each by itself.
  private static func leastDistance(
    _ track: Track, _ geometry: Geometry, from target: Position, after report: Report, spacing: Metres
  ) -> Metres {
    var least = geometry.distance(target, track.end.place.position)
    if spacing == 0 {
      // A point every decimetre, from which no other is farther than half of it.
      let vertices = track.vertices.filter { $0.odometer > report.odometer }
      var from = (position: report.position, odometer: report.odometer)
      for vertex in vertices {
        let steps = max(1, Int((vertex.odometer - from.odometer) * 10))
        for step in 0...steps {
          let point = geometry.interpolate(
            from.position, vertex.place.position, fraction: Double(step) / Double(steps))
          least = min(least, geometry.distance(target, point))
        }
        from = (vertex.place.position, vertex.odometer)
      }
      return least
    }
    let vertices = track.vertices
    for (from, to) in zip(vertices, vertices.dropFirst()) where to.odometer > from.odometer {
      var number = Int((from.odometer / spacing).rounded(.up))
      while Double(number) * spacing <= to.odometer {
        if number > report.number {
          let share = (Double(number) * spacing - from.odometer) / (to.odometer - from.odometer)
          let point = geometry.interpolate(from.place.position, to.place.position, fraction: share)
          least = min(least, geometry.distance(target, point))
        }
        number += 1
      }
    }
    return least
  }

  @Test(arguments: grounds, [0.0, 130, 500, 9000])
  func `the circle is passed where the nearest route point ahead lies in it, to a hair`(
    _ geometry: Geometry, _ spacing: Metres
  ) {
    // What the points that are looked at leave out of a continuous route, and rounding.
    let hair = spacing == 0 ? 0.06 : 1e-6
    forAll(seeds: 0..<40) { seed in
      var random = SplitMix64(seed: 7000 + seed)
      let track = Self.track(geometry, &random)
      let time = Milliseconds(Int64(random.whole(0...Int(track.end.time.rawValue) - 1)))
      let report = track.report(at: time, spacing: spacing, geometry: geometry)
      let center = Self.position(geometry, random.uniform(-500...3500), random.uniform(-500...3500))
      let least = Self.leastDistance(track, geometry, from: center, after: report, spacing: spacing)
      func circle(_ radius: Metres) -> SecondCircle {
        SecondCircle(center: center, radius: radius, spacing: spacing, geometry: geometry)
      }
      for radius in [least + hair, least - hair, least / 2, 2 * least + 1] where radius > 0 {
        let isPassed = circle(radius).isPassed(by: track, after: report)
        if isPassed != (radius > least) { return "\(isPassed) at \(radius) m, the nearest at \(least) m" }
      }
      return nil
    }
  }

  @Test(arguments: grounds, [0.0, 130, 500])
  func `the corners, the sketch and the schedule say what the circle says, or nothing`(
    _ geometry: Geometry, _ spacing: Metres
  ) {
    var answers: [String: Int] = [:]
    forAll(seeds: 0..<60) { seed in
      var random = SplitMix64(seed: 9000 + seed)
      let track = Self.track(geometry, &random)
      let time = Milliseconds(Int64(random.whole(0...Int(track.end.time.rawValue) - 1)))
      let report = track.report(at: time, spacing: spacing, geometry: geometry)
      var corners = Corners()
      corners.fill(with: track)
      defer { corners.deallocate() }
      for _ in 0..<20 {
        let center = Self.position(geometry, random.uniform(-800...3800), random.uniform(-800...3800))
        let least = track.distance(from: center, after: report, spacing: spacing, geometry: geometry)
        // Every other circle just reaches the nearest point, or just does not.
        let radius = random.pick([random.uniform(50...1500), least + 1e-6, max(1, least - 1e-6)])
        let circle = SecondCircle(center: center, radius: radius, spacing: spacing, geometry: geometry)
        let isPassed = circle.isPassed(by: track, after: report)
        if let sight = corners.report(at: time, spacing: spacing, geometry: geometry) {
          answers["corners", default: 0] += 1
          if circle.isPassed(by: corners, after: sight) != isPassed { return "the corners say otherwise" }
        }
        guard geometry != .torus(side: 6000) else { continue }
        for (name, verdict) in Self.verdicts(track, time, report, circle) {
          answers["\(name) \(verdict)", default: 0] += 1
          if verdict != .maybe, (verdict == .yes) != isPassed {
            return "the \(name) says \(verdict) at \(radius) m, the nearest at \(least) m"
          }
        }
      }
      return nil
    }
    #expect(answers["corners", default: 0] > 1000)
    guard geometry != .torus(side: 6000) else { return }
    #expect(answers["sketch no", default: 0] > 50)
    #expect(
      spacing == 0 || answers["schedule no", default: 0] > 50 && answers["schedule yes", default: 0] > 50)
  }

  /// What the sketch of `track` says of `circle`, and the schedule where there is one.
  private static func verdicts(
    _ track: Track, _ time: Milliseconds, _ report: Report, _ circle: SecondCircle
  ) -> [(name: String, verdict: RouteSketch.Verdict)] {
    let geometry = circle.geometry
    let frame = IndexFrame(around: [track.vertices[0].place.position], geometry: geometry)
    var route = RouteList()
    route.fill(with: track, readsOdometer: true, frame: frame)
    let sketch = RouteSketch(route, tolerance: circle.radius / 40, frame: frame)
    let target = SIMD3<Float>(frame.local(circle.center))
    let (radius, hair) = (Float(circle.radius), Float(0.3))
    let passed = circle.spacing > 0 ? track.point(at: report.index).time : time
    var verdicts = [
      (
        "sketch",
        sketch.passes(
          near: target, radius: radius, tolerance: hair, at: time, from: sketch.line(at: passed),
          isContinuous: circle.spacing == 0)
      )
    ]
    if circle.spacing > 0 {
      let schedule = ReportSchedule(
        route, sketch, from: time, report, passed: passed, spacing: circle.spacing, frame: frame)
      verdicts.append(
        (
          "schedule",
          schedule.passes(near: target, radius: radius, tolerance: hair, after: 0, end: sketch.end)
        ))
    }
    return verdicts
  }
}
