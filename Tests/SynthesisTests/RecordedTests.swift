import Ground
import Quantities
import Spaces
import Tables
import TestSupport
import Testing
import Travellers

@testable import Synthesis

@Suite struct RecordedTests {
  @Test func everyColumnOfADriverIsRead() throws {
    let population = try RecordedTables.population(
      drivers: """
        latest_arrive_s,driver_id,depart_s,announce_s,origin_x,origin_y,destination_x,destination_y,seats,\
        luggage_room,max_detour_s,max_detour_ratio,smoker,sex,age,wants_smoker,wants_sex,wants_age_min,\
        wants_age_max,wants_required,anything
        900,7,100.5,40,1000,2000,4000,6000,2,1,120,0.25,true,f,33,false,m,20,40,true,x
        ,5,200,,0,0,3000,4000,,,,,,,,,,,,,
        """)
    #expect(population.drivers.map(\.id) == [5, 7])
    let driver = population.drivers[1]
    #expect(driver.latestArrival == Milliseconds(900_000))
    #expect(driver.depart == Milliseconds(100_500))
    #expect(driver.announce == Milliseconds(40_000))
    #expect(driver.origin.position == Position(x: 1_000, y: 2_000))
    #expect(driver.destination.position == Position(x: 4_000, y: 6_000))
    #expect((driver.seats, driver.luggageRoom) == (2, 1))
    #expect(driver.maxDetour == Milliseconds(120_000))
    #expect(driver.maxDetourRatio == 0.25)
    #expect(driver.person == Person(smoker: true, sex: .female, age: 33))
    #expect(driver.wishes == Wishes(smoker: false, sex: .male, youngest: 20, oldest: 40, required: true))
    #expect(driver.solo == Travel(duration: Milliseconds(500_000), metres: 5_000))
    #expect(driver.refusal == nil)
    let plain = population.drivers[0]
    #expect((plain.announce, plain.latestArrival) == (plain.depart, .never))
    #expect((plain.seats, plain.luggageRoom) == (3, 2))
    #expect(plain.maxDetour == Milliseconds(900_000))
    #expect(plain.person == Person() && plain.wishes == .none)
  }

  @Test func `parties that fit into no car are told of, and only those`() throws {
    func notices(_ parties: String) throws -> [String] {
      let ends = ",0,0,3000,4000"
      return try RecordedTables.population(
        drivers: "driver_id,depart_s,origin_x,origin_y,destination_x,destination_y,seats,luggage_room\n"
          + "1,200\(ends),2,5\n2,200\(ends),4,1\n",
        requests: "request_id,submit_s,origin_x,origin_y,destination_x,destination_y,party_size,luggage\n"
          + parties.split(separator: " ").enumerated().map { "\($0.offset),10\(ends),\($0.element)\n" }
          .joined()
      ).notices.map(\.description).filter { $0.contains("fit into no driver's car") }
    }
    #expect(try notices("2,5 4,1 1,0") == [])
    // Four seats are in one car, and room for two pieces in the other.
    let told = try notices("2,5 5,0 3,2")
    #expect(
      told.count == 1 && told[0].hasPrefix("requests: 2 of 3 are parties that fit into no driver's car"))
  }

  @Test func everyColumnOfARequestIsRead() throws {
    let population = try RecordedTables.population(
      requests: """
        request_id,submit_s,origin_x,origin_y,destination_x,destination_y,earliest_pickup_s,latest_pickup_s,\
        latest_dropoff_s,max_ride_s,party_size,luggage,smoker,sex,age,wants_smoker,wants_sex,wants_age_min,\
        wants_age_max,wants_required,patience_s,probe,earliest_dropoff_s,boarding_s,alighting_s
        3,10,0,0,3000,4000,20,300,900,600,2,4,false,m,60,true,f,,50,false,77,true,850,90,0
        -4,10,0,0,3000,4000,,,,,,,,,,,,,,,,,,,
        """)
    #expect(population.requests.map(\.id) == [-4, 3])
    let request = population.requests[1]
    #expect(request.submit == Milliseconds(10_000))
    #expect(request.earliestPickup == Milliseconds(20_000))
    #expect(request.latestPickup == Milliseconds(300_000))
    #expect(request.latestDropoff == Milliseconds(900_000))
    #expect(request.maxRide == Milliseconds(600_000))
    #expect((request.partySize, request.luggage) == (2, 4))
    #expect(request.person == Person(smoker: false, sex: .male, age: 60))
    #expect(request.wishes == Wishes(smoker: true, sex: .female, oldest: 50))
    #expect(request.patience == Milliseconds(77_000))
    #expect(request.isProbe && request.hasOwnStops)
    #expect(request.earliestDropoff == Milliseconds(850_000))
    #expect((request.boarding, request.alighting) == (Milliseconds(90_000), .zero))
    #expect(request.direct == Travel(duration: Milliseconds(500_000), metres: 5_000))
    let plain = population.requests[0]
    #expect((plain.earliestPickup, plain.latestPickup, plain.maxRide) == (.zero, .never, .never))
    #expect((plain.partySize, plain.luggage, plain.isProbe) == (1, 0, false))
    #expect(plain.patience == Milliseconds(1_800_000) && !plain.hasOwnStops)
  }

  @Test func `a drop-off that opens after its latest time is a bad window`() throws {
    let population = try RecordedTables.population(
      requests: """
        request_id,submit_s,origin_x,origin_y,destination_x,destination_y,earliest_dropoff_s,latest_dropoff_s
        1,0,0,0,3000,4000,901,900
        2,0,0,0,3000,4000,900,900
        """)
    #expect(population.requests.map(\.refusal) == [.badWindow, nil])
  }

  @Test func theScenarioFillsWhatTheFileLeavesOpen() throws {
    let file = """
      driver_id,origin_x,origin_y,destination_x,destination_y,smoker
      1,0,0,3000,4000,true
      2,0,0,3000,4000,
      """
    let population = try RecordedTables.population(
      drivers: file,
      overrides: [
        "supply.default_depart_s=60", "supply.announce_before_s=50", "supply.seats=5",
        "supply.persons={smoker_share: 0}", "supply.wishes={smoker_share: 1, required_share: 1}",
      ])
    #expect(population.drivers.map(\.depart) == [Milliseconds(60_000), Milliseconds(60_000)])
    #expect(population.drivers.map(\.announce) == [Milliseconds(10_000), Milliseconds(10_000)])
    #expect(population.drivers.map(\.seats) == [5, 5])
    // The wish that was drawn is about the trait that the row states.
    #expect(population.drivers.map(\.wishes.smoker) == [true, false])
    #expect(population.drivers.map(\.wishes.required) == [true, true])
    #expect(population.drivers.allSatisfy { $0.person.age != nil })
  }

  @Test func endsAreNodesOrSnapToThem() throws {
    let population = try RecordedTables.population(
      requests: """
        request_id,submit_s,origin_node_id,origin_x,origin_y,destination_x,destination_y
        1,0,10,,,2050,0
        2,0,,950,0,0,0
        3,0,30,,,0,0
        4,0,,0,500,0,0
        5,0,10,,,0,1
        """, in: Fixture.road)
    #expect(population.requests.map(\.origin.node) == [0, 1, 2, -1, 0])
    #expect(population.requests.map(\.refusal) == [nil, nil, .unreachable, .offNetwork, .sameEnds])
    #expect(population.requests[0].direct == Travel(duration: Milliseconds(200_000), metres: 2_000))
    // A refused row keeps its place from the raw coordinates.
    #expect(population.requests[3].origin.position == Position(x: 0, y: 500))
    #expect(population.refused.map(\.cause) == [.offNetwork, .unreachable, .sameEnds])
    #expect(population.refused.map(\.requests) == [1, 1, 1])
  }

  @Test func degreesAreReadWhereTheSpaceIsGeographic() throws {
    let population = try RecordedTables.population(
      drivers: """
        driver_id,depart_s,origin_lon,origin_lat,destination_x,destination_y
        1,0,10,50,10,50.1
        2,0,10,5,10,50.1
        """, in: Fixture.globe)
    #expect(abs(population.drivers[0].solo.metres - 11_119.5) < 0.1)
    #expect(population.drivers.map(\.refusal) == [nil, .outsideSpace])
  }

  @Test func aTorusTakesTheCoordinatesOfItsSquare() throws {
    let population = try RecordedTables.population(
      drivers: """
        driver_id,depart_s,origin_x,origin_y,destination_x,destination_y
        1,0,100,0,9900,0
        2,0,100,0,10100,0
        """, in: Fixture.torus)
    #expect(population.drivers.map(\.refusal) == [nil, .outsideSpace])
    #expect(population.drivers[0].solo.metres == 200)
  }

  @Test func rowsThatCannotBeServedAreKeptWithTheirCause() throws {
    let requests = try RecordedTables.population(
      requests: """
        request_id,submit_s,origin_x,origin_y,destination_x,destination_y,earliest_pickup_s,latest_pickup_s,latest_dropoff_s,max_ride_s
        1,10,0,0,3000,4000,,,,
        2,10,0,0,3000,4000,,9,,
        3,10,0,0,3000,4000,60,50,,
        4,10,0,0,3000,4000,,,509,
        5,10,0,0,3000,4000,,,510,500
        6,10,0,0,3000,4000,,,,499
        7,10,0,0,0,0,,,,
        8,10,0,0,19000,0,,,,
        9,10,-1,0,3000,4000,,,,
        """, overrides: ["input.longest_trip_m=10000"]
    ).requests
    let bad = Cause.badWindow
    #expect(requests.map(\.refusal) == [nil, bad, bad, bad, nil, bad, .sameEnds, .tooLong, .outsideSpace])
    let drivers = try RecordedTables.population(
      drivers: """
        driver_id,depart_s,origin_x,origin_y,destination_x,destination_y,announce_s,latest_arrive_s
        1,10,0,0,3000,4000,,510
        2,10,0,0,3000,4000,,509
        3,10,0,0,3000,4000,11,
        """
    ).drivers
    #expect(drivers.map(\.refusal) == [nil, bad, bad])
  }

  @Test func rowsOutsideThePeriodAreLeftOutAndCounted() throws {
    let file = """
      request_id,submit_s,origin_x,origin_y,destination_x,destination_y
      1,-0.001,0,0,3000,4000
      2,0,0,0,3000,4000
      3,14399.999,0,0,3000,4000
      4,14400,0,0,3000,4000
      """
    let population = try RecordedTables.population(requests: file)
    #expect(population.requests.map(\.id) == [2, 3])
    let input = try #require(population.inputs.first)
    #expect((input.role, input.path) == ("requests", "r.csv"))
    #expect((input.rows, input.beforeStart, input.afterEnd) == (4, 1, 1))
    #expect(input.sha256 == Digest.of(file))
    #expect(
      try RecordedTables.population(requests: file, overrides: ["time.duration_s=null"]).requests.map(\.id)
        == [2, 3, 4])
    #expect(
      RecordedTables.fault(requests: String(file.prefix { $0 != "2" }) + "", overrides: []).contains(
        "no rows within")
        == true)
  }

  @Test(arguments: [["Ana", "Bo", "Cy"], ["7", "Bo", "12"], ["12", "7", "x y"]])
  func `names are numbered in their own order, whatever that of the rows`(ids: [String]) throws {
    let population = try RecordedTables.population(requests: RecordedTables.requests(named: ids))
    #expect(population.requests.map(\.id) == [1, 2, 3])
    #expect(population.requests.map { population.requestNames.text(of: $0.id) } == ids.sorted())
    #expect(population.requestNames.id(called: ids.sorted()[1]) == 2)
    #expect(population.requestNames.id(called: "nobody") == nil)
    #expect(population.inputs.map(\.rows) == [3])
    let mixed = population.notices.map(\.description).filter { $0.contains("taken as names") }
    #expect(mixed.count == (ids[0] == "Ana" ? 0 : 1))
    if ids[0] == "7" {
      #expect(
        mixed == [
          "r.csv: ids are taken as names, because `Bo` is not a whole number; 2 of 3 look like numbers and are taken as names too"
        ])
    }
  }

  @Test(arguments: [
    [], ["sample_share=0.5"], ["demand.resample=jitter", "demand.jitter_s=300"],
    ["demand.resample=thin", "demand.thin_share=0.5"],
    ["demand.resample=bootstrap"], ["demand.resample=smooth"],
  ])
  func `the order of rows changes nothing where ids are names`(overrides: [String]) throws {
    let header = "request_id,submit_s,origin_x,origin_y,destination_x,destination_y\n"
    let rows = (1...40).map { "person \($0),\(20 * $0),\(70 * $0),\(90 * $0),\(3_000 + 50 * $0),4000\n" }
    let drawn = ["demand.lead_s={law: 'uniform', from_s: 0, to_s: 10}", "demand.persons={}"] + overrides
    func people(_ rows: [String]) throws -> Population {
      try RecordedTables.population(requests: header + rows.joined(), overrides: drawn)
    }
    let population = try people(rows)
    var random = SplitMix64(seed: 5)
    for _ in 0..<3 {
      let other = try people(rows.shuffled(using: &random))
      #expect("\(other.requests)" == "\(population.requests)")
      #expect(other.requestNames == population.requestNames)
    }
    guard overrides.isEmpty || overrides.first == "sample_share=0.5" else { return }
    // Somebody who comes first in the order of names changes nobody else.
    let more = try people(rows + ["a,5,0,0,3000,4000\n"])
    func traits(_ population: Population) -> [String: String] {
      Dictionary(
        uniqueKeysWithValues: population.requests.map {
          (population.requestNames.text(of: $0.id), "\($0.person) \($0.submit) \($0.lead)")
        })
    }
    var others = traits(more)
    others["a"] = nil
    #expect(others == traits(population) && population.requests.count > 10)
  }

  @Test func namesKeepTheirRowWhereOthersAreLeftOut() throws {
    let file = """
      driver_id,depart_s,origin_x,origin_y,destination_x,destination_y
      early,-5,0,0,3000,4000
      late,99999,0,0,3000,4000
      Zoë,5,0,0,3000,4000
      """
    let population = try RecordedTables.population(drivers: file)
    #expect(population.drivers.map(\.id) == [1])
    #expect(population.driverNames.text(of: 1) == "Zoë")
    #expect(
      (population.inputs[0].rows, population.inputs[0].beforeStart, population.inputs[0].afterEnd) == (
        3, 1, 1
      ))
    let drawn = try RecordedTables.population(drivers: file, overrides: ["supply.resample=bootstrap"])
    #expect(drawn.driverNames.isNumbers && drawn.drivers.map(\.id) == [1])
  }

  /// Where the scenario says when it starts, tables may say times as people do.
  @Test func timesOfDayCountFromTheStart() throws {
    let folder = try TemporaryFolder([
      "d.csv": """
      driver_id,depart_s,announce_s,origin_x,origin_y,destination_x,destination_y
      1,1800,,0,0,3000,4000
      2,07:30:00,7:15:00,0,0,3000,4000
      3,2008-05-22T07:30:00,2008-05-22 07:15:00,0,0,3000,4000
      4,25:00:00,,0,0,3000,4000
      5,08:15,7:05,0,0,3000,4000
      6,2008-05-22T08:15,25:00,0,0,3000,4000
      """,
      "r.csv": """
      request_id,submit_s,latest_pickup_s,origin_x,origin_y,destination_x,destination_y
      1,07:00:10,07:20:10,0,0,3000,4000
      """,
      "wrong.csv": """
      request_id,submit_s,origin_x,origin_y,destination_x,destination_y
      1,07:61:00,0,0,3000,4000
      2,seven:00:00,0,0,3000,4000
      3,07:,0,0,3000,4000
      4,48:00,0,0,3000,4000
      """,
    ])
    func population(_ overrides: [String], requests: String = "r.csv") throws -> Population {
      try Fixture.population(
        supply: "{kind: 'recorded', file: 'd.csv'}", demand: "{kind: 'recorded', file: '\(requests)'}",
        overrides: ["time.duration_s=null"] + overrides, folder: folder.path)
    }
    let start = "time.start='2008-05-22T07:00:00'"
    let made = try population([start])
    #expect(
      made.drivers.map(\.depart.rawValue) == [
        1_800_000, 1_800_000, 1_800_000, 64_800_000, 4_500_000, 4_500_000,
      ])
    #expect(made.drivers[4].announce.rawValue == 300_000)
    #expect(made.drivers[1].announce.rawValue == 900_000 && made.drivers[2].announce.rawValue == 900_000)
    #expect(made.requests.map(\.submit.rawValue) == [10_000])
    #expect(made.requests.map(\.latestPickup.rawValue) == [1_210_000])
    let wrong = #expect(throws: SynthesisError.self) { try population([start], requests: "wrong.csv") }
    #expect(
      wrong?.description.contains(
        ":2: column submit_s: found “07:61:00”; a number of seconds, or a time like 07:30, 07:30:00 or")
        == true)
    for row in 3...5 { #expect(wrong?.description.contains(":\(row): column submit_s") == true) }
    let unset = #expect(throws: SynthesisError.self) { try population([]) }
    #expect(unset?.description.contains("a time of day needs time.start in the scenario") == true)
  }
}
