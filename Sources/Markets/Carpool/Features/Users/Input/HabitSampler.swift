import CarpoolScenario
import Ground
import Quantities
import Scenario
import Spaces
import Statistics
import Travellers

/// The habits of a user.
struct Habit {
  var home: Place
  /// The zone of the home; nil if there are no zones.
  var zone: Int?
  var favourites: [Place]
  /// The habitual departure time, since midnight.
  var time: Milliseconds
  var hasCar: Bool
}

/// Draws the habits of users, and their trips day by day.
struct HabitSampler {
  private let users: Scenario.Users
  private let maker: PopulationMaker
  private let sampler: TripSampler
  private let times: ArrivalTimes

  init(_ users: Scenario.Users, _ maker: PopulationMaker, _ sampler: TripSampler) throws(SynthesisError) {
    self.sampler = sampler
    let profile = users.profile ?? sampler.matrix?.profile(over: Scenario.Users.day)
    guard let times = ArrivalTimes(profile, duration: Scenario.Users.day) else {
      throw SynthesisError(.emptyProfile(side: "users"))
    }
    self.users = users
    self.maker = maker
    self.times = times
  }

  /// Returns the habits of `user`.
  func habit(of user: Int) throws(SynthesisError) -> Habit {
    var draws = maker.stream(.userTraits, UInt64(user))
    let hasCar = draws.uniform() < users.carShare
    let time = times.draw(&draws)
    let zone = sampler.originZone(at: time, &draws)
    // A home without a route to anywhere is redrawn.
    for _ in 0..<TripSampler.draws {
      guard let home = sampler.origin(in: zone, &draws),
        let first = destination(from: home, in: zone, at: time, tries: 1, &draws)
      else { continue }
      var habit = Habit(home: home, zone: zone, favourites: [first], time: time, hasCar: hasCar)
      for _ in 1..<users.favourites {
        guard let next = destination(from: home, in: zone, at: time, tries: TripSampler.draws, &draws) else {
          throw SynthesisError(.noFavourite(user: user + 1, draws: TripSampler.draws))
        }
        habit.favourites.append(next)
      }
      return habit
    }
    throw SynthesisError(.noFavourite(user: user + 1, draws: TripSampler.draws))
  }

  /// Draws a place reachable from `home`, and with a route back if the scenario requires it; nil if none was found.
  private func destination(
    from home: Place, in zone: Int?, at time: Milliseconds, tries: Int, _ draws: inout KeyedGenerator
  ) -> Place? {
    for _ in 0..<tries {
      guard let place = sampler.destination(from: home, in: zone, at: time, &draws),
        isWay(home, place, at: time)
      else {
        continue
      }
      if !users.returns || isWay(place, home, at: time) { return place }
    }
    return nil
  }

  private func isWay(_ origin: Place, _ destination: Place, at time: Milliseconds) -> Bool {
    let longest = maker.carpool.input.longestTrip
    return maker.territory.trip(origin, destination, at: time, longest: longest).cause == nil
  }

  /// Returns a random place from `history` that `user` revisits on `day`; nil if the trip is not a repetition.
  private func repeated(of history: [Place], by user: Int, on day: Int) -> Place? {
    guard users.historyShare > 0, !history.isEmpty else { return nil }
    var draws = maker.stream(.history, UInt64(user), UInt64(day))
    let (repeats, which) = (draws.uniform(), draws.uniform())
    return repeats < users.historyShare ? history[Int(which * Double(history.count))] : nil
  }

  /// Returns the trips of `user` on `day`: none, an outbound trip, or an outbound and a return trip.
  ///
  /// - Parameter history: the destinations of the user's earlier trips; today's destination is appended.
  func trips(of user: Int, _ habit: Habit, on day: Int, history: inout [Place]) -> [UserTrip] {
    var draws = maker.stream(.userDay, UInt64(user), UInt64(day))
    let (travels, drives, returnsTo, which) = (
      draws.uniform(), draws.uniform(), draws.uniform(), draws.uniform()
    )
    guard travels < users.travelShare else { return [] }
    let midnight = Int64(day) * Scenario.Users.day
    let last = Scenario.Users.day - Milliseconds(1)
    let shift = draws.normal(standardDeviation: users.timeDeviation.seconds)
    let time = midnight + min(max(.zero, habit.time + Milliseconds(seconds: shift)), last)
    let stay = users.stay.span(&draws)
    var place = habit.favourites[min(habit.favourites.count - 1, Int(which * Double(habit.favourites.count)))]
    if returnsTo >= users.favouriteShare {
      // If no new place is found, an old one is used.
      place =
        destination(from: habit.home, in: habit.zone, at: time, tries: TripSampler.draws, &draws) ?? place
    }
    place = repeated(of: history, by: user, on: day) ?? place
    history.append(place)
    let isDriver = habit.hasCar && drives < users.drivesShare
    var trips = [
      UserTrip(
        id: UserTrip.id(user: user, day: day, isReturn: false), origin: habit.home, destination: place,
        time: time, drives: isDriver)
    ]
    guard users.returns else { return trips }
    let way = maker.territory.trip(habit.home, place, at: time, longest: nil).travel.duration
    let leaving = time + max(stay, way)
    if leaving < midnight + Scenario.Users.day {
      trips.append(
        UserTrip(
          id: UserTrip.id(user: user, day: day, isReturn: true), origin: place, destination: habit.home,
          time: leaving, drives: isDriver))
    }
    return trips
  }
}

extension PopulationMaker {
  /// Draws the daily trips of the scenario's users, as drivers and as passengers.
  func addUsers(to population: inout Population) throws(SynthesisError) {
    guard let users = scenario.users else { return }
    let habits = try HabitSampler(users, self, sampler(users.od, &population))
    for user in 0..<users.count {
      if user % 1024 == 0 {
        progress(.drawing(travellers: "users", share: Double(user) / Double(users.count)))
      }
      let habit = try habits.habit(of: user)
      var history: [Place] = []
      for day in 0..<users.days {
        for trip in habits.trips(of: user, habit, on: day, history: &history) {
          add(trip, of: user, to: &population)
        }
      }
    }
  }

  /// Adds the trip of `user` as a driver or as a request, if that side of the scenario is drawn from users.
  private func add(_ trip: UserTrip, of user: Int, to population: inout Population) {
    let key = UInt64(user)
    if trip.drives {
      guard case .users(let attributes) = scenario.supply else { return }
      var driver = Driver(id: trip.id, origin: trip.origin, destination: trip.destination, depart: trip.time)
      apply(attributes, to: &driver, entity: key)
      assess(&driver, nil)
      loosen(&driver, attributes, entity: UInt64(bitPattern: trip.id))
      population.drivers.append(driver)
      population.roll.set(user, ofDriver: trip.id)
    } else {
      guard case .users(let attributes) = scenario.demand else { return }
      var request = Request(
        id: trip.id, origin: trip.origin, destination: trip.destination, submit: trip.time)
      apply(attributes, PartySampler(attributes), to: &request, entity: UInt64(bitPattern: trip.id))
      // A passenger today and driver tomorrow is the same person.
      var draws = stream(.traits(.drivers), key)
      let traveller = traveller(attributes.persons, attributes.wishes, &draws)
      request.person = traveller.person
      request.wishes = traveller.wishes
      assess(&request, nil)
      loosen(&request, attributes, entity: UInt64(bitPattern: trip.id))
      population.requests.append(request)
      population.roll.set(user, ofRequest: trip.id)
    }
  }
}

/// A trip of a user.
struct UserTrip {
  var id: Int64
  var origin: Place
  var destination: Place
  var time: Milliseconds
  var drives: Bool

  /// Returns the id of a trip: 1,000,000,000 · day + 2 · user, both counted from 0, plus 1 for the return trip.
  static func id(user: Int, day: Int, isReturn: Bool) -> Int64 {
    1_000_000_000 * Int64(day) + 2 * Int64(user) + (isReturn ? 1 : 0)
  }
}
