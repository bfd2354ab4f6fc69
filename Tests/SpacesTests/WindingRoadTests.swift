import Quantities
import RoadNetwork
import Spaces
import TestSupport
import Testing

/// Cars on roads with bends, compared with the courses of the links.
@Suite struct WindingRoadTests {
  private struct Trip {
    var straight: NetworkSpace
    var space: NetworkSpace
    var way: CourseByHand
    var track: Track
  }

  /// A random trip on a network with bends; nil where its ends are one node.
  private static func trip(_ random: inout SplitMix64) -> Trip? {
    let plan = CityPlan(columns: 8, rows: 8, blockMetres: 220, oneWayShare: 0.3, seed: random.next())
    let city = plan.network().network
    let straight = random.chance(0.5) ? city : city.onGlobe()
    let network = straight.winding(&random)
    let space = NetworkSpace(RoutingIndex(network, method: random.pick(RoutingMethod.allCases)))
    let ends = (0..<2).map { _ in NodeIndex(random.whole(0...network.nodeCount - 1)) }
    var finder = PathFinder(network)
    guard let path = finder.path(from: ends[0], to: ends[1]), !path.links.isEmpty else { return nil }
    let depart = Milliseconds(Int64(random.whole(0...60_000)))
    return Trip(
      straight: NetworkSpace(straight), space: space,
      way: CourseByHand(path.links, of: network, depart: depart),
      track: track(space, from: ends[0], to: ends[1], depart: depart))
  }

  private static func track(
    _ space: NetworkSpace, from origin: NodeIndex, to destination: NodeIndex, depart: Milliseconds
  ) -> Track {
    guard let way = space.way(from: space.place(ofNode: origin), to: space.place(ofNode: destination)) else {
      preconditionFailure("a route leads there")
    }
    return Track(way, departure: depart)
  }

  /// A car is where the course of its link is, and has reported where the course was at a multiple of d metres.
  @Test(arguments: [0.0, 35, 400])
  func reportsLieOnTheCourse(_ spacing: Metres) {
    forAll(seeds: 0..<60) { seed in
      var random = SplitMix64(seed: seed)
      guard let trip = Self.trip(&random) else { return nil }
      let (way, track) = (trip.way, trip.track)
      // Times at bends are whole milliseconds.
      let slack = way.stride + 1e-6
      for _ in 0..<200 {
        let end = way.end.duration.seconds
        let time = way.depart + Milliseconds(seconds: random.uniform(-10...(end + 10)))
        let report = track.report(at: time, spacing: spacing, geometry: way.geometry)
        let driven = way.odometer(at: time)
        let isThere = time >= way.depart + way.end.duration
        let expected = spacing > 0 && !isThere ? (report.odometer / spacing).rounded() * spacing : driven
        let lag = driven - report.odometer
        if abs(report.odometer - expected) > slack || lag < -slack || lag > spacing + slack {
          return "at \(time) \(report.odometer) m are reported, \(driven) m are driven"
        }
        let position = way.position(atOdometer: spacing > 0 ? report.odometer : driven)
        let away = way.geometry.distance(position, report.position)
        if away > (spacing > 0 ? 1e-4 : slack) { return "at \(time) the report is \(away) m off" }
      }
      return nil
    }
  }

  /// The nearest route point ahead is the one that a walk along the course finds.
  @Test(arguments: [0.0, 35, 400])
  func passingIsANearRoutePointOnTheCourse(_ spacing: Metres) {
    forAll(seeds: 0..<60) { seed in
      var random = SplitMix64(seed: 500 + seed)
      guard let trip = Self.trip(&random) else { return nil }
      let (way, track) = (trip.way, trip.track)
      let elapsed = random.uniform() * way.end.duration.seconds
      let time = way.depart + Milliseconds(seconds: elapsed)
      let report = track.report(at: time, spacing: spacing, geometry: way.geometry)
      let target = trip.space.network.positions[random.whole(0...trip.space.network.nodeCount - 1)]
      let step = spacing > 0 ? spacing : 1
      let ends = [report.position, track.end.place.position].map { way.geometry.distance(target, $0) }
      var least = spacing > 0 ? ends[1] : min(ends[0], ends[1])
      var number = (report.odometer / step).rounded(.down) + 1
      while number * step <= way.end.metres {
        least = min(least, way.geometry.distance(target, way.position(atOdometer: number * step)))
        number += 1
      }
      let found = track.distance(from: target, after: report, spacing: spacing, geometry: way.geometry)
      // Between the samples of a continuous way lies a metre of road, which may be many of a course.
      let slack = spacing > 0 ? 1e-4 : 40
      if found > least + 1e-4 || found < least - slack { return "\(found) m, by hand \(least) m" }
      func passes(_ radius: Metres) -> Bool {
        track.passes(within: radius, of: target, after: report, spacing: spacing, geometry: way.geometry)
      }
      return passes(found + 1e-6) && !(found > 1e-3 && passes(found - 1e-6)) ? nil : "not within \(found) m"
    }
  }

  /// Bends change no time, no odometer and no turn: a car turns where and when it does without them.
  @Test func bendsMoveNoNode() {
    forAll(seeds: 0..<100) { seed in
      var random = SplitMix64(seed: 1000 + seed)
      guard let trip = Self.trip(&random), let origin = trip.track.vertices.first else { return nil }
      let (track, geometry) = (trip.track, trip.way.geometry)
      let straight = Self.track(
        trip.straight, from: origin.place.node, to: track.end.place.node, depart: origin.time)
      let nodes = track.vertices.filter { !$0.isBend }
      guard nodes.count == straight.vertices.count, nodes.allSatisfy({ $0.place.node >= 0 }),
        track.vertices.allSatisfy({ $0.isBend == ($0.place.node < 0) })
      else { return "a bend is taken for a node" }
      for (node, expected) in zip(nodes, straight.vertices) {
        guard node.place == expected.place, node.time == expected.time, node.odometer == expected.odometer,
          track.position(at: node.time, geometry: geometry) == node.place.position
        else { return "\(node) was \(expected)" }
      }
      for _ in 0..<100 {
        let time = origin.time + Milliseconds(Int64(random.whole(-1000...500_000)))
        let turn = track.diversion(at: time, geometry: geometry)
        let expected = straight.diversion(at: time, geometry: geometry)
        guard turn.place == expected.place, turn.time == expected.time, turn.odometer == expected.odometer,
          track.vertex(at: turn.index).place == turn.place
        else { return "at \(time) it turns at \(turn), without bends at \(expected)" }
        let seen = track.diversion(
          from: track.report(at: time, spacing: 150, geometry: geometry), at: time)
        let seenStraight = straight.diversion(
          from: straight.report(at: time, spacing: 150, geometry: geometry), at: time)
        // A millisecond at a bend decides now and then whether a route point is passed.
        guard track.vertex(at: seen.index).place == seen.place, seen.place.node >= 0 else {
          return "at \(time) it is taken to turn at a bend"
        }
        if seen.place == seenStraight.place, abs((seen.time - seenStraight.time).rawValue) > 1 {
          return "at \(time) it is taken to turn at \(seen.time), without bends at \(seenStraight.time)"
        }
        let actual = track.diversion(
          from: track.report(at: time, spacing: 0, geometry: geometry), at: time)
        if actual.place != turn.place || actual.time != turn.time {
          return "at \(time) the true position turns at \(turn), the reported one at \(actual)"
        }
      }
      return nil
    }
  }

  @Test func everyMethodDrivesTheSameCourse() {
    forAll(seeds: 0..<20) { seed in
      var random = SplitMix64(seed: 1500 + seed)
      guard let trip = Self.trip(&random) else { return nil }
      let ends = [trip.track.vertices[0].place, trip.track.end.place]
      let paths = RoutingMethod.allCases.map { method in
        var path: [PathPoint] = []
        NetworkSpace(RoutingIndex(trip.space.network, method: method))
          .appendPath(from: ends[0], to: ends[1], into: &path)
        return path
      }
      return paths.allSatisfy { $0 == paths[0] } ? nil : "the paths differ"
    }
  }

  /// A way of two links: the first leads over three sides of a square, at 10 m/s.
  private static func square() -> NetworkSpace {
    var builder = NetworkBuilder(geometry: .plane)
    for (id, x) in [0.0, 900, 1800].enumerated() {
      builder.addNode(id: Int64(id), at: Coordinates(x: x, y: 0))
    }
    let course = builder.addCourse([Coordinates(x: 0, y: 900), Coordinates(x: 900, y: 900)])
    builder.addLink(id: 1, from: 0, to: 1, metres: 2700, milliseconds: 270_000, course: course)
    builder.addLink(id: 2, from: 1, to: 2, metres: 900, milliseconds: 90_000)
    return NetworkSpace(builder.build())
  }

  @Test func aCarOnASquareIsSeenOnItsSides() {
    let track = Self.track(Self.square(), from: 0, to: 2, depart: .zero)
    #expect(track.vertices.map(\.isBend) == [false, true, true, false, false])
    #expect(track.vertices.map(\.time.seconds) == [0, 90, 180, 270, 360])
    #expect(track.vertices.map(\.odometer) == [0, 900, 1800, 2700, 3600])
    let report = track.report(at: Milliseconds(139_000), spacing: 450, geometry: .plane)
    #expect(report.position == Position(x: 450, y: 900) && report.odometer == 1350)
    // The straight line between the nodes stays 900 m away.
    let departed = track.report(at: .zero, spacing: 450, geometry: .plane)
    for (report, isSeen) in [(departed, true), (report, false)] {
      let passes = track.passes(
        within: 100, of: Position(x: 400, y: 950), after: report, spacing: 450, geometry: .plane)
      #expect(passes == isSeen)
    }
    let distance = track.distance(
      from: Position(x: 450, y: 950), after: departed, spacing: 450, geometry: .plane)
    #expect(distance == 50)
  }

  @Test func aCarTurnsAtTheNodeAndNotAtTheBend() {
    let space = Self.square()
    var track = Self.track(space, from: 0, to: 2, depart: .zero)
    func node(_ number: Int, bend: Int = 0) -> TrackIndex { TrackIndex(leg: 0, node: number, bend: bend) }
    for milliseconds in [1, 90_000, 135_000, 180_000, 269_999] as [Int64] {
      let turn = track.diversion(at: Milliseconds(milliseconds), geometry: .plane)
      #expect(turn.place.node == 1 && turn.time == Milliseconds(270_000) && turn.index == node(1))
    }
    #expect(track.diversion(at: Milliseconds(270_000), geometry: .plane).time == Milliseconds(270_000))
    #expect(track.diversion(at: .zero, geometry: .plane).index == node(0))
    // Reported at the first bend, which lies a third of the link from its beginning.
    let report = track.report(at: Milliseconds(100_000), spacing: 900, geometry: .plane)
    #expect(report.odometer == 900 && report.index == node(0, bend: 1))
    let seen = track.diversion(from: report, at: Milliseconds(100_000))
    #expect(seen.place.node == 1 && seen.time == Milliseconds(280_000) && seen.index == node(1))
    // Forgetting keeps the beginning of the link, and with it the rule.
    track.forget(before: Milliseconds(200_000), spacing: 100)
    #expect(track.front == node(0))
    let turn = track.diversion(at: Milliseconds(200_000), geometry: .plane)
    track.turn(at: turn, onto: Way(standingAt: space.place(ofNode: 1)))
    #expect(track.vertices.count == 4 && track.end.place.node == 1)
    #expect(track.forget(before: Milliseconds(270_000), spacing: 100) == 1)
    #expect(track.vertices.count == 1)
  }
}
