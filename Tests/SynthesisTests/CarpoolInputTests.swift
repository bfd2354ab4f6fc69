import CarpoolScenario
import Foundation
import Ground
import Quantities
import Scenario
import Spaces
import Tables
import Testing
import Travellers

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
    let world = try CarpoolInput(scenario, folder: "")
    #expect((world.population.drivers.count, world.population.requests.count) == (40, 40))
    #expect(world.population.refused.isEmpty)
    #expect(world.population.drivers.allSatisfy { $0.solo.duration > .zero && $0.solo.metres > 0 })
    let again = try CarpoolInput(scenario, folder: "")
    #expect(again.population.drivers.map { "\($0)" } == world.population.drivers.map { "\($0)" })
  }

  @Test func circuityAndSpeedMakeTheTrip() throws {
    let space = "{kind: 'plane', speed_kmh: 36, circuity: 1.5}"
    let scenario = try Scenario.load(
      text: "{space: \(space), \(Self.sides)}", file: "w.json5",
      overrides: ["supply.od={kind: 'displacement', length_m: 1000}"])
    for driver in try CarpoolInput(scenario, folder: "").population.drivers {
      #expect(abs(driver.solo.metres - 1_500) < 0.01)
      #expect(driver.solo.duration == Milliseconds(150_000))
    }
  }

  /// A street of 2 km and 200 s, an arterial of 2 km and 100 s back, and what the hours make of them.
  private static let town = [
    "node.csv": "node_id,x_coord,y_coord\n1,0,0\n2,0.018,0\n",
    "link.csv": """
    link_id,from_node_id,to_node_id,directed,length,free_speed,facility_type
    1,1,2,true,2000,36,street
    2,2,1,true,2000,72,arterial

    """,
    "hours.csv": "hour,road_class,factor\n7,arterial,3\n7,,1.5\n",
    "drivers.csv": """
    driver_id,depart_s,origin_node_id,destination_node_id
    1,0,1,2
    2,1799,2,1
    3,1800,1,2
    4,1800,2,1
    5,5399.999,2,1
    6,5400,2,1
    7,88200,2,1

    """,
    "requests.csv": """
    request_id,submit_s,origin_node_id,destination_node_id,earliest_pickup_s
    1,10,1,2,
    2,10,1,2,1800
    3,1799,2,1,1000
    4,5399,2,1,5400

    """,
  ]

  private func town(_ folder: borrowing TemporaryFolder, _ space: String = "") throws -> CarpoolInput {
    let scenario = try Scenario.load(
      text: """
        {time: {start: '2026-11-17T06:30:00', duration_s: null},
         space: {kind: 'network', file: '.', time_profile: 'hours.csv', \(space)},
         supply: {kind: 'recorded', file: 'drivers.csv'}, demand: {kind: 'recorded', file: 'requests.csv'}}
        """, file: "w.json5")
    return try CarpoolInput(scenario, folder: folder.path)
  }

  @Test func tripsTakeTheTimesOfTheHourInWhichTheyDepart() throws {
    let folder = try TemporaryFolder(Self.town)
    let population = try town(folder).population
    // From 07:00, 1,800 s after the start, to 08:00, that day and the next.
    #expect(population.drivers.map(\.solo.duration.seconds) == [200, 100, 300, 300, 300, 100, 300])
    #expect(population.requests.map(\.direct.duration.seconds) == [200, 300, 100, 100])
    let slower = try town(folder, "travel_time_factor: 2").population
    #expect(slower.drivers.map(\.solo.duration.seconds) == [400, 200, 600, 600, 600, 200, 600])
  }

  @Test func theProfileEntersTheInputsByItsContent() throws {
    let folder = try TemporaryFolder(Self.town)
    let before = try town(folder).inputs
    #expect(before.map(\.role) == ["network", "network", "time_profile", "drivers", "requests"])
    #expect(
      before.map(\.path) == ["./node.csv", "./link.csv", "hours.csv", "drivers.csv", "requests.csv"])
    try folder.write("hour,road_class,factor\n7,arterial,3\n7,,1.6\n", as: "hours.csv")
    #expect(try town(folder).inputs[2].sha256 != before[2].sha256)
  }

  @Test func faultsOfProfileAndDemandAreToldTogether() throws {
    var files = Self.town
    files["hours.csv"] = "hour,road_class,factor\n25,,1\n7,avenue,0\n"
    files["requests.csv"] = "request_id,submit_s,origin_node_id,destination_node_id\n1,soon,1,2\n"
    let folder = try TemporaryFolder(files)
    let path = folder.path
    let error = #expect(throws: SynthesisError.self) { try town(folder) }
    let lines = try #require(error).description.split(separator: "\n").map(String.init)
    let expected = [
      "hours.csv:2: column hour: found “25”; an integer from 0 to 23 is expected",
      "hours.csv:3: column factor: found “0”; a factor above 0 and not above 100 is expected",
      "hours.csv:3: column road_class: found “avenue”; one of other, street, arterial, or nothing for all"
        + " others, is expected",
      "requests.csv:2: column submit_s: found “soon”; a finite number is expected",
    ]
    #expect(lines == expected.map { path + "/" + $0 })
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
    let requests = try CarpoolInput(scenario, folder: folder.path).population.requests
    #expect(requests.map(\.refusal) == [nil, .unreachable])
    #expect(requests.map(\.direct.metres) == [2200, 0])
  }
}
