import Foundation
import Quantities
import RoadNetwork
import Spaces
import TestSupport
import Testing

/// A random way with bends and stops.
private func track(_ geometry: Geometry, _ random: inout SplitMix64) -> Track {
  func place() -> Place {
    Place(position: Position(x: random.uniform(0...2000), y: random.uniform(0...2000)))
  }
  var track = Track(standingAt: place(), until: Milliseconds(random.whole(0...50_000).int64))
  for _ in 0..<random.whole(1...6) {
    let end = track.end
    if random.chance(0.3) {
      let stop = end.time + Milliseconds(random.whole(0...40_000).int64)
      track.append(end.place, time: stop, odometer: end.odometer)
    }
    let next = place()
    let metres = 1.2 * geometry.distance(track.end.place.position, next.position)
    track.append(
      next, time: track.end.time + Milliseconds(seconds: metres / 10), odometer: track.end.odometer + metres)
  }
  return track
}

extension Track {
  /// Goes on to `place`, one step that ends at `time` with the odometer at about `odometer`.
  fileprivate mutating func append(_ place: Place, time: Milliseconds, odometer: Metres) {
    let end = end
    let travel = Travel(duration: time - end.time, metres: odometer - end.odometer)
    append(Way(from: end.place, to: place, travel: travel), departure: end.time)
  }
}

extension Int {
  fileprivate var int64: Int64 { Int64(self) }
}

@Suite struct TrackTests {
  static let grounds: [Geometry] = [.plane, .torus(side: 2500)]

  @Test(arguments: grounds)
  func positionsAndOdometersMoveEvenly(_ geometry: Geometry) {
    forAll(seeds: 0..<50) { seed in
      var random = SplitMix64(seed: seed)
      let track = track(geometry, &random)
      var last = (position: track.position(at: .zero, geometry: geometry), odometer: 0.0)
      for time in stride(from: Int64(0), through: track.end.time.rawValue + 1000, by: 997) {
        let time = Milliseconds(time)
        let now = (position: track.position(at: time, geometry: geometry), odometer: track.odometer(at: time))
        if now.odometer < last.odometer { return "the odometer goes back at \(time)" }
        // Straight lines are 1.2 times shorter than the road, and never longer.
        let straight = geometry.distance(last.position, now.position)
        if straight > (now.odometer - last.odometer) / 1.2 + 1e-6 { return "a leap at \(time)" }
        last = now
      }
      return abs(last.odometer - track.end.odometer) < 1e-9 ? nil : "the end is not reached"
    }
  }

  /// What a peek says of a stretch of time is what is reported at each of its moments.
  @Test(arguments: grounds, [0.0, 130])
  func peeksSayWhatIsReported(_ geometry: Geometry, _ spacing: Metres) {
    forAll(seeds: 0..<40) { seed in
      var random = SplitMix64(seed: 1000 + seed)
      let track = track(geometry, &random)
      let from = Milliseconds(random.whole(0...20_000).int64)
      let reach = random.pick([50.0, 400, .infinity])
      var next = from
      while let peek = track.peek(at: next, spacing: spacing, reach: reach, geometry: geometry) {
        if peek.from != next || peek.until <= next { return "from \(next) the peek is \(peek)" }
        next = peek.until
        let length = peek.until - peek.from
        for share in [0, 0.31, 0.77, 1] {
          let offset = Int64(share * Double(length.rawValue - 1))
          let time = peek.from + Milliseconds(offset)
          let report = track.report(at: time, spacing: spacing, geometry: geometry)
          let elapsed = Double(offset) / Double(length.rawValue)
          let said = geometry.interpolate(peek.start, peek.end, fraction: elapsed)
          if geometry.distance(said, report.position) > 1e-6 { return "another position at \(time)" }
        }
        if geometry.distance(peek.start, peek.end) > max(reach, 1) { return "too far from \(next)" }
      }
      return next >= track.end.time ? nil : "peeks end at \(next), not \(track.end.time)"
    }
  }

  /// Whether a way passes near a point agrees with the least distance of its route points.
  @Test(arguments: grounds, [0.0, 17, 130, 5000])
  func passingIsANearEnoughRoutePoint(_ geometry: Geometry, _ spacing: Metres) {
    forAll(seeds: 0..<60) { seed in
      var random = SplitMix64(seed: 2000 + seed)
      let track = track(geometry, &random)
      let time = Milliseconds(random.whole(0...300_000).int64)
      let report = track.report(at: min(time, track.end.time), spacing: spacing, geometry: geometry)
      let target = Position(x: random.uniform(0...2000), y: random.uniform(0...2000))
      let distance = track.distance(from: target, after: report, spacing: spacing, geometry: geometry)
      func passes(_ radius: Metres) -> Bool {
        track.passes(within: radius, of: target, after: report, spacing: spacing, geometry: geometry)
      }
      if !passes(distance + 1e-6) { return "a point at \(distance) m is not found" }
      return distance > 1e-3 && passes(distance - 1e-6) ? "nothing is nearer than \(distance) m" : nil
    }
  }

  /// A way cut every d metres is seen in a disc with probability ½√(1−a²) + asin(a)/(2a), a = d/2r, when it
  /// crosses the disc; π/(4a) where a > 1.
  @Test(arguments: [0.25, 0.8, 1, 1.6, 4])
  func aChordIsSeenAsOftenAsItsLengthSays(_ a: Double) {
    let radius = 500.0
    let spacing = 2 * a * radius
    var random = SplitMix64(seed: UInt64(100 * a))
    let samples = isFullValidation ? 200_000 : 20_000
    var seen = 0
    for _ in 0..<samples {
      // The car has departed at an even place of the pattern, and drives past at an even distance.
      let start = Place(position: Position(x: -4 * radius - spacing * (1 + random.uniform()), y: 0))
      let end = Place(position: Position(x: 4 * radius + 2 * spacing, y: 0))
      var track = Track(standingAt: start, until: .zero)
      let metres = end.position.x - start.position.x
      track.append(end, time: Milliseconds(seconds: metres / 10), odometer: metres)
      let report = track.report(at: .zero, spacing: spacing, geometry: .plane)
      let target = Position(x: 0, y: random.uniform(-radius...radius))
      let isSeen = track.passes(
        within: radius, of: target, after: report, spacing: spacing, geometry: .plane)
      if isSeen { seen += 1 }
    }
    let answer = a <= 1 ? 0.5 * (1 - a * a).squareRoot() + asin(a) / (2 * a) : .pi / (4 * a)
    let z =
      (Double(seen) - Double(samples) * answer) / (Double(samples) * answer * (1 - answer)).squareRoot()
    #expect(abs(z) < 3.5, "seen \(Double(seen) / Double(samples)), expected \(answer)")
  }

  @Test func aCarTurnsWhereItIsOrAtTheEndOfItsStop() {
    let (a, b) = (Place(position: Position(x: 0, y: 0)), Place(position: Position(x: 100, y: 0)))
    var track = Track(standingAt: a, until: Milliseconds(5000))
    track.append(b, time: Milliseconds(15_000), odometer: 100)
    track.append(b, time: Milliseconds(45_000), odometer: 100)
    track.append(a, time: Milliseconds(55_000), odometer: 200)
    func turn(_ seconds: Double) -> Diversion {
      track.diversion(at: Milliseconds(seconds: seconds), geometry: .plane)
    }
    #expect(turn(1).time == Milliseconds(5000) && turn(1).place == a)
    #expect(turn(10).time == Milliseconds(10_000) && turn(10).odometer == 50)
    #expect(turn(20).time == Milliseconds(45_000) && turn(20).place == b)
    #expect(turn(50).odometer == 150)
  }

  /// A leg whose first step has no metres: the difference of two readings and the lower one add up to less than
  /// the higher one.
  @Test func aCopiedLegDoesNotGoBackByARounding() {
    let (a, b) = (Place(position: Position(x: 0, y: 0)), Place(position: Position(x: 100, y: 0)))
    let (low, high) = (20.87823429611535, 5380.11817934607)
    #expect(low + (high - low) < high)
    func track(until seconds: Int64, _ metres: Metres) -> Track {
      let travel = Travel(duration: Milliseconds(1000 * seconds), metres: metres)
      return Track(Way(from: a, to: a, travel: travel), departure: .zero)
    }
    var old = track(until: 1, low)
    old.append(Way(from: a, to: a, travel: .none), departure: Milliseconds(1000))
    old.append(
      Way(from: a, to: b, travel: Travel(duration: Milliseconds(8000), metres: 100)),
      departure: Milliseconds(1000))
    var new = track(until: 50, high)
    for leg in 1...2 { new.append(leg: leg, of: old, departure: new.endTime) }
    #expect(new.vertices.map(\.time.seconds) == [0, 50, 50, 50, 50, 58])
    #expect(new.vertices[3].odometer == high && new.end.odometer > high + 99.9)
  }

  @Test func onANetworkACarTurnsAtTheEndOfItsLink() {
    let nodes = (0..<3).map { Place(position: Position(x: 100 * Double($0), y: 0), node: NodeIndex($0)) }
    var track = Track(standingAt: nodes[0], until: .zero)
    track.append(nodes[1], time: Milliseconds(10_000), odometer: 100)
    track.append(nodes[2], time: Milliseconds(20_000), odometer: 200)
    let turn = track.diversion(at: Milliseconds(12_000), geometry: .plane)
    #expect(turn.place == nodes[2] && turn.time == Milliseconds(20_000))
    let crossing = track.diversion(at: Milliseconds(10_000), geometry: .plane)
    #expect(crossing.place == nodes[1] && crossing.time == Milliseconds(10_000))
    // Reported at 90 m while it is at 120 m: as if it were there, a tenth of the first link left.
    let report = track.report(at: Milliseconds(12_000), spacing: 90, geometry: .plane)
    #expect(report.odometer == 90)
    let seen = track.diversion(from: report, at: Milliseconds(12_000))
    #expect(seen.place == nodes[1] && seen.time == Milliseconds(13_000))
  }
}
