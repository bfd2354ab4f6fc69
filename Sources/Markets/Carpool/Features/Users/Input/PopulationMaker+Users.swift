import CarpoolScenario
import Ground
import Quantities
import Scenario
import Spaces
import Statistics
import Travellers

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

  /// Makes the trip of `user` one of a driver or of a request, if the scenario takes that side from its
  /// users.
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

  /// Returns the id of a trip, which depends on user, day and direction only: 1,000,000,000 for each day and 2 for
  /// each user, both from 0, and 1 more for the way home.
  static func id(user: Int, day: Int, isReturn: Bool) -> Int64 {
    1_000_000_000 * Int64(day) + 2 * Int64(user) + (isReturn ? 1 : 0)
  }
}
