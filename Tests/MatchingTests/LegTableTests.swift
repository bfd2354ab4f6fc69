import CKernels
import Quantities
import Spaces
import Statistics
import TestSupport
import Testing
import Travellers

@testable import Matching

/// The table of legs after long lives, against one built anew and against an evaluation of all drivers.
@Suite struct LegTableTests {
  /// Ten minutes in which everybody departs; a month, in which times are large numbers.
  private static let spans = [Milliseconds(600_000), Milliseconds(30 * 86_400_000)]

  @Test(arguments: BusyMarket.Ground.allCases, spans)
  func itIsTheSameAsOneBuiltAnew(_ ground: BusyMarket.Ground, _ span: Milliseconds) {
    forAll(seeds: 0..<4) { seed in
      var random = SplitMix64(seed: seed)
      var market = BusyMarket(ground, count: 120, span: span, &random)
      for step in 0..<1500 {
        market.step(Milliseconds(4000), &random)
        if step % 25 == 0, let fault = Self.fault(in: market.fleet) { return "step \(step): \(fault)" }
      }
      return nil
    }
  }

  /// The bound of a driver with one to eleven legs, beside the best of all pairs of legs.
  @Test func straightBoundsAreThoseOfTheBestPair() {
    var found = 0
    forAll(seeds: 0..<2000) { seed in
      var random = SplitMix64(seed: seed)
      let count = random.whole(1...11)
      var columns = LegColumns()
      columns.extend(by: count)
      func metres() -> Float { Float(random.uniform(-4000...4000)) }
      for leg in 0..<count {
        for column in LegColumns.Column.allCases { columns[column, leg] = metres() }
        columns[.base, leg] = Float(random.uniform(0...300_000))
        columns[.slack, leg] = random.pick([-.infinity, 100_000, 400_000, .infinity])
      }
      let query = detour_leg_query(
        pickup_x: metres(), pickup_y: metres(), dropoff_x: metres(), dropoff_y: metres(),
        side: random.chance(0.5) ? 8000 : .infinity, pace: 60, direct: 50_000,
        earliest_boarding: random.pick([-1e6, 200_000]), latest_boarding: random.pick([200_000, .infinity]),
        stop: 30_000, tolerance: 8, pickup_reach: random.pick([0, 20_000]),
        dropoff_reach: random.pick([0, 20_000]))
      let terms = detour_bound_terms(
        time_weight: random.pick([0, 1, 0.3]), driving_weight: random.pick([0, 1, 2]), extra: 0, constant: 7,
        now: -5000, taken: 0)
      let (extra, waits) = (Float(60_000), random.chance(0.3))
      let bound = columns.leastValue(0..<count, query, terms, extra: extra, waits: waits)
      let best = Self.bestPair(columns, count, query, terms, extra, waits)
      if best < .infinity { found += 1 }
      return bound == best ? nil : "\(bound) for \(count) legs instead of \(best)"
    }
    #expect(found > 500)
  }

  /// The least value over all pairs of legs for pickup and drop-off.
  private static func bestPair(
    _ columns: borrowing LegColumns, _ count: Int, _ query: detour_leg_query, _ terms: detour_bound_terms,
    _ extra: Float, _ waits: Bool
  ) -> Float {
    func time(_ x: Float, _ y: Float, _ toX: Float, _ toY: Float, _ reach: Float) -> Float {
      var (dx, dy) = (abs(x - toX), abs(y - toY))
      if query.side.isFinite { (dx, dy) = (min(dx, query.side - dx), min(dy, query.side - dy)) }
      return max(0, query.pace * (dx * dx + dy * dy).squareRoot() - reach)
    }
    func pickup(_ x: Float, _ y: Float) -> Float {
      time(x, y, query.pickup_x, query.pickup_y, query.pickup_reach)
    }
    func dropoff(_ x: Float, _ y: Float) -> Float {
      time(x, y, query.dropoff_x, query.dropoff_y, query.dropoff_reach)
    }
    var least = Float.infinity
    for first in 0..<count {
      let there = pickup(columns[.fromX, first], columns[.fromY, first])
      let boarding = columns[.leave, first] + there
      guard boarding <= query.latest_boarding else { continue }
      let begun =
        max(there, query.earliest_boarding - columns[.leave, first]) + query.stop - columns[.base, first]
      for last in first..<count {
        let isBack = waits && last == count - 1
        let on = isBack ? 0 : dropoff(columns[.toX, last], columns[.toY, last])
        let slack = columns[.slack, first] + query.tolerance
        var added = Float.infinity
        if first == last {
          if begun + query.stop + query.direct + on <= slack {
            added = there + query.direct + on - columns[.base, first]
          }
        } else {
          let past = pickup(columns[.toX, first], columns[.toY, first])
          let toDropoff = dropoff(columns[.fromX, last], columns[.fromY, last])
          let around = toDropoff + on - columns[.base, last]
          let room = columns[.slack, last] + query.tolerance
          if begun + past <= slack, toDropoff - columns[.base, last] + query.stop <= room,
            around + query.stop <= room
          {
            added = there + past - columns[.base, first] + around
          }
        }
        guard added < .infinity else { continue }
        let time = max(0, boarding - terms.now - query.tolerance)
        least = min(least, terms.time_weight * time + terms.driving_weight * (added + extra) + terms.constant)
      }
    }
    return least
  }

  private static func fault(in fleet: Fleet) -> String? {
    var fresh = LegTable(origins: fleet.drivers.map(\.origin.position), space: fleet.spaces.base)
    for driver in fleet.active where fleet.isAvailable(driver) {
      fresh.update(
        driver, fleet.drivers[driver], fleet.itineraries[driver],
        keepsArrivals: fleet.vantage == .actual && fleet.terms.insertion.keepsArrivals)
    }
    if let epoch = fleet.inserter.bounds.slices.first?.legs.epoch { fresh.approach(epoch) }
    return fleet.inserter.bounds.slices.first?.legs.fault(beside: fresh, fleet)
  }

  @Test(arguments: BusyMarket.Ground.allCases, spans)
  func theAnswerIsThatOfAnEvaluationOfAll(_ ground: BusyMarket.Ground, _ span: Milliseconds) {
    Self.compare(ground, span, seeds: 0..<(isFullValidation ? 30 : 4), walks: false)
  }

  /// Bounds hold for every meeting point.
  @Test(arguments: BusyMarket.Ground.allCases, spans)
  func theAnswerIsThatOfAnEvaluationOfAllWherePassengersWalk(
    _ ground: BusyMarket.Ground, _ span: Milliseconds
  ) {
    Self.compare(ground, span, seeds: 0..<(isFullValidation ? 30 : 2), walks: true)
  }

  private static func compare(
    _ ground: BusyMarket.Ground, _ span: Milliseconds, seeds: Range<UInt64>, walks: Bool
  ) {
    var found = 0
    forAll(seeds: seeds) { seed in
      var random = SplitMix64(seed: 100 + seed)
      var market = BusyMarket(ground, count: 60, span: span, &random, walks: walks)
      for _ in 0..<400 {
        market.step(Milliseconds(5000), &random)
        var request = market.request(&random)
        if random.chance(0.3) {
          // A window as far away as the cars.
          let from = market.now + Milliseconds(Int64(random.uniform() * Double(span.rawValue)))
          request.earliestPickup = from
          request.latestPickup = from + Milliseconds(Int64(random.whole(0...600_000)))
        }
        let excluded = market.fleet.active.filter { _ in random.chance(0.1) }
        let values = market.values(request, excluded: excluded)
        let best = values.min { ($0.value, $0.driver) < ($1.value, $1.driver) }
        if best != nil { found += 1 }
        var attempt = market.attempt(request, excluded: excluded)
        let choice = BestInsertion().choose(for: &attempt)
        guard choice?.driver == best?.driver else {
          return "\(choice as Any) instead of \(best as Any) for \(request)"
        }
        if let fault = Self.fault(ofBounds: market, request, values) { return fault }
        // With no time to lose the bounds have to be right to the millisecond.
        guard let choice else { continue }
        request.latestPickup = market.now + choice.insertion.timeToPickup
        let hurried = market.values(request, excluded: excluded)
        guard hurried.contains(where: { $0.driver == choice.driver }) else { return "a kept limit binds" }
        if let fault = Self.fault(ofBounds: market, request, hurried) { return "hurried: \(fault)" }
      }
      return nil
    }
    #expect(found > 100 * seeds.count, "\(found) found")
  }

  /// Each driver comes out of the queue while what is asked for is what the driver is really worth.
  private static func fault(
    ofBounds market: BusyMarket, _ request: Request, _ values: [(driver: DriverIndex, value: Int64)]
  ) -> String? {
    for (driver, value) in values {
      let inquiry = Inquiry(request, promise: market.terms.promise(for: request), at: market.now)
      market.fleet.inserter.begin(inquiry, among: nil, in: market.fleet)
      var isThere = false
      while let next = market.fleet.inserter.bounds.next(worth: value) {
        isThere = isThere || next == driver
      }
      if !isThere { return "driver \(driver), worth \(value), is dismissed for \(request)" }
    }
    return nil
  }

  /// A car that leaves in weeks, a passenger who boards when it has waited, and a detour limit of just what
  /// that takes: times of which a `Float` knows but every hundredth millisecond.
  @Test func aLimitIsExactWeeksAhead() {
    forAll(seeds: 0..<300) { seed in
      var random = SplitMix64(seed: seed)
      let space = OpenSpace(geometry: .plane, speed: 10)
      let places = (0..<4).map { _ in place(random.uniform(0...4000), random.uniform(0...4000)) }
      func time(_ a: Int, _ b: Int) -> Milliseconds {
        space.duration(from: places[a], to: places[b], hub: .origin)
      }
      let depart = Milliseconds(Int64(random.whole(1_000_000_000...4_000_000_000)))
      var driver = Driver(id: 1, origin: places[0], destination: places[1], depart: depart, announce: .zero)
      driver.solo = space.travel(from: places[0], to: places[1])!
      var request = Request(id: 1, origin: places[2], destination: places[3], submit: .zero)
      request.direct = space.travel(from: places[2], to: places[3])!
      request.earliestPickup = depart + time(0, 2) + Milliseconds(Int64(random.whole(0...300_000)))
      let terms = Terms()
      let arrival = request.earliestPickup + time(2, 3) + time(3, 1) + 2 * terms.stopDuration
      driver.maxDetour = arrival - depart - driver.solo.duration
      for (shortage, isFound) in [(0, true), (1, false)] as [(Int64, Bool)] {
        driver.maxDetour = driver.maxDetour - Milliseconds(shortage)
        let fleet = Fleet(drivers: [driver], terms: terms, space: space, vantage: .actual)
        fleet.announce(0, at: .zero)
        var attempt = Attempt(
          request: request, index: 0, cycle: 1, attempt: 1, time: .zero,
          promise: terms.promise(for: request),
          excluded: [], fleet: fleet, random: RandomSource(seed: 1, replication: 0))
        let choice = BestInsertion().choose(for: &attempt)
        if (choice != nil) != isFound { return "\(shortage) ms short: \(choice as Any)" }
      }
      return nil
    }
  }

  /// Rows of drivers who come and go are used again.
  @Test func itDoesNotGrowWithoutEnd() {
    var random = SplitMix64(seed: 9)
    var market = BusyMarket(.plane, count: 900, span: Milliseconds(9_000_000), &random)
    var most = 0
    for _ in 0..<9000 {
      market.step(Milliseconds(2500), &random)
      let live = market.fleet.active.reduce(0) { $0 + market.fleet.itineraries[Int($1)].stops.count + 1 }
      most = max(most, (market.fleet.inserter.bounds.slices.first?.legs.legs.count ?? 0) - 3 * live)
    }
    #expect(most < 400)
  }

  @Test func roundingGoesTheWayItSays() {
    for value in [0, 1, -1, 16_777_217, -16_777_217, 123_456_789_012, -123_456_789_012] as [Int64] {
      #expect(
        Double(LegTable.below(value)) <= Double(value) && Double(LegTable.above(value)) >= Double(value))
      #expect(Double(LegTable.loose(value)) >= Double(value) + 0.9e-6 * abs(Double(value)))
    }
  }
}

extension LegTable {
  /// What differs from `fresh`, the table of the same drivers that nobody was looked at in.
  borrowing func fault(beside fresh: borrowing LegTable, _ fleet: Fleet) -> String? {
    var owned = Array(repeating: DriverIndex.none, count: legs.count)
    for driver in fleet.drivers.indices {
      let (row, count) = (Int(rows[driver].first), Int(rows[driver].count))
      let isAvailable = fleet.isAvailable(DriverIndex(driver))
      if !isAvailable, row >= 0, (row..<row + count).contains(where: { !isHidden($0) }) {
        return "driver \(driver) cannot be asked and is not hidden"
      }
      if row >= 0 { for leg in row..<row + count { owned[leg] = DriverIndex(driver) } }
      guard isAvailable else { continue }
      guard row >= 0, count == Int(fresh.rows[driver].count) else {
        return "driver \(driver) has \(count) legs"
      }
      if rows[driver].waiting != fresh.rows[driver].waiting {
        return "driver \(driver) waits \(rows[driver].waiting)"
      }
      for position in 0..<count {
        if let fault = fault(
          row + position, beside: fresh, Int(fresh.rows[driver].first) + position, position == 0)
        {
          return "driver \(driver), leg \(position): \(fault)"
        }
      }
    }
    guard owned == owners.map(\.driver) else { return "legs belong to others than their rows say" }
    let strays = owned.indices.filter { owned[$0] == .none && !isHidden($0) }
    return strays.isEmpty ? nil : "legs \(strays) belong to nobody and are not hidden"
  }

  private borrowing func isHidden(_ leg: Int) -> Bool {
    legs[.slack, leg] == -.infinity && legs[.slackAhead, leg] == -.infinity
  }

  private borrowing func fault(
    _ leg: Int, beside fresh: borrowing LegTable, _ other: Int, _ isFirst: Bool
  ) -> String? {
    // The first leg may begin where the car was looked at: later, with less of it left.
    let begun: [LegColumns.Column] = [.fromX, .fromY, .leave, .base]
    for column in LegColumns.Column.allCases where !isFirst || !begun.contains(column) {
      let (here, there) = (legs[column, leg], fresh.legs[column, other])
      if here != there { return "\(column) is \(here), anew \(there)" }
    }
    if legs[.leave, leg] < fresh.legs[.leave, other] { return "it begins earlier" }
    if legs[.base, leg] > fresh.legs[.base, other] { return "it takes longer" }
    if places[leg].end != fresh.places[other].end { return "it ends elsewhere" }
    return isFirst || places[leg].begin == fresh.places[other].begin ? nil : "it begins elsewhere"
  }
}
