import Quantities
import Spaces
import Testing
import Travellers

@testable import Synthesis

/// Travellers who may leave later, or are announced ahead: drawn, and in files.
struct SlackInputTests {
  private static let drawn = "{kind: 'synthetic', count: 50, od: {kind: 'uniform', min_m: 1000}"

  private func recorded(drivers: String, _ fields: String = "", _ overrides: String...) throws -> [Driver] {
    let folder = try TemporaryFolder(["d.csv": drivers])
    return try Fixture.population(
      supply: "{kind: 'recorded', file: 'd.csv'\(fields)}", overrides: overrides, folder: folder.path
    ).drivers
  }

  private func recorded(requests: String, _ fields: String = "") throws -> [Request] {
    let folder = try TemporaryFolder(["r.csv": requests])
    return try Fixture.population(
      demand: "{kind: 'recorded', file: 'r.csv'\(fields)}", folder: folder.path
    ).requests
  }

  @Test
  func `drawn slack moves nobody's trip, and 0 is none`() throws {
    let duration = ["time.duration_s=3600"]
    func make(_ supply: String, _ demand: String) throws -> Population {
      try Fixture.population(
        supply: Self.drawn + supply + "}", demand: Self.drawn + demand + "}", overrides: duration)
    }
    let plain = try make("", "")
    let none = try make(", flexibility_s: 0", ", flexibility_s: 0, lead_s: 0")
    #expect("\(none.drivers)" == "\(plain.drivers)" && "\(none.requests)" == "\(plain.requests)")
    let loose = try make(
      ", flexibility_s: {law: 'uniform', from_s: 60, to_s: 600}, leaves: 'earliest'",
      ", flexibility_s: 300, lead_s: {law: 'exponential', mean_s: 600}")
    for (driver, before) in zip(loose.drivers, plain.drivers) {
      #expect(driver.depart == before.depart && driver.solo == before.solo)
      #expect(driver.flexibility >= Milliseconds(60_000) && driver.flexibility <= Milliseconds(600_000))
      #expect(driver.latestArrival == driver.depart + driver.solo.duration + driver.flexibility)
      #expect(driver.departAlone == driver.depart)
    }
    #expect(Set(loose.drivers.map(\.flexibility)).count > 40)
    for (request, before) in zip(loose.requests, plain.requests) {
      #expect(request.waitsFrom == before.submit && request.directDeparture == before.submit)
      #expect(request.direct == before.direct && request.submit >= .zero && request.submit <= before.submit)
      #expect(request.latestDropoff == before.submit + before.direct.duration + Milliseconds(300_000))
    }
    #expect(loose.requests.contains { $0.lead > .zero })
  }

  @Test
  func `a file says when drivers leave and arrive at the latest`() throws {
    let rows = """
      driver_id,depart_s,announce_s,latest_arrive_s,latest_depart_s,origin_x,origin_y,destination_x,destination_y
      1,100,0,700,,0,0,3000,4000
      2,100,0,,300,0,0,3000,4000
      3,100,0,650,300,0,0,3000,4000
      4,100,0,,,0,0,3000,4000
      5,100,0,590,,0,0,3000,4000
      6,100,0,,90,0,0,3000,4000
      7,100,250,,300,0,0,3000,4000
      8,100,301,,300,0,0,3000,4000
      """
    let drivers = try recorded(drivers: rows)
    // A latest arrival alone bounds a fixed departure.
    #expect(drivers.map(\.flexibility.seconds) == [0, 200, 50, 0, 0, 0, 200, 200])
    #expect(drivers.map(\.refusal) == [nil, nil, nil, nil, .badWindow, .badWindow, nil, .badWindow])
    #expect(drivers[1].latestArrival == Milliseconds(800_000) && drivers[1].leavesLate)
    let early = try recorded(drivers: rows, ", leaves: 'earliest'")
    #expect(early.map(\.flexibility.seconds) == [100, 200, 50, 0, 0, 0, 200, 200])
    #expect(early[0].departAlone == Milliseconds(100_000))
    // What a row says goes before what is drawn.
    let drawn = try recorded(drivers: rows, ", flexibility_s: 60")
    #expect(drawn.map(\.flexibility.seconds) == [100, 200, 50, 60, 0, 0, 200, 200])
  }

  @Test
  func `a file says when passengers can leave and have to be there`() throws {
    let rows = """
      request_id,submit_s,earliest_pickup_s,latest_dropoff_s,origin_x,origin_y,destination_x,destination_y
      1,1000,,,0,0,3000,4000
      2,1000,1500,2300,0,0,3000,4000
      """
    let requests = try recorded(requests: rows, ", lead_s: 400, flexibility_s: 120")
    #expect(
      requests.map(\.submit.seconds) == [600, 1_000] && requests.map(\.waitsFrom.seconds) == [1_000, 1_500])
    #expect(requests.map(\.directDeparture.seconds) == [1_000, 1_500])
    #expect(requests.map(\.latestDropoff.seconds) == [1_620, 2_300])
    #expect(requests.allSatisfy { $0.refusal == nil })
  }

  @Test
  func `a recorded reservation is the request that a drawn lead would have made of it`() throws {
    func request(_ times: String, _ attributes: String = "") throws -> String {
      let rows = """
        request_id,submit_s,earliest_pickup_s,latest_dropoff_s,patience_s,origin_x,origin_y,destination_x,destination_y
        7,\(times),4000,600,0,0,3000,4000
        """
      return "\(try recorded(requests: rows, attributes))"
    }
    let reserved = try request("300,1500")
    #expect(try request("1500,", ", lead_s: 1200") == reserved)
    // A row that could leave before it asks waits from its submission.
    let late = try request("1500,300").contains("lead: 0 ms")
    #expect(late)
  }
}
