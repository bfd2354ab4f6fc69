import CarpoolScenario
import Ground
import Quantities
import Scenario
import Spaces
import TestSupport
import Testing
import Travellers

@testable import Synthesis

/// Cars that wait, drawn and listed.
@Suite struct WaitingCarsTests {
  @Test func drawnCarsStandAnywhereAndHaveNoTrip() throws {
    func cars(_ od: String) throws -> [Driver] {
      try Fixture.population(
        supply: "{kind: 'synthetic', count: 200, seats: 6, od: \(od)}", overrides: ["time.duration_s=3600"]
      ).drivers
    }
    let cars1 = try cars("{kind: 'stays', end_s: 7200}")
    #expect(cars1.count == 200 && cars1.allSatisfy { $0.waits && $0.solo == .none && $0.refusal == nil })
    #expect(cars1.allSatisfy { $0.depart == .zero && $0.announce == .zero && $0.seats == 6 })
    #expect(cars1.allSatisfy { $0.latestArrival == Milliseconds(7_200_000) && $0.maxDetour == .never })
    #expect(Set(cars1.map(\.origin)).count == 200 && cars1.allSatisfy { $0.destination == $0.origin })
    let west = cars1.count { $0.origin.position.x < 10_000 }
    expectShare(west, of: 200, 0.5)
    let later = try cars("{kind: 'stays', depart_s: null}")
    #expect(Set(later.map(\.depart)).count > 190 && later.allSatisfy { $0.latestArrival == .never })
    // The places are those of other ways to wait.
    #expect(later.map(\.origin) == cars1.map(\.origin))
  }

  private func read(_ drivers: String, supply: String = "", _ overrides: [String] = []) throws -> Population {
    let folder = try TemporaryFolder(["d.csv": drivers])
    return try Fixture.population(
      supply: "{kind: 'recorded', file: 'd.csv'\(supply)}", overrides: overrides, folder: folder.path)
  }

  @Test func rowsWithoutADestinationAreCarsThatWait() throws {
    let population = try read(
      """
      driver_id,depart_s,end_s,origin_x,origin_y,destination_x,destination_y
      1,100,900,1000,2000,,
      2,0,,3000,4000,3000,5000
      3,0,,5000,6000,,
      """)
    #expect(population.drivers.map(\.waits) == [true, false, true])
    #expect(population.drivers.map(\.latestArrival) == [Milliseconds(900_000), .never, .never])
    #expect(population.drivers[0].maxDetour == .never && population.drivers[0].maxDetourRatio == .infinity)
    #expect(population.notices.map(\.description).contains { $0.contains("2 of 3 have no destination") })
    let alone = try read("driver_id,depart_s,origin_x,origin_y\n7,0,1,2\n8,500,3,4\n")
    #expect(alone.drivers.count(where: \.waits) == 2)
  }

  @Test(arguments: [
    ("1,0,,1000,2000,,,60", "a car without a destination has no trip of its own; its end_s applies"),
    (
      "1,0,500,1000,2000,3000,2000,",
      "the driver's trip ends at the destination; latest_arrive_s gives the deadline"
    ),
    ("1,0,,1000,2000,3000,,", "destination_y"),
  ])
  func whatDoesNothingIsRefused(_ row: String, _ sentence: String) throws {
    do {
      _ = try read(
        "driver_id,depart_s,end_s,origin_x,origin_y,destination_x,destination_y,max_detour_s\n\(row)\n")
      Issue.record("it was read")
    } catch { #expect("\(error)".contains(sentence), "\(error)") }
  }

  @Test func aServiceThatEndsBeforeItBeginsIsRefused() throws {
    let population = try read("driver_id,depart_s,end_s,origin_x,origin_y\n1,100,100,1,2\n2,100,101,1,2\n")
    #expect(population.drivers.map(\.refusal) == [.badWindow, nil])
  }

  @Test func whatAssumesTripsIsRefusedForListedCarsToo() throws {
    let cars = "driver_id,depart_s,origin_x,origin_y\n1,0,1,2\n"
    do {
      _ = try read(cars, supply: ", resample: 'smooth'")
      Issue.record("it was read")
    } catch { #expect("\(error)".contains("they have no trips to move"), "\(error)") }
    let folder = try TemporaryFolder([
      "d.csv": cars,
      "s.json5":
        "{space: {kind: 'plane'}, supply: {kind: 'recorded', file: 'd.csv'}, demand: {kind: 'none'},"
        + " matching: {transfer: {grid_m: 500}}}",
    ])
    do {
      _ = try CarpoolInput(contentsOf: folder.path + "/s.json5")
      Issue.record("it was read")
    } catch {
      let sentence = "1 have no destination and would be waiting cars: passengers cannot transfer"
      #expect("\(error)".contains(sentence), "\(error)")
    }
  }
}
