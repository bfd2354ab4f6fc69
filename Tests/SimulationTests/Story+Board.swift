import Board
import CarpoolScenario
import Quantities
import Scenario
import Simulation
import Spaces
import Statistics
import Travellers

extension Story {
  /// A board on which drivers say yes after 30 s and nobody calls anything off.
  mutating func certainBoard() {
    board.confirmation = .fixed(30)
    board.declineProbability = 0
    board.tolerance = Milliseconds(seconds: 60)
  }

  /// Adds a driver who publishes a trip along the x axis: the places and times of its stops, metres and seconds.
  ///
  /// - Parameter price: of a metre.
  mutating func planned(
    _ stops: [(x: Metres, time: Double)], publish: Double = 0, price: Int64 = 0, instant: Bool = false,
    _ change: (inout Driver) -> Void = { _ in }
  ) {
    let number = drivers.count
    let first = stops[0]
    let last = stops[stops.count - 1]
    driver(from: first.x, to: last.x, depart: first.time) { driver in
      // A car that takes nobody along waits at its stops.
      driver.solo.duration = Milliseconds(seconds: last.time - first.time)
      change(&driver)
    }
    var prices: [Int64] = []
    for from in stops.indices {
      for to in stops.indices.dropFirst(from + 1) {
        prices.append(price * Int64((stops[to].x - stops[from].x).magnitude))
      }
    }
    trips[number] = PublishedTrip(
      publish: Milliseconds(seconds: publish),
      stops: stops.map { .init(place($0.x), at: Milliseconds(seconds: $0.time)) }, prices: prices,
      takesInstant: instant)
  }

  /// Adds a passenger who looks on the board at `submit` for a trip that leaves between two times, seconds.
  mutating func seeker(
    from: Metres, to: Metres, at submit: Double = 0, between earliest: Double, and latest: Double,
    walking: Metres = 100, fallsBack: Bool = false, alert: Double? = nil,
    _ change: (inout Request) -> Void = { _ in }
  ) {
    seeks[requests.count] = Seek(
      earliest: Milliseconds(seconds: earliest), latest: Milliseconds(seconds: latest), access: walking,
      egress: walking, alert: alert.map { Milliseconds(seconds: $0) } ?? .never, fallsBack: fallsBack)
    request(from: from, to: to, at: submit, change)
  }
}
