import CPolicy
import Matching
import Processes
import Quantities
import Spaces
import Travellers

/// The library that decides the windows of one run. Probes are decided as `batch` would decide them.
///
/// Used only by the run's thread.
final class WindowLibrary: GatheringPolicy, @unchecked Sendable {
  let name: String
  private let policy: LibraryPolicy
  private let decide: detour_decide_function
  private let wants: UInt32
  /// The library's state for the run, including its release.
  private let start: LibraryStart
  private var requests: [detour_window_request] = []
  private var drivers: [detour_window_driver] = []
  private var pairs: [detour_pair] = []
  /// By pair: the index of its attempt, and the pair's index among the candidates of the attempt.
  private var places: [(row: Int, place: Int)] = []

  /// Loads the library and looks up its functions.
  ///
  /// - Throws: `OutsidePolicyError`.
  init(_ policy: LibraryPolicy) throws(OutsidePolicyError) {
    self.policy = policy
    name = policy.name
    let (library, decide) = try policy.load(
      "detour_decide",
      otherwise: ("detour_choose", "it decides each request; leave out matching.policy.decides"))
    self.decide = unsafeBitCast(decide, to: detour_decide_function.self)
    wants =
      library.function("detour_window_wants").map {
        GuestCode.call(unsafeBitCast($0, to: detour_wants_function.self))
      } ?? 0
    start = try LibraryStart(of: library, policy)
  }

  /// Creates a session that calls an existing function instead of a library.
  init(_ policy: LibraryPolicy, asking decide: @escaping detour_decide_function) {
    self.policy = policy
    name = policy.name
    self.decide = decide
    wants = 0
    start = LibraryStart()
  }

  func choose(together attempts: inout [Attempt]) throws -> GatheredChoice {
    let window = GatheredWindow(of: &attempts)
    guard let first = attempts.first, window.pairCount > 0 else {
      return window.choice(taking: attempts.map { _ in nil })
    }
    tell(window)
    var message = message(of: first)
    var taken = [Int32](repeating: -1, count: pairs.count)
    let count = requests.withUnsafeBufferPointer { requests in
      drivers.withUnsafeBufferPointer { drivers in
        pairs.withUnsafeBufferPointer { pairs in
          message.requests = requests.baseAddress
          message.drivers = drivers.baseAddress
          message.pairs = pairs.baseAddress
          return GuestCode.call { decide(&message, &taken) }
        }
      }
    }
    do throws(AnswerFault) {
      guard (0...pairs.count).contains(Int(count)) else {
        throw AnswerFault("answer with the number of taken pairs, 0 to \(pairs.count)")
      }
      var choice = TakenPairs(of: window, in: policy.subject)
      for pair in taken.prefix(Int(count)) {
        guard places.indices.contains(Int(pair)) else {
          throw AnswerFault(
            "\(pair) is not a pair of this window; answer with places from 0 to \(pairs.count - 1)")
        }
        try choice.take(places[Int(pair)].place, for: places[Int(pair)].row)
      }
      return try choice.choice()
    } catch {
      let list = taken.prefix(max(0, min(Int(count), 12))).map(String.init).joined(separator: ", ")
      throw policy.error(
        .badAnswer(
          at: .window(end: first.time, requests: attempts.count), answer: "\(count): \(list)", error.sentence)
      )
    }
  }

  private func message(of first: Attempt) -> detour_window {
    var message = detour_window()
    message.time_ms = first.time.told
    message.random = first.windowDraw
    message.request_count = Int32(requests.count)
    message.driver_count = Int32(drivers.count)
    message.pair_count = Int32(pairs.count)
    let rules = first.fleet.terms.batch
    message.objective =
      switch rules.objective {
      case .matches: DETOUR_MATCHES
      case .cost: DETOUR_COST
      case .savedKilometres: DETOUR_SAVED_KM
      }
    message.unmatched_cost_ms = rules.unmatchedCost.told
    message.window_ms = rules.window.told
    message.notice_ms = rules.notice.told
    message.commits_late = rules.commit == .latest ? 1 : 0
    message.one_rider = rules.riders == .one ? 1 : 0
    message.state = start.state
    return message
  }

  /// Fills the arrays with the data of `window`.
  private func tell(_ window: GatheredWindow) {
    let geometry = policy.subject.geometry
    let fleet = window.attempts[0].fleet
    let owners = window.attemptsOfCarOwners
    requests.removeAll(keepingCapacity: true)
    drivers.removeAll(keepingCapacity: true)
    pairs.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    requests += window.attempts.lazy.map { detour_window_request(detour_attempt($0, geometry)) }
    let indices = window.driversWithRoom
    drivers += indices.lazy.map { driver in
      let own = fleet.drivers[driver].ownRequest.flatMap { owners[$0] } ?? Int(DETOUR_UNKNOWN)
      return detour_window_driver(
        driver, of: fleet, at: window.attempts[0].time, ownRequest: Int32(own), geometry)
    }
    var placeOfDriver = [Int32](repeating: -1, count: (indices.last.map { Int($0) } ?? -1) + 1)
    for (place, driver) in indices.enumerated() { placeOfDriver[Int(driver)] = Int32(place) }
    let batch = wants & DETOUR_WANTS_BATCH != 0 ? window.batchPlaces : []
    for (row, (attempt, list)) in zip(window.attempts, window.candidates).enumerated() {
      for (place, candidate) in list.enumerated() {
        var pair = detour_pair(candidate, attempt)
        pair.request = Int32(row)
        pair.driver = placeOfDriver[Int(candidate.driver)]
        if wants & DETOUR_WANTS_SAVED != 0 { pair.saved_mm = attempt.savedMillimetres(with: candidate) }
        if !batch.isEmpty, batch[row] == place { pair.in_batch = 1 }
        pairs.append(pair)
        places.append((row, place))
      }
    }
  }
}

extension detour_window_request {
  init(_ attempt: detour_attempt) {
    self.init(
      request: attempt.request, cycle: attempt.cycle, attempt: attempt.attempt,
      promised_pickup_ms: attempt.promised_pickup_ms, promised_dropoff_ms: attempt.promised_dropoff_ms,
      promised_ride_ms: attempt.promised_ride_ms)
  }
}

extension detour_window_driver {
  init(
    _ index: DriverIndex, of fleet: Fleet, at time: Milliseconds, ownRequest: Int32, _ geometry: Geometry
  ) {
    let (driver, itinerary) = (fleet.drivers[index], fleet.itineraries[index])
    self.init()
    self.driver = driver.id
    own_request = ownRequest
    stops_ahead = Int32(itinerary.stops.count)
    served = fleet.served(by: index)
    free_seats = driver.seats - itinerary.onBoard
    seats = driver.seats
    luggage_room = driver.luggageRoom
    reported = detour_position(fleet.searchedReport(of: index, at: time).position, geometry)
    origin = detour_position(driver.origin.position, geometry)
    destination = detour_position(driver.destination.position, geometry)
    depart_ms = driver.depart.told
    solo_ms = driver.solo.duration.told
    solo_m = driver.solo.metres
    slack = detour_slack(fleet.slack(of: index, at: time, adding: .zero), of: driver)
    person = detour_person(driver.person, driver.wishes)
  }
}

extension detour_pair {
  /// Creates the pair without the indices of its request and driver.
  init(_ candidate: Candidate, _ attempt: Attempt) {
    self.init()
    cost = candidate.cost
    value = candidate.value
    time_to_pickup_ms = candidate.insertion.timeToPickup.told
    added_detour_ms = candidate.insertion.detour.told
    added_driving_ms = candidate.insertion.addedDriving.told
    distance_m = attempt.distance(to: candidate)
    agreement = candidate.agreement
    walk = detour_walk(attempt.meeting(with: candidate))
    pickup_after = Int32(candidate.insertion.pickupAfter)
    dropoff_after = Int32(candidate.insertion.dropoffAfter)
  }
}
