import CarpoolScenario
import Ground
import Quantities
import Scenario
import Spaces
import Testing
import Travellers

@testable import Synthesis

@Suite struct SyntheticBoardTests {
  private static let offers = "board.offers={kind: 'synthetic', share: 0.4}"
  private static let seeks = "board.seeks={kind: 'synthetic', share: 0.4}"

  private func published(_ population: Population) -> [(driver: Driver, trip: PublishedTrip)] {
    zip(population.drivers, population.trips).compactMap { driver, trip in trip.map { (driver, $0) } }
  }

  @Test func withoutABoardNobodyPlansAhead() throws {
    let population = try Boards.synthetic(drivers: 5, requests: 5)
    #expect(population.trips.isEmpty && population.seeks.isEmpty && population.users == nil)
    let empty = try Boards.synthetic("board={}", drivers: 5, requests: 5)
    #expect(empty.trips == [nil, nil, nil, nil, nil] && empty.seeks == [nil, nil, nil, nil, nil])
    #expect(empty.drivers.map(\.solo) == population.drivers.map(\.solo))
  }

  @Test func aShareOfTheDriversPublishes() throws {
    let population = try Boards.synthetic(Self.offers, drivers: 2_000, requests: 0)
    #expect(population.trips.count == population.drivers.count)
    expectShare(published(population).count, of: 2_000, 0.4)
    let others = try Boards.synthetic(drivers: 2_000, requests: 0)
    // Nothing else of a driver is another one for it.
    for (with, without) in zip(population.drivers, others.drivers) {
      #expect("\(with)".split(separator: "solo")[0] == "\(without)".split(separator: "solo")[0])
    }
  }

  @Test func moreDriversLeaveThePublishedTripsAsTheyWere() throws {
    let few = try Boards.synthetic(Self.offers, drivers: 50, requests: 0)
    let many = try Boards.synthetic(Self.offers, drivers: 90, requests: 0)
    #expect(Array(many.trips.prefix(50)) == few.trips)
    let shared = try Boards.synthetic("board.offers={kind: 'synthetic', share: 1}", drivers: 50, requests: 0)
    for (some, all) in zip(few.trips, shared.trips) where some != nil { #expect(some == all) }
  }

  @Test func tripsArePublishedALeadBeforeTheyBegin() throws {
    let population = try Boards.synthetic("board.offers={kind: 'synthetic', share: 1, lead: 600}")
    for (driver, trip) in published(population) {
      #expect(trip.publish == max(.zero, driver.depart - Milliseconds(600_000)))
      #expect(trip.stops[0].time == driver.depart && trip.stops[0].place == driver.origin)
      #expect(trip.stops.last?.place == driver.destination)
      #expect(trip.takesInstant && !trip.booksAtOnce)
    }
    let closed = try Boards.synthetic(
      "board.offers={kind: 'synthetic', share: 1, takes_instant_share: 0, at_once_share: 1}")
    #expect(published(closed).allSatisfy { !$0.trip.takesInstant && $0.trip.booksAtOnce })
  }

  @Test("cars stop at the zones that lie on the way")
  func stopsAreThoseOnTheWay() throws {
    let population = try Boards.synthetic("board.offers={kind: 'synthetic', share: 1, within_m: 600}")
    let middle = Position(x: 10_000, y: 5_000)
    for (driver, trip) in published(population) {
      let places = trip.stops.dropFirst().dropLast().map(\.place.position)
      // Written apart: y of the straight line at the place.
      let (a, b) = (driver.origin.position, driver.destination.position)
      let slope = (b.y - a.y) / (b.x - a.x)
      let above = abs(a.y + slope * (middle.x - a.x) - middle.y) / (1 + slope * slope).squareRoot()
      #expect(above < 600 && places.contains(middle))
      let ahead = places.map { ($0.x - a.x) * (b.x - a.x) + ($0.y - a.y) * (b.y - a.y) }
      #expect(ahead == ahead.sorted() && ahead.allSatisfy { $0 > 0 })
    }
    let direct = try Boards.synthetic("board.offers={kind: 'synthetic', share: 1, within_m: 0}")
    #expect(published(direct).allSatisfy { $0.trip.stops.count == 2 && $0.trip.prices.count == 1 })
  }

  @Test func theListedPlacesStandForTheZones() throws {
    let places =
      "[{name: 'b', x: 12000, y: 5100}, {name: 'a', x: 6000, y: 4900}, {name: 'off', x: 9000, y: 9000}]"
    let population = try Boards.synthetic(
      "board.offers={kind: 'synthetic', share: 1, within_m: 1500, stops: \(places)}")
    for (_, trip) in published(population) {
      #expect(trip.stops.dropFirst().dropLast().map(\.place.position.x) == [6_000, 12_000])
      #expect(trip.prices.count == 6)
    }
  }

  @Test func aStopOutsideTheSpaceIsAFault() {
    #expect(
      throws: SynthesisError(.noStopPlace(field: "board.offers.stops", name: "sea", cause: .outsideSpace))
    ) {
      try Boards.synthetic("board.offers={kind: 'synthetic', stops: [{name: 'sea', x: -5, y: 0}]}")
    }
  }

  @Test(
    "a car that nobody boards keeps all published times, and its trip alone is the one through the stops",
    arguments: [0, 30, 500], [0, 20, 400])
  func publishedTimesCanBeKept(dwell: Int, stop: Int) throws {
    let population = try Boards.synthetic(
      "board.offers={kind: 'synthetic', share: 1, dwell_s: \(dwell)}", "behaviour.stop_duration_s=\(stop)",
      drivers: 40, requests: 0)
    let stopping = Milliseconds(Int64(stop) * 1_000)
    for (driver, trip) in published(population) {
      var (time, metres) = (driver.depart, 0.0)
      for (number, pair) in zip(trip.stops, trip.stops.dropFirst()).enumerated() {
        // Somebody boards at every stop, the first included.
        let leave = max(pair.0.time, time) + stopping
        let distance = Geometry.plane.distance(pair.0.place.position, pair.1.place.position)
        let drive = Milliseconds(seconds: distance / 10)
        #expect(pair.1.time >= leave + drive)
        time = (number == 0 ? driver.depart : leave) + drive
        metres += distance
      }
      #expect(driver.solo.duration == time - driver.depart)
      #expect(abs(driver.solo.metres - metres) < 1e-6)
    }
  }

  @Test func aShareOfTheRequestsPlansAhead() throws {
    let population = try Boards.synthetic(Self.seeks, drivers: 0, requests: 2_000)
    let without = try Boards.synthetic(drivers: 0, requests: 2_000)
    #expect(population.seeks.count == 2_000)
    expectShare(population.seeks.count { $0 != nil }, of: 2_000, 0.4)
    for index in population.requests.indices {
      guard let seek = population.seeks[index] else {
        #expect(population.requests[index].submit == without.requests[index].submit)
        continue
      }
      let wished = without.requests[index].submit
      #expect(seek.earliest == wished && seek.leaving == wished)
      #expect(seek.latest == wished + Milliseconds(3_600_000))
      #expect(population.requests[index].submit <= wished && population.requests[index].submit >= .zero)
      #expect(population.requests[index].directDeparture == wished)
      #expect(seek.means == .max && seek.alert == .never && seek.fallsBack)
    }
  }

  @Test func whoWishesForATimeOfArrivalHasTheWindowThere() throws {
    let population = try Boards.synthetic(
      """
      board.seeks={kind: 'synthetic', share: 1, by_arrival_share: 1, window_s: 60, lead: 100, means_per_km: 0.5,
        alert_s: 5, fallback: 'none', access_m: 7, egress_m: 8}
      """, drivers: 0)
    for (request, seek) in zip(population.requests, population.seeks) {
      let seek = try #require(seek)
      #expect(seek.isByArrival && seek.earliest == seek.leaving + request.direct.duration)
      #expect(seek.latest == seek.earliest + Milliseconds(60_000))
      #expect(request.submit == max(.zero, seek.leaving - Milliseconds(100_000)))
      #expect(seek.means == Int64(request.direct.metres * 0.05))
      #expect(seek.alert == Milliseconds(5_000) && !seek.fallsBack && (seek.access, seek.egress) == (7, 8))
    }
  }

  @Test func probesPlanNothing() throws {
    let population = try Boards.synthetic(
      "board.seeks={kind: 'synthetic', share: 1}", "demand.probe_share=0.5", drivers: 0)
    for (request, seek) in zip(population.requests, population.seeks) {
      #expect(request.isProbe == (seek == nil))
    }
  }

  @Test func aPlannedDayIsNoSteadyState() throws {
    let supply = "{kind: 'synthetic', count: 5}"
    #expect(try Fixture.scenario(supply: supply, demand: supply).stationaryPeriod != nil)
    #expect(
      try Fixture.scenario(supply: supply, demand: supply, overrides: ["board={}"]).stationaryPeriod == nil)
  }
}
