import Market
import Quantities
import Scenario
import Spaces
import Testing

@testable import Synthesis

@Suite struct WorldTests {
  private static let sides = "supply: {kind: 'synthetic', count: 40}, demand: {kind: 'synthetic', count: 40}"

  @Test(arguments: [
    "{kind: 'plane', width_m: 9000, height_m: 5000}", "{kind: 'torus', side_m: 5000}",
    "{kind: 'geographic', west: 2, south: 48, east: 2.2, north: 48.2}",
    "{kind: 'city', columns: 12, rows: 9, travel_time_factor: 1.5}",
    "{kind: 'city', columns: 2, rows: 2, perturbation: 0.45, street_kmh: 1, arterial_kmh: 1, block_m: 10}",
  ])
  func everySpaceIsPopulated(space: String) throws {
    let scenario = try Scenario.load(text: "{space: \(space), \(Self.sides)}", file: "w.json5")
    let world = try World(scenario, folder: "")
    #expect((world.population.drivers.count, world.population.requests.count) == (40, 40))
    #expect(world.population.refused.isEmpty)
    #expect(world.population.drivers.allSatisfy { $0.solo.duration > .zero && $0.solo.metres > 0 })
    let again = try World(scenario, folder: "")
    #expect(again.population.drivers.map { "\($0)" } == world.population.drivers.map { "\($0)" })
  }

  @Test func circuityAndSpeedMakeTheTrip() throws {
    let space = "{kind: 'plane', speed_kmh: 36, circuity: 1.5}"
    let scenario = try Scenario.load(
      text: "{space: \(space), \(Self.sides)}", file: "w.json5",
      overrides: ["supply.od={kind: 'displacement', length_m: 1000}"])
    for driver in try World(scenario, folder: "").population.drivers {
      #expect(abs(driver.solo.metres - 1_500) < 0.01)
      #expect(driver.solo.duration == Milliseconds(150_000))
    }
  }
}
