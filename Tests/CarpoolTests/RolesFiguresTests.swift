import Metrics
import Quantities
import Simulation
import Testing
import Travellers

@testable import Carpool

/// The figures of people who may drive or ride, worked out by hand.
struct RolesFiguresTests {
  /// Driver 10 takes request 1, who has a car; 2 drives and takes 5 along; 3 drives alone; 4 has a car, and leaves the market.
  private static var run: CarpoolRun {
    let metres = [5_000.0, 6_000, 4_000, 2_000, 3_000]
    let requests = metres.enumerated().map { place, metres in
      Request(
        id: Int64(place + 1), origin: Story.place(0, 0), destination: Story.place(metres, 0), submit: .zero,
        direct: Story.travel(metres))
    }
    var drivers = [
      Driver(
        id: 10, origin: Story.place(0, 0), destination: Story.place(10_000, 0), depart: .zero,
        solo: Story.travel(10_000))
    ]
    for request in requests.prefix(4) {
      var car = Driver(
        id: 100 + request.id, origin: request.origin, destination: request.destination, depart: .zero,
        flexibility: Story.seconds(60), solo: request.direct)
      car.ownRequest = request.id
      drivers.append(car)
    }
    var records = RunRecords(requests: requests.count, drivers: drivers.count)
    records.end = Story.seconds(2_000)
    for (place, driver) in [(0, 0), (4, 2)] {
      records.requests[place].outcome = .served
      records.requests[place].firstMatch = Story.seconds(30)
      records.requests[place].match = MatchRecord(
        time: Story.seconds(30), driver: DriverIndex(driver), latestPickup: .never, latestDropoff: .never,
        detour: .zero, detourMetres: 1_000, agreement: 1, cost: 0)
    }
    records.requests[1].outcome = .drove
    records.requests[1].ended = Story.seconds(30)
    for place in [2, 3] {
      records.requests[place].outcome = .unmatched
      records.requests[place].cause = .limits
    }
    for (place, metres, served) in [(0, 11_000.0, Int32(1)), (2, 7_000, 1), (3, 4_000, 0)] {
      records.drivers[place].outcome = .arrived
      records.drivers[place].departed = Story.seconds(40)
      records.drivers[place].arrive = Story.seconds(40 + metres / 10)
      records.drivers[place].drivenMetres = metres
      records.drivers[place].served = served
    }
    for place in [1, 4] {
      records.drivers[place].outcome = .notDriven
      records.drivers[place].arrive = Story.seconds(30)
    }
    var run = CarpoolRun(
      identity: Story.identity, requests: requests, drivers: drivers, records: records, geometry: .plane)
    run.slack = [.flexibleDrivers]
    return run
  }

  @Test
  func `whoever drives is no request, and nobody is counted twice`() {
    let figures = Figures(of: Self.run)
    #expect(figures[.requests] == 4 && figures[.matchRate] == 0.5 && figures[.serviceRate] == 0.5)
    #expect(figures.count(.drove) == 1)
    // Served: 1 and 5; drivers who served: 10 and 2. All: 1, 4 and 5; 10, 2 and 3.
    #expect(figures[.participantsMatched] == 4.0 / 6)
    #expect(figures[.eitherRode] == 0.25 && figures[.eitherDrove] == 0.25 && figures[.eitherAlone] == 0.25)
    // Alone: 20 km by 10, 2 and 3, and 5 + 3 + 2 km by 1, 5 and 4. Driven: 22 km, and the 2 km of 4.
    #expect(figures[.vktSaved] == 6)
    #expect(figures[.vktSavedRatio] == 0.2)
  }

  @Test
  func `a row for each says what they did`() {
    let people = Self.run.peopleOfRoles
    #expect(people.map(\.taken) == [.rode, .drove, .alone, .left])
    #expect(people.map(\.decided) == [30, 30, 40, 30].map(Story.seconds))
    #expect(people.map { Int($0.request) } == [0, 1, 2, 3] && people.map { Int($0.driver) } == [1, 2, 3, 4])
  }
}
