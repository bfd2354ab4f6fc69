import Board
import CarpoolScenario
import Lifecycle
import Matching
import Quantities
import Scenario
import Simulation
import Spaces
import Synthesis
import Travellers

// MARK: - Searches on the board

extension Explanation {
  /// The wishes of somebody who plans ahead; none for others.
  var wishesAhead: [String] {
    guard let seek else { return [] }
    guard seek.recorded == nil else { return ["the seat is booked by a record"] }
    let verb = seek.isByArrival ? "arrive" : "leave"
    let means = seek.means == .max ? "" : ", for at most \(money(seek.means)) a seat"
    return [
      "plans ahead: wants to \(verb) between \(clock(seek.earliest)) and \(clock(seek.latest)), walks up to"
        + " \(Words.length(seek.access)) to a stop and \(Words.length(seek.egress)) from one\(means)"
    ]
  }

  private var seek: Seek? {
    let seeks = world.population.seeks
    return seeks.indices.contains(Int(request)) ? seeks[Int(request)] : nil
  }

  private func trip(of driver: DriverIndex) -> PublishedTrip? { world.population.trips[Int(driver)] }

  /// The text on the search `attempt`, which stands at `place` among all attempts.
  func text(ofSearch attempt: AttemptRecord, at place: Int, until end: Milliseconds, _ shown: Int) -> String {
    var lines = title(of: attempt)
    let booking = records.bookings.first { $0.attempt == place }
    let isSeen = attempt.cause != .notVerified && seek?.recorded == nil
    if isSeen, let booking { lines.append("  board: " + stages(of: booking.funnel)) }
    // Whoever was asked stands first; the best of them may be one whose car cannot come.
    let sightings = records.sightings.filter { $0.attempt == place }
    let order =
      sightings.filter { $0.driver == attempt.driver } + sightings.filter { $0.driver != attempt.driver }
    lines += order.prefix(shown).map { "  trip of driver \(name(ofDriver: $0.driver)): " + words($0) }
    if isSeen, sightings.isEmpty { lines.append("  no trip is on the board") }
    lines += obstacle(to: attempt)
    if let booking, let seat = booking.candidate { lines.append("  " + words(booking, seat, attempt)) }
    return (lines + messageLines(of: attempt, until: end)).joined(separator: "\n")
  }

  /// Returns the number of trips left by each stage, up to the first that left none.
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
    let funds = sighting.verdict == .fails(.funds) ? "; more than the wallet holds" : ""
    let obstacle = sighting.limit?.meaning ?? "It has passed the stop."
    let car = sighting.canCome ? "" : "; the car cannot come: " + obstacle.lowercasedFirst.dropFullStop
    return words(seat) + funds + car
  }

  /// Returns the words on where the seat goes from and to, its price, and how close it is to what is wanted.
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
      return "goes from \(clock(start)) to \(clock(end)), not in the window"
    case .reach:
      let geometry = world.spaces.geometry
      func nearest(_ place: Place, _ stops: some Sequence<PublishedTrip.Stop>) -> Metres {
        stops.map { geometry.distance(place.position, $0.place.position) }.min() ?? .infinity
      }
      let origin = nearest(input.origin, trip.stops.dropLast())
      let destination = nearest(input.destination, trip.stops.dropFirst())
      guard origin <= seek.access, destination <= seek.egress else {
        return
          "stops no nearer than \(Words.length(origin)) to the origin and \(Words.length(destination)) to the destination"
          + " (\(Words.length(seek.access)) and \(Words.length(seek.egress)) are walked)"
      }
      return "stops in reach, but not in this order within the window"
    case .seats:
      return "between such stops some leg has no \(count(input.partySize, "free seat")) left, or no room for"
        + " \(count(input.luggage, "piece")) of luggage"
    case .preferences: return "wishes that are required do not agree"
    case .means: return "a seat costs more than \(money(seek.means))"
    case .funds: return "it costs more than the wallet holds"
    }
  }

  /// Returns the words on the reservation and its outcome.
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
