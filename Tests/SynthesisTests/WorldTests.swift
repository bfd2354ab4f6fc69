import Foundation
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

  @Test func aRowAtANodeThatNoRouteJoinsIsRefusedAndStays() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cut-off-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = [
      "node.csv": "node_id,x_coord,y_coord\n1,0,0\n2,0.01,0\n3,0.02,0\n9,0.05,0\n",
      "link.csv": """
      link_id,from_node_id,to_node_id,directed,length,free_speed
      1,1,2,false,1100,36
      2,2,3,false,1100,36
      3,3,9,true,3300,36

      """,
      "requests.csv": "request_id,submit_s,origin_node_id,destination_node_id\n1,0,1,3\n2,0,1,9\n",
    ]
    for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
    let scenario = try Scenario.load(
      text: """
        {space: {kind: 'network', file: '.'}, supply: {kind: 'none'},
         demand: {kind: 'recorded', file: 'requests.csv'}}
        """, file: "w.json5")
    let requests = try World(scenario, folder: folder.path).population.requests
    #expect(requests.map(\.refusal) == [nil, .unreachable])
    #expect(requests.map(\.direct.metres) == [2200, 0])
  }
}
