import Lifecycle
import Matching
import Quantities
import RoadNetwork
import Simulation
import Spaces
import TestSupport
import Testing
import Travellers

/// Passengers who transfer: every search compared with all pairs of drivers, places and stops by hand, in runs in which cars
/// have passengers, detours, stops and open offers.
@Suite struct TransferTests {

  /// The world of `seed` on `ground`, in which passengers transfer.
  private static func world(_ ground: Ground, spacing: Metres, seed: UInt64) -> World {
    var world = World(ground, spacing: spacing, seed: 2000 + seed)
    var random = SplitMix64(seed: seed)
    var rules = TransferRules()
    rules.leastWait = random.pick([.zero, Milliseconds(30_000)])
    rules.longestWait = rules.leastWait + random.pick([.zero, Milliseconds(120_000), Milliseconds(400_000)])
    rules.grid = random.pick([350, 500])
    world.terms.transfer = rules
    return world
  }

  @Test(arguments: Ground.allCases, [0.0, 250])
  func everyChangeIsTheOneOfBruteForce(_ ground: Ground, _ spacing: Metres) throws {
    var tally = TransferWitness.Tally()
    forAll(seeds: 0..<(isFullValidation ? 100 : 6)) { seed in
      let world = Self.world(ground, spacing: spacing, seed: seed)
      return try Self.fault(in: world, &tally, isActual: false)
    }
    #expect(tally.searches > 100 && tally.found > 15 && tally.withStopsAhead > 5, "\(tally)")
  }

  @Test(arguments: Ground.allCases)
  func everyChangeOfTheExactMatcherIsTheOneOfBruteForce(_ ground: Ground) throws {
    var tally = TransferWitness.Tally()
    forAll(seeds: 0..<(isFullValidation ? 100 : 6)) { seed in
      try Self.fault(in: Self.world(ground, spacing: 40, seed: seed), &tally, isActual: true)
    }
    #expect(tally.searches > 30, "\(tally)")
  }

  @Test(arguments: [Ground.city, .roads, .deadEnds])
  func everyChangeIsTheOneOfBruteForceWhenTimesChange(_ ground: Ground) throws {
    var tally = TransferWitness.Tally()
    forAll(seeds: 0..<(isFullValidation ? 100 : 6)) { seed in
      var world = Self.world(ground, spacing: 0, seed: seed)
      world.passRushHour(seed: seed)
      return try Self.fault(in: world, &tally, isActual: false)
    }
    #expect(tally.searches > 60 && tally.found > 5, "\(tally)")
  }

  private static func fault(
    in world: World, _ tally: inout TransferWitness.Tally, isActual: Bool
  ) throws -> String? {
    let witness = TransferWitness(world, isActual: isActual)
    let records = try world.records(witness)
    tally.add(witness.tally)
    return witness.fault ?? faultOfTransfers(records, world)
  }

  /// What was agreed is what happened, where nobody cancelled.
  private static func faultOfTransfers(_ records: RunRecords, _ world: World) -> String? {
    guard let rules = world.terms.transfer else { return nil }
    let rounding = Milliseconds(10)
    for record in records.transfers ?? [] where record.fate == .transferred {
      guard let transfer = record.finding.best, let dropoff = record.dropoff, let pickup = record.pickup
      else {
        return "a change without its times: \(record)"
      }
      let number = records.attempts[record.attempt].request
      let request = records.requests[number]
      let promise = world.terms.promise(for: world.requests[number])
      let isKept =
        pickup - dropoff >= rules.leastWait - rounding
        && pickup <= transfer.dropoff.saturatingAdd(rules.longestWait) + rounding
        && request.pickup! <= promise.latestPickup.saturatingAdd(rounding)
        && request.dropoff! <= promise.latestDropoff.saturatingAdd(rounding)
      if !isKept { return "request \(number): a promise was broken: \(record), \(request)" }
      let stops = records.stops.filter { $0.request == number }
      let order = stops.sorted { ($0.arrive, $0.leave) < ($1.arrive, $1.leave) }.map(\.kind)
      guard Set(order) == [.pickup, .transferDropoff, .transferPickup, .dropoff], order.count == 4 else {
        return "request \(number): stops \(order)"
      }
      let drivers = stops.map(\.driver)
      guard Set(drivers) == [transfer.first.driver, transfer.second.driver] else {
        return "request \(number): drivers \(drivers)"
      }
    }
    return nil
  }
}

/// Answers as a policy of the program does, and works out by hand each transfer that is looked for.
final class TransferWitness: Policy, @unchecked Sendable {
  let name = "transfer_witness"
  let vantage: Vantage
  private let policy: any Policy
  private let referee: TransfersByHand
  private(set) var fault: String?
  private(set) var tally = Tally()

  /// How much of what a comparison is meant for has happened.
  struct Tally {
    var searches = 0
    var found = 0
    var withStopsAhead = 0

    mutating func add(_ other: Self) {
      searches += other.searches
      found += other.found
      withStopsAhead += other.withStopsAhead
    }
  }

  init(_ world: World, isActual: Bool) {
    vantage = isActual ? .actual : .reported
    policy = isActual ? BestInsertion() : TwoCircles()
    referee = TransfersByHand(world: world, isActual: isActual)
  }

  func choose(for attempt: inout Attempt) throws -> Candidate? {
    let cars = OffersByHand.available(attempt, in: referee.world)
    // Whoever stands where a second driver did not come asks for the rest of the way alone.
    if attempt.request.origin == referee.world.requests[attempt.index].origin {
      compare(attempt, cars)
    }
    return try policy.choose(for: &attempt)
  }

  private func compare(_ attempt: Attempt, _ cars: [TransfersByHand.Car]) {
    let finding = attempt.fleet.transfer(for: attempt.inquiry)
    let expected = referee.best(attempt.request, among: cars, at: attempt.time)
    let found = finding.best.map { transfer in
      let (first, second) = (transfer.first, transfer.second)
      let stops = [first, second].flatMap { [$0.insertion.pickupAfter, $0.insertion.dropoffAfter] }
      return TransfersByHand.Change(
        key: [transfer.cost] + [first.driver, second.driver].map { Int64($0.rawValue) }
          + [Int64(transfer.place.node.rawValue)] + stops.map(Int64.init), dropoff: transfer.dropoff,
        pickup: transfer.pickup)
    }
    tally.searches += 1
    if expected != nil { tally.found += 1 }
    if let drivers = finding.best.map({ [$0.first.driver, $0.second.driver] }),
      drivers.contains(where: { !attempt.fleet.itineraries[$0].stops.isEmpty })
    {
      tally.withStopsAhead += 1
    }
    if fault == nil, found != expected {
      fault =
        "request \(attempt.request.id), attempt \(attempt.attempt) at \(attempt.time): found \(found as Any), by hand"
        + " \(expected as Any)"
    }
  }
}
