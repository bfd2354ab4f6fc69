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

  @Test func boundsOfAFewLegsAreThoseOfEach() {
    forAll(seeds: 0..<100) { seed in
      var random = SplitMix64(seed: seed)
      var columns = LegColumns()
      columns.extend(by: 20)
      for leg in 0..<20 {
        for column in LegColumns.Column.allCases {
          columns[column, leg] = Float(random.uniform(-4000...4000))
        }
      }
      func metres() -> Float { Float(random.uniform(-4000...4000)) }
      let query = detour_leg_query(
        pickup_x: metres(), pickup_y: metres(), dropoff_x: metres(), dropoff_y: metres(),
        side: random.chance(0.5) ? 8000 : .infinity, pace: 60, direct: 0, earliest_boarding: 0,
        latest_boarding: 0, stop: 0, tolerance: 0, pickup_reach: random.pick([0, 20_000]),
        dropoff_reach: random.pick([0, 20_000]))
      let times = StraightLegTimes(columns: columns.view, query: query)
      for first in 0...16 {
        let few = times.few(from: first)
        for leg in first..<first + FewLegTimes.most {
          guard few.toPickup(leg) == times.toPickup(leg), few.fromPickup(leg) == times.fromPickup(leg),
            few.toDropoff(leg) == times.toDropoff(leg), few.fromDropoff(leg) == times.fromDropoff(leg)
          else { return "leg \(leg) of those from \(first)" }
        }
      }
      return nil
    }
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
    guard owned == drivers else { return "legs belong to others than their rows say" }
    let strays = drivers.indices.filter { drivers[$0] < 0 && !isHidden($0) }
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
