import Board
import CarpoolScenario
import Community
import Matching
import Quantities
import Scenario
import Simulation
import Spaces
import Statistics
import TestSupport
import Travellers

extension World {
  /// Lets some drivers publish their trips, with stops on the way, and some passengers plan ahead.
  mutating func planAhead(seed: UInt64) {
    var random = SplitMix64(seed: seed &+ 77)
    var rules = Scenario.Board()
    rules.tolerance = Milliseconds(seconds: random.uniform(60...600))
    rules.confirmation = random.pick([.fixed(0), .exponential(mean: 40)])
    rules.declineProbability = 0.2
    rules.passengerCancelProbability = 0.1
    rules.tripCancelProbability = 0.1
    rules.noShowProbability = 0.1
    var trips = [PublishedTrip?](repeating: nil, count: drivers.count)
    let places = drivers.map(\.origin) + drivers.map(\.destination)
    for index in drivers.indices where random.chance(0.6) {
      trips[index] = trip(of: index, over: places, &random)
    }
    var seeks = [Seek?](repeating: nil, count: requests.count)
    for index in requests.indices where !requests[index].isProbe && random.chance(0.6) {
      let earliest = requests[index].submit + Milliseconds(seconds: random.uniform(0...300))
      seeks[index] = Seek(
        earliest: earliest, latest: earliest + Milliseconds(seconds: random.uniform(300...1200)),
        isByArrival: random.chance(0.2), access: random.uniform(500...2000),
        egress: random.uniform(500...2000),
        means: random.pick([.max, 1500]), alert: random.pick([.never, Milliseconds(100_000)]),
        fallsBack: random.chance(0.5))
    }
    board = BoardSetup(rules, trips: trips, seeks: seeks)
  }

  /// A trip of a driver with up to three stops on the way, which alone keeps its times; nil where there is no way.
  private mutating func trip(
    of index: Int, over places: [Place], _ random: inout SplitMix64
  ) -> PublishedTrip? {
    let driver = drivers[index]
    let space = plainSpace(at: driver.depart)
    var stops = [PublishedTrip.Stop(driver.origin, at: driver.depart)]
    var leave = driver.depart
    var metres = 0.0
    let inner = (0..<random.whole(0...3)).map { _ in random.pick(places) }
    for (number, place) in (inner + [driver.destination]).enumerated() {
      let last = stops[stops.count - 1].place
      guard place != last, let way = space.travel(from: last, to: place) else { return nil }
      metres += way.metres
      let arrive = leave + way.duration
      let isEnd = number == inner.count
      let time = isEnd ? arrive : arrive + Milliseconds(seconds: random.uniform(0...120).rounded())
      stops.append(.init(place, at: time))
      leave = time + terms.stopDuration
    }
    drivers[index].solo = Travel(duration: stops[stops.count - 1].time - driver.depart, metres: metres)
    if driver.latestArrival != .never {
      drivers[index].latestArrival =
        driver.latestArrival + (drivers[index].solo.duration - driver.solo.duration)
    }
    let prices = (0..<PublishedTrip.pairs(of: stops.count)).map { _ in Int64(random.whole(0...2000)) }
    let publish = max(.zero, driver.announce - Milliseconds(seconds: random.uniform(0...400)))
    return PublishedTrip(
      publish: publish, stops: stops, prices: prices, takesInstant: random.chance(0.8),
      booksAtOnce: random.chance(0.3))
  }

  /// Lets everybody be somebody, with phones that lose touch, and whatever else platform services have.
  mutating func joinService(seed: UInt64, _ change: (inout SocietySetup) -> Void) {
    let (drivers, requests) = (drivers.count, requests.count)
    // Some passengers drive too.
    let ofRequest = (0..<requests).map { UserIndex($0 % 3 == 0 ? $0 % drivers : drivers + $0) }
    var society = SocietySetup(
      users: drivers + requests, ofDriver: (0..<drivers).map { UserIndex($0) }, ofRequest: ofRequest,
      keys: (0..<UInt64(drivers + requests)).map { $0 &* 7 &+ seed })
    change(&society)
    self.society = society
  }
}
