import Ground
import Quantities
import Scenario
import Spaces
import TestSupport
import Testing
import Travellers

@testable import Synthesis

/// Carpools as the French register publishes them: `;` between fields, times with offsets, both rounded.
@Suite struct CarpoolRegisterTests {
  private static let header =
    "journey_id;trip_id;journey_start_datetime;journey_start_lon;journey_start_lat;journey_end_datetime;journey_end_lon;"
    + "journey_end_lat;passenger_seats;operator_class;journey_distance;journey_duration;has_incentive\n"

  /// Two passengers of the car `a`, one of the car `b`; the second passenger of `a` gets on first, and off first.
  private static let rows =
    "1;a;2026-05-18T07:40:00+02:00;2.351;48.85;2026-05-18T08:20:00+02:00;2.451;48.95;1;C;15000;40;OUI\n"
    + "2;a;2026-05-18T07:30:00+02:00;2.25;48.75;2026-05-18T08:10:00+02:00;2.4;48.9;2;B;14000;40;NON\n"
    + "7;b;2026-05-18T18:10:00+02:00;-1.55;47.21;2026-05-18T18:30:00+02:00;-1.6;47.3;1;C;9000;20;NON\n"

  @Test func aRowIsAPassengerAndATripIsACar() throws {
    let population = try read(Self.header + Self.rows, ["trips.blur=false"])
    #expect(population.requests.map(\.id).sorted() == [1, 2, 7])
    let second = try #require(population.requests.first { $0.id == 2 })
    let halfPastSeven = Milliseconds(27_000_000)
    #expect(second.submit == halfPastSeven)
    #expect(second.partySize == 2)
    #expect(population.drivers.map(\.id).sorted() == [2, 7])
    let car = try #require(population.drivers.first { $0.id == 2 })
    #expect(car.depart == second.submit)
    expectNear(car.origin, 2.25, 48.75)
    expectNear(car.destination, 2.451, 48.95)
  }

  @Test func rowsWithoutPassengersAreCounted() throws {
    let rows = Self.rows.split(separator: "\n").map { $0.replacing(";2;B;", with: ";0;B;") + "\n" }.joined()
    #expect(rows != Self.rows)
    let population = try read(Self.header + rows, [])
    #expect(population.requests.map(\.partySize) == [1, 1, 1])
    let notices = population.inputNotices.map(\.description).filter { $0.contains("passenger_seats") }
    #expect(notices.count == 1)
    #expect(notices[0].hasSuffix(": 1 row used as a request has passenger_seats 0: taken as 1"))
    let before = try read(Self.header + Self.rows, []).inputNotices.map(\.description)
    #expect(!before.contains { $0.contains("passenger_seats") })
  }

  @Test func endsAndTimesLieWithinTheirRounding() throws {
    for seed in 1...200 {
      let population = try read(Self.header + Self.rows, ["seed=\(seed)"])
      let first = try #require(population.requests.first { $0.id == 1 })
      let minutes = Double(first.submit.rawValue) / 60_000
      #expect((450...460).contains(minutes))
      // Three decimals of one coordinate tell that both were cut to three.
      let point = coordinates(first.origin)
      let slack = 1e-7
      let (east, north) = ((2.351 - slack)...(2.352 + slack), (48.85 - slack)...(48.851 + slack))
      #expect(east.contains(point.x))
      #expect(north.contains(point.y))
      let west = try #require(population.requests.first { $0.id == 7 })
      let end = coordinates(west.origin)
      let (west7, north7) = ((-1.56 - slack)...(-1.55 + slack), (47.21 - slack)...(47.22 + slack))
      #expect(west7.contains(end.x))
      #expect(north7.contains(end.y))
    }
  }

  @Test func theRoundingIsDrawnEvenly() throws {
    let rows = (1...2_000).map {
      "\($0);c\($0);2026-05-18T07:40:00;2.35;48.85;2026-05-18T08:20:00;2.4;48.9;1;C;1;40;NON"
    }
    let population = try read(Self.header + rows.joined(separator: "\n") + "\n", [])
    let shares = population.requests.map { request -> Double in
      let minutes = Double(request.submit.rawValue) / 60_000
      return (minutes - 450) / 10
    }
    let mean: Double = shares.reduce(0, +) / 2_000
    // The mean of 2,000 uniform draws has the deviation 0.29 / √2000.
    let tolerance: Double = 4 * 0.2887 / 2_000.0.squareRoot()
    #expect(abs(mean - 0.5) < tolerance)
    let east = population.requests.map { request -> Double in (coordinates(request.origin).x - 2.35) / 0.01 }
    let meanEast: Double = east.reduce(0, +) / 2_000
    #expect(abs(meanEast - 0.5) < tolerance)
  }

  @Test func rowsKeepTheirDrawsInAnyOrder() throws {
    let lines = Self.rows.split(separator: "\n").map(String.init)
    let one = try read(Self.header + Self.rows, [])
    let two = try read(Self.header + lines.reversed().joined(separator: "\n") + "\n", [])
    func shown(_ population: Population) -> [String] {
      (population.requests.map { "\($0.id) \($0.submit) \($0.origin) \($0.destination)" }
        + population.drivers.map { "\($0.id) \($0.depart) \($0.origin) \($0.destination)" }).sorted()
    }
    #expect(shown(one) == shown(two))
  }

  /// What is not rounded comes back as it was.
  @Test func aRegisterThatIsNotRoundedGivesTheDayBack() throws {
    var state: UInt64 = 11
    func draw(_ count: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) % count
    }
    func number(_ low: Double) -> Double { low + Double(draw(1_000_000)) / 1e6 }
    var text = Self.header
    var days: [(seconds: Int, x: Double, y: Double)] = []
    for id in 1...300 {
      let seconds = Int(draw(80_000)) + 1
      let (x, y, u, v) = (number(2), number(48), number(2), number(48))
      func clock(_ seconds: Int) -> String {
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        return "2026-05-18T\(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60))+02:00"
      }
      text += "\(id);t\(id);\(clock(seconds));\(x);\(y);\(clock(seconds + 60));\(u);\(v);1;C;1;1;NON\n"
      days.append((seconds, x, y))
    }
    let population = try read(text, ["trips.blur=false"])
    for (request, day) in zip(population.requests.sorted { $0.id < $1.id }, days) {
      let submit = Milliseconds(Int64(1_000 * day.seconds))
      #expect(request.submit == submit)
      expectNear(request.origin, day.x, day.y)
    }
  }

  @Test func oneDayOfManyIsChosen() throws {
    let other = Self.rows.replacing("2026-05-18", with: "2026-05-19").replacing("1;a;", with: "11;a2;")
      .replacing("2;a;", with: "12;a2;").replacing("7;b;", with: "17;b2;")
    let text = Self.header + Self.rows + other
    #expect(try read(text, ["trips.date='2026-05-19'"]).requests.map(\.id).sorted() == [11, 12, 17])
    #expect(
      try fault(text, []).contains(
        "its rows cover 2 days, from 2026-05-18 to 2026-05-19; choose one with trips.date"))
    #expect(
      try fault(text, ["trips.date='2026-06-01'"]).contains(
        "there are no rows of 2026-06-01 (trips.date); its days are 2026-05-18, 2026-05-19"))
    #expect(
      try fault(text, ["trips.date='2026-05-18'", "time.start='2026-05-19T06:00:00'"]).contains(
        "2026-05-18 is not the day of time.start"))
  }

  @Test func offsetsAreThoseOfOneClock() throws {
    let universal = Self.rows.replacing("T07:40:00+02:00", with: "T05:40:00Z").replacing(
      "T07:30:00+02:00", with: "T05:30:00+00:00")
    let zone = "time.zone='Europe/Paris'"
    let expected = try read(Self.header + Self.rows, ["trips.blur=false"]).requests.map(\.submit)
    #expect(try read(Self.header + universal, ["trips.blur=false", zone]).requests.map(\.submit) == expected)
    #expect(try read(Self.header + Self.rows, ["trips.blur=false", zone]).requests.map(\.submit) == expected)
    let mixed = try fault(Self.header + universal, ["trips.blur=false"])
    #expect(
      mixed.contains("the offset +02:00 of the earlier times") || mixed.contains("the offset +00:00"),
      "\(mixed)")
    let wrong = try fault(
      Self.header + Self.rows.replacing("T18:10:00+02:00", with: "T18:10:00+04:00"),
      ["trips.blur=false", zone])
    #expect(
      wrong.contains("the offset +02:00 that the clock of Europe/Paris (time.zone in the scenario) has then"),
      "\(wrong)")
  }

  @Test func aCarWhoseRowsLieHoursApartIsAFault() throws {
    let text = Self.header + Self.rows.replacing("7;b;", with: "7;a;")
    #expect(try fault(text, []).contains("begin within 4 hours"))
  }

  /// The same trips with the layouts that are separated by commas, semicolons and tabs.
  @Test(arguments: [",", ";", "\t"])
  func separatorsAreToldByTheHeader(separator: String) throws {
    let text = (Self.header + Self.rows).replacing(";", with: separator)
    #expect(try read(text, ["trips.blur=false"]).requests.count == 3)
  }

  private func read(_ text: String, _ more: [String]) throws -> Population {
    let folder = try TemporaryFolder(["t.csv": text])
    return try Fixture.population(
      supply: "{kind: 'trips'}", demand: "{kind: 'trips'}",
      overrides: ["trips.file=t.csv", "trips.format=carpools", "time.duration_s=86400"] + more,
      in: Fixture.globe, folder: folder.path)
  }

  private func fault(_ text: String, _ more: [String]) throws -> String {
    let error = #expect(throws: SynthesisError.self) { _ = try read(text, more) }
    return error?.description ?? ""
  }

  private func coordinates(_ place: Place) -> Coordinates { Geometry.globe.coordinates(of: place.position) }

  private func expectNear(_ place: Place, _ x: Double, _ y: Double) {
    let point = coordinates(place)
    #expect(abs(point.x - x) < 1e-6 && abs(point.y - y) < 1e-6)
  }
}
