import BenchmarkSupport
import CarpoolScenario
import EventKernel
import Ground
import Lifecycle
import Matching
import Quantities
import Scenario
import Simulation
import Spaces
import Synthesis
import Travellers

/// The smallest carpool loop that can be written alike for a general simulation library.
///
/// Drivers travel from origin to destination. A request looks, at its submission and twice more, for drivers in
/// both circles who have a seat; the one reported nearest takes the passenger, and from then on lacks a seat. Nobody
/// takes a detour, nobody declines, nothing is recorded but the matches. All departures and submissions are
/// scheduled at the start.
struct CarpoolLoop {
  let drivers: [Driver]
  let requests: [Request]
  let terms: Terms
  let rules: Rules
  let spaces: DailySpaces

  init(_ world: CarpoolInput) {
    drivers = world.population.drivers
    requests = world.population.requests
    terms = Terms(world.scenario)
    rules = Rules(world.scenario)
    spaces = world.spaces
  }

  struct Event: BitwiseCopyable {
    enum Kind: UInt8, BitwiseCopyable { case departure, arrival, attempt }

    var kind: Kind
    /// Index of the driver or the request.
    var subject: Int32
  }

  /// Runs the loop, from the travellers in memory to the last event.
  func sample() -> SideSample {
    var matches = Matches()
    let seconds = processorSeconds { matches = run() }
    return SideSample(
      seconds: seconds, units: requests.count,
      found: ["matched": matches.count, "attempts": matches.attempts, "checksum": matches.checksum])
  }

  private func run() -> Matches {
    let fleet = Fleet(
      drivers: drivers, terms: terms, spaces: spaces,
      questions: requests.attemptsPerSecond(atMost: rules.attempts))
    var kernel = Kernel<Event>()
    var seats = drivers.map(\.seats)
    var attempts = Array(repeating: Int32(0), count: requests.count)
    var matches = Matches()
    for (number, driver) in drivers.enumerated() {
      kernel.schedule(Event(kind: .departure, subject: Int32(number)), at: driver.depart)
    }
    for (number, request) in requests.enumerated() {
      kernel.schedule(Event(kind: .attempt, subject: Int32(number)), at: request.submit)
    }
    while let (time, event) = kernel.next() {
      let index = Int(event.subject)
      switch event.kind {
      case .departure:
        fleet.announce(DriverIndex(index), at: time)
        kernel.schedule(Event(kind: .arrival, subject: event.subject), after: drivers[index].solo.duration)
      case .arrival: fleet.retire(DriverIndex(index))
      case .attempt:
        attempts[index] += 1
        let circles = fleet.circles(of: RequestIndex(index), among: requests, at: time, excluded: [])
        if let driver = nearest(circles.drivers, requests[index], seats, fleet, time) {
          seats[Int(driver)] -= 1
          matches.add(request: index, driver: Int(driver))
        } else if attempts[index] < rules.attempts {
          kernel.schedule(event, after: rules.retryInterval)
        }
      }
    }
    matches.attempts = attempts.reduce(0) { $0 + Int($1) }
    return matches
  }

  /// The driver of `found` with a seat whose report lies nearest to the pickup of `request`.
  @inline(__always)
  private func nearest(
    _ found: [DriverIndex], _ request: borrowing Request, _ seats: [Int16], _ fleet: Fleet,
    _ time: Milliseconds
  ) -> DriverIndex? {
    var best: DriverIndex?
    var least = Metres.infinity
    for driver in found where seats[Int(driver)] > 0 {
      let report = fleet.report(of: driver, at: time)
      let distance = fleet.geometry.distance(report.position, request.origin.position)
      if distance < least { (best, least) = (driver, distance) }
    }
    return best
  }
}

/// Who was taken by whom, as a number that both sides can compute.
struct Matches {
  private(set) var count = 0
  private(set) var checksum = 0
  var attempts = 0

  mutating func add(request: Int, driver: Int) {
    count += 1
    checksum = (checksum * 31 + request * 100_003 + driver) % 2_147_483_647
  }
}
