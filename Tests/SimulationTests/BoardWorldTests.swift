import Board
import CarpoolScenario
import Community
import Lifecycle
import Matching
import Quantities
import Scenario
import Simulation
import Spaces
import Statistics
import TestSupport
import Testing
import Travellers

/// Planned trips and passengers who ask now on the same cars, in small crowded worlds.
@Suite struct BoardWorldTests {
  private static let seeds: Range<UInt64> = 0..<(isFullValidation ? 100 : 6)

  @Test(
    "every decision on the road is the rule's by hand, also where cars have published trips",
    arguments: Ground.allCases)
  func roadByHand(_ ground: Ground) {
    var tally = TwoCirclesTests.Tally()
    forAll(seeds: Self.seeds) { seed in
      var world = World(ground, spacing: seed % 2 == 0 ? 0 : 250, seed: 900 + seed)
      world.planAhead(seed: seed)
      let witness = Witness(world)
      let records = try world.records(witness)
      tally.attempts += records.attempts.count { !$0.isPlanned }
      tally.chosen += records.attempts.count { !$0.isPlanned && $0.driver != .none }
      return witness.fault
    }
    #expect(tally.attempts > 100 && tally.chosen > 20, "\(tally)")
  }

  @Test(
    "the exact matcher's decisions are those of brute force, also where cars have published trips",
    arguments: Ground.allCases)
  func insertionByHand(_ ground: Ground) {
    var chosen = 0
    forAll(seeds: Self.seeds) { seed in
      var world = World(ground, spacing: 40, seed: 1500 + seed)
      world.planAhead(seed: seed)
      let witness = InsertionWitness(world)
      let records = try world.records(witness)
      chosen += records.attempts.count { !$0.isPlanned && $0.driver != .none }
      return witness.fault
    }
    #expect(chosen > 20)
  }

  @Test("cars whose phones are offline are found where they were last heard of", arguments: Ground.allCases)
  func offlineByHand(_ ground: Ground) {
    var chosen = 0
    forAll(seeds: Self.seeds) { seed in
      var world = World(ground, spacing: seed % 2 == 0 ? 0 : 250, seed: 1200 + seed)
      world.joinService(seed: seed) { service in
        var rules = ChannelRules()
        rules.delay = .exponential(mean: 5)
        rules.loss = 0.1
        rules.online = .exponential(mean: 150)
        rules.offline = .exponential(mean: 100)
        service.channel = rules
      }
      let witness = Witness(world)
      let records = try world.records(witness)
      chosen += records.attempts.count { $0.driver != .none }
      return witness.fault
    }
    #expect(chosen > 20)
  }

  @Test(
    "no promise is broken, no seat is sold twice, and every car keeps its published times",
    arguments: Ground.allCases)
  func promises(_ ground: Ground) {
    var ridden = 0
    forAll(seeds: Self.seeds) { seed in
      for policy in [TwoCircles(), BestInsertion()] as [any Policy] {
        var world = World(ground, spacing: 100, seed: 2000 + seed)
        world.planAhead(seed: seed)
        world.joinService(seed: seed) { service in
          service.verification = VerificationRules()
          service.verification?.verifiedShare = 0.95
          service.verification?.delay = .exponential(mean: 200)
          service.money = MoneyRules()
          service.money?.commissionShare = 0.1
          service.friendship = FriendRules()
          service.friendship?.wishShare = 0.3
          service.friendship?.onlyShare = 0.02
          service.ratings = RatingRules()
          service.ratings?.leastShare = 0.1
          service.channel = ChannelRules()
          service.channel?.loss = 0.05
          service.churn = ChurnRules()
        }
        let records = try world.records(policy)
        ridden += records.bookings.count { $0.fate == .ridden }
        if let fault = Self.fault(records, world) { return fault }
      }
      return nil
    }
    #expect(ridden > 8)
  }

  @Test("a service that costs nothing and loses nothing changes nothing", arguments: Ground.allCases)
  func idleService(_ ground: Ground) {
    forAll(seeds: Self.seeds) { seed in
      var world = World(ground, spacing: 100, seed: 2500 + seed)
      if seed % 2 == 0 { world.planAhead(seed: seed) }
      let alone = try world.records(TwoCircles())
      world.joinService(seed: seed) { service in
        service.verification = VerificationRules()
        service.verification?.verifiedShare = 1
        service.money = MoneyRules()
        service.money?.walletShare = 0
        service.friendship = FriendRules()
        service.ratings = RatingRules()
        // Stars are no wish of anybody, and weigh nothing on the board.
        service.channel = ChannelRules()
        service.channel?.delay = .fixed(0)
      }
      world.board?.rules.weights.star = .zero
      let served = try world.records(TwoCircles())
      let isSame =
        alone.stops.map(\.arrive) == served.stops.map(\.arrive)
        && alone.requests.map(\.outcome) == served.requests.map(\.outcome)
        && alone.requests.map(\.cause) == served.requests.map(\.cause)
        && alone.attempts.map(\.driver) == served.attempts.map(\.driver)
        && alone.attempts.map(\.answered) == served.attempts.map(\.answered)
      return isSame ? nil : "the run is another one"
    }
  }

  /// What is wrong with `records`, worked out from what went in and what happened alone.
  private static func fault(_ records: RunRecords, _ world: World) -> String? {
    faultOfTrips(records, world) ?? moneyFault(records)
  }

  /// The same without money.
  static func faultOfTrips(_ records: RunRecords, _ world: World) -> String? {
    guard let board = world.board else { return "no board" }
    if records.requests.contains(where: { $0.outcome == .inProgress }) { return "somebody was left half-way" }
    // Dropping a stop may cost the rounding of the travel times that it joins.
    let rounding = Milliseconds(10)
    for booking in records.bookings {
      guard let candidate = booking.candidate else { continue }
      guard let trip = board.trips[Int(candidate.driver)] else { return "booked where nothing is published" }
      guard candidate.from < candidate.to else { return "booked backwards" }
      guard booking.fate == .ridden else { continue }
      let record = records.requests[booking.request]
      let (start, end) = (trip.stops[candidate.from], trip.stops[candidate.to])
      guard let pickup = record.pickup, let dropoff = record.dropoff else { return "ridden, and not served" }
      let latest = board.tolerance + rounding
      if pickup > start.time + latest || dropoff > end.time + latest {
        return "request \(booking.request) was promised \(start.time), \(end.time): \(pickup), \(dropoff)"
      }
      let stop = records.stops.first { $0.request == booking.request && $0.kind == .pickup }
      if stop?.position != start.place.position || stop?.driver != candidate.driver {
        return "request \(booking.request) got on elsewhere"
      }
      if let leave = stop?.leave, leave < start.time { return "left before the published time" }
    }
    for (index, driver) in world.drivers.enumerated() {
      let stops = records.stops.filter { $0.driver == DriverIndex(index) }
      if stops.contains(where: { $0.onBoardAfter > driver.seats || $0.onBoardAfter < 0 }) {
        return "driver \(index) has too many on board"
      }
      guard let trip = board.trips[index] else { continue }
      let made = stops.filter { $0.kind == .waypoint }
      let inner = trip.stops.dropFirst().dropLast()
      guard made.map(\.position) == inner.map(\.place.position) else {
        return "driver \(index) made \(made.count) of \(inner.count) published stops"
      }
      for (made, published) in zip(made, inner)
      where made.arrive > published.time + board.tolerance + rounding || made.leave < published.time {
        return "driver \(index) was published for \(published.time) and came \(made.arrive) to \(made.leave)"
      }
    }
    for request in records.requests {
      guard let match = request.match, let pickup = request.pickup, let dropoff = request.dropoff else {
        continue
      }
      if pickup > match.latestPickup.saturatingAdd(rounding)
        || dropoff > match.latestDropoff.saturatingAdd(rounding)
      {
        return "a promise was broken: \(request)"
      }
    }
    return nil
  }

  /// Whether all money is accounted for: balances follow from the entries, and nothing is left aside.
  private static func moneyFault(_ records: RunRecords) -> String? {
    guard let society = records.society, let balances = society.balances else { return "no ledger" }
    var wallets = [Int64](repeating: 0, count: balances.count)
    var escrow: Int64 = 0
    for entry in society.entries {
      if case .wallet(let user) = entry.from { wallets[Int(user)] -= entry.amount }
      if case .wallet(let user) = entry.to { wallets[Int(user)] += entry.amount }
      if entry.from == .escrow { escrow -= entry.amount }
      if entry.to == .escrow { escrow += entry.amount }
      if escrow < 0 { return "more was taken out of the escrow than is in it" }
    }
    if escrow != 0 { return "\(escrow) are set aside for rides that are over" }
    return wallets == balances ? nil : "wallets hold \(balances), by the entries \(wallets)"
  }
}
