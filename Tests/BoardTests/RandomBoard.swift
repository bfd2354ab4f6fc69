import Board
import Quantities
import Spaces
import TestSupport
import Travellers

/// A board of random trips and the plain one beside it, to which the same happens.
///
/// Places, times and prices are few, so that ties, equal places and distances of exactly a radius are common.
struct RandomBoard: ~Copyable {
  var board: Board
  var plain: PlainBoard
  var draws: BoardDraws

  init(seed: UInt64, drivers count: Int = 40, side: Int = 7) {
    var draws = BoardDraws(seed: seed, side: side)
    var drivers: [Driver] = []
    var trips: [PublishedTrip?] = []
    for number in 0..<count {
      let trip = draws.trip()
      trips.append(draws.random.chance(0.1) ? nil : trip)
      drivers.append(
        Driver(
          id: Int64(number), origin: trip.stops[0].place, destination: trip.stops[0].place, depart: .zero,
          seats: Int16(draws.random.whole(1...4)), luggageRoom: Int16(draws.random.whole(0...2))))
    }
    var rules = BoardRules()
    if draws.random.chance(0.3) { rules.weights.price = 0 }
    if draws.random.chance(0.3) { rules.weights.walking = 0 }
    if draws.random.chance(0.3) { rules.weights.shift = 0 }
    rules.weights.star = Milliseconds(draws.random.pick([0, 60_000, 1]))
    rules.walkingSpeed = draws.random.pick([0.7, 1.3, 5])
    self.draws = draws
    board = Board(drivers: drivers, trips: trips, rules: rules, geometry: draws.geometry)
    plain = PlainBoard(drivers: drivers, trips: trips, rules: rules, geometry: draws.geometry)
  }

  /// Something that happens to a driver, at draws.random.
  mutating func change() {
    let number = draws.random.whole(0...plain.entries.count - 1)
    guard let entry = plain.entries[number] else { return }
    let driver = DriverIndex(number)
    switch draws.random.whole(0...9) {
    case 0...3: publish(driver)
    case 4:
      board.withdraw(driver)
      plain.entries[number]?.isOnBoard = false
      plain.entries[number]?.isGone = true
    case 5...7:
      guard entry.isOnBoard else { return }
      let seats = entry.seats.map { _ in Int16(draws.random.whole(0...4)) }
      let luggage = entry.seats.map { _ in Int16(draws.random.whole(0...2)) }
      board.setFree(seats, luggage: luggage, of: driver)
      plain.entries[number]?.seats = seats
      plain.entries[number]?.luggage = luggage
    case 8:
      let stop = draws.random.whole(0...entry.trip.stops.count - 1)
      board.leave(stop, of: driver)
      plain.entries[number]?.left = max(entry.left, stop)
    default:
      let stars = Int32(draws.random.whole(0...5000))
      board.rate(driver, milliStars: stars)
      plain.entries[number]?.milliStars = stars
    }
  }

  mutating func publish(_ driver: DriverIndex) {
    board.publish(driver)
    guard let entry = plain.entries[Int(driver)], !entry.isGone else { return }
    plain.entries[Int(driver)]?.isOnBoard = true
  }
}
