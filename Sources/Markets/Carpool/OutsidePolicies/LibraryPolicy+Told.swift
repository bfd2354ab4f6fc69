import CPolicy
import Matching
import Quantities
import Spaces
import Travellers

extension Milliseconds {
  /// The value passed to C, where `.never` is `DETOUR_NEVER`, the greatest number.
  var told: Int64 { self == .never ? .max : rawValue }
}

extension detour_position {
  init(_ position: Position, _ geometry: Geometry) {
    let place = geometry.coordinates(of: position)
    self.init(x: place.x, y: place.y)
  }
}

extension detour_person {
  init(_ person: Person, _ wishes: Wishes) {
    func flag(_ value: Bool?) -> Int16 { value.map { $0 ? 1 : 0 } ?? -1 }
    func letter(_ sex: Sex?) -> Int16 { sex.flatMap(\.rawValue.utf8.first).map(Int16.init) ?? -1 }
    self.init(
      smoker: flag(person.smoker), sex: letter(person.sex), age: person.age ?? -1,
      wants_smoker: flag(wishes.smoker), wants_sex: letter(wishes.sex), wants_age_min: wishes.youngest ?? -1,
      wants_age_max: wishes.oldest ?? -1, wants_required: wishes.required ? 1 : 0)
  }
}

extension detour_candidate {
  init(_ candidate: Candidate, _ attempt: Attempt, _ geometry: Geometry) {
    let driver = attempt.fleet.drivers[candidate.driver]
    self.init()
    self.driver = driver.id
    cost = candidate.cost
    value = candidate.value
    time_to_pickup_ms = candidate.insertion.timeToPickup.told
    detour_ms = candidate.insertion.detour.told
    added_driving_ms = candidate.insertion.addedDriving.told
    distance_m = attempt.distance(to: candidate)
    agreement = candidate.agreement
    reported = detour_position(candidate.reported, geometry)
    pickup_after = Int32(candidate.insertion.pickupAfter)
    dropoff_after = Int32(candidate.insertion.dropoffAfter)
    stops_ahead = Int32(candidate.stopsAhead)
    served = candidate.served
    free_seats = candidate.freeSeats
    seats = driver.seats
    luggage_room = driver.luggageRoom
    depart_ms = driver.depart.told
    solo_ms = driver.solo.duration.told
    solo_m = driver.solo.metres
    origin = detour_position(driver.origin.position, geometry)
    destination = detour_position(driver.destination.position, geometry)
    person = detour_person(driver.person, driver.wishes)
  }
}

extension detour_walk {
  init(_ meeting: Meeting?) {
    self.init(to_pickup_m: meeting?.pickup.metres ?? 0, from_dropoff_m: meeting?.dropoff.metres ?? 0)
  }
}

extension detour_slack {
  init(_ slack: DriverSlack, of driver: Driver) {
    self.init(
      added_detour_ms: slack.added.told, promised_detour_ms: slack.promised.told,
      total_detour_ms: slack.total.told, max_detour_ms: driver.maxDetour.told,
      max_detour_ratio: driver.maxDetourRatio, arrive_ms: slack.arrival.told,
      latest_arrive_ms: driver.latestArrival.told, slack_ms: slack.slack.told,
      slack_left_ms: slack.left.told)
  }
}

extension detour_attempt {
  init(_ attempt: Attempt, _ geometry: Geometry) {
    self.init()
    time_ms = attempt.time.told
    cycle = attempt.cycle
    self.attempt = attempt.attempt
    random = attempt.draw
    promised_pickup_ms = attempt.promise.latestPickup.told
    promised_dropoff_ms = attempt.promise.latestDropoff.told
    promised_ride_ms = attempt.promise.maxRide.told
    drivers_active = attempt.funnel.driversActive
    in_radius = attempt.funnel[.radius]
    on_route = attempt.funnel[.route]
    with_seats = attempt.funnel[.seats]
    with_preferences = attempt.funnel[.preferences]
    let asked = attempt.request
    request.id = asked.id
    request.submit_ms = asked.submit.told
    request.earliest_pickup_ms = asked.earliestPickup.told
    request.patience_ms = asked.patience.told
    request.direct_ms = asked.direct.duration.told
    request.direct_m = asked.direct.metres
    request.origin = detour_position(asked.origin.position, geometry)
    request.destination = detour_position(asked.destination.position, geometry)
    request.party_size = asked.partySize
    request.luggage = asked.luggage
    request.probe = asked.isProbe ? 1 : 0
    request.person = detour_person(asked.person, asked.wishes)
  }
}
