import Board
import Quantities
import Spaces
import Travellers

/// The board as DESIGN.md writes it: a list of trips, every pair of stops of which is looked at in every search.
///
/// Written apart from the module; only its words for questions and answers are shared.
struct PlainBoard {
  struct Entry {
    var trip: PublishedTrip
    var seats: [Int16]
    var luggage: [Int16]
    var isOnBoard = false
    var isGone = false
    var left = -1
    var milliStars: Int32 = 0
  }

  /// By driver; nil for one who publishes nothing.
  var entries: [Entry?]
  let rules: BoardRules
  let geometry: Geometry
  var watches: [(request: RequestIndex, query: BoardQuery)] = []

  init(drivers: [Driver], trips: [PublishedTrip?], rules: BoardRules, geometry: Geometry) {
    entries = zip(drivers, trips).map { driver, trip in
      trip.map {
        Entry(
          trip: $0, seats: Array(repeating: driver.seats, count: $0.stops.count - 1),
          luggage: Array(repeating: driver.luggageRoom, count: $0.stops.count - 1))
      }
    }
    self.rules = rules
    self.geometry = geometry
  }

  /// What a search finds, and whose wishes it has to ask for.
  func search(
    _ query: BoardQuery, excluding: [DriverIndex], top: Int, agreement: (DriverIndex) -> Double?
  ) -> (finding: BoardFinding, asked: [DriverIndex]) {
    var counts = BoardFunnel()
    var candidates: [BoardCandidate] = []
    var asked: [DriverIndex] = []
    for (number, entry) in entries.enumerated() {
      let driver = DriverIndex(number)
      guard let entry, entry.isOnBoard, !excluding.contains(driver) else { continue }
      let times = entry.trip.stops.map(\.time)
      guard query.earliest <= query.latest, times[0] <= query.latest, times[times.count - 1] >= query.earliest
      else { continue }
      counts[.published] += 1
      let near = pairs(entry).filter { isInReach($0, entry, query) }
      if near.isEmpty { continue }
      counts[.reach] += 1
      let free = near.filter { hasRoom($0, entry, query) }
      if free.isEmpty { continue }
      counts[.seats] += 1
      asked.append(driver)
      guard let agreement = agreement(driver) else { continue }
      counts[.preferences] += 1
      let fair = free.filter { entry.trip.price(from: $0.0, to: $0.1) <= query.means }
      if fair.isEmpty { continue }
      counts[.means] += 1
      let payable = fair.filter {
        Double(entry.trip.price(from: $0.0, to: $0.1)) * Double(query.partySize) <= Double(query.funds)
      }
      if payable.isEmpty { continue }
      counts[.funds] += 1
      let choices = payable.map { choice($0, driver, entry, query, agreement) }
      candidates.append(choices.sorted(by: Self.isBetter)[0])
    }
    return (
      BoardFinding(counts: counts, candidates: Array(candidates.sorted(by: Self.isBetter).prefix(top))), asked
    )
  }

  /// Who watches and finds the trip of `driver`.
  func watchers(of driver: DriverIndex, at now: Milliseconds) -> [RequestIndex] {
    guard let entry = entries[Int(driver)], entry.isOnBoard else { return [] }
    return watches.filter { watch in
      var query = watch.query
      query.notBefore = max(query.notBefore, now)
      return pairs(entry).contains { isInReach($0, entry, query) && hasRoom($0, entry, query) }
    }.map(\.request).sorted()
  }

  private func pairs(_ entry: Entry) -> [(Int, Int)] {
    entry.trip.stops.indices.flatMap { from in
      entry.trip.stops.indices.filter { $0 > from }.map { (from, $0) }
    }
  }

  private func isInReach(_ pair: (Int, Int), _ entry: Entry, _ query: BoardQuery) -> Bool {
    let (start, end) = (entry.trip.stops[pair.0], entry.trip.stops[pair.1])
    let time = query.isByArrival ? end.time : start.time
    let walk = geometry.distance(query.origin, start.place.position)
    return pair.0 > entry.left && time >= query.earliest && time <= query.latest
      && geometry.isWithin(query.access, query.origin, start.place.position)
      && geometry.isWithin(query.egress, end.place.position, query.destination)
      && start.time.rawValue - walkingTime(walk) >= query.notBefore.rawValue
  }

  private func hasRoom(_ pair: (Int, Int), _ entry: Entry, _ query: BoardQuery) -> Bool {
    (pair.0..<pair.1).allSatisfy { entry.seats[$0] >= query.partySize && entry.luggage[$0] >= query.luggage }
  }

  private func choice(
    _ pair: (Int, Int), _ driver: DriverIndex, _ entry: Entry, _ query: BoardQuery, _ agreement: Double
  ) -> BoardCandidate {
    let (start, end) = (entry.trip.stops[pair.0], entry.trip.stops[pair.1])
    let to = geometry.distance(query.origin, start.place.position)
    let from = geometry.distance(end.place.position, query.destination)
    let shift =
      query.isByArrival
      ? query.latest.rawValue - end.time.rawValue : start.time.rawValue - query.earliest.rawValue
    let price = entry.trip.price(from: pair.0, to: pair.1)
    let weights = rules.weights
    let score =
      weights.price * Double(price) + weights.shift * Double(abs(shift))
      + weights.walking * Double(walkingTime(to) + walkingTime(from))
      - Double(weights.star.rawValue) * (Double(entry.milliStars) / 1000)
      + Double(weights.preference.rawValue) * (1 - agreement)
    return BoardCandidate(
      driver: driver, from: pair.0, to: pair.1, price: price, walkToStop: to, walkFromStop: from,
      shift: Milliseconds(shift), agreement: agreement, score: Int64(score.rounded()))
  }

  private func walkingTime(_ distance: Metres) -> Int64 {
    Int64((distance / rules.walkingSpeed * 1000).rounded())
  }

  private static func isBetter(_ one: BoardCandidate, _ other: BoardCandidate) -> Bool {
    if one.score != other.score { return one.score < other.score }
    if one.driver != other.driver { return one.driver < other.driver }
    return one.from != other.from ? one.from < other.from : one.to < other.to
  }
}
