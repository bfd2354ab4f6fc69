import Foundation
import Lifecycle
import Matching
import Quantities
import Simulation
import Spaces
import TestSupport
import Testing
import Travellers

/// Every decision of the matcher, compared with the rule worked out by hand, in runs in which cars have
/// passengers, detours, stops and open offers.
@Suite struct TwoCirclesTests {
  @Test(arguments: Ground.allCases, [0.0, 40, 250])
  func everyDecisionIsTheOneOfBruteForce(_ ground: Ground, _ spacing: Metres) throws {
    var tally = Tally()
    forAll(seeds: 0..<(isFullValidation ? 150 : 8)) { seed in
      try Self.fault(in: World(ground, spacing: spacing, seed: seed), &tally)
    }
    // A comparison means little unless much of everything happened.
    #expect(tally.attempts > 400 && tally.chosen > 100 && tally.withStopsAhead > 60, "\(tally)")
    #expect(tally.limits > 4 && tally.several > 30 && tally.declined > 3, "\(tally)")
  }

  @Test(arguments: [Ground.city, .grid, .roads, .deadEnds], [0.0, 250])
  func everyDecisionIsTheOneOfBruteForceWhenTimesChange(_ ground: Ground, _ spacing: Metres) throws {
    var tally = Tally()
    forAll(seeds: 0..<(isFullValidation ? 150 : 10)) { seed in
      var world = World(ground, spacing: spacing, seed: 500 + seed)
      world.passRushHour(seed: seed)
      return try Self.fault(in: world, &tally)
    }
    #expect(tally.attempts > 400 && tally.chosen > 100 && tally.withStopsAhead > 60, "\(tally)")
    // Whom a driver takes whose way was timed on the other side of eight o'clock.
    #expect(tally.acrossSlices > 20, "\(tally)")
  }

  struct Tally {
    var attempts = 0
    var chosen = 0
    var several = 0
    var limits = 0
    var declined = 0
    var withStopsAhead = 0
    var acrossSlices = 0
  }

  /// The first decision of a run of `world` that is not the one of brute force.
  static func fault(in world: World, _ tally: inout Tally) throws -> String? {
    let witness = Witness(world)
    let records = try world.records(witness)
    tally.attempts += records.attempts.count
    tally.chosen += records.attempts.count { $0.driver >= 0 }
    tally.limits += records.attempts.count { $0.cause == .limits }
    tally.declined += records.attempts.count { $0.cause == .declined }
    tally.several += witness.several
    tally.withStopsAhead += witness.withStopsAhead
    tally.acrossSlices += records.attempts.count { attempt in
      guard attempt.driver >= 0 else { return false }
      let departure = world.drivers[attempt.driver].depart
      let direct = world.requests[attempt.request].directDeparture
      return world.plainSpace(at: departure) !== world.plainSpace(at: direct)
    }
    if let fault = witness.fault { return fault }
    guard witness.decisions.count == records.attempts.count else { return "an attempt without a decision" }
    for (record, decision) in zip(records.attempts, witness.decisions) {
      if let fault = fault(of: record, decision) { return "request \(record.request): \(fault)" }
    }
    return faultAfterAcceptance(records, world)
  }

  /// What was promised at acceptance is what happened: a driver with one match and no change of plan arrives
  /// later by just its detour, and nobody's promise or limit is broken.
  static func faultAfterAcceptance(_ records: RunRecords, _ world: World) -> String? {
    // Dropping a stop may cost the rounding of the travel times that it joins.
    let rounding = Milliseconds(10)
    let accepted = records.attempts.filter { $0.outcome == .accepted }
    // Where a passenger leaves, the car may come early to the next and wait there with others on board: rides
    // are promised against insertions only.
    let abandoned = accepted.filter { records.requests[$0.request].match?.time != $0.answered }
    let shortened = Set(abandoned.map(\.driver))
    for (index, request) in records.requests.enumerated() {
      guard let match = request.match, let pickup = request.pickup, let dropoff = request.dropoff else {
        continue
      }
      let promise = world.terms.promise(for: world.requests[index])
      let walk = records.meetings.map { $0[Int(match.meeting)].dropoff.walk } ?? .zero
      let isKept =
        pickup <= match.latestPickup.saturatingAdd(rounding)
        && dropoff + walk <= match.latestDropoff.saturatingAdd(rounding)
        && (dropoff - pickup <= promise.maxRide.saturatingAdd(rounding) || shortened.contains(match.driver))
      if !isKept { return "request \(index): a promise was broken: \(request)" }
    }
    for (index, driver) in world.drivers.enumerated() {
      guard !driver.waits, let arrive = records.drivers[index].arrive else { continue }
      let detour = arrive - driver.depart - driver.solo.duration
      let isWithin =
        detour <= driver.maxDetour.saturatingAdd(rounding)
        && arrive <= driver.latestArrival.saturatingAdd(rounding)
        && (detour - rounding).seconds <= driver.maxDetourRatio * driver.solo.duration.seconds
      if !isWithin { return "driver \(index): a limit was broken" }
      let matches = accepted.filter { $0.driver == DriverIndex(index) }
      guard matches.count <= 1 else { continue }
      let held = matches.first.flatMap { records.requests[$0.request].match }
      if matches.isEmpty || held?.driver == DriverIndex(index), detour != held?.detour ?? .zero {
        return "driver \(index): promised \(held?.detour as Any), realised \(detour)"
      }
    }
    return nil
  }

  private static func fault(
    of record: AttemptRecord, _ decision: TwoCirclesByHand.Decision
  ) -> String? {
    let funnel = record.funnel
    let stages = [
      funnel[.radius], funnel[.route], funnel[.seats], funnel[.preferences], funnel[.limits],
    ]
    if stages.map(Int.init) != decision.funnel { return "recorded \(stages), by hand \(decision.funnel)" }
    guard let best = decision.best else {
      let isRight = record.driver == -1 && record.cause == decision.cause
      return isRight ? nil : "recorded \(record.driver), \(record.cause as Any); by hand \(decision)"
    }
    let isRight =
      record.driver == best.driver && record.cost == best.cost && record.timeToPickup == best.timeToPickup
      && record.detour == best.detour
    return isRight ? nil : "recorded \(record), by hand \(best)"
  }
}
/// Answers as `TwoCircles` does, and works out each answer by hand as well.
final class Witness: Policy, @unchecked Sendable {
  let name = "witness"
  private let referee: TwoCirclesByHand
  private var offers = OffersByHand()
  private(set) var decisions: [TwoCirclesByHand.Decision] = []
  private(set) var fault: String?
  private(set) var several = 0
  private(set) var withStopsAhead = 0

  init(_ world: World) { referee = TwoCirclesByHand(world: world) }

  func choose(for attempt: inout Attempt) -> Candidate? {
    let cars = offers.cars(attempt, in: referee.world)
    let decision = referee.decide(attempt.request, among: cars, at: attempt.time)
    decisions.append(decision)
    if decision.choices.count > 1 { several += 1 }
    let withStops = Set(cars.filter { !$0.stops.isEmpty }.map(\.number))
    if decision.choices.contains(where: { withStops.contains($0.driver) }) { withStopsAhead += 1 }
    let candidates = attempt.candidates()
    if fault == nil { fault = self.fault(candidates, decision, attempt) }
    let choice = TwoCircles().choose(for: &attempt)
    if let choice, !attempt.request.isProbe {
      offers.note(choice.driver, attempt)
    }
    return choice
  }

  private func fault(
    _ candidates: [Candidate], _ decision: TwoCirclesByHand.Decision, _ attempt: Attempt
  ) -> String? {
    let found = candidates.map {
      TwoCirclesByHand.Choice(
        driver: $0.driver, pickupAfter: $0.insertion.pickupAfter, dropoffAfter: $0.insertion.dropoffAfter,
        timeToPickup: $0.insertion.timeToPickup, addedDriving: $0.insertion.addedDriving,
        detour: $0.insertion.detour, cost: $0.cost)
    }
    let place = "request \(attempt.request.id), attempt \(attempt.attempt) at \(attempt.time)"
    if found != decision.choices { return "\(place): found \(found), by hand \(decision)" }
    let binding = attempt.bindingLimit
    if decision.cause == .limits, decision.bindingLimit != nil, binding != decision.bindingLimit {
      return "\(place): \(binding as Any) binds, by hand \(decision.bindingLimit as Any)"
    }
    return nil
  }
}
