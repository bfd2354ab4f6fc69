import CarpoolScenario
import Foundation
import Ground
import Quantities
import RoadNetwork
import Scenario
import Spaces
import Statistics
import Tables
import TestSupport
import Testing
import Travellers

@testable import Synthesis

@Suite struct MatrixTests {
  /// A square with a hole, a triangle, two squares that are one zone, and a point, on a plane of 20 km by 10 km.
  static let zones = """
    {"type": "FeatureCollection", "features": [
      {"type": "Feature", "properties": {"zone": "ring"}, "geometry": {"type": "Polygon", "coordinates": [
        [[0, 0], [4000, 0], [4000, 4000], [0, 4000], [0, 0]],
        [[1000, 1000], [3000, 1000], [3000, 3000], [1000, 3000], [1000, 1000]]]}},
      {"type": "Feature", "properties": {"zone": 7}, "geometry": {"type": "Polygon", "coordinates": [
        [[6000, 0], [10000, 0], [8000, 5000, 12.5], [6000, 0]]]}},
      {"type": "Feature", "id": "twins", "properties": {}, "geometry": {"type": "MultiPolygon", "coordinates": [
        [[[12000, 0], [13000, 0], [13000, 1000], [12000, 1000], [12000, 0]]],
        [[[12000, 4000], [15000, 4000], [15000, 5000], [12000, 5000], [12000, 4000]]]]}},
      {"type": "Feature", "properties": {"zone": "centre"}, "geometry": {"type": "Point", "coordinates": [9000, 9000]}}]}
    """

  /// The fields of a space with nodes, which the network that is given stands in for.
  private static let onRoads = ["space={kind: 'city'}"]

  private func population(
    _ trips: String, zones: String = Self.zones, arrivals: String = "count: 100000", od: String = "",
    overrides: [String] = [], files: [String: String] = [:], in territory: Territory = Fixture.plane
  ) throws -> Population {
    let folder = try TemporaryFolder(["z.geojson": zones, "t.csv": trips].merging(files) { $1 })
    return try Fixture.population(
      supply: """
        {kind: 'synthetic', \(arrivals), od: {kind: 'matrix', zones: 'z.geojson', trips: 't.csv'\(od)}}
        """, overrides: overrides, in: territory, folder: folder.path)
  }

  private func message(
    _ trips: String, zones: String = Self.zones, od: String = "", arrivals: String = "count: 10",
    files: [String: String] = [:], overrides: [String] = [], in territory: Territory = Fixture.plane
  ) -> String {
    do {
      _ = try population(
        trips, zones: zones, arrivals: arrivals, od: od, overrides: overrides, files: files, in: territory)
      return ""
    } catch { return "\(error)".replacing(#/[^ \n]*/(?=[a-z]\.)/#, with: "") }
  }

  /// The zone in which a point lies, by inequalities written out for these four.
  private func zone(_ place: Place) -> Int? {
    let (x, y) = (place.position.x, place.position.y)
    func lies(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> Bool {
      x >= west && x <= east && y >= south && y <= north
    }
    if lies(0, 0, 4_000, 4_000) { return x > 1_000 && x < 3_000 && y > 1_000 && y < 3_000 ? nil : 0 }
    if y >= 0, y <= 2.5 * (x - 6_000) + 0.01, y <= 2.5 * (10_000 - x) + 0.01 { return 1 }
    if lies(12_000, 0, 13_000, 1_000) || lies(12_000, 4_000, 15_000, 5_000) { return 2 }
    return x == 9_000 && y == 9_000 ? 3 : nil
  }

  @Test func pairsAreDrawnInProportionAndEndsLieInTheirZones() throws {
    let trips =
      "origin,destination,number\nring,7,10\nring,twins,30\n7,ring,40\n07,centre,0\n7,ring,20\ncentre,twins,100\n"
    var counts = Array(repeating: Array(repeating: 0, count: 4), count: 4)
    for driver in try population(trips).drivers {
      let origin = try #require(zone(driver.origin))
      counts[origin][try #require(zone(driver.destination))] += 1
    }
    expectCounts(
      [counts[0][1], counts[0][2], counts[1][0], counts[3][2]], [5_000, 15_000, 30_000, 50_000])
    #expect(counts.joined().reduce(0, +) == 100_000 && counts[1][3] == 0)
  }

  @Test func endsAreUniformOverTheirArea() throws {
    let drivers = try population("origin,destination,number\ntwins,ring,1\nring,7,1\n").drivers
    let twins = drivers.filter { $0.origin.position.x > 11_000 }
    // The first of the two areas is a quarter of both.
    expectShare(twins.count { $0.origin.position.y < 2_000 }, of: twins.count, 0.25)
    let ring = drivers.filter { $0.origin.position.x < 5_000 }
    // A ring of four kilometres with a hole of two has three quarters of twelve square kilometres outside its western strip.
    expectShare(ring.count { $0.origin.position.x < 1_000 }, of: ring.count, 4.0 / 12)
    // Half of a triangle's height holds three quarters of its area.
    expectShare(ring.count { $0.destination.position.y < 2_500 }, of: ring.count, 0.75)
  }

  @Test func onTheGlobeEndsAreUniformByArea() throws {
    let zones = """
      {"type": "FeatureCollection", "features": [
        {"type": "Feature", "properties": {"zone": "north"}, "geometry": {"type": "Polygon", "coordinates": [
          [[0, 10], [10, 10], [10, 70], [0, 70], [0, 10]]]}},
        {"type": "Feature", "properties": {"zone": "b"}, "geometry": {"type": "Point", "coordinates": [20, 40]}}]}
      """
    let origins = try population("origin,destination,number\nnorth,b,1\n", zones: zones, in: Fixture.globe)
      .drivers.map { Geometry.globe.coordinates(of: $0.origin.position).y }
    let middle = asin((sin(10 * Double.pi / 180) + sin(70 * Double.pi / 180)) / 2) * 180 / .pi
    expectShare(origins.count { $0 < middle }, of: 100_000, 0.5)
  }

  /// Against the winding number, on random stars with holes.
  @Test func pointsInPolygonsAreThoseThatRingsWindAround() {
    var random = SplitMix64(seed: 3)
    func star(_ least: Double, _ most: Double) -> [Coordinates] {
      (0..<17).map { spoke in
        let angle = 2 * Double.pi * Double(spoke) / 17
        let length = random.uniform(least...most)
        return Coordinates(x: length * cos(angle), y: length * sin(angle))
      }
    }
    for _ in 0..<200 {
      let rings = [star(50, 100), star(10, 40)]
      let shape = ZoneShape(rings)
      for _ in 0..<100 {
        let point = Coordinates(x: random.uniform(-100...100), y: random.uniform(-100...100))
        let windings = rings.map { ring in
          let angles = ring.map { atan2($0.y - point.y, $0.x - point.x) }
          let turns = zip(angles, angles.dropFirst() + [angles[0]]).map { remainder($1 - $0, 2 * .pi) }
          return Int((turns.reduce(0, +) / (2 * .pi)).rounded())
        }
        #expect(shape.contains(point) == (windings[0] == 1 && windings[1] == 0))
      }
    }
  }

  @Test func hoursHaveTheirOwnPairsAndGiveTheTimes() throws {
    let trips = """
      origin,destination,hour,number
      ring,7,7,10
      7,ring,8,25
      ring,7,8,5
      twins,7,20,1000
      """
    let population = try population(
      trips, overrides: ["time.start='2026-05-18T07:30:00'", "time.duration_s=5400"])
    var counts = [0, 0, 0]
    for driver in population.drivers {
      // Half an hour of the first, the whole of the second.
      if driver.depart < Milliseconds(1_800_000) {
        #expect(zone(driver.origin) == 0)
        counts[0] += 1
      } else {
        counts[zone(driver.origin) == 1 ? 1 : 2] += 1
      }
    }
    expectCounts(counts, [5, 25, 5].map { (number: Double) in number * 100_000 / 35 })
  }

  @Test func aShareOfTheMatrixIsAPoissonNumber() throws {
    let trips = "origin,destination,hour,number\nring,7,0,300\nring,7,1,100\n"
    let counts = try (0..<300).map { replication in
      Double(
        try population(
          trips, arrivals: "matrix_share: 0.2",
          overrides: ["replication=\(replication)", "time.duration_s=5400"]
        ).drivers.count)
    }
    let statistics = Fixture.statistics(counts)
    // A fifth of 300 and of half of 100.
    #expect(abs(statistics.zScore(expected: 70) ?? .infinity) < 3.5)
    #expect((40...110).contains(statistics.variance ?? 0))
    // Without hours the matrix is that of the whole duration.
    let whole = try population("origin,destination,number\nring,7,1000000\n", arrivals: "matrix_share: 0.1")
    expectShare(whole.drivers.count, of: 1_000_000, 0.1)
  }

  @Test func onANetworkEndsAreTheNodesOfTheirZone() throws {
    let zones = """
      {"type": "FeatureCollection", "features": [
        {"type": "Feature", "properties": {"zone": "a"}, "geometry": {"type": "Polygon", "coordinates": [
          [[-10, -10], [1500, -10], [1500, 10], [-10, 10], [-10, -10]]]}},
        {"type": "Feature", "properties": {"zone": "b"}, "geometry": {"type": "Point", "coordinates": [1950, 0]}}]}
      """
    let trips = "origin,destination,number\na,b,1\n"
    let drivers = try population(
      trips, zones: zones, od: ", ends: 'nodes'", overrides: Self.onRoads, in: Fixture.road
    ).drivers
    expectShare(drivers.count { $0.origin.node == 0 }, of: drivers.count, 0.5)
    #expect(drivers.allSatisfy { $0.origin.node <= 1 && $0.destination.node == 2 })
    let weighted = try population(
      trips, zones: zones, od: ", ends: 'nodes', node_weights: 'w.csv'",
      overrides: Self.onRoads, files: ["w.csv": "node_id,weight\n10,1\n20,3\n30,5\n"], in: Fixture.road)
    expectShare(weighted.drivers.count { $0.origin.node == 0 }, of: weighted.drivers.count, 0.25)
    #expect(weighted.inputs.map(\.role) == ["zones", "matrix", "node_weights"])
    // Over the area, a node has what is nearer to it than to others, as far as ends snap.
    let area = try population(trips, zones: zones, in: Fixture.road).drivers
    expectShare(area.count { $0.origin.node == 0 }, of: area.count, 110.0 / 310)
  }

  @Test func zonesMayBeAListOfPoints() throws {
    let folder = try TemporaryFolder([
      "z.csv": "taz,x,y\n1,500,600\n2,7000,8000\n", "t.csv": "origin,destination,number\n1,2,3\n2,1,1\n",
    ])
    let od = "{kind: 'matrix', zones: 'z.csv', zone_name: 'taz', trips: 't.csv'}"
    let drivers = try Fixture.population(
      supply: "{kind: 'synthetic', count: 10000, od: \(od)}", folder: folder.path
    ).drivers
    expectShare(drivers.count { $0.origin.position == Position(x: 500, y: 600) }, of: 10_000, 0.75)
    #expect(Set(drivers.map(\.destination.position)).count == 2)
    try folder.write("taz,x,y\n1,500,600\n1,7000,here\n", as: "z.csv")
    let error = #expect(throws: SynthesisError.self) {
      _ = try Fixture.population(supply: "{kind: 'synthetic', count: 1, od: \(od)}", folder: folder.path)
    }
    let words = error.map { "\($0)" } ?? ""
    #expect(words.contains("a name not used by an earlier row") && words.contains("“here”"))
  }

  @Test func usersHaveHomesByTheMatrix() throws {
    let folder = try TemporaryFolder([
      "z.geojson": Self.zones, "t.csv": "origin,destination,hour,number\nring,7,8,3\ntwins,7,9,1\n",
    ])
    let population = try Fixture.population(
      supply: "{kind: 'users'}", demand: "{kind: 'users'}",
      overrides: [
        "users={count: 4000, travel_share: 1, time_sd_s: 0, returns: false, od: {kind: 'matrix', zones: 'z.geojson', trips: 't.csv'}}",
        "time.duration_s=null",
      ], folder: folder.path)
    let trips =
      population.requests.map { ($0.origin, $0.submit) } + population.drivers.map { ($0.origin, $0.depart) }
    let ofRing = trips.filter { zone($0.0) == 0 }
    expectShare(ofRing.count, of: trips.count, 0.75)
    #expect(ofRing.allSatisfy { (8 * 3_600_000..<9 * 3_600_000).contains($0.1.rawValue) })
  }

  @Test func everyFaultOfZonesAndMatrixIsToldAtOnce() {
    let zones = """
      {"type": "FeatureCollection", "features": [
      {"properties": {"zone": "a"}, "geometry": {"type": "Polygon", "coordinates": [[[0, 0], [1, 0], [0, 0]]]}},
      {"properties": {"name": "b"}, "geometry": {"type": "Point", "coordinates": [1, 1]}},
      {"properties": {"zone": "c"}, "geometry": {"type": "LineString", "coordinates": [[1, 1], [2, 2]]}},
      {"properties": {"zone": "d"}, "geometry": {"type": "Polygon", "coordinates": [[[0, 0], [1, 1], [2, 2], [0, 0]]]}},
      {"properties": {"zone": "e"}, "geometry": {"type": "Point", "coordinates": [1, 1]}},
      {"properties": {"zone": "e"}, "geometry": {"type": "Point", "coordinates": [2, 2]}}]}
      """
    #expect(
      message("origin,destination,number\nx,y,-1\n", zones: zones) == """
        z.geojson:2: zone a has a ring that is not a list of at least four corners, each a pair of coordinates of the space
        z.geojson:3: a feature has no property `zone` and no id; name the property with the names of the zones (`zone_name`)
        z.geojson:4: zone c is of type LineString; give a Polygon, a MultiPolygon or a Point
        z.geojson:5: zone d is a polygon without area; correct its corners, or make it a Point
        z.geojson:7: zone e is given twice; give each zone once, with several areas as a MultiPolygon
        t.csv:2: column number: found “-1”; a number of trips from 0 to 1e12 is expected
        """)
    let rows = message("origin,destination,hour,number\nring,nowhere,25,-3\nring,7,8,many\n")
    for part in [
      "destination: found “nowhere”; a zone of z.geojson is expected", "hour: found “25”",
      "number: found “-3”",
      "number: found “many”",
    ] { #expect(rows.contains(part), "\(rows)") }
    #expect(
      message("origin,destination,number\nring,7,0\n").hasPrefix("t.csv: there are no trips in"))
    #expect(message("origin,destination\n").contains("number"))
    #expect(message("origin,destination,number\nring,7,1\n", zones: "[1,").hasPrefix("z.geojson:1: "))
    #expect(
      message("origin,destination,number\nring,7,1\n", zones: "{}").contains(
        "this is not a feature collection"))
  }

  @Test func zonesWithoutAPlaceAreToldAtOnce() {
    let trips = "origin,destination,number\nring,7,1\ntwins,centre,1\n"
    let fault = message(trips, in: Fixture.road)
    #expect(fault.split(separator: "\n").count == 3, "\(fault)")
    #expect(
      fault.contains(
        "zone twins has trips, but none can begin or end there: an end lies farther from the nearest node"))
    #expect(
      message(trips, od: ", ends: 'nodes'", overrides: Self.onRoads, in: Fixture.road)
        .contains("zone 7 has trips, but no node of the network with a weight lies in it"))
    #expect(
      message("origin,destination,number\ncentre,centre,1\nring,7,1\n", arrivals: "count: 50")
        == "supply: no trip from zone centre to zone centre was found in 1000 draws, although the matrix has some; spread the"
        + " trip ends of a point zone (`spread_m` of the `od`), leave the pair out, or relax space.snap_m or input.longest_trip_m"
    )
    #expect(
      message(
        "origin,destination,hour,number\nring,7,3,1\n", arrivals: "count: 50, profile: [1]",
        overrides: ["time.duration_s=7200"])
        == "supply: travellers are drawn in the hours from 0:00, 1:00, but t.csv has no trips in those hours; leave out supply.profile,"
        + " so that it follows the matrix, or add such trips")
  }
}
