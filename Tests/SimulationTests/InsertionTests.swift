import Lifecycle
import Matching
import Quantities
import Simulation
import Spaces
import TestSupport
import Testing
import Travellers

/// Every decision of the exact matcher, compared with an evaluation of every driver and every pair of positions
/// by hand, in runs in which cars have passengers, detours, stops and open offers.
@Suite struct InsertionTests {
  @Test(arguments: Ground.allCases, Objective.allCases)
  func everyDecisionIsTheOneOfBruteForce(_ ground: Ground, _ objective: Objective) throws {
    var tally = InsertionWitness.Tally()
    forAll(seeds: 0..<(isFullValidation ? 150 : 8)) { seed in
      var world = World(ground, spacing: 40, seed: seed)
      world.terms.insertion.objective = objective
      world.terms.insertion.usesRadius = seed % 4 == 3
      let (records, fault) = try Self.run(world, &tally)
      if let fault { return fault }
      // Once more with each driver's limit just at what was needed, or a millisecond short of it.
      return try Self.run(Self.atLimits(world, records, seed: seed), &tally).fault.map { "at limits: \($0)" }
    }
    // A comparison means little unless much of everything happened.
    #expect(tally.attempts > 600 && tally.chosen > 300 && tally.several > 150, "\(tally)")
    #expect(tally.withStopsAhead > 60 && tally.onBoard > 20 && tally.boundedOut > 500, "\(tally)")
    #expect(tally.reserved > 30 && tally.excluded > 5, "\(tally)")
    #expect(tally.atLimits > 1500 && tally.movedByLimits > 500, "\(tally)")
  }

  /// Runs `world` with a witness and gives the first fault found.
  static func run(
    _ world: World, _ tally: inout InsertionWitness.Tally
  ) throws -> (records: RunRecords, fault: String?) {
    let witness = InsertionWitness(world)
    let records = try world.records(witness)
    tally.add(witness.tally)
    return (records, witness.fault ?? fault(in: records, world, witness.decisions))
  }

  private static func fault(
    in records: RunRecords, _ world: World, _ decisions: [InsertionByHand.Decision]
  ) -> String? {
    guard decisions.count == records.attempts.count else { return "an attempt without a decision" }
    for (record, decision) in zip(records.attempts, decisions) {
      if let fault = fault(of: record, decision.best) { return "request \(record.request): \(fault)" }
    }
    return TwoCirclesTests.faultAfterAcceptance(records, world)
      ?? (world.rules.answerDelay == .zero ? faultOfAnswers(at: records) : nil)
  }

  private static func fault(of record: AttemptRecord, _ best: InsertionByHand.Plan?) -> String? {
    guard let best else { return record.driver == -1 ? nil : "recorded \(record), by hand nobody" }
    let choice = best.choice
    let isRight =
      record.driver == choice.driver && record.cost == choice.cost
      && record.timeToPickup == choice.timeToPickup && record.detour == choice.detour
      && abs(record.detourMetres - best.addedMetres) < 0.01
    return isRight ? nil : "recorded \(record), by hand \(best)"
  }

  /// Where answers come at once nothing has moved: what was offered is what is promised.
  private static func faultOfAnswers(at records: RunRecords) -> String? {
    for attempt in records.attempts where attempt.outcome == .accepted {
      guard let match = records.requests[attempt.request].match, match.time == attempt.answered else {
        continue
      }
      let isSame =
        match.detour == attempt.detour && match.cost == attempt.cost
        && match.detourMetres == attempt.detourMetres
      if !isSame { return "offered \(attempt), accepted \(match)" }
    }
    return records.attempts.contains { $0.outcome == .lapsed } ? "an answer without delay lapsed" : nil
  }

  /// The world with limits of its drivers at what they drove in `records`: for one a millisecond short of it.
  private static func atLimits(_ world: World, _ records: RunRecords, seed: UInt64) -> World {
    var random = SplitMix64(seed: seed)
    var world = world
    for (index, record) in records.drivers.enumerated() where random.chance(0.7) {
      let driver = world.drivers[index]
      guard !driver.waits, let arrive = record.arrive else { continue }
      let short = Milliseconds(random.chance(0.3) ? 1 : 0)
      let total = max(.zero, arrive - driver.depart - driver.solo.duration - short)
      switch random.whole(0...2) {
      case 0: world.drivers[index].maxDetour = total
      case 1: world.drivers[index].latestArrival = arrive - short
      default:
        world.drivers[index].maxDetourRatio =
          Double(total.rawValue) / Double(driver.solo.duration.rawValue)
      }
    }
    return world
  }
}
