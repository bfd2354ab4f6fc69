package import Assignment
import Matching
import Quantities
import Spaces
import Statistics
import Travellers

/// Riders and drivers in Chengdu with announced flexible trips, waiting for window decisions.
///
/// Each wants to leave within half an hour, and can leave up to twenty minutes later. In the minute after the first
/// window, a fortieth of each side departs and is replaced.
package final class Announced {
  private static let window = Milliseconds(60_000)
  private let requests: [Request]
  let fleet: Fleet
  /// The number of waiting riders, and of waiting drivers, at each window.
  private let waiting: Int

  /// Reads the trips of `riders` riders and as many drivers from the Chengdu folder.
  ///
  /// - Throws: errors of reading a scenario with these files.
  package convenience init(folder: String, riders: Int) throws {
    self.init(try Carpool(folder: folder, drivers: riders * 41 / 20), count: riders)
  }

  /// Announces `count` riders and as many drivers, all taken from the drivers of `carpool`; it must have at least
  /// 2.05 × `count` of them.
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

  /// Returns the attempts of all waiting riders at window `number`: 0 for the first, 1 for the next.
  func attempts(ofWindow number: Int) -> [Attempt] {
    let gone = number * (requests.count - waiting)
    return (gone..<gone + waiting).map { index in
      Attempt(
        RequestIndex(index), of: requests, cycle: 1, attempt: 1,
        time: Milliseconds(Int64(number) * Self.window.rawValue),
        excluded: [], fleet: fleet, random: RandomSource(seed: 1, replication: 0))
    }
  }

  /// Returns the pairs of the first window.
  package func firstPairs() -> PairGraph {
    var attempts = attempts(ofWindow: 0)
    return graph(of: attempts.candidates())
  }

  /// Advances the time by a minute.
  func passOn() {
    for driver in fleet.drivers.places.prefix(requests.count - waiting) { fleet.retire(driver) }
    for driver in fleet.drivers.places.dropFirst(waiting) { fleet.announce(driver, at: Self.window) }
  }

  /// Returns the graph of requests and drivers: every request has an edge to each candidate in its list, with the
  /// candidate's cost.
  private func graph(of lists: [[Candidate]]) -> PairGraph {
    var graph = PairGraph(columns: fleet.drivers.count)
    for list in lists { graph.appendRow(list.lazy.map { ($0.driver.rawValue, max(0, $0.cost)) }) }
    return graph
  }
}
