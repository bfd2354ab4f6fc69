import Quantities
import TestSupport
import Testing

@testable import Spaces

/// The corners of a track beside the track itself: each answer to the last bit.
@Suite struct CornersTests {
  static let grounds: [Geometry] = [.plane, .torus(side: 2500), .globe]

  private static func place(_ geometry: Geometry, _ random: inout SplitMix64) -> Place {
    let (x, y) = (random.uniform(0...2000), random.uniform(0...2000))
    let coordinates =
      geometry == .globe
      ? Coordinates(x: -6.85 + x / 92_000, y: 34.02 + y / 111_000) : Coordinates(x: x, y: y)
    return Place(position: geometry.position(of: coordinates))
  }

  private static func way(_ geometry: Geometry, from origin: Place, to destination: Place) -> Way {
    let metres = 1.2 * geometry.distance(origin.position, destination.position)
    let travel = Travel(duration: Milliseconds(seconds: metres / 10), metres: metres)
    return Way(from: origin, to: destination, travel: travel)
  }

  /// A track of some legs with waits between, which has turned now and then, and forgotten where it was.
  private static func track(_ geometry: Geometry, _ random: inout SplitMix64) -> (Track, from: Milliseconds) {
    var from = Milliseconds(Int64(random.whole(0...50_000)))
    var track = Track(
      way(geometry, from: place(geometry, &random), to: place(geometry, &random)), departure: from)
    for _ in 0..<random.whole(0...6) {
      if random.chance(0.4), from < track.endTime {
        from = Milliseconds(Int64(random.whole(Int(from.rawValue)...Int(track.endTime.rawValue))))
        let diversion = track.diversion(at: from, geometry: geometry)
        track.turn(
          at: diversion, onto: way(geometry, from: diversion.place, to: place(geometry, &random)))
        track.forget(before: from, spacing: random.pick([0, 130]))
      } else {
        let wait = Milliseconds(random.chance(0.5) ? Int64(random.whole(0...40_000)) : 0)
        track.append(
          way(geometry, from: track.endPlace, to: place(geometry, &random)), departure: track.endTime + wait)
      }
    }
    return (track, from)
  }

  @Test(arguments: grounds, [0.0, 130, 5000])
  func `reports, peeks and what is passed are those of the track`(_ geometry: Geometry, _ spacing: Metres) {
    var looks = 0
    forAll(seeds: 0..<60) { seed in
      var random = SplitMix64(seed: 4000 + seed)
      let (track, from) = Self.track(geometry, &random)
      var corners = Corners()
      corners.fill(with: track)
      defer { corners.deallocate() }
      if corners.count != track.vertices.count { return "\(corners.count) corners" }
      var time = max(.zero, from - Milliseconds(Int64(random.whole(0...20_000))))
      while time < track.endTime {
        let said = track.report(at: time, spacing: spacing, geometry: geometry)
        guard let sight = corners.report(at: time, spacing: spacing, geometry: geometry) else {
          return "no report at \(time)"
        }
        let report = corners.report(sight)
        let turn = track.diversion(at: time, geometry: geometry)
        if corners.diversion(at: time, geometry: geometry) != turn { return "at \(time) not \(turn)" }
        let turnFromReport = track.diversion(from: said, at: time)
        if corners.diversion(from: said, at: time) != turnFromReport {
          return "at \(time) not \(turnFromReport) from \(said)"
        }
        if report.position != said.position || report.odometer != said.odometer
          || report.number != said.number || report.index != said.index
        {
          return "at \(time) \(report), and not \(said)"
        }
        let reach = random.pick([60.0, 700, .infinity])
        let peek = corners.peek(at: time, spacing: spacing, reach: reach, geometry: geometry)?.peek
        guard let peek, let other = track.peek(at: time, spacing: spacing, reach: reach, geometry: geometry)
        else { return "no peek at \(time)" }
        let apart = geometry.distance(peek.end, other.end)
        if peek.start != other.start || apart > 1e-6 || peek.until != other.until {
          return "at \(time) \(peek), and not \(other)"
        }
        let (target, radius) = (Self.place(geometry, &random).position, random.uniform(20...900))
        let passes = corners.passes(
          within: radius, of: target, after: sight, spacing: spacing, geometry: geometry)
        let does = track.passes(
          within: radius, of: target, after: said, spacing: spacing, geometry: geometry)
        if passes != does { return "at \(time) the way passes \(does)" }
        looks += 1
        time = time + Milliseconds(Int64(random.whole(1...9000)))
      }
      let isOver = corners.report(at: track.endTime, spacing: spacing, geometry: geometry) == nil
      return isOver ? nil : "a report after the arrival"
    }
    #expect(looks > 1000)
  }

  @Test(arguments: grounds)
  func `where a car can turn is told at the times of vertices too, earlier ones after later ones`(
    _ geometry: Geometry
  ) {
    forAll(seeds: 0..<60) { seed in
      var random = SplitMix64(seed: 5000 + seed)
      let (track, from) = Self.track(geometry, &random)
      var corners = Corners()
      corners.fill(with: track)
      defer { corners.deallocate() }
      let millisecond = Milliseconds(1)
      let times = track.vertices.flatMap { [$0.time - millisecond, $0.time, $0.time + millisecond] }
        .filter { $0 >= from }
      for _ in times.indices {
        let time = random.pick(times)
        let turn = track.diversion(at: time, geometry: geometry)
        if corners.diversion(at: time, geometry: geometry) != turn { return "at \(time) not \(turn)" }
      }
      return nil
    }
  }

  @Test func `a corner is one line of the cache`() {
    #expect(MemoryLayout<Corners.Corner>.stride == 64)
  }
}
