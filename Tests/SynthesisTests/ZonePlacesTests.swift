import Foundation
import Ground
import Quantities
import Scenario
import Spaces
import Statistics
import TestSupport
import Testing
import Travellers

@testable import Synthesis

/// Where in zones that are thin, hollow or single points trips begin and end.
@Suite struct ZonePlacesTests {
  private func drivers(
    _ zones: String, od: String = "", count: Int = 20_000, in territory: Territory = Fixture.plane
  ) throws -> Population {
    let folder = try TemporaryFolder([
      "z.geojson": "{\"type\": \"FeatureCollection\", \"features\": [\(zones)]}",
      "t.csv": "origin,destination,number\na,b,1\n",
    ])
    return try Fixture.population(
      supply: """
        {kind: 'synthetic', count: \(count), od: {kind: 'matrix', zones: 'z.geojson', trips: 't.csv'\(od)}}
        """, in: territory, folder: folder.path)
  }

  private func feature(_ name: String, _ type: String, _ coordinates: String) -> String {
    "{\"properties\": {\"zone\": \"\(name)\"}, \"geometry\": {\"type\": \"\(type)\", \"coordinates\": \(coordinates)}}"
  }

  private var far: String {
    feature("b", "Polygon", "[[[9000, 0], [10000, 0], [10000, 1000], [9000, 1000], [9000, 0]]]")
  }

  /// A street of 4 km by 20 cm that crosses its rectangle: points drawn in that would miss it 15,000 times of 15,001.
  @Test func pointsOfAThinZoneAreEvenAlongIt() throws {
    let street = feature("a", "Polygon", "[[[0, 0], [4000, 4000], [4000, 4000.2], [0, 0.2], [0, 0]]]")
    let positions = try drivers("\(street), \(far)").drivers.map(\.origin.position)
    #expect(positions.count == 20_000)
    #expect(positions.allSatisfy { (-0.001...0.201).contains($0.y - $0.x) })
    for quarter in 0..<4 {
      let part = positions.count { ($0.x / 1_000).rounded(.down) == Double(quarter) }
      expectShare(part, of: positions.count, 0.25)
    }
    expectShare(positions.count { $0.y - $0.x < 0.05 }, of: positions.count, 0.25)
  }

  /// The same against a scan of all points, on random rings: shares of halves are those of the area.
  @Test func trianglesHaveTheAreaOfTheirShape() {
    var random = SplitMix64(seed: 11)
    func star(_ least: Double, _ most: Double) -> [Coordinates] {
      (0..<13).map { spoke in
        let angle = 2 * Double.pi * Double(spoke) / 13
        let length = random.uniform(least...most)
        return Coordinates(x: length * cos(angle), y: length * sin(angle))
      }
    }
    var generator = KeyedGenerator(seed: 7, replication: UInt32(0), purpose: .role)
    for _ in 0..<20 {
      let shape = ZoneShape([star(50, 100), star(10, 40)])
      let triangles = ZoneTriangles(shape, isGlobe: false)
      var (inside, west, south) = (0, 0, 0)
      for _ in 0..<20_000 {
        let point = Coordinates(x: random.uniform(-100...100), y: random.uniform(-100...100))
        guard shape.contains(point) else { continue }
        inside += 1
        west += point.x < 0 ? 1 : 0
        south += point.y < 0 ? 1 : 0
      }
      #expect(abs(Double(inside) / 20_000 - shape.area / 40_000) < 0.02)
      let drawn = (0..<10_000).map { _ in triangles.draw(&generator) }
      // Corners lie on edges, which count as neither side.
      #expect(drawn.count(where: shape.contains) > 9_990)
      #expect(abs(Double(drawn.count { $0.x < 0 }) / 10_000 - Double(west) / Double(inside)) < 0.035)
      #expect(abs(Double(drawn.count { $0.y < 0 }) / 10_000 - Double(south) / Double(inside)) < 0.035)
    }
  }

  /// Half of the area between 10° and 70° lies south of the mean of their sines.
  @Test func aThinZoneOfTheGlobeIsEvenOverItsArea() {
    let corners = [(0.0, 10.0), (0.001, 10), (3, 70), (2.999, 70)]
    let shape = ZoneShape([corners.map { Coordinates(x: $0.0, y: $0.1) }])
    #expect(shape.isThin)
    var generator = KeyedGenerator(seed: 3, replication: UInt32(0), purpose: .role)
    let triangles = ZoneTriangles(shape, isGlobe: true)
    let middle = asin((sin(10 * Double.pi / 180) + sin(70 * Double.pi / 180)) / 2) * 180 / .pi
    let south = (0..<50_000).count { _ in triangles.draw(&generator).y < middle }
    expectShare(south, of: 50_000, 0.5)
  }

  @Test func aZoneThatIsAllHoleHasNoArea() {
    let square = "[[1000, 0], [2000, 0], [2000, 1000], [1000, 1000], [1000, 0]]"
    let larger = "[[500, 0], [2500, 0], [2500, 1000], [500, 1000], [500, 0]]"
    for hole in [square, larger] {
      let error = #expect(throws: SynthesisError.self) {
        try drivers("\(feature("a", "Polygon", "[\(square), \(hole)]")), \(far)")
      }
      #expect(error?.description.contains("zone a is a polygon without area") == true)
    }
  }

  private var points: String {
    feature("a", "Point", "[2000, 2000]") + "," + feature("b", "Point", "[2600, 2000]")
  }

  /// The disc of 400 m around each, cut where the other is nearer: half of the way between them.
  @Test func endsAreSpreadAroundPointsAsFarAsNoOtherIsNearer() throws {
    let drivers = try drivers(points, od: ", spread_m: 400").drivers
    let origins = drivers.map(\.origin.position)
    #expect(origins.allSatisfy { hypot($0.x - 2_000, $0.y - 2_000) <= 400.001 && $0.x <= 2_300.001 })
    #expect(drivers.allSatisfy { $0.destination.position.x >= 2_299.999 })
    // The segment beyond 300 m is cut off: r² acos(d/r) − d √(r² − d²).
    let segment = 160_000 * acos(0.75) - 300 * (160_000.0 - 90_000).squareRoot()
    let area = 160_000 * Double.pi - segment
    expectShare(origins.count { $0.x < 2_000 }, of: origins.count, 80_000 * .pi / area)
    expectShare(
      origins.count { hypot($0.x - 2_000, $0.y - 2_000) < 200 }, of: origins.count, 40_000 * .pi / area)
  }

  @Test func endsThatCoincideEnMasseAreTold() throws {
    let all = try drivers(points, count: 500)
    #expect(
      all.inputNotices.map(\.description).contains {
        $0.hasPrefix("drivers: the 1000 trip ends compared lie at 2 places, like zone centres")
      })
    for (od, count) in [(", spread_m: 300", 500), ("", 60)] {
      let notices = try drivers(points, od: od, count: count).inputNotices
      #expect(!notices.contains { if case .coincidingEnds = $0 { true } else { false } })
    }
  }
}
