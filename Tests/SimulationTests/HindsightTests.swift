import Hindsight
import Matching
import Quantities
import Simulation
import Spaces
import TestSupport
import Testing
import Travellers

/// What perfect information could have had served, against runs of every policy and all plans of small days.
struct HindsightTests {
  @Test(arguments: Ground.allCases, [0.0, 250])
  func `no policy serves more`(_ ground: Ground, walking reach: Metres) throws {
    var served = 0
    for seed in 20..<26 as Range<UInt64> {
      var world = World(ground, spacing: 250, seed: seed)
      world.terms.walking.reach = reach
      if seed % 3 == 2, [.city, .grid, .roads, .deadEnds].contains(ground) { world.passRushHour(seed: seed) }
      world.terms.batch.window = Milliseconds(30_000)
      let best = Self.hindsight(of: world)
      #expect(best.oneEach <= best.several && best.several <= best.requests)
      for name in PolicyName.allCases {
        let records = try world.records(name.policy)
        let count = records.requests.count { $0.outcome == .served }
        served += count
        #expect(
          count <= best.several, "\(name) on \(ground), seed \(seed): \(count) of at most \(best.several)")
        let byDriver = Dictionary(
          grouping: records.requests.filter { $0.outcome == .served }.compactMap { $0.match?.driver },
          by: \.self)
        #expect(byDriver.count <= best.oneEach, "\(name) on \(ground), seed \(seed)")
      }
    }
    #expect(served > 100)
  }

  @Test(arguments: Ground.allCases, [0.0, 250])
  func `no policy serves more where passengers change cars`(_ ground: Ground, walking reach: Metres) throws {
    var changed = 0
    for seed in 60..<68 as Range<UInt64> {
      var world = World(ground, spacing: 250, seed: seed)
      world.terms.walking.reach = reach
      if seed % 3 == 2, [.city, .grid, .roads, .deadEnds].contains(ground) { world.passRushHour(seed: seed) }
      world.terms.batch.window = Milliseconds(30_000)
      let alone = Self.hindsight(of: world)
      world.terms.transfer = TransferRules()
      world.terms.transfer?.grid = 350
      if seed % 2 == 0 { world.terms.transfer?.leastWait = .zero }
      let best = Self.hindsight(of: world)
      #expect((best.requests, best.pairs, best.oneEach) == (alone.requests, alone.pairs, alone.oneEach))
      #expect(alone.several <= best.several && best.several <= best.requests)
      for name in PolicyName.allCases {
        let records = try world.records(name.policy)
        let count = records.requests.count { $0.outcome == .served }
        changed += records.transfers?.count { $0.fate == .transferred || $0.fate == .rematched } ?? 0
        #expect(
          count <= best.several, "\(name) on \(ground), seed \(seed): \(count) of at most \(best.several)")
      }
    }
    #expect(changed > 0)
  }

  @Test(arguments: [Ground.plane, .torus, .globe, .city, .grid])
  func `a small day is planned as by trying all plans`(_ ground: Ground) {
    var several = 0
    for seed in 40..<90 as Range<UInt64> {
      var world = World(ground, spacing: 250, seed: seed)
      world.drivers = Array(world.drivers.filter { $0.refusal == nil }.prefix(3))
      world.requests = Array(world.requests.filter { $0.refusal == nil && !$0.isProbe }.prefix(4))
      let best = Self.hindsight(of: world)
      let day = SmallDay(world)
      #expect(best.oneEach == day.most(perDriver: 1), "seed \(seed)")
      let planned = day.most(perDriver: 4)
      #expect(best.oneEach <= planned && planned <= best.several, "seed \(seed)")
      several += planned - best.oneEach
    }
    #expect(several > 0)
  }

  @Test(arguments: Ground.allCases)
  func `walking farther never lowers it`(_ ground: Ground) {
    var gained = 0
    for seed in 30..<36 as Range<UInt64> {
      var world = World(ground, spacing: 250, seed: seed)
      let found = [0.0, 100, 200, 400].map { reach in
        world.terms.walking.reach = reach
        return Self.hindsight(of: world)
      }
      for (less, more) in zip(found, found.dropFirst()) {
        #expect(less.pairs <= more.pairs && less.oneEach <= more.oneEach && less.several <= more.several)
      }
      gained += found[3].pairs - found[0].pairs
    }
    #expect(gained > 0)
  }

  private static func hindsight(of world: World) -> Hindsight {
    Hindsight(
      drivers: world.drivers, requests: world.requests, counting: { _ in true },
      spaces: world.day?.spaces ?? DailySpaces(world.space), terms: world.terms)
  }
}

/// A day of a few people, planned by trying everything: which driver takes whom, and in which order of stops.
private struct SmallDay {
  let world: World
  /// By driver: the sets of requests, as bits, that the driver can serve.
  private var sets: [Set<Int>] = []

  init(_ world: World) {
    self.world = world
    sets = world.drivers.map { driver in
      Set((0..<(1 << world.requests.count)).filter { canServe($0, driver) })
    }
  }

  /// The most requests that can be served where a driver takes at most `limit`.
  func most(perDriver limit: Int) -> Int {
    var reachable: Set<Int> = [0]
    for served in sets {
      reachable = Set(
        reachable.flatMap { taken in
          served.filter { $0.nonzeroBitCount <= limit && $0 & taken == 0 }.map { taken | $0 }
        })
    }
    return reachable.map(\.nonzeroBitCount).max() ?? 0
  }

  private func canServe(_ set: Int, _ driver: Driver) -> Bool {
    let requests = world.requests.indices.filter { set >> $0 & 1 == 1 }
    guard requests.allSatisfy({ requiredWishesAgree(world.requests[$0], driver) }) else { return false }
    return canGoOn(
      driver, at: driver.origin, time: driver.depart, waiting: requests, riding: [:])
  }

  /// Whether the car at `place` can pick up those `waiting`, bring those `riding`, who got on at the times, and arrive.
  private func canGoOn(
    _ driver: Driver, at place: Place, time: Milliseconds, waiting: [Int], riding: [Int: Milliseconds]
  ) -> Bool {
    let space = world.plainSpace(at: driver.depart)
    func arrival(at other: Place) -> Milliseconds? {
      space.travel(from: place, to: other).map { time + $0.duration }
    }
    if waiting.isEmpty, riding.isEmpty {
      guard let end = arrival(at: driver.destination) else { return false }
      let detour = end - driver.depart - driver.solo.duration
      return end <= driver.latestArrival && detour <= driver.maxDetour
        && Double(detour.rawValue) / Double(max(1, driver.solo.duration.rawValue)) <= driver.maxDetourRatio
    }
    let stop = world.terms.stopDuration
    for index in waiting {
      let request = world.requests[index]
      guard let there = arrival(at: request.origin) else { continue }
      let pickup = max(there, request.submit, request.earliestPickup)
      let inCar = riding.keys.map { world.requests[$0] } + [request]
      guard pickup <= world.terms.promise(for: request).latestPickup,
        pickup <= request.submit.saturatingAdd(request.patience),
        inCar.reduce(0, { $0 + $1.partySize }) <= driver.seats,
        inCar.reduce(0, { $0 + $1.luggage }) <= driver.luggageRoom
      else { continue }
      var riding = riding
      riding[index] = pickup
      if canGoOn(
        driver, at: request.origin, time: pickup + stop, waiting: waiting.filter { $0 != index },
        riding: riding)
      {
        return true
      }
    }
    for (index, pickup) in riding {
      let request = world.requests[index]
      guard let there = arrival(at: request.destination) else { continue }
      let promise = world.terms.promise(for: request)
      guard there <= promise.latestDropoff, there - pickup <= promise.maxRide else { continue }
      var riding = riding
      riding[index] = nil
      if canGoOn(driver, at: request.destination, time: there + stop, waiting: waiting, riding: riding) {
        return true
      }
    }
    return false
  }
}
