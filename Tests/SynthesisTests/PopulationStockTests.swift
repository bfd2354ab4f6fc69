import CarpoolScenario
import Foundation
import Ground
import Quantities
import Scenario
import Synchronization
import Testing
import Travellers

@testable import Synthesis

/// Travellers that are shared are those that each run would have made for itself.
struct PopulationStockTests {
  private static let supply = "{kind: 'synthetic', count: 10, seats: 2}"
  private static let demand = "{kind: 'synthetic', count: 15, party_size: [0.7, 0.3]}"
  private static let publishing =
    "board={offers: {kind: 'synthetic', share: 0.5, stops: [{name: 'square', x: 5000, y: 5000}]},"
    + " seeks: {kind: 'synthetic', share: 0.5}}"

  /// Scenarios by `overrides`, made with a stock one after the other.
  private static func shared(_ overrides: [[String]], supply: String = supply) throws -> [Population] {
    let stock = InputStock()
    return try overrides.map { overrides in
      try Population.make(
        Fixture.scenario(supply: supply, demand: demand, overrides: overrides), in: Fixture.plane, folder: "",
        sharing: stock)
    }
  }

  @Test(arguments: [[], [publishing], ["verification={verified_share: 0.5}"]])
  func `whoever shares has the travellers that they would have had alone`(_ common: [String]) throws {
    let overrides = [
      [], ["matching.radius_m=300"], ["matching.limits.max_detour_s=77"],
      ["matching.limits.max_detour_s=null"],
      ["matching.limits.max_detour_ratio=0.25"], ["matching.limits.max_detour_ratio=null"],
      ["behaviour.patience_s=12"], ["behaviour.patience_s=null"], ["behaviour.stop_duration_s=300"],
      ["time.warm_up_s=60", "results.interval_s=60"], ["replication=1"], ["seed=9"], [],
    ].map { common + $0 }
    for (overrides, shared) in zip(overrides, try Self.shared(overrides)) {
      let alone = try Fixture.population(supply: Self.supply, demand: Self.demand, overrides: overrides)
      #expect("\(shared)" == "\(alone)")
    }
  }

  @Test
  func `limits of one's own are kept, others are the scenario's`() throws {
    let settled = try Self.shared([
      ["matching.limits.max_detour_s=77", "behaviour.patience_s=12", "supply.max_detour_ratio=0.3"],
      ["matching.limits.max_detour_s=null", "behaviour.patience_s=null", "supply.max_detour_s=55"],
    ])
    #expect(
      settled[0].drivers.allSatisfy { $0.maxDetour == Milliseconds(77_000) && $0.maxDetourRatio == 0.3 })
    #expect(settled[0].requests.allSatisfy { $0.patience == Milliseconds(12_000) })
    #expect(
      settled[1].drivers.allSatisfy { $0.maxDetour == Milliseconds(55_000) && $0.maxDetourRatio == 0.5 })
    #expect(settled[1].requests.allSatisfy { $0.patience == .never })
  }

  @Test
  func `own cars leave at once only where each request is decided at once, though travellers are shared`()
    throws
  {
    let windows = "matching={policy: 'batch', batch: {commit: 'latest'}}"
    let stock = InputStock()
    let demand = "{kind: 'synthetic', count: 15, flexibility_s: 600, car_share: 1}"
    for (overrides, leavesAtOnce) in [
      ([], true), ([windows], false), (["matching.policy='insertion'"], true), ([windows], false),
    ] {
      let population = try Population.make(
        Fixture.scenario(supply: Self.supply, demand: demand, overrides: overrides), in: Fixture.plane,
        folder: "", sharing: stock)
      let ownCars = population.drivers.filter { $0.ownRequest != nil }
      #expect(ownCars.count == 15 && ownCars.allSatisfy { $0.leavesAtOnce == leavesAtOnce })
      #expect(population.drivers.allSatisfy { $0.ownRequest != nil || !$0.leavesAtOnce })
    }
  }

  @Test
  func `what a file leaves empty is the scenario's`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "detour-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try """
    driver_id,depart_s,origin_x,origin_y,destination_x,destination_y,max_detour_s,max_detour_ratio
    1,0,0,0,9000,0,40,
    2,0,0,0,9000,0,,0.1

    """.write(toFile: folder + "/drivers.csv", atomically: true, encoding: .utf8)
    let stock = InputStock()
    for limit in [100, 200] {
      let scenario = try Fixture.scenario(
        supply: "{kind: 'recorded', file: 'drivers.csv'}",
        overrides: ["matching.limits.max_detour_s=\(limit)", "matching.limits.max_detour_ratio=0.\(limit)"])
      let drivers = try Population.make(scenario, in: Fixture.plane, folder: folder, sharing: stock).drivers
      #expect(drivers.map(\.maxDetour) == [Milliseconds(40_000), Milliseconds(1_000 * Int64(limit))])
      #expect(drivers.map(\.maxDetourRatio) == [Double(limit) / 1_000, 0.1])
    }
  }
}
