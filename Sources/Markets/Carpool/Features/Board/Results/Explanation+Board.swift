import Board
import CarpoolScenario
import JSON5
import Lifecycle
import Matching
import Models
import Quantities
import Scenario
import Simulation
import Spaces
import Synthesis
import Travellers

// MARK: - Searches on the board

extension Explanation {
  /// The facts on the search criteria of a passenger who plans ahead; empty for other passengers.
  var ahead: [AccountFact] {
    guard let seek else { return [] }
    let isRecorded = seek.recorded != nil
    let json = JSON.object([
      .init("recorded", .boolean(isRecorded)), .init("by_arrival", .boolean(seek.isByArrival)),
      .init("earliest_s", .number(seek.earliest.seconds)),
      .init("latest_s", RequestAccount.seconds(seek.latest)),
      .init("access_m", .number(seek.access)), .init("egress_m", .number(seek.egress)),
      .init("means", seek.means == .max ? .null : amount(seek.means)),
    ])
    guard !isRecorded else { return [AccountFact("ahead", json, ["the booking is recorded"])] }
    let verb = seek.isByArrival ? "arrive" : "leave"
    let means = seek.means == .max ? "" : ", for at most \(money(seek.means)) per seat"
    return [
      AccountFact(
        "ahead", json,
        [
          "plans ahead: wants to \(verb) between \(clock(seek.earliest)) and \(clock(seek.latest)), walks up to"
            + " \(Words.length(seek.access)) to a stop and \(Words.length(seek.egress)) from one\(means)"
        ])
    ]
  }

  private var seek: Seek? {
    let seeks = world.population.seeks
    return seeks.indices.contains(Int(request)) ? seeks[Int(request)] : nil
  }

  private func trip(of driver: DriverIndex) -> PublishedTrip? { world.population.trips[Int(driver)] }

  /// Returns the facts on the search `attempt`, whose index among all attempts is `place`.
  func facts(
    ofSearch attempt: AttemptRecord, at place: Int, until end: Milliseconds, _ shown: Int
  ) -> [AccountFact] {
    var facts = [title(of: attempt), AccountFact("drivers", .list([]))]
    let booking = records.bookings.first { $0.attempt == place }
    let isSeen = attempt.cause != .notVerified && attempt.cause != .outage && seek?.recorded == nil
    if isSeen, let booking {
      let counts = BoardStage.allCases.map { stage in
        JSON.Member(stage.column, .integer(Int128(booking.funnel[stage])))
      }
      facts.append(AccountFact("board", .object(counts), ["  board: " + stages(of: booking.funnel)]))
    }
    // Whoever was asked stands first; the best of them may be one whose car cannot come.
    let sightings = records.sightings.filter { $0.attempt == place }
    let order =
      sightings.filter { $0.driver == attempt.driver } + sightings.filter { $0.driver != attempt.driver }
    facts.append(
      AccountFact(
        "trips", .list(order.prefix(shown).map(json)),
        order.prefix(shown).map { "  trip of driver \(name(ofDriver: $0.driver)): " + words($0) }
          + (isSeen && sightings.isEmpty ? ["  no trip is on the board"] : [])))
    facts += obstacle(to: attempt)
    if let booking, let seat = booking.candidate {
      let members: [JSON.Member] =
        [
          .init("seats", .integer(Int128(input.partySize))),
          .init("total", amount(seat.price * Int64(input.partySize))),
          .init(
            "confirmed_s", attempt.outcome == .accepted ? RequestAccount.seconds(attempt.answered) : .null),
          .init("fate", .text(booking.fate.rawValue)),
          .init("ended_s", RequestAccount.seconds(booking.ended)),
        ] + self.members(of: seat)
      facts.append(AccountFact("reservation", .object(members), ["  " + words(booking, seat, attempt)]))
    }
    return facts + messages(of: attempt, until: end)
  }

  /// Returns the result of a search for one trip, whether or not it qualified.
  private func json(_ sighting: SightingRecord) -> JSON {
    var failed: BoardStage?
    if case .fails(let stage) = sighting.verdict { failed = stage }
    let trip = trip(of: sighting.driver)
    let nearest = failed == .reach ? trip.map(nearest(to:)) : nil
    func metres(_ value: Metres?) -> JSON { value.flatMap { $0.isFinite ? JSON.number($0) : nil } ?? .null }
    var members: [JSON.Member] = [
      .init("driver", .text(id(sighting.driver))), .init("failed", .text(failed?.name)),
      .init("begins_s", RequestAccount.seconds(trip?.stops.first?.time)),
      .init("ends_s", RequestAccount.seconds(trip?.stops.last?.time)),
      .init("origin_m", metres(nearest?.origin)), .init("destination_m", metres(nearest?.destination)),
      .init("can_come", sighting.seat == nil ? .null : .boolean(sighting.canCome)),
      .init("limit", .text(sighting.limit?.rawValue)),
    ]
    members.append(.init("seat", sighting.seat.map { .object(self.members(of: $0)) } ?? .null))
    return .object(members)
  }

  /// Returns the stops of the seat, its price, and how closely it matches the passenger's criteria.
  private func members(of seat: BoardCandidate) -> [JSON.Member] {
    let stops = trip(of: seat.driver)?.stops
    let rules = world.scenario.board?.rules ?? BoardRules()
    return [
      .init("driver", .text(id(seat.driver))), .init("from_stop", .integer(Int128(seat.from))),
      .init("to_stop", .integer(Int128(seat.to))),
      .init("from_s", RequestAccount.seconds(stops?[seat.from].time)),
      .init("to_s", RequestAccount.seconds(stops?[seat.to].time)), .init("price", amount(seat.price)),
      .init("walk_to_stop_m", .number(seat.walkToStop)),
      .init("walk_from_stop_m", .number(seat.walkFromStop)),
      .init("walk_s", .number(rules.walkingTime(of: seat).seconds)),
      .init("shift_s", .number(seat.shift.seconds)),
      .init("agreement", .number(seat.agreement)), .init("score", .integer(Int128(seat.score))),
    ]
  }

  /// Returns the distances from the request's origin and destination to the nearest stops of `trip`.
  private func nearest(to trip: PublishedTrip) -> (origin: Metres, destination: Metres) {
    let geometry = world.spaces.geometry
    func nearest(_ place: Place, _ stops: some Sequence<PublishedTrip.Stop>) -> Metres {
      stops.map { geometry.distance(place.position, $0.place.position) }.min() ?? .infinity
    }
    return (nearest(input.origin, trip.stops.dropLast()), nearest(input.destination, trip.stops.dropFirst()))
  }

  /// Returns the number of trips that passed each stage, up to the first stage that none passed.
  private func stages(of funnel: BoardFunnel) -> String {
    let reached = BoardStage.allCases.prefix { $0.rawValue <= funnel.emptied?.rawValue ?? .max }
    return reached.map { "\(funnel[$0]) \($0 == .published ? "trips " : "")\($0.left)" }
      .joined(separator: " → ")
  }

  private func words(_ sighting: SightingRecord) -> String {
    guard let seat = sighting.seat else {
      guard case .fails(let stage) = sighting.verdict else { return "a candidate" }
      return words(sighting.driver, failing: stage)
    }
    let funds = sighting.verdict == .fails(.funds) ? "; more than the balance of the wallet" : ""
    let obstacle = sighting.limit?.meaning ?? "It has passed the stop."
    let car = sighting.canCome ? "" : "; the car cannot come: " + obstacle.lowercasedFirst.dropFullStop
    return words(seat) + funds + car
  }

  /// Returns a description of the seat: its stops, its price, and how closely it matches the passenger's criteria.
  private func words(_ seat: BoardCandidate) -> String {
    guard let trip = trip(of: seat.driver) else { return "a candidate" }
    let (from, to) = (trip.stops[seat.from], trip.stops[seat.to])
    let rules = world.scenario.board?.rules ?? BoardRules()
    let shift = seek?.isByArrival == true ? "before the latest arrival" : "after the earliest departure"
    return
      "from stop \(seat.from) at \(clock(from.time)) to stop \(seat.to) at \(clock(to.time)),"
      + " \(money(seat.price)) a seat, \(Words.length(seat.walkToStop)) and \(Words.length(seat.walkFromStop)) on foot"
      + " (\(Words.minutes(rules.walkingTime(of: seat)))), \(Words.minutes(seat.shift)) \(shift),"
      + " \(share(seat.agreement)) of the wishes met, score \(seat.score)"
  }

  private func words(_ driver: DriverIndex, failing stage: BoardStage) -> String {
    guard let trip = trip(of: driver), let seek else { return stage.meaning }
    switch stage {
    case .published:
      let (start, end) = (trip.stops.first?.time ?? .zero, trip.stops.last?.time ?? .zero)
      return "runs from \(clock(start)) to \(clock(end)), outside the window"
    case .reach:
      let (origin, destination) = nearest(to: trip)
      guard origin <= seek.access, destination <= seek.egress else {
        return
          "stops no nearer than \(Words.length(origin)) to the origin and \(Words.length(destination)) to the destination"
          + " (\(Words.length(seek.access)) and \(Words.length(seek.egress)) are walked)"
      }
      return "stops in reach, but not in this order within the window"
    case .seats:
      return
        "some leg between these stops has fewer than \(count(input.partySize, "free seat")), or no room for"
        + " \(count(input.luggage, "piece")) of luggage"
    case .preferences: return "required wishes are incompatible"
    case .means: return "a seat costs more than \(money(seek.means))"
    case .funds: return "it costs more than the balance of the wallet"
    }
  }

  /// Returns a description of the reservation and its outcome.
  private func words(_ booking: BookingRecord, _ seat: BoardCandidate, _ attempt: AttemptRecord) -> String {
    let reserved =
      "reserved \(count(input.partySize, "seat")) of driver \(name(ofDriver: seat.driver)) from stop \(seat.from) to stop"
      + " \(seat.to) for \(money(seat.price * Int64(input.partySize)))"
    let confirmed =
      attempt.outcome == .accepted
      ? "; confirmed at \(attempt.answered == .never ? "–" : clock(attempt.answered))" : ""
    let when = booking.ended.map { " (\(clock($0)))" } ?? ""
    return reserved + confirmed + "; " + booking.fate.meaning.lowercasedFirst.dropFullStop + when
  }
}

extension String {
  var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
  fileprivate var dropFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
