import Ground
import Quantities
import Spaces
import Tables
import Testing
import Travellers

@testable import Synthesis

/// Offers, stops, prices and bookings of files: what is read, and what is refused.
@Suite struct RecordedBoardTests {
  /// A trip of three stops, 5 km and 500 s each apart, and one of two.
  private static let offers = """
    offer_id,publish_s,seats,luggage_room,takes_instant,books_at_once,smoker,max_detour_s
    7,-50,2,1,false,true,true,120
    3,100,4,,,,,
    """
  private static let stops = """
    offer_id,sequence,time_s,stop_x,stop_y,price
    7,1,1000,0,0,
    7,2,1600,3000,4000,20.5
    7,5,2200,6000,8000,41
    3,1,500,0,0,0
    3,2,1000,5000,0,10
    """
  private static let bookings = """
    booking_id,submit_s,offer_id,from_stop,to_stop,party_size,origin_x,origin_y
    21,900,7,1,2,2,0,300
    22,-10,7,2,5,1,,
    """
  private static let files = ["o.csv": offers, "s.csv": stops]

  @Test func offersBecomeDrivers() throws {
    let population = try Boards.recorded(Self.files)
    #expect(population.drivers.map(\.id) == [3, 7] && population.requests.isEmpty)
    #expect(population.drivers.map(\.depart) == [Milliseconds(500_000), Milliseconds(1_000_000)])
    let driver = population.drivers[1]
    #expect(driver.seats == 2 && driver.luggageRoom == 1 && driver.person.smoker == true)
    #expect(driver.maxDetour == Milliseconds(120_000) && driver.announce == driver.depart)
    #expect(driver.destination.position == Position(x: 6_000, y: 8_000))
    // The car waits 100 s for the published time of its only stop, which takes 30 s.
    #expect(
      driver.solo == Travel(duration: Milliseconds(500_000 + 100_000 + 30_000 + 500_000), metres: 10_000))
    let trip = try #require(population.trips[1])
    #expect(trip.publish == .zero && !trip.takesInstant && trip.booksAtOnce)
    #expect(trip.stops.map(\.time) == [1_000_000, 1_600_000, 2_200_000].map { Milliseconds($0) })
    #expect(trip.prices == [2_050, 4_100, 2_050])
    let other = try #require(population.trips[0])
    #expect(other.publish == Milliseconds(100_000) && other.takesInstant && !other.booksAtOnce)
    #expect(other.prices == [1_000] && population.drivers[0].luggageRoom == 2)
    #expect(population.inputs.map(\.role) == ["offers", "offer_stops"])
    #expect(population.inputs.map(\.rows) == [2, 5] && population.inputNotices.isEmpty)
  }

  @Test(arguments: ["1000000000.01", "46116860184273879.04", "-1"])
  func aPriceThatNobodyMayNameIsAFault(price: String) {
    var files = Self.files
    files["p.csv"] = "offer_id,from_stop,to_stop,price\n7,1,5,\(price)\n"
    #expect(
      Boards.fault(files).contains(
        "column price: found “\(price)”; an amount of MAD from 0 to 1000000000 with at most 2 decimals"))
  }

  @Test func pairsMayHavePricesOfTheirOwn() throws {
    var files = Self.files
    files["p.csv"] = "offer_id,from_stop,to_stop,price\n7,1,5,35.25\n7,2,5,0\n"
    let trips = try Boards.recorded(files).trips
    #expect(trips[1]?.prices == [2_050, 3_525, 0] && trips[0]?.prices == [1_000])
    #expect(try Boards.recorded(files).inputs.map(\.role) == ["offers", "offer_stops", "offer_prices"])
  }

  @Test func amountsAreThoseOfTheCurrency() throws {
    var files = Self.files
    files["s.csv"] = Self.stops.replacing("20.5", with: "20").replacing("41", with: "40")
    let yen = ["money={currency: {code: 'JPY', decimals: 0}}"]
    #expect(try Boards.recorded(files, yen).trips[1]?.prices == [20, 40, 20])
  }

  @Test func bookingsBecomeRequestsWithASeat() throws {
    var files = Self.files
    files["b.csv"] = Self.bookings
    let population = try Boards.recorded(files)
    #expect(population.requests.map(\.id) == [21, 22])
    let (request, seek) = (population.requests[0], try #require(population.seeks[0]))
    #expect(request.origin.position == Position(x: 0, y: 300) && request.partySize == 2)
    #expect(request.destination.position == Position(x: 3_000, y: 4_000))
    #expect(request.submit == Milliseconds(900_000) && request.earliestPickup == Milliseconds(1_000_000))
    #expect(seek.recorded == RecordedBooking(driver: 1, from: 0, to: 1))
    #expect((seek.access, seek.egress, seek.earliest) == (300, 0, Milliseconds(1_000_000)))
    #expect(population.requests[1].submit == .zero)
    #expect(population.seeks[1]?.recorded == RecordedBooking(driver: 1, from: 1, to: 2))
    #expect(population.inputs.map(\.role) == ["offers", "offer_stops", "bookings"])
  }

  @Test func namesAreNumberedInTheOrderOfTheFile() throws {
    let files = [
      "o.csv": "offer_id,publish_s,seats\n12,0,1\nmorning,0,2\n",
      "s.csv": """
      offer_id,sequence,time_s,stop_x,stop_y
      morning,0,100,0,0
      12,0,100,0,0
      morning,1,700,3000,4000
      12,1,700,3000,4000
      """,
      "b.csv": """
      booking_id,submit_s,offer_id,from_stop,to_stop,party_size
      1,0,12,0,1,1
      anna,0,morning,0,1,2
      """,
    ]
    let population = try Boards.recorded(files)
    #expect(population.driverNames.name(of: 2) == "morning" && population.requestNames.name(of: 2) == "anna")
    #expect(population.seeks.map { $0?.recorded?.driver } == [0, 1])
    #expect(population.trips.map { $0?.prices } == [[0], [0]])
  }

  @Test func offersStandBesideTheDriversOfSupply() throws {
    var files = Self.files
    files["d.csv"] = "driver_id,depart_s,origin_x,origin_y,destination_x,destination_y\n5,10,0,0,100,0\n"
    let population = try Boards.recorded(files, supply: "{kind: 'recorded', file: 'd.csv'}")
    #expect(population.drivers.map(\.id) == [3, 5, 7])
    #expect(population.trips.map { $0?.stops.count } == [2, nil, 3])
  }

  @Test("offers behind the duration are left out, and their bookings with them")
  func whatLiesOutsideThePeriodIsLeftOut() throws {
    var files = Self.files
    files["b.csv"] = Self.bookings + "\n23,400,3,1,2,1,,\n"
    let population = try Boards.recorded(files, ["time.duration_s=600"])
    #expect(population.drivers.map(\.id) == [3] && population.requests.map(\.id) == [23])
    #expect(population.inputs.map(\.afterEnd) == [1, 0, 2])
  }

  @Test("whoever takes no part publishes nothing, and their passengers have no seat")
  func refusedOffersStayOffTheBoard() throws {
    var files = Self.files
    files["b.csv"] = Self.bookings + "\n23,400,3,1,2,1,,\n"
    let population = try Boards.recorded(files, ["input.longest_trip_m=8000"])
    #expect(population.drivers.map(\.refusal) == [nil, .tooLong] && population.trips[1] == nil)
    #expect(population.requests.map(\.refusal) == [.tooLong, .tooLong, nil])
    #expect(population.seeks.map { $0 == nil } == [true, true, false])
  }

  @Test func stopsMayBeNodes() throws {
    let files = [
      "o.csv": "offer_id,publish_s,seats\n1,0,1\n",
      "s.csv": "offer_id,sequence,time_s,stop_node_id\n1,0,0,10\n1,1,100,20\n1,2,230,30\n",
    ]
    let population = try Boards.recorded(files, in: Fixture.road)
    #expect(population.trips[0]?.stops.map(\.place.node) == [0, 1, 2])
    #expect(population.drivers[0].solo == Travel(duration: Milliseconds(230_000), metres: 2_000))
    let early = files.merging(["s.csv": files["s.csv"]!.replacing("230", with: "229.999")]) { $1 }
    #expect(Boards.fault(early, in: Fixture.road).contains("a time from 230 s on"))
    let back = files.merging(["s.csv": files["s.csv"]! + "1,3,900,10\n"]) { $1 }
    check(
      Boards.fault(back, in: Fixture.road), at: "s.csv:5: column stop_node_id", found: "10",
      expected: "a place reachable from the previous stop")
    let unknown = files.merging(["s.csv": files["s.csv"]!.replacing(",30", with: ",31")]) { $1 }
    check(
      Boards.fault(unknown, in: Fixture.road), at: "s.csv:4: column stop_node_id", found: "31",
      expected: "a node of the network")
  }

  private typealias Edit = (file: String, old: String, new: String)

  /// What is said where `edit` is made in the files, bookings included.
  private func fault(_ edit: Edit..., prices: String? = nil, overrides: [String] = []) -> String {
    var files = Self.files
    files["b.csv"] = Self.bookings
    files["p.csv"] = prices
    for edit in edit { files[edit.file] = files[edit.file]?.replacing(edit.old, with: edit.new) }
    return Boards.fault(files, overrides)
  }

  private func check(
    _ fault: String, at place: String, found value: String, expected: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let found = value.isEmpty ? "the field is empty" : "found “\(value)”"
    #expect(fault == "\(place): \(found); \(expected) is expected", sourceLocation: sourceLocation)
  }

  @Test func stopsOutOfOrderAreFaults() {
    check(
      fault(("s.csv", "7,5,", "7,2,")), at: "s.csv:4: column sequence", found: "2",
      expected: "a number above 2, the number of the offer's previous stop,")
    check(
      fault(("s.csv", "7,5,2200", "7,5,1600")), at: "s.csv:4: column time_s", found: "1600",
      expected: "a time after 1600 s, the time of the offer's previous stop,")
    check(
      fault(("s.csv", "7,5,2200", "7,5,2129.9")), at: "s.csv:4: column time_s", found: "2129.9",
      expected:
        "a time from 2130 s on, the earliest arrival of a car that keeps the time of the previous stop,")
  }

  @Test func stopsThatAreNoPlacesAreFaults() {
    check(
      fault(("s.csv", "6000,8000", "60000,8000")), at: "s.csv:4: column stop_x", found: "60000",
      expected: "a place inside the space")
    check(
      fault(("s.csv", "6000,8000", "3000,4000")), at: "s.csv:4: column stop_x", found: "3000",
      expected: "a place reachable from the previous stop")
    check(
      fault(("s.csv", "6000,8000", "x,8000")), at: "s.csv:4: column stop_x", found: "x",
      expected: "a finite number")
  }

  @Test func pricesThatAreNoneAreFaults() {
    check(
      fault(("s.csv", "41", "-1")), at: "s.csv:4: column price", found: "-1",
      expected: "an amount of MAD from 0 to 1000000000 with at most 2 decimals")
    check(
      fault(("s.csv", "41", "41.005")), at: "s.csv:4: column price", found: "41.005",
      expected: "an amount of MAD from 0 to 1000000000 with at most 2 decimals")
    check(
      fault(overrides: ["money={currency: {code: 'JPY', decimals: 0}}"]), at: "s.csv:3: column price",
      found: "20.5",
      expected: "an amount of JPY from 0 to 1000000000 without decimals")
    check(
      fault(("s.csv", "41", "20")), at: "s.csv:4: column price", found: "20",
      expected: "20.50 or more, the seat price to the previous stop,")
    check(
      fault(("s.csv", ",41", ",")), at: "s.csv:4: column price", found: "",
      expected: "the seat price from the first stop to this one")
    check(
      fault(("s.csv", "3,1,500,0,0,0", "3,1,500,0,0,5")), at: "s.csv:5: column price", found: "5",
      expected: "0 or nothing at the first stop, from which prices are counted,")
  }

  @Test func pricesOfPairsAreCheckedToo() {
    let head = "offer_id,from_stop,to_stop,price\n"
    check(
      fault(prices: head + "7,1,5,-2\n"), at: "p.csv:2: column price", found: "-2",
      expected: "an amount of MAD from 0 to 1000000000 with at most 2 decimals")
    check(
      fault(prices: head + "8,1,5,2\n"), at: "p.csv:2: column offer_id", found: "8",
      expected: "the id of an offer in o.csv")
    check(
      fault(prices: head + "7,1,3,2\n"), at: "p.csv:2: column to_stop", found: "3",
      expected: "a stop of offer 7, one of 1, 2, 5,")
    check(
      fault(prices: head + "7,5,1,2\n"), at: "p.csv:2: column to_stop", found: "1",
      expected: "a stop after from_stop")
    check(
      fault(prices: head + "7,1,5,2\n7,1,5,3\n"), at: "p.csv:3: column to_stop", found: "5",
      expected: "a pair of stops not used by an earlier row")
    let without = Self.stops.split(separator: "\n").map { $0[..<($0.lastIndex(of: ",") ?? $0.endIndex)] }
      .joined(separator: "\n")
    check(
      fault(("s.csv", Self.stops, without), prices: head + "7,1,5,2\n3,1,2,4\n"),
      at: "o.csv:2: column offer_id", found: "7",
      expected: "an offer with a price in p.csv for each of its 3 pairs of stops, not for 1 of them,")
  }

  @Test func offersThatAreNoneAreFaults() {
    check(
      fault(("s.csv", "3,1,500,0,0,0\n3,2,1000,5000,0,10", "")), at: "o.csv:3: column offer_id", found: "3",
      expected: "an offer with at least two stops in s.csv, which has none,")
    check(
      fault(("s.csv", "3,1,500,0,0,0\n", "")), at: "s.csv:5: column price", found: "10",
      expected: "0 or nothing at the first stop, from which prices are counted,")
    check(
      fault(("s.csv", "3,1,500,0,0,0\n3,2,1000,5000,0,10", "3,1,500,0,0,")), at: "o.csv:3: column offer_id",
      found: "3",
      expected: "an offer with at least two stops in s.csv, which has only one,")
    check(
      fault(("s.csv", "3,2,", "4,2,")), at: "s.csv:6: column offer_id", found: "4",
      expected: "the id of an offer in o.csv")
    check(
      fault(("o.csv", "3,100,", "3,501,")), at: "o.csv:3: column publish_s", found: "501",
      expected: "a time up to that of the first stop, 500 s,")
    check(
      fault(("o.csv", "7,-50,2", "7,-50,-2")), at: "o.csv:2: column seats", found: "-2",
      expected: "an integer from 0 to 100")
    #expect(fault(("o.csv", "seats", "places")).contains("missing column seats"))
    let drivers = "driver_id,depart_s,origin_x,origin_y,destination_x,destination_y\n7,10,0,0,100,0\n"
    let supply = "{kind: 'recorded', file: 'd.csv'}"
    check(
      Boards.fault(Self.files.merging(["d.csv": drivers]) { $1 }, supply: supply),
      at: "o.csv:2: column offer_id", found: "7",
      expected: "an id not used by a driver of supply")
    let named = drivers.replacing("\n7,", with: "\nzoe,")
    #expect(
      Boards.fault(Self.files.merging(["d.csv": named]) { $1 }, supply: supply)
        == "o.csv: its ids or those of supply are names, but the two lists are merged; give whole numbers in both,"
        + " or set supply to {kind: \"none\"}")
  }

  @Test func bookingsThatCannotBeAreFaults() {
    check(
      fault(("b.csv", "21,900,7", "21,900,8")), at: "b.csv:2: column offer_id", found: "8",
      expected: "the id of an offer in o.csv")
    check(
      fault(("b.csv", "7,1,2,2", "7,0,2,2")), at: "b.csv:2: column from_stop", found: "0",
      expected: "a stop of offer 7, one of 1, 2, 5,")
    check(
      fault(("b.csv", "7,1,2,2", "7,2,1,2")), at: "b.csv:2: column to_stop", found: "1",
      expected: "a stop after from_stop")
    check(
      fault(("b.csv", "21,900", "21,1000.5")), at: "b.csv:2: column submit_s", found: "1000.5",
      expected: "a time from -50 to 1000 s, while the offer is on the board and the car has not left,")
    #expect(fault(("b.csv", "21,900", "21,-51")).contains("a time from -50 to 1000 s"))
    check(
      fault(("b.csv", "22,", "21,")), at: "b.csv:3: column booking_id", found: "21",
      expected: "an id not used by an earlier row")
    let requests = "request_id,submit_s,origin_x,origin_y,destination_x,destination_y\n22,10,0,0,100,0\n"
    let files = Self.files.merging(["b.csv": Self.bookings, "r.csv": requests]) { $1 }
    check(
      Boards.fault(files, demand: "{kind: 'recorded', file: 'r.csv'}"), at: "b.csv:3: column booking_id",
      found: "22",
      expected: "an id not used by a request of demand")
  }

  @Test("more seats booked on a leg than the car has")
  func overbookedSeatsAreFaults() {
    check(
      fault(("b.csv", "7,1,2,2", "7,1,2,3")), at: "b.csv:2: column party_size", found: "3",
      expected: "a party of at most 2 (seats of offer 7: 2, booked by the rows above: 0)")
    check(
      fault(("b.csv", "22,-10,7,2,5,1", "22,-10,7,1,5,1")), at: "b.csv:3: column party_size", found: "1",
      expected: "a party of at most 0 (seats of offer 7: 2, booked by the rows above: 2)")
    check(
      fault(("o.csv", "7,-50,2", "7,-50,1")), at: "b.csv:2: column party_size", found: "2",
      expected: "a party of at most 1 (seats of offer 7: 1, booked by the rows above: 0)")
    let plain = "booking_id,submit_s,offer_id,from_stop,to_stop\n1,0,7,1,5\n2,0,7,1,2\n3,0,7,1,2\n"
    check(
      fault(("b.csv", Self.bookings, plain)), at: "b.csv:4: column offer_id", found: "7",
      expected: "an offer with room for a party of 1 (seats of offer 7: 2, booked by the rows above: 2)")
    let luggage = "booking_id,submit_s,offer_id,from_stop,to_stop,luggage\n1,0,7,1,5,1\n2,0,7,1,2,1\n"
    check(
      fault(("b.csv", Self.bookings, luggage)), at: "b.csv:3: column offer_id", found: "7",
      expected: "an offer with room for 1 pieces of luggage (room of offer 7: 1, booked by the rows above: 1)"
    )
  }
}
