import Lifecycle
import Matching
import Metrics
import Quantities
import Simulation
import Spaces
import TestSupport
import Testing
import Travellers

@testable import Carpool

/// Worked out by hand from the story.
private let numbers: [(Metric, Double)] = [
  (.matchRate, 0.5), (.serviceRate, 0.5), (.coverage, 0.5), (.requests, 4), (.drivers, 2), (.matches, 2),
  (.cause(.noDriverInRadius), 1), (.cause(.patience), 1), (.cause(.tooLong), 1), (.cause(.limits), 0),
  (.attemptsPerMatch, 3.5),
  // 16 passenger·km (2 persons over 1 km, 3 over 4 km, 1 over 2 km) and 10.5 + 4 vehicle·km: 30.5 ÷ 14.5.
  (.occupancy, 2.1034482758620690), (.vehicleKilometres, 14.5), (.soloKilometres, 14),
  // Direct kilometres: 5 + 6 of the served, 3 + 1 of the others. 1 − 18.5 ÷ 29.
  (.vktSavedRatio, 0.36206896551724138), (.vktSaved, 10.5), (.co2Saved, 2.1),
  // 3 seats over 10.5 km and 1 seat over 4 km: 16 ÷ 35.5.
  (.seatUtilisation, 0.45070422535211268), (.driversSharingRatio, 0.5),
]

/// The least and the greatest of two observations, or one.
private let samples: [(Metric, [Double])] = [
  (.timeToMatch, [15, 75]), (.wait, [230, 250]), (.waitAfterMatch, [155, 235]), (.ride, [560, 660]),
  (.passengerDetourFactor, [1.1, 1.12]), (.timeToPickup, [170, 250]), (.driverDetour, [170]),
  (.driverDetourMetres, [500]), (.driverDetourRatio, [0.17]), (.preferenceAgreement, [2.0 / 3, 1]),
]

struct FiguresTests {
  @Test
  func `every figure that all runs have is worked out by hand`() {
    let byHand = Set(numbers.map(\.0) + samples.map(\.0))
    let figures = CarpoolModel.figures { _ in false }
    #expect(
      figures.metrics.filter {
        !byHand.contains($0) && !$0.name.hasPrefix("cause.") && !$0.name.hasPrefix("lost_to.")
      } == [])
  }

  /// The story has a single attempt that failed at the limits.
  @Test(arguments: Limit.allCases)
  func `attempts that failed at the limits are counted by the one that bound`(limit: Limit) throws {
    var run = Story.run
    for index in run.records.attempts.indices where run.records.attempts[index].cause == .limits {
      run.records.attempts[index].bindingLimit = limit
    }
    let figures = Figures(of: run)
    for other in Limit.allCases { #expect(figures[.lost(to: other)] == (other == limit ? 1 : 0)) }
    // A lapsed offer broke a limit as well, and is no attempt that was lost to it.
    for index in run.records.attempts.indices where run.records.attempts[index].cause != .limits {
      run.records.attempts[index].bindingLimit = .promise
    }
    #expect(Figures(of: run)[.lost(to: .promise)] == (limit == .promise ? 1 : 0))
  }

  @Test(arguments: numbers)
  func `single numbers are those worked out by hand`(metric: Metric, expected: Double) throws {
    let value = try #require(Figures(of: Story.run)[metric])
    #expect(abs(value - expected) < 1e-12, "\(metric.name)")
  }

  @Test(arguments: samples)
  func `distributions are over the observations worked out by hand`(metric: Metric, sample: [Double]) throws {
    let figures = Figures(of: Story.run)
    let low = sample[0]
    let high = sample[sample.count - 1]
    #expect(figures[metric, .count] == Double(sample.count))
    #expect(figures[metric, .min] == low)
    #expect(figures[metric, .max] == high)
    #expect(abs(try #require(figures[metric, .mean]) - (low + high) / 2) < 1e-12)
    #expect(abs(try #require(figures[metric, .p05]) - (low + 0.05 * (high - low))) < 1e-12)
    #expect((figures[metric, .sd] == nil) == (sample.count == 1))
    #expect(figures[metric, .value] == nil)
  }

  @Test
  func `the warm-up leaves requests out and cars in`() {
    var run = Story.run
    run.warmUp = Story.seconds(200)
    let figures = Figures(of: run)
    #expect(figures[.requests] == 3)
    #expect(figures[.matchRate] == 1.0 / 3)
    #expect(figures[.matches] == 1)
    #expect(figures[.attemptsPerMatch] == 6)
    #expect(figures[.wait, .count] == 1)
    #expect(figures[.cause(.tooLong)] == 1)
    #expect(figures[.vktSaved] == 10.5)
    #expect(figures[.driverDetour, .count] == 1)
    run.warmUp = Story.seconds(315)
    #expect(Figures(of: run)[.coverage] == 0)
  }

  @Test
  func `what is in progress is counted, but in no rate and no distribution`() {
    var run = Story.run
    run.records.requests[1].outcome = .inProgress
    run.records.requests[1].dropoff = nil
    run.records.drivers[0].outcome = .inProgress
    run.records.drivers[0].arrive = nil
    let figures = Figures(of: run)
    #expect(figures[.requests] == 4)
    #expect(figures[.matches] == 2)
    #expect(figures[.serviceRate] == 1.0 / 3)
    #expect(figures[.wait, .count] == 1)
    #expect(figures[.timeToPickup, .count] == 1)
    #expect(figures[.drivers] == 2)
    #expect(figures[.driversSharingRatio] == 0)
    #expect(figures[.vehicleKilometres] == 4)
    #expect(figures[.occupancy] == 1)
    // Request 1 was served by a car still under way: its kilometres are not compared.
    #expect(figures[.vktSaved] == 0)
    #expect(figures.count(.inProgress) == 1)
  }

  @Test
  func `what the run did not reach was not submitted`() {
    var run = Story.run
    run.records.end = Story.seconds(399)
    run.records.requests[6].outcome = .inProgress
    let figures = Figures(of: run)
    #expect(figures[.requests] == 3)
    #expect(figures.count(.inProgress) == 0)
    #expect(figures.settled == 3)
  }

  @Test
  func `an empty run has counts and nothing else`() {
    let figures = Figures(of: Story.empty)
    let numbers = figures.rows.filter { $0.value != 0 }
    #expect(numbers.isEmpty)
    #expect(figures[.requests] == 0)
    #expect(figures[.vktSaved] == 0)
    #expect(figures[.matchRate] == nil)
    #expect(figures[.occupancy] == nil)
    #expect(figures[.wait, .count] == 0)
    #expect(figures[.wait, .mean] == nil)
  }

  @Test
  func `a trip of no length makes no ratio`() {
    var run = Story.run
    run.requests[0].direct = .none
    run.drivers[0].solo = .none
    let figures = Figures(of: run)
    #expect(figures[.passengerDetourFactor, .count] == 1)
    #expect(figures[.driverDetourRatio, .count] == 0)
    #expect(figures[.driverDetour, .max] == 1170)
  }

  @Test
  func `outcomes and causes add up`() {
    forAll(seeds: 0..<200) { seed in
      let run = Story.random(seed: seed)
      let figures = Figures(of: run)
      let outcomes = RequestOutcome.allCases.reduce(0) { $0 + figures.count($1) }
      let absent = run.records.requests.count { [.notSubmitted, .drove].contains($0.outcome) }
      guard outcomes == run.requests.count - absent else { return "\(outcomes) outcomes" }
      let submitted = run.records.requests.count {
        ![.refusedInput, .probeHit, .probeMiss, .notSubmitted, .drove].contains($0.outcome)
      }
      guard figures[.requests] == Double(submitted) else { return "requests" }
      let failed = submitted - figures.count(.served) - figures.count(.inProgress)
      let causes = Cause.allCases.filter { !Metric.isRefusal($0) }.reduce(0) { $0 + figures.count($1) }
      guard causes == failed else { return "\(causes) causes, \(failed) failures" }
      let refusals = Cause.allCases.filter(Metric.isRefusal).reduce(0) { $0 + figures.count($1) }
      return refusals == figures.count(.refusedInput) ? nil : "\(refusals) refusals"
    }
  }
}
