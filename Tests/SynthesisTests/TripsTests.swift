import Foundation
import Ground
import Quantities
import Tables
import TestSupport
import Testing
import Travellers

@testable import Synthesis

@Suite struct TripsTests {
  private let header =
    "pickup_datetime,dropoff_datetime,pickup_longitude,pickup_latitude,dropoff_longitude,dropoff_latitude"

  private func read(
    _ text: String, supply: String = "{kind: 'trips'}", demand: String = "{kind: 'trips'}",
    overrides: [String] = [], in territory: Territory = Fixture.globe
  ) throws -> Population {
    let folder = try TemporaryFolder(["t.csv": text])
    return try Fixture.population(
      supply: supply, demand: demand, overrides: ["trips.file=t.csv"] + overrides, in: territory,
      folder: folder.path)
  }

  private func rows(_ count: Int) -> String {
    let rows = (0..<count).map { "\($0),2008-05-22 00:00:10,,1,45,1.1,45.1" }
    return "id,\(header)\n" + rows.joined(separator: "\n")
  }

  @Test func aKeyedShareBecomesDriversAndTheOthersRequests() throws {
    let population = try read(rows(20_000), overrides: ["trips.driver_share=0.3"])
    #expect(population.drivers.count + population.requests.count == 20_000)
    expectShare(population.drivers.count, of: 20_000, 0.3)
    #expect(Set(population.drivers.map(\.id)).isDisjoint(with: population.requests.map(\.id)))
    // A larger share keeps the drivers that there were; fewer trips keep the roles of the others.
    let more = try read(rows(20_000), overrides: ["trips.driver_share=0.4"])
    #expect(Set(more.drivers.map(\.id)).isSuperset(of: population.drivers.map(\.id)))
    let fewer = try read(rows(1_000), overrides: ["trips.driver_share=0.3"])
    #expect(fewer.drivers.map(\.id) == population.drivers.map(\.id).filter { $0 < 1_000 })
  }

  @Test func timesCountFromTheMidnightBeforeTheFirstTrip() throws {
    let text = """
      \(header),passenger_count
      2008-05-22 00:01:58,2008-05-22 00:08:06,1,45,1.1,45.1,3
      2008-05-22 03:00:00,,1,45,1.1,45.1,0
      2008-05-23 00:00:00,,1,45,1.1,45.1,
      """
    let population = try read(text, overrides: ["trips.driver_share=0"])
    #expect(population.requests.map(\.submit) == [Milliseconds(118_000), Milliseconds(10_800_000)])
    #expect(population.requests.map(\.partySize) == [3, 1])
    #expect(population.requests.map(\.id) == [1, 2])
    #expect(population.inputs.map(\.role) == ["trips"])
    #expect(population.inputs.map(\.afterEnd) == [1])
    #expect(
      population.inputNotices.map(\.description).filter { $0.contains("passenger_count") } == [
        "t.csv: 1 row used as a request has passenger_count 0: taken as 1"
      ])
    let later = try read(
      text, overrides: ["trips.driver_share=1", "time.start='2008-05-22T01:00:00'", "time.duration_s=null"])
    #expect(later.drivers.map(\.depart) == [Milliseconds(7_200_000), Milliseconds(82_800_000)])
    #expect(later.inputs.map(\.beforeStart) == [1])
  }

  @Test func rowsWithoutPassengersAreCountedWhereTheyBecomeRequests() throws {
    // Every third row states 0; of two days, only the first is in the period.
    let rows = (0..<60).map { "2008-05-2\(2 + $0 / 30) 08:00:00,,1,45,1.1,45.1,\($0 % 3)" }
    let text = "\(header),pax\n" + rows.joined(separator: "\n")
    func notices(_ share: Double) throws -> [String] {
      try read(
        text,
        overrides: [
          "trips.driver_share=\(share)", "trips.columns={passenger_count:'pax'}", "time.duration_s=86400",
        ]
      ).inputNotices.map(\.description).filter { $0.contains("taken as 1") }
    }
    #expect(try notices(0) == ["t.csv: 10 rows used as requests have pax 0: taken as 1"])
    #expect(try notices(1) == [])
  }

  @Test func tripsMayHaveNamesForTheirIds() throws {
    let numbered = try read(rows(20), overrides: ["trips.driver_share=0.3"])
    let text = rows(20).replacing(#/\n(\d)/#) { "\nid\($0.1)" }
    let named = try read(text, overrides: ["trips.driver_share=0.3"])
    #expect(named.drivers.count + named.requests.count == 20)
    let names = named.drivers.map { named.driverNames.text(of: $0.id) }
    #expect(names == names.sorted() && Set(names).count == named.drivers.count)
    #expect(named.requestNames == named.driverNames && numbered.requestNames.isNumbers)
  }

  @Test func aSideThatTakesNoTripsLeavesThem() throws {
    let population = try read(rows(100), supply: "{kind: 'none'}")
    #expect(population.drivers.isEmpty)
    #expect((20...80).contains(population.requests.count))
  }

  @Test func faultsAreNamed() throws {
    func fault(_ text: String, in territory: Territory = Fixture.globe) -> String {
      do {
        _ = try read(text, in: territory)
        return "no fault"
      } catch let error as SynthesisError {
        return error.description.replacing(#/\S*/synthesis-[0-9A-F-]+\//#, with: "")
      } catch {
        return "\(error)"
      }
    }
    #expect(
      fault(header + "\nnoon,,1,45,1,x\n") == """
        t.csv:2: column pickup_datetime: found “noon”; a date and time like 2008-05-22 07:30:00 is expected
        t.csv:2: column dropoff_latitude: found “x”; a finite number is expected
        """)
    #expect(
      fault("id,\(header)\n1,2008-05-22 00:00:10,,1,45,1.1,45.1\n1,2008-05-22 00:00:10,,1,45,1,45\n")
        == "t.csv:3: column id: found “1”; an id not used by an earlier row is expected")
    #expect(fault(header).hasPrefix("t.csv: there are no rows"))
    #expect(fault(rows(1), in: Fixture.plane).hasPrefix("t.csv: taxi trips are in longitude and latitude"))
  }

  @Test(
    .enabled(if: SharedData.has("san-francisco/trips-2008-05-22.csv.gz"), "needs the San Francisco trips"))
  func aRealDayIsRead() throws {
    let territory = Territory(
      Fixture.open(west: -122.6, south: 37.6, east: -122.3, north: 37.9))
    let population = try Fixture.population(
      supply: "{kind: 'trips'}", demand: "{kind: 'trips'}",
      overrides: ["trips.file=trips-2008-05-22.csv.gz", "time.duration_s=null"], in: territory,
      folder: SharedData.url("san-francisco").path)
    #expect(population.drivers.count + population.requests.count == 16_669)
    #expect(population.drivers.count { $0.refusal != nil } < 100)
  }
}
