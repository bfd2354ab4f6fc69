import Ground
import Quantities
import Spaces
import TestSupport
import Testing
import Travellers

@testable import Synthesis

/// People who may drive or ride: drawn, and in files.
struct RolesInputTests {
  private static let decided = "matching={policy: 'batch', batch: {commit: 'latest'}}"
  private static let drawn = "{kind: 'synthetic', count: 200, flexibility_s: 600"

  private func make(_ demand: String, supply: String = "{kind: 'synthetic', count: 30}") throws -> Population
  {
    try Fixture.population(
      supply: supply, demand: Self.drawn + demand + "}", overrides: ["time.duration_s=3600", Self.decided])
  }

  @Test
  func `a car of one's own changes nobody else, and a larger share adds to a smaller one`() throws {
    let plain = try make("")
    let none = try make(", car_share: 0")
    #expect("\(none.drivers)" == "\(plain.drivers)" && "\(none.requests)" == "\(plain.requests)")
    let (some, more) = (try make(", car_share: 0.3"), try make(", car_share: 0.6"))
    func owners(_ population: Population) -> [Int64] { population.drivers.compactMap(\.ownRequest) }
    #expect((40...80).contains(owners(some).count) && (95...145).contains(owners(more).count))
    #expect(Set(owners(some)).isSubset(of: owners(more)))
    #expect("\(some.drivers.prefix(30))" == "\(plain.drivers)")
    #expect(some.requests.map(\.direct) == plain.requests.map(\.direct))
    #expect(some.drivers.map(\.id) == some.drivers.map(\.id).sorted())
  }

  @Test
  func `the car of a request makes its trip at its times, with the seats that its party leaves`() throws {
    let population = try make(
      ", car_share: 1, unserved: 'leaves', party_size: [1, 1, 1], luggage: [1, 1], lead_s: 300",
      supply: "{kind: 'synthetic', count: 3, seats: 2, luggage_room: 1, max_detour_s: 500}")
    #expect(population.drivers.count == 203)
    for (request, driver) in zip(population.requests, population.drivers.dropFirst(3)) {
      #expect(driver.ownRequest == request.id && driver.id == 1_000 + request.id && !driver.drivesAlone)
      #expect(driver.origin == request.origin && driver.destination == request.destination)
      #expect(driver.solo == request.direct && driver.person == request.person)
      #expect(driver.announce == request.submit && driver.depart == request.directDeparture)
      #expect(driver.flexibility == Milliseconds(600_000) && driver.latestArrival == request.latestDropoff)
      #expect(
        driver.seats == max(0, 3 - request.partySize) && driver.luggageRoom == max(0, 1 - request.luggage))
      #expect(driver.maxDetour == Milliseconds(500_000) && driver.leavesLate)
    }
  }

  private let header =
    "request_id,submit_s,latest_dropoff_s,role,origin_x,origin_y,destination_x,destination_y\n"

  private func recorded(_ rows: String, _ fields: String = "", drivers: String? = nil) throws -> Population {
    let folder = try TemporaryFolder(["r.csv": header + rows, "d.csv": drivers ?? ""])
    return try Fixture.population(
      supply: drivers == nil ? "{kind: 'none'}" : "{kind: 'recorded', file: 'd.csv'}",
      demand: "{kind: 'recorded', file: 'r.csv'\(fields)}", overrides: [Self.decided], folder: folder.path)
  }

  @Test
  func `a file says who may do both`() throws {
    let rows = """
      1,0,1000,either,0,0,3000,4000
      2,0,1000,rider,0,0,3000,4000
      3,0,1000,,0,0,3000,4000
      4,0,100,either,0,0,3000,4000
      """
    #expect(try recorded(rows).drivers.map(\.ownRequest) == [1])
    // What the file does not say is drawn; who takes no part has no car.
    #expect(try recorded(rows, ", car_share: 1").drivers.map(\.id) == [11, 13])
  }

  @Test(arguments: [
    ("1,0,1000,driver,0,0,3000,4000", nil, "rider or either, because drivers have a separate file"),
    ("1,0,1000,both,0,0,3000,4000", nil, "role: found “both”"),
    ("1,0,,either,0,0,3000,4000", nil, "1 have flexible roles: they depart in time for a latest arrival"),
    (
      "1,0,1000,either,0,0,3000,4000",
      "driver_id,depart_s,origin_x,origin_y,destination_x,destination_y\nAnna,0,0,0,3000,4000\n",
      "the other drivers have names"
    ),
    ("9223372036854775807,0,1000,either,0,0,3000,4000", nil, "give smaller ids"),
  ])
  func `what a file cannot say is refused`(_ row: String, _ drivers: String?, _ sentence: String) throws {
    let error = #expect(throws: SynthesisError.self) { _ = try recorded(row + "\n", drivers: drivers) }
    #expect(error.map { "\($0)" }?.contains(sentence) == true, "\(error.map { "\($0)" } ?? "")")
  }

  @Test
  func `announcements say it too, in the place of their ids`() throws {
    let folder = try TemporaryFolder([
      "a.csv":
        "Announcement,role,Earliesttime,Latesttime,Announcementtime,Origin_Latitude,Origin_Longitude,Destination_Latitude,"
        + "Destination_Longitude\n"
          + """
          1,either,490,700,470,-37.8,145,-37.9,145
          2,,490,700,470,-37.8,145,-37.9,145
          100001,driver,490,700,470,-37.8,145,-37.9,145
          100002,rider,490,700,470,-37.8,145,-37.9,145
          """
    ])
    let population = try Fixture.population(
      supply: "{kind: 'trips'}", demand: "{kind: 'trips'}",
      overrides: ["trips={file: 'a.csv', format: 'announcements'}", "time.duration_s=null"],
      in: Territory(Fixture.open(west: 144, south: -39, east: 146, north: -37)), folder: folder.path)
    #expect(population.requests.map(\.id) == [1, 100_002])
    #expect(population.drivers.map(\.id) == [2, 100_001, 1_000_001])
    let (request, driver) = (population.requests[0], population.drivers[2])
    #expect(driver.ownRequest == 1 && driver.latestArrival == request.latestDropoff)
    #expect(driver.departAlone + driver.solo.duration == driver.latestArrival)
  }
}
