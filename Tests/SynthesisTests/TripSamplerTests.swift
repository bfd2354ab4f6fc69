import CarpoolScenario
import Foundation
import Ground
import Quantities
import Scenario
import Spaces
import Statistics
import Testing
import Travellers

@testable import Synthesis

@Suite struct TripSamplerTests {
  private let number = 100_000

  private func drivers(_ od: String, in territory: Territory, count: Int = 100_000) throws -> [Driver] {
    try Fixture.population(supply: "{kind: 'synthetic', count: \(count), od: \(od)}", in: territory).drivers
  }

  @Test func uniformEndsCoverThePlaneEvenly() throws {
    var cells = Array(repeating: 0, count: 200)
    for driver in try drivers("{kind: 'uniform'}", in: Fixture.plane) {
      for end in [driver.origin.position, driver.destination.position] {
        cells[min(19, Int(end.x / 1_000)) + 20 * min(9, Int(end.y / 1_000))] += 1
      }
    }
    expectCounts(cells, Array(repeating: 1_000, count: 200))
  }

  @Test func uniformEndsCoverTheGlobeByArea() throws {
    let geometry = Geometry.globe
    let origins = try drivers("{kind: 'uniform'}", in: Fixture.globe).map {
      geometry.coordinates(of: $0.origin.position)
    }
    let middle = asin((sin(10 * Double.pi / 180) + sin(70 * Double.pi / 180)) / 2) * 180 / .pi
    expectShare(origins.count { $0.y < middle }, of: number, 0.5)
    expectShare(origins.count { $0.x < 10 }, of: number, 0.5)
  }

  @Test func coordinatesAreWholeMillimetresOrTenMillionthsOfADegree() throws {
    for driver in try drivers("{kind: 'uniform'}", in: Fixture.plane, count: 100) {
      let millimetres = driver.origin.position.x * 1_000
      #expect(abs(millimetres - millimetres.rounded()) < 1e-6)
    }
    for driver in try drivers("{kind: 'uniform'}", in: Fixture.globe, count: 100) {
      let steps = Geometry.globe.coordinates(of: driver.origin.position).x * 1e7
      #expect(abs(steps - steps.rounded()) < 1e-3)
    }
  }

  @Test func uniformTripsKeepTheirBounds() throws {
    let drivers = try drivers("{kind: 'uniform', min_m: 3000, max_m: 4000}", in: Fixture.plane, count: 5_000)
    #expect(drivers.allSatisfy { (3_000...4_000).contains($0.solo.metres) })
  }

  @Test func longerTripsThanAreAcceptedAreDrawnAgain() throws {
    let population = try Fixture.population(
      supply: "{kind: 'synthetic', count: 5000, od: {kind: 'uniform'}}",
      overrides: ["input.longest_trip_m=5000"])
    #expect(population.drivers.allSatisfy { $0.solo.metres <= 5_000 && $0.refusal == nil })
  }

  @Test func displacementsHaveTheirLengthInAllDirections() throws {
    let drivers = try drivers("{kind: 'displacement', length_m: 2000}", in: Fixture.torus)
    let geometry = Fixture.torus.space.geometry
    #expect(drivers.allSatisfy { abs($0.solo.metres - 2_000) < 0.002 })
    #expect(drivers.allSatisfy { (0..<10_000).contains($0.destination.position.x) })
    var sectors = Array(repeating: 0, count: 36)
    for driver in drivers {
      let offset = geometry.offset(from: driver.origin.position, to: driver.destination.position)
      sectors[Int((atan2(offset.y, offset.x) / .pi + 1) * 18) % 36] += 1
    }
    expectCounts(sectors, Array(repeating: Double(number) / 36, count: 36))
  }

  @Test(arguments: [(0.0, 0.0, 1.0), (90.0, 1.0, 0.0), (225.0, -0.5.squareRoot(), -0.5.squareRoot())])
  func bearingsAreClockwiseFromNorth(bearing: Double, east: Double, north: Double) throws {
    let od = "{kind: 'displacement', length_m: 1000, bearing_deg: \(bearing)}"
    for driver in try drivers(od, in: Fixture.plane, count: 50) {
      let way = driver.destination.position - driver.origin.position
      #expect(abs(way.x - 1_000 * east) < 0.002 && abs(way.y - 1_000 * north) < 0.002)
    }
    for driver in try drivers(od, in: Fixture.globe, count: 50) {
      #expect(abs(driver.solo.metres - 1_000) < 0.02)
      let from = Geometry.globe.coordinates(of: driver.origin.position)
      let to = Geometry.globe.coordinates(of: driver.destination.position)
      let metres = earthRadius * .pi / 180
      #expect(abs((to.x - from.x) * cos(from.y * .pi / 180) * metres - 1_000 * east) < 1)
      #expect(abs((to.y - from.y) * metres - 1_000 * north) < 1)
    }
  }

  @Test func zonesFollowProductionAttractionAndDistance() throws {
    let od = """
      {kind: 'zones', min_m: 0, gravity: {deterrence: 'power', scale_m: 1000, exponent: 1}, zones: [
        {x: 2000, y: 5000, radius_m: 400, production: 1, attraction: 1},
        {x: 5000, y: 5000, radius_m: 400, production: 3, attraction: 2},
        {x: 9000, y: 5000, radius_m: 400, production: 0, attraction: 3}]}
      """
    var counts = Array(repeating: 0, count: 9)
    func zone(_ place: Place) -> Int { place.position.x < 3_500 ? 0 : place.position.x < 7_000 ? 1 : 2 }
    for driver in try drivers(od, in: Fixture.plane) {
      counts[3 * zone(driver.origin) + zone(driver.destination)] += 1
    }
    // Attraction ÷ (1 + distance in km), normalised by origin.
    let first = [1, 2 / 4.0, 3 / 8.0]
    let second = [1 / 4.0, 2, 3 / 5.0]
    let expected =
      first.map { Double(number) * 0.25 * $0 / first.reduce(0, +) }
      + second.map { Double(number) * 0.75 * $0 / second.reduce(0, +) }
    expectCounts(Array(counts[..<6]), expected)
    #expect(counts[6...].allSatisfy { $0 == 0 })
  }

  @Test func pointsAreUniformInTheirDisc() throws {
    let od = "{kind: 'zones', min_m: 0, zones: [{x: 5000, y: 5000, radius_m: 1000}]}"
    let centre = Position(x: 5_000, y: 5_000)
    let distances = try drivers(od, in: Fixture.plane).map {
      Geometry.plane.distance(centre, $0.destination.position)
    }
    #expect(distances.allSatisfy { $0 < 1_000.001 })
    expectShare(distances.count { $0 < 500 }, of: number, 0.25)
  }

  @Test func zonesKeepTheShortestTripAndTheSpace() throws {
    let od = "{kind: 'zones', min_m: 800, zones: [{x: 0, y: 0, radius_m: 1000}]}"
    let drivers = try drivers(od, in: Fixture.plane, count: 2_000)
    #expect(drivers.allSatisfy { $0.solo.metres >= 800 && $0.origin.position.x >= 0 })
  }

  @Test func farZonesOfWeakAttractionStillHaveADestination() throws {
    let od = """
      {kind: 'zones', gravity: {scale_m: 1}, zones: [{x: 1000, y: 5000, radius_m: 10, attraction: 0},
       {x: 19000, y: 5000, radius_m: 10, production: 0}]}
      """
    let drivers = try drivers(od, in: Fixture.plane, count: 20)
    #expect(drivers.allSatisfy { $0.destination.position.x > 18_000 })
  }

  @Test func onANetworkEndsAreNodes() throws {
    let drivers = try drivers("{kind: 'uniform'}", in: Fixture.road, count: 500)
    #expect(drivers.allSatisfy { $0.origin.node >= 0 && $0.origin.node != $0.destination.node })
    // Nothing leads out of the last node.
    #expect(drivers.allSatisfy { $0.origin.node != 2 })
    #expect(Set(drivers.map { $0.solo.duration }) == [Milliseconds(100_000), Milliseconds(200_000)])
  }

  @Test func aTripThatCannotBeIsAFault() {
    #expect(throws: SynthesisError(.noTrip(side: "supply", index: 0, draws: 10_000))) {
      try drivers("{kind: 'uniform', min_m: 30000}", in: Fixture.plane, count: 1)
    }
  }
}
