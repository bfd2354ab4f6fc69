import CarpoolScenario
import Community
import Ground
import Quantities
import Scenario
import Spaces
import Statistics
import Testing
import Travellers

@testable import Synthesis

@Suite struct UsersTests {
  private let day = Milliseconds(86_400_000)

  /// A driver's or a request's trip.
  private struct Trip: Equatable {
    var user: UserIndex
    var id: Int64
    var origin: Place
    var destination: Place
    var time: Milliseconds
    var drives: Bool
    var person: Person
  }

  private func trips(_ population: Population) throws -> [Trip] {
    let users = try #require(population.users)
    let driven = zip(population.drivers, users.ofDriver).map { driver, user in
      Trip(
        user: user, id: driver.id, origin: driver.origin, destination: driver.destination,
        time: driver.depart, drives: true, person: driver.person)
    }
    let asked = zip(population.requests, users.ofRequest).map { request, user in
      Trip(
        user: user, id: request.id, origin: request.origin, destination: request.destination,
        time: request.submit, drives: false, person: request.person)
    }
    return (driven + asked).sorted { ($0.user, $0.id) < ($1.user, $1.id) }
  }

  private func byUser(_ trips: [Trip]) -> [[Trip]] {
    Dictionary(grouping: trips, by: \.user).sorted { $0.key < $1.key }.map(\.value)
  }

  @Test func theSharesAreThoseOfTheScenario() throws {
    let population = try Boards.users(
      "users.travel_share=0.6", "users.car_share=0.5", "users.drives_share=0.8", "users.returns=false",
      count: 1_000, days: 4)
    #expect(population.users?.count == 1_000 && population.users?.names == .numbers)
    let trips = try trips(population)
    expectShare(trips.count, of: 4_000, 0.6)
    // Whoever has a car is known by one trip as its driver, all but 0.4⁴ of them at 0.6 · 0.8 a day: 1 − 0.52⁴.
    let drivers = Set(trips.filter(\.drives).map(\.user))
    expectShare(drivers.count, of: 1_000, 0.5 * (1 - 0.52 * 0.52 * 0.52 * 0.52))
    let ofCars = trips.filter { drivers.contains($0.user) }
    // A driver who was seen at all drives on d of n days of travel; the expectation under that condition, by summing up.
    var (driven, travelled) = (0.0, 0.0)
    for n in 1...4 {
      for d in 1...n {
        let probability =
          binomial(4, n, 0.6) * binomial(n, d, 0.8)
        driven += probability * Double(d)
        travelled += probability * Double(n)
      }
    }
    expectShare(ofCars.count(where: \.drives), of: ofCars.count, driven / travelled)
  }

  private func binomial(_ n: Int, _ k: Int, _ p: Double) -> Double {
    var value = 1.0
    for i in 0..<k { value *= Double(n - i) / Double(i + 1) * p }
    for _ in 0..<(n - k) { value *= 1 - p }
    return value
  }

  @Test("people live in one place and go to the same few from there")
  func homesAndFavouritesStay() throws {
    let trips = try trips(
      Boards.users(
        "users.favourites=2", "users.favourite_share=1", "users.returns=false", "users.travel_share=1",
        count: 50, days: 12))
    for own in byUser(trips) {
      #expect(own.count == 12 && Set(own.map(\.origin)).count == 1)
      #expect((1...2).contains(Set(own.map(\.destination)).count))
    }
    // Each of the two is as likely as the other.
    let first = byUser(trips).map { own in own.count { $0.destination == own[0].destination } - 1 }
    expectShare(first.reduce(0, +), of: 50 * 11, 0.5)
  }

  @Test func aShareOfTheTripsGoesElsewhere() throws {
    let trips = try trips(
      Boards.users(
        "users.favourites=1", "users.favourite_share=0.5", "users.returns=false", "users.travel_share=1",
        count: 100, days: 20))
    let usual = byUser(trips).map { own in
      Dictionary(grouping: own, by: \.destination).map(\.value.count).max() ?? 0
    }
    expectShare(usual.reduce(0, +), of: 2_000, 0.5)
    #expect(byUser(trips).allSatisfy { Set($0.map(\.origin)).count == 1 })
  }

  @Test
  func `a trip from the history goes where an earlier one went`() throws {
    let always = try trips(
      Boards.users(
        "users.history_share=1", "users.favourite_share=0", "users.returns=false", "users.travel_share=1",
        count: 30, days: 6))
    #expect(byUser(always).allSatisfy { $0.count == 6 && Set($0.map(\.destination)).count == 1 })
    // Without the history every trip goes to a place of its own, so that what is seen twice is repeated.
    let half = try trips(
      Boards.users(
        "users.history_share=0.5", "users.favourite_share=0", "users.returns=false", "users.travel_share=1",
        count: 200, days: 8))
    let again = byUser(half).map { $0.count - Set($0.map(\.destination)).count }
    expectShare(again.reduce(0, +), of: 200 * 7, 0.5)
    // Each earlier trip is as likely: the first place of three is met again on the fourth day as often as the others.
    let fourth = byUser(half).filter { Set($0.prefix(3).map(\.destination)).count == 3 }
    let known = fourth.filter { own in own.prefix(3).contains { $0.destination == own[3].destination } }
    expectShare(known.count { $0[3].destination == $0[0].destination }, of: known.count, 1.0 / 3)
  }

  @Test
  func `who never looks into the history travels as ever`() throws {
    #expect(try trips(Boards.users("users.history_share=0", count: 30)) == trips(Boards.users(count: 30)))
  }

  @Test
  func `a wish that nobody on the other side meets is told`() throws {
    let wishes = "demand.wishes={sex_share: 1, smoker_share: 0, age_share: 0, required_share: 1}"
    let unknown = try Boards.users("demand.persons={}", wishes, count: 30)
    let count = unknown.requests.count
    #expect(
      unknown.notices.map(\.description) == [
        "requests: \(count) of \(count) have a wish that none of the drivers meets, and \(count) of them require it and cannot"
          + " ride with anybody; give the drivers traits (`persons`), or leave out such wishes"
      ])
    #expect(try Boards.users("demand.persons={}", "supply.persons={}", wishes, count: 30).notices.isEmpty)
    // Women who want to ride with women, where only men drive.
    let men = try Boards.users(
      "demand.persons={female_share: 1}", "supply.persons={female_share: 0}", wishes, "users.car_share=0.5",
      count: 30)
    #expect(men.notices.count == 1)
    #expect(try Boards.users("supply={kind: 'none'}", "demand.persons={}", wishes, count: 30).notices.isEmpty)
  }

  @Test func theDailyTimeLiesAroundTheHabit() throws {
    let trips = try trips(
      Boards.users(
        "users.time_sd_s=600", "users.returns=false", "users.travel_share=1",
        "users.profile=[{until_s: 36000, weight: 0}, {until_s: 50000, weight: 1}]", count: 200, days: 10))
    let times = byUser(trips).map { $0.enumerated().map { $1.time.seconds - 86_400 * Double($0) } }
    #expect(times.joined().allSatisfy { (30_000...56_000).contains($0) })
    let deviations = times.compactMap { Fixture.statistics($0).standardDeviation }
    let mean = deviations.reduce(0) { $0 + $1 * $1 } / Double(deviations.count) / 360_000
    // The variance of 10 normal draws has mean σ² and deviation σ² √(2 ÷ 9); of 200 such the mean lies close.
    let deviation = (2.0 / 9 / 200).squareRoot()
    #expect(deviations.count == 200 && abs(mean - 1) < 3.5 * deviation)
  }

  @Test func theWayHomeEndsTheDay() throws {
    let trips = try trips(
      Boards.users(
        "users.stay=3600", "users.profile=[1, 1, 0, 0]", "users.travel_share=1", count: 60, days: 3))
    for (index, trip) in trips.enumerated() where !trip.id.isMultiple(of: 2) {
      let out = trips[index - 1]
      #expect(out.id == trip.id - 1 && out.user == trip.user && out.drives == trip.drives)
      #expect(trip.origin == out.destination && trip.destination == out.origin)
      #expect(trip.time == out.time + Milliseconds(3_600_000))
    }
    #expect(trips.count == 360)
    let late = try self.trips(
      Boards.users("users.stay=86400", "users.travel_share=1", count: 20, days: 3))
    #expect(late.count == 60 && late.allSatisfy { $0.id.isMultiple(of: 2) })
  }

  @Test func whoeverDrivesTodayAndAsksTomorrowIsTheSamePerson() throws {
    let trips = try trips(
      Boards.users(
        "supply.persons={}", "demand.persons={}", "users.car_share=1", "users.drives_share=0.5", count: 100))
    #expect(
      Set(trips.filter(\.drives).map(\.user)).intersection(trips.filter { !$0.drives }.map(\.user)).count > 50
    )
    for own in byUser(trips) { #expect(Set(own.map(\.person)).count == 1 && own[0].person.age != nil) }
  }

  @Test("more users and more days leave the others as they were")
  func numbersHangOnUserAndDayAlone() throws {
    let few = try trips(Boards.users(count: 40, days: 2))
    let more = try trips(Boards.users(count: 70, days: 5))
    let same = more.filter { $0.user < 40 && $0.time < Milliseconds(2 * 86_400_000) }
    #expect(few == same && few.count < more.count)
    let keys = try #require(try Boards.users(count: 70, days: 1).users?.keys)
    #expect(keys == (0..<70).map { UInt64($0) })
  }

  @Test func aSideThatTakesNoTripsLeavesThem() throws {
    let drivers = try Fixture.population(
      supply: "{kind: 'users'}", overrides: ["users={count: 50}", "time.duration_s=null"])
    #expect(drivers.requests.isEmpty && !drivers.drivers.isEmpty)
    let both = try Boards.users(count: 50, days: 1)
    #expect(drivers.drivers.map(\.id) == both.drivers.map(\.id))
    #expect(drivers.drivers.map(\.solo) == both.drivers.map(\.solo))
  }

  @Test func driversOfUsersMayPublish() throws {
    let population = try Boards.users("board.offers={kind: 'synthetic', share: 1}", count: 30, days: 2)
    #expect(population.trips.count == population.drivers.count && population.trips.allSatisfy { $0 != nil })
  }

  @Test func profilesWithoutWeightAreFaults() {
    #expect(throws: SynthesisError(.emptyProfile(side: "users"))) {
      try Boards.users("users.profile=[{until_s: 90000, weight: 0}, {until_s: 99000, weight: 1}]", count: 5)
    }
  }

  @Test func ifNoPlaceIsFoundTheUserIsNamed() {
    #expect(throws: SynthesisError(.noFavourite(user: 1, draws: 10_000))) {
      try Boards.users("users.od={kind: 'uniform', min_m: 50000}", count: 5)
    }
  }
}
