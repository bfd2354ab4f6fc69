public import Board
import Quantities
import Spaces
import Statistics
import Synthesis
public import Travellers

/// A country of 200 towns on a plane of 1,000 km × 1,000 km: a week of published trips between them, and searches.
///
/// Large towns are rarer than small ones. A trip stops in up to four towns on the way, travels in straight lines at
/// 25 m/s, costs about 0.4 dirhams per kilometre in steps of 5, and has some seats taken on each leg. Half of the
/// passengers search between two towns of a trip, the others between any two; within 3 km and six hours.
public struct Country {
  public let drivers: [Driver]
  public let trips: [PublishedTrip]
  /// The free seats on each leg, by trip.
  public let free: [[Int16]]
  /// The ratings by trip, in thousandths of a star.
  public let ratings: [Int32]
  public let queries: [BoardQuery]
  public let rules = BoardRules()

  static let side = 1_000_000.0
  static let week = 604_800.0
  /// The radius around the centre of a town within which cars stop and passengers search, in metres.
  static let townRadius = 3_000.0

  /// Generates `count` trips and `searches` searches. A larger `count` leaves the first trips unchanged, and a larger
  /// `searches` the first searches.
  public init(trips count: Int, searches: Int) {
    var draws = KeyedGenerator(seed: 1, replication: 0, purpose: .places, 0)
    let map = CountryMap(&draws)
    var drivers: [Driver] = []
    var trips: [PublishedTrip] = []
    var free: [[Int16]] = []
    var ratings: [Int32] = []
    var routes: [[Int]] = []
    for number in 0..<count {
      var draws = KeyedGenerator(seed: 1, replication: 0, purpose: .publishing, UInt64(number))
      let route = map.route(&draws)
      let trip = map.trip(along: route, &draws)
      routes.append(route)
      trips.append(trip)
      drivers.append(
        Driver(
          id: Int64(number), origin: trip.stops[0].place, destination: trip.stops[trip.stops.count - 1].place,
          depart: trip.stops[0].time))
      free.append((1..<trip.stops.count).map { _ in Int16(4 * draws.uniform()) })
      ratings.append(Int32(3_000 + 2_000 * draws.uniform()))
    }
    self.drivers = drivers
    self.trips = trips
    self.free = free
    self.ratings = ratings
    queries = (0..<searches).map { number in
      var draws = KeyedGenerator(seed: 1, replication: 0, purpose: .seeking, UInt64(number))
      let isOfTrip = draws.uniform() < 0.5
      let some = isOfTrip ? routes[Int(Double(count) * draws.uniform())] : map.route(&draws)
      let from = Int(Double(some.count - 1) * draws.uniform())
      let to = from + 1 + Int(Double(some.count - 1 - from) * draws.uniform())
      let earliest = Milliseconds(Int64(Self.week * draws.uniform()) * 1_000)
      return BoardQuery(
        origin: map.spot(in: some[from], &draws), destination: map.spot(in: some[to], &draws),
        earliest: earliest, latest: earliest + Milliseconds(21_600_000), access: 3_000, egress: 3_000,
        partySize: draws.uniform() < 0.8 ? 1 : 2, means: Int64(5_000 + 30_000 * draws.uniform()))
    }
  }

  /// Returns the board with all trips.
  public func board() -> Board {
    var board = Board(drivers: drivers, trips: trips, rules: rules, geometry: .plane)
    for driver in drivers.places {
      board.publish(driver)
      board.setFree(free[Int(driver)], of: driver)
      board.rate(driver, milliStars: ratings[Int(driver)])
    }
    return board
  }
}

/// The towns, and the routes between them.
private struct CountryMap {
  private let towns: [Position]
  /// The cumulative weights of the towns.
  private let shares: [Double]

  init(_ draws: inout KeyedGenerator) {
    towns = (0..<200).map { _ in
      Position(
        x: (Country.side * draws.uniform()).rounded(), y: (Country.side * draws.uniform()).rounded())
    }
    var sum = 0.0
    shares = (1...200).map { rank in
      sum += 1 / Double(rank).squareRoot()
      return sum
    }
  }

  /// Returns a random place in a town.
  func spot(in town: Int, _ draws: inout KeyedGenerator) -> Position {
    let size = Country.townRadius
    return towns[town]
      + Position(
        x: (size * (2 * draws.uniform() - 1)).rounded(), y: (size * (2 * draws.uniform() - 1)).rounded())
  }

  /// Returns two different towns, and up to four on the way between them.
  func route(_ draws: inout KeyedGenerator) -> [Int] {
    let origin = town(&draws)
    var destination = town(&draws)
    if destination == origin { destination = (origin + 1) % towns.count }
    let (start, end) = (towns[origin], towns[destination])
    var between: [(share: Double, town: Int)] = []
    let width = 15_000.0
    let (columns, rows) = (
      min(start.x, end.x) - width...max(start.x, end.x) + width,
      min(start.y, end.y) - width...max(start.y, end.y) + width
    )
    for (town, position) in towns.enumerated()
    where columns.contains(position.x) && rows.contains(position.y) && town != origin && town != destination {
      guard let share = Geometry.plane.foot(of: position, onLine: start, end), share > 0, share < 1,
        Geometry.plane.distance(position, toSegment: start, end) <= width
      else { continue }
      between.append((share, town))
    }
    between.sort { ($0.share, $0.town) < ($1.share, $1.town) }
    return [origin] + between.prefix(4).map(\.town) + [destination]
  }

  /// Returns a trip that stops in the towns of `route`.
  func trip(along route: [Int], _ draws: inout KeyedGenerator) -> PublishedTrip {
    let places = route.map { Place(position: spot(in: $0, &draws)) }
    var time = Milliseconds(seconds: (Country.week * draws.uniform()).rounded())
    var metres = [0.0]
    var stops = [PublishedTrip.Stop(places[0], at: time)]
    for (one, other) in zip(places, places.dropFirst()) {
      let length = Geometry.plane.distance(one.position, other.position)
      time = time + Milliseconds(seconds: (length / 25).rounded())
      metres.append(metres[metres.count - 1] + length)
      stops.append(PublishedTrip.Stop(other, at: time))
    }
    let rate = 0.03 + 0.02 * draws.uniform()
    var prices: [Int64] = []
    for from in 0..<stops.count - 1 {
      for to in (from + 1)..<stops.count {
        prices.append(500 * Int64(((metres[to] - metres[from]) * rate / 500).rounded()))
      }
    }
    return PublishedTrip(publish: .zero, stops: stops, prices: prices)
  }

  private func town(_ draws: inout KeyedGenerator) -> Int {
    let point = shares[shares.count - 1] * draws.uniform()
    return shares.firstIndex { $0 > point } ?? shares.count - 1
  }
}

/// The reference for the board: a scan of every stop of every trip of a country, in the order of the trips, with one
/// array per property.
public struct CountryScan {
  private let country: Country
  /// For each stop, its time, position and trip.
  private var times: [Milliseconds] = []
  private var positions: [Position] = []
  private var drivers: [DriverIndex] = []
  /// For each stop, the free seats to the next one; unused for the last stop of a trip.
  private var seats: [Int16] = []
  /// For each trip, the index of its first stop.
  private var starts: [Int] = []

  /// Prepares the arrays.
  public init(_ country: Country) {
    self.country = country
    for (driver, trip) in country.trips.enumerated() {
      starts.append(times.count)
      times += trip.stops.map(\.time)
      positions += trip.stops.map(\.place.position)
      drivers += trip.stops.map { _ in DriverIndex(driver) }
      seats += country.free[driver] + [0]
    }
  }

  /// Returns the best candidate for `query`.
  public func winner(_ query: BoardQuery) -> BoardCandidate? {
    let access = Geometry.plane.squaredReach(query.access)
    var best: BoardCandidate?
    for stop in times.indices where times[stop] >= query.earliest && times[stop] <= query.latest {
      guard (positions[stop] - query.origin).squaredLength <= access else { continue }
      var next = stop
      while seats[next] >= query.partySize {
        next += 1
        guard let candidate = candidate(query, from: stop, to: next) else { continue }
        if candidate.score < best?.score ?? .max { best = candidate }
      }
    }
    return best
  }

  /// Returns the candidate between two stops of a trip, if the second stop is within reach of the destination and the
  /// price within the budget.
  private func candidate(_ query: BoardQuery, from start: Int, to end: Int) -> BoardCandidate? {
    let driver = drivers[start]
    let (from, to) = (start - starts[Int(driver)], end - starts[Int(driver)])
    let price = country.trips[Int(driver)].price(from: from, to: to)
    guard price <= query.means, Geometry.plane.isWithin(query.egress, positions[end], query.destination)
    else {
      return nil
    }
    let walkToStop = Geometry.plane.distance(query.origin, positions[start])
    let walkFromStop = Geometry.plane.distance(positions[end], query.destination)
    let shift = times[start] - query.earliest
    let score = country.rules.score(
      price: price, shift: shift,
      walking: country.rules.walkingTime(walkToStop) + country.rules.walkingTime(walkFromStop),
      milliStars: country.ratings[Int(driver)], agreement: 1)
    return BoardCandidate(
      driver: driver, from: from, to: to, price: price, walkToStop: walkToStop, walkFromStop: walkFromStop,
      shift: shift, agreement: 1, score: score)
  }
}
