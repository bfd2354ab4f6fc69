import BenchmarkSupport
import Ground
import Matching
import Quantities
import Simulation
import Spaces
import Statistics
import Synthesis
import Travellers

/// How many drivers lie around each pickup, while all of them drive.
///
/// Every driver has departed before the first request of the scenario and arrives after the last.
struct RadiusQuestions {
  let drivers: [Driver]
  let requests: [Request]
  let terms: Terms
  let spaces: DailySpaces

  init(_ world: CarpoolInput) {
    drivers = world.population.drivers
    requests = world.population.requests
    terms = Terms(world.scenario)
    spaces = world.spaces
  }

  /// Asks all questions; the index is built, and built anew, within the time that is measured.
  func sample() -> SideSample {
    let fleet = Fleet(
      drivers: drivers, terms: terms, spaces: spaces, questions: requests.attemptsPerSecond(atMost: 1))
    for (number, driver) in drivers.enumerated() { fleet.announce(DriverIndex(number), at: driver.depart) }
    let random = RandomSource(seed: 1, replication: 0)
    var inside = 0
    var squares = 0
    let elapsed = processorSeconds {
      for (number, request) in requests.enumerated() {
        var attempt = Attempt(
          request: request, index: RequestIndex(number), cycle: 1, attempt: 1, time: request.submit,
          promise: terms.promise(for: request), excluded: [], fleet: fleet, random: random)
        _ = attempt.driversOnRoute()
        let count = Int(attempt.funnel[.radius])
        inside += count
        squares += count * count
      }
    }
    return SideSample(
      seconds: elapsed, units: requests.count, found: ["inside": inside, "squares": squares])
  }
}
