import CPolicy
import Matching
import Processes
import Quantities
import Spaces
import Travellers

/// A policy that a shared library decides by, which is asked by a call: `detour_policy.h` says how.
struct LibraryPolicy: Policy {
  let policy: OutsidePolicy
  let subject: PolicySubject

  init(_ policy: OutsidePolicy, _ subject: PolicySubject) {
    self.policy = policy
    self.subject = subject
  }

  var name: String { policy.name }

  func begin() throws -> any Policy { try LibrarySession(self) }

  func choose(for attempt: inout Attempt) -> Candidate? {
    preconditionFailure("a library answers in the run that it was loaded for: begin comes first")
  }

  func error(_ problem: OutsidePolicyError.Problem) -> OutsidePolicyError {
    OutsidePolicyError(policy: name, source: policy.library ?? "", problem: problem)
  }
}

/// The library in one run, with room for what it is told.
///
/// It belongs to the run's thread alone.
final class LibrarySession: Policy, @unchecked Sendable {
  let name: String
  private let policy: LibraryPolicy
  private let choose: detour_choose_function
  private var told: [detour_candidate] = []
  private var walks: [detour_walk] = []

  /// Loads the library and finds its functions.
  ///
  /// - Throws: `OutsidePolicyError`.
  init(_ policy: LibraryPolicy) throws(OutsidePolicyError) {
    self.policy = policy
    name = policy.name
    let file = policy.policy.library ?? ""
    let folder = policy.subject.folder
    let library: SharedLibrary
    do throws(SharedLibraryError) {
      library = try SharedLibrary(path: file.hasPrefix("/") || folder.isEmpty ? file : folder + "/" + file)
    } catch {
      throw policy.error(
        .notLoaded("it cannot be loaded (\(error.reason)); give the file of a shared library"))
    }
    guard let version = library.function("detour_policy_version"),
      let choose = library.function("detour_choose")
    else {
      throw policy.error(
        .notLoaded(
          "it lacks detour_policy_version or detour_choose; offer both with C linkage, as detour_policy.h says"
        ))
    }
    let spoken = unsafeBitCast(version, to: detour_policy_version_function.self)()
    guard (1...DETOUR_POLICY_VERSION).contains(spoken) else {
      throw policy.error(
        .notLoaded(
          "it was made for version \(spoken) of detour_policy.h; make it anew with version \(DETOUR_POLICY_VERSION)"
        ))
    }
    self.choose = unsafeBitCast(choose, to: detour_choose_function.self)
  }

  /// Asks a function that is there already.
  init(_ policy: LibraryPolicy, asking choose: @escaping detour_choose_function) {
    self.policy = policy
    name = policy.name
    self.choose = choose
  }

  func choose(for attempt: inout Attempt) throws -> Candidate? {
    let candidates = attempt.candidates()
    guard !candidates.isEmpty else { return nil }
    told.removeAll(keepingCapacity: true)
    walks.removeAll(keepingCapacity: true)
    for candidate in candidates {
      told.append(detour_candidate(candidate, attempt, policy.subject.geometry))
      walks.append(detour_walk(attempt.meeting(with: candidate)))
    }
    var message = detour_attempt(attempt, policy.subject.geometry)
    message.candidate_count = Int32(candidates.count)
    let choice = told.withUnsafeBufferPointer { told in
      walks.withUnsafeBufferPointer { walks in
        message.candidates = told.baseAddress
        message.walks = walks.baseAddress
        return choose(&message)
      }
    }
    if choice == DETOUR_NOBODY { return nil }
    guard choice >= 0, choice < candidates.count else {
      let moment = OutsidePolicyError.Moment.attempt(
        request: policy.subject.requestNames.text(of: attempt.request.id), cycle: attempt.cycle,
        attempt: attempt.attempt, time: attempt.time)
      throw policy.error(
        .badAnswer(
          at: moment, answer: "\(choice)",
          "answer with the place of a candidate, 0 to \(candidates.count - 1), or with -1 for none"))
    }
    return candidates[Int(choice)]
  }
}

// MARK: - What it is told

extension Milliseconds {
  /// The number that C is told, of which `DETOUR_NEVER` is the greatest.
  fileprivate var told: Int64 { self == .never ? .max : rawValue }
}

extension detour_position {
  fileprivate init(_ position: Position, _ geometry: Geometry) {
    let place = geometry.coordinates(of: position)
    self.init(x: place.x, y: place.y)
  }
}

extension detour_person {
  fileprivate init(_ person: Person, _ wishes: Wishes) {
    func flag(_ value: Bool?) -> Int16 { value.map { $0 ? 1 : 0 } ?? -1 }
    func letter(_ sex: Sex?) -> Int16 { sex.flatMap(\.rawValue.utf8.first).map(Int16.init) ?? -1 }
    self.init(
      smoker: flag(person.smoker), sex: letter(person.sex), age: person.age ?? -1,
      wants_smoker: flag(wishes.smoker), wants_sex: letter(wishes.sex), wants_age_min: wishes.youngest ?? -1,
      wants_age_max: wishes.oldest ?? -1, wants_required: wishes.required ? 1 : 0)
  }
}

extension detour_candidate {
  fileprivate init(_ candidate: Candidate, _ attempt: Attempt, _ geometry: Geometry) {
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
  fileprivate init(_ meeting: Meeting?) {
    self.init(to_pickup_m: meeting?.pickup.metres ?? 0, from_dropoff_m: meeting?.dropoff.metres ?? 0)
  }
}

extension detour_attempt {
  fileprivate init(_ attempt: Attempt, _ geometry: Geometry) {
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
