package import Assignment
import Matching
import Quantities
import Spaces
import Statistics
import Travellers

/// Riders and drivers of Chengdu who have announced trips with slack and wait for the windows to come.
///
/// Each leaves within the next half hour, or up to twenty minutes later. A minute after the first window a fortieth of both sides has
/// gone, and as many have come.
package final class Announced {
  private static let window = Milliseconds(60_000)
  private let requests: [Request]
  let fleet: Fleet
  /// The numbers of those who wait on each side, at each window.
  private let waiting: Int

  /// Reads the trips of `riders` people and as many drivers from the folder of Chengdu.
  ///
  /// - Throws: What keeps a scenario of these files from being read.
  package convenience init(folder: String, riders: Int) throws {
    self.init(try Carpool(folder: folder, drivers: riders * 41 / 20), count: riders)
  }

  /// Announces `count` riders and as many drivers of `carpool`, whose drivers are both: it has 2.05 times as many.
  init(_ carpool: Carpool, count: Int) {
    waiting = count
    let people = count + count / 40
    func leaving(_ number: Int) -> Milliseconds { Milliseconds(seconds: Double(number * 37 % 1_800)) }
    let slack = Milliseconds(seconds: 1_200)
    var terms = Terms()
    terms.weights.timeToPickup = 0
    terms.batch.window = Self.window
    terms.batch.commit = .latest
    terms.batch.riders = .one
    let drivers = carpool.drivers.prefix(people).map { driver in
      var driver = driver
      driver.announce = .zero
      driver.depart = Self.window + leaving(Int(driver.id))
      driver.flexibility = slack
      driver.latestArrival = driver.depart + driver.solo.duration + slack
      driver.maxDetourRatio = .infinity
      return driver
    }
    requests = carpool.drivers.dropFirst(people).prefix(people).map { driver in
      let leaving = Self.window + leaving(Int(driver.id))
      return Request(
        id: driver.id, origin: driver.origin, destination: driver.destination, submit: .zero, lead: leaving,
        earliestPickup: leaving, latestDropoff: leaving + driver.solo.duration + slack, direct: driver.solo)
    }
    fleet = Fleet(drivers: drivers, terms: terms, spaces: carpool.spaces, vantage: .reported)
    for driver in drivers.places.prefix(count) { fleet.announce(driver, at: .zero) }
  }

  /// All who wait at the first window, from 0 on, or at the one behind it.
  func attempts(ofWindow number: Int) -> [Attempt] {
    let gone = number * (requests.count - waiting)
    return (gone..<gone + waiting).map { index in
      Attempt(
        RequestIndex(index), of: requests, cycle: 1, attempt: 1,
        time: Milliseconds(Int64(number) * Self.window.rawValue),
        excluded: [], fleet: fleet, random: RandomSource(seed: 1, replication: 0))
    }
  }

  /// The pairs of the first window.
  package func firstPairs() -> PairGraph {
    var attempts = attempts(ofWindow: 0)
    return graph(of: attempts.candidates())
  }

  /// Lets a minute pass.
  func passOn() {
    for driver in fleet.drivers.places.prefix(requests.count - waiting) { fleet.retire(driver) }
    for driver in fleet.drivers.places.dropFirst(waiting) { fleet.announce(driver, at: Self.window) }
  }

  /// The pairs of requests, each with its list of candidates, and drivers by their numbers, each at its cost.
  private func graph(of lists: [[Candidate]]) -> PairGraph {
    var graph = PairGraph(columns: fleet.drivers.count)
    for list in lists { graph.appendRow(list.lazy.map { ($0.driver.rawValue, max(0, $0.cost)) }) }
    return graph
  }
}
