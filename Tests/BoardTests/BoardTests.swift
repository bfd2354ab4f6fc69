import Board
import Quantities
import Spaces
import Testing
import Travellers

/// The trip of docs/planned.md, shortened: Rabat, Casablanca, Settat and Marrakesh on a line, and what becomes of those who look for it.
@Suite struct BoardTests {
  /// Kilometres from Rabat; seats at 10 dirhams (1,000 centimes) a leg.
  static let stops: [(x: Double, hour: Double)] = [(0, 8), (90, 9), (160, 10), (320, 12)]

  static func trip() -> PublishedTrip {
    PublishedTrip(
      publish: .zero,
      stops: stops.map { .init(Place(position: Position(x: 1000 * $0.x, y: 0)), at: hour($0.hour)) },
      prices: [1000, 2000, 3000, 1000, 2000, 1000])
  }

  static func hour(_ hour: Double) -> Milliseconds { Milliseconds(seconds: 3600 * hour) }

  static func board(trips: Int = 1, seats: Int16 = 2) -> Board {
    let trip = trip()
    let drivers = (0..<trips).map { number in
      Driver(
        id: Int64(number), origin: trip.stops[0].place, destination: trip.stops[3].place, depart: hour(8),
        seats: seats)
    }
    return Board(
      drivers: drivers, trips: drivers.map { _ in trip }, rules: BoardRules(), geometry: .plane)
  }

  /// From kilometre `from` to kilometre `to`, in reach of a kilometre.
  static func query(_ from: Double, _ to: Double, _ earliest: Double = 7, _ latest: Double = 13) -> BoardQuery
  {
    BoardQuery(
      origin: Position(x: 1000 * from, y: 0), destination: Position(x: 1000 * to, y: 0),
      earliest: hour(earliest), latest: hour(latest), access: 1000, egress: 1000)
  }

  @Test("nobody finds a trip before it is published, nor after it is withdrawn")
  func appearsAndDisappears() {
    var board = Self.board()
    #expect(board.search(Self.query(0, 320), top: 1) { _ in 1 }.counts.cause == .nonePublished)
    board.publish(0)
    #expect(board.shows(0) && board.count == 1)
    #expect(board.search(Self.query(0, 320), top: 1) { _ in 1 }.counts.cause == nil)
    board.withdraw(0)
    board.publish(0)
    #expect(!board.shows(0) && board.count == 0)
    #expect(board.search(Self.query(0, 320), top: 1) { _ in 1 }.counts.cause == .nonePublished)
  }

  @Test("a passenger between two stops pays for their legs, walks to them and from them, and waits")
  func choosesStops() throws {
    var board = Self.board()
    board.publish(0)
    let finding = board.search(Self.query(90.65, 159.35, 8), top: 3) { _ in 0.5 }
    let candidate = try #require(finding.candidates.first)
    #expect(candidate.from == 1 && candidate.to == 2)
    #expect(candidate.price == 1000)
    #expect(candidate.walkToStop == 650 && candidate.walkFromStop == 650)
    #expect(candidate.shift == Self.hour(1))
    // 60 ms a centime, an hour of shift, twice 1,000 s of walking, half of 300 s.
    #expect(candidate.score == 60_000 + 3_600_000 + 2_000_000 + 150_000)
  }

  @Test("booked legs have no seats, the others have")
  func seatsPerLeg() {
    var board = Self.board()
    board.publish(0)
    board.setFree([2, 0, 1], of: 0)
    #expect(board.search(Self.query(0, 90), top: 1) { _ in 1 }.counts.cause == nil)
    #expect(board.search(Self.query(0, 160), top: 1) { _ in 1 }.counts.cause == .noSeats)
    #expect(board.search(Self.query(160, 320), top: 1) { _ in 1 }.counts.cause == nil)
    var couple = Self.query(160, 320)
    couple.partySize = 2
    #expect(board.search(couple, top: 1) { _ in 1 }.counts.cause == .noSeats)
  }

  @Test("means are of a seat, funds of the party; the largest numbers bind nobody")
  func money() {
    var board = Self.board()
    board.publish(0)
    var couple = Self.query(0, 320)
    couple.partySize = 2
    couple.means = 3000
    couple.funds = 6000
    #expect(board.search(couple, top: 1) { _ in 1 }.counts.cause == nil)
    couple.funds = 5999
    #expect(board.search(couple, top: 1) { _ in 1 }.counts.cause == .noFunds)
    couple.means = 2999
    #expect(board.search(couple, top: 1) { _ in 1 }.counts.cause == .tooDear)
  }

  @Test("both ends of the window belong to it, of departures and of arrivals")
  func windowEnds() {
    var board = Self.board()
    board.publish(0)
    for (earliest, latest, isIn) in [(8.0, 8.0, true), (7, 7.999, false), (8.001, 9, false), (7, 8, true)] {
      let finding = board.search(Self.query(0, 320, earliest, latest), top: 1) { _ in 1 }
      #expect((finding.candidates.count == 1) == isIn)
    }
    for (earliest, latest, isIn) in [(12.0, 12.0, true), (11, 11.999, false), (12.001, 13, false)] {
      var query = Self.query(0, 320, earliest, latest)
      query.isByArrival = true
      let finding = board.search(query, top: 1) { _ in 1 }
      #expect((finding.candidates.count == 1) == isIn)
      #expect(finding.counts[.published] == (earliest > 12 ? 0 : 1))
    }
  }

  @Test("a stop is no choice once the car has left it, or where the passenger cannot be in time")
  func leftAndLate() {
    var board = Self.board()
    board.publish(0)
    var query = Self.query(90.65, 320)
    // 650 m are 500 s at 1.3 m/s.
    query.notBefore = Self.hour(9) - Milliseconds(500_000)
    #expect(board.search(query, top: 1) { _ in 1 }.counts.cause == nil)
    query.notBefore = query.notBefore + Milliseconds(1)
    #expect(board.search(query, top: 1) { _ in 1 }.counts.cause == .tooFar)
    query.notBefore = .zero
    board.leave(0, of: 0)
    #expect(board.search(query, top: 1) { _ in 1 }.counts.cause == nil)
    board.leave(1, of: 0)
    #expect(board.search(query, top: 1) { _ in 1 }.counts.cause == .tooFar)
  }

  @Test("of equal trips the first driver wins; a star is worth a minute")
  func ranking() {
    var board = Self.board(trips: 3)
    for driver in DriverIndex(0)..<3 { board.publish(driver) }
    let query = Self.query(0, 320)
    #expect(board.search(query, top: 2) { _ in 1 }.candidates.map(\.driver) == [0, 1])
    #expect(board.search(query, excluding: [0, 0], top: 2) { _ in 1 }.candidates.map(\.driver) == [1, 2])
    #expect(board.search(query, excluding: [0, 0], top: 2) { _ in 1 }.counts[.published] == 2)
    board.rate(2, milliStars: 4500)
    let candidates = board.search(query, top: 3) { _ in 1 }.candidates
    #expect(candidates.map(\.driver) == [2, 0, 1])
    #expect(candidates[1].score - candidates[0].score == 270_000)
  }

  @Test("a board without trips finds nothing, and tells so")
  func empty() {
    var board = Board(drivers: [], trips: [], rules: BoardRules(), geometry: .globe)
    let query = BoardQuery(
      origin: Position(x: 0, y: 0), destination: Position(x: 0, y: 0), earliest: .zero, latest: .never,
      access: .infinity, egress: .infinity)
    #expect(board.search(query, top: 1) { _ in 1 } == BoardFinding(counts: BoardFunnel(), candidates: []))
  }
}
