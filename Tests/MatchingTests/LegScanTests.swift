import CKernels
import TestSupport
import Testing

/// The scan of legs: all versions against its definition, in twice the digits.
@Suite struct LegScanTests {
  fileprivate typealias Scan = (
    UnsafePointer<detour_legs>?, Int64, UnsafePointer<detour_leg_query>?, UnsafePointer<detour_found_legs>?
  ) -> Int64

  /// A leg that was found, with what a scan says of it.
  fileprivate struct Found: Equatable {
    let leg: UInt32
    let boarding: Float
    let added: Float
  }

  fileprivate static let room = Int(DETOUR_LEG_LANES)

  /// More than rounding moves a sum of these sizes, milliseconds.
  fileprivate static let hair = 2.0

  /// Columns of random legs, in the order of `detour_legs`.
  private struct Columns {
    var columns: [[Float]]
    let count: Int

    init(count: Int, _ random: inout SplitMix64) {
      self.count = count
      // What lies behind the last leg must not matter: all of it would be found.
      func column(_ range: ClosedRange<Double>) -> [Float] {
        (0..<count).map { _ in Float(random.uniform(range)) } + Array(repeating: 0, count: LegScanTests.room)
      }
      columns = (0..<4).map { _ in column(-4000...4000) }
      columns.append(column(-400_000...400_000))
      columns.append(column(0...900_000))
      var slack = column(0...1_500_000)
      for leg in 0..<count where random.chance(0.2) { slack[leg] = random.pick([.infinity, -.infinity, 0]) }
      columns.append(slack)
      for leg in 0..<count where random.chance(0.4) { slack[leg] = -.infinity }
      columns.append(slack)
      for index in 6...7 {
        columns[index].replaceSubrange(count..., with: Array(repeating: .infinity, count: LegScanTests.room))
      }
    }

    /// The sums that decide for `leg`, in the order of their conditions: by how much they keep the bound.
    func margins(_ leg: Int, _ q: detour_leg_query) -> [Double] {
      func at(_ column: Int) -> Double { Double(columns[column][leg]) }
      func time(_ column: Int, _ x: Float, _ y: Float, _ reach: Float) -> Double {
        var (dx, dy) = (abs(at(column) - Double(x)), abs(at(column + 1) - Double(y)))
        if q.side.isFinite { (dx, dy) = (min(dx, Double(q.side) - dx), min(dy, Double(q.side) - dy)) }
        return max(0, Double(q.pace) * (dx * dx + dy * dy).squareRoot() - Double(reach))
      }
      let there = time(0, q.pickup_x, q.pickup_y, q.pickup_reach)
      let on = time(2, q.dropoff_x, q.dropoff_y, q.dropoff_reach)
      let past = time(2, q.pickup_x, q.pickup_y, q.pickup_reach)
      let aboard = max(there, Double(q.earliest_boarding) - at(4))
      let begun = aboard + Double(q.stop) - at(5) - Double(q.tolerance)
      return [
        Double(q.latest_boarding) - at(4) - there,
        at(6) - begun - Double(q.stop) - Double(q.direct) - on, at(7) - begun - past,
      ]
    }

    /// What is wrong with the figures of a leg that was found; nil where they are those of the definition.
    func fault(of found: Found, _ q: detour_leg_query) -> String? {
      let margins = margins(Int(found.leg), q)
      let boarding = Double(q.latest_boarding) - margins[0]
      if q.latest_boarding.isFinite, abs(Double(found.boarding) - boarding) > LegScanTests.hair {
        return "boarding at \(found.boarding), not \(boarding)"
      }
      // The figure leaves waiting, stops and the margin out of what the limit sees.
      let waited = max(0, Double(q.earliest_boarding) - Double(found.boarding))
      let added =
        Double(columns[6][Int(found.leg)]) - margins[1] - waited - 2 * Double(q.stop) + Double(q.tolerance)
      guard columns[6][Int(found.leg)].isFinite, found.added.isFinite else { return nil }
      return abs(Double(found.added) - added) > LegScanTests.hair ? "adds \(found.added), not \(added)" : nil
    }

    /// Whether the scan must find `leg`; nil where rounding may decide.
    func mustFind(_ leg: Int, _ query: detour_leg_query) -> Bool? {
      let margins = margins(leg, query)
      func holds(_ margin: Double) -> Bool? { abs(margin) < LegScanTests.hair ? nil : margin > 0 }
      switch (holds(margins[0]), holds(margins[1]), holds(margins[2])) {
      case (false, _, _), (_, false, false): return false
      case (true, true, _), (true, _, true): return true
      default: return nil
      }
    }

    func run(_ scan: Scan, _ query: detour_leg_query) -> [Found] {
      let pointers = columns.map { column in
        let copy = UnsafeMutablePointer<Float>.allocate(capacity: column.count)
        copy.initialize(from: column, count: column.count)
        return copy
      }
      defer { for pointer in pointers { pointer.deallocate() } }
      var legs = detour_legs(
        from_x: pointers[0], from_y: pointers[1], to_x: pointers[2], to_y: pointers[3], leave: pointers[4],
        base: pointers[5], slack: pointers[6], slack_ahead: pointers[7])
      var query = query
      let size = count + LegScanTests.room
      var found = detour_found_legs(
        leg: .allocate(capacity: size), boarding: .allocate(capacity: size), added: .allocate(capacity: size),
        leave: .allocate(capacity: size), base: .allocate(capacity: size), slack: .allocate(capacity: size))
      defer {
        found.leg.deallocate()
        found.boarding.deallocate()
        found.added.deallocate()
        found.leave.deallocate()
        found.base.deallocate()
        found.slack.deallocate()
      }
      let number = scan(&legs, Int64(count), &query, &found)
      for place in 0..<Int(number) {
        let leg = Int(found.leg[place])
        #expect(
          found.leave[place] == columns[4][leg] && found.base[place] == columns[5][leg]
            && found.slack[place] == columns[6][leg], "the columns are repeated")
      }
      return (0..<Int(number)).map {
        Found(leg: found.leg[$0], boarding: found.boarding[$0], added: found.added[$0])
      }
    }
  }

  private static func query(_ random: inout SplitMix64) -> detour_leg_query {
    func metres() -> Float { Float(random.uniform(-4000...4000)) }
    return detour_leg_query(
      pickup_x: metres(), pickup_y: metres(), dropoff_x: metres(), dropoff_y: metres(),
      side: random.chance(0.3) ? 8000 : .infinity, pace: random.pick([0, 60, 120]),
      direct: Float(random.uniform(0...600_000)),
      earliest_boarding: Float(random.uniform(-100_000...400_000)),
      latest_boarding: random.chance(0.4) ? .infinity : Float(random.uniform(-100_000...900_000)),
      stop: random.pick([0, 30_000]), tolerance: random.pick([0, 8, 100]),
      pickup_reach: random.pick([0, 20_000]), dropoff_reach: random.pick([0, 20_000]))
  }

  @Test func allVersionsFindWhatTheDefinitionSays() {
    var (found, missed) = (0, 0)
    forAll(seeds: 0..<600) { seed in
      var random = SplitMix64(seed: seed)
      // Every number of legs around several multiples of sixteen, and none.
      let columns = Columns(count: Int(seed % 43), &random)
      let query = Self.query(&random)
      let plain = columns.run(detour_leg_scan_plain, query)
      let eight = columns.run(detour_leg_scan_avx2, query)
      let wide = columns.run(detour_leg_scan, query)
      // What is counted of a search must not depend on how many legs a processor looks at together.
      guard wide == eight else { return "sixteen legs at a time round unlike eight" }
      for results in [plain, wide] {
        let version = results.map(\.leg)
        for found in results {
          if let fault = columns.fault(of: found, query) { return fault }
        }
        guard version == version.sorted(), Set(version).count == version.count else { return "no order" }
        for leg in 0..<columns.count {
          guard let must = columns.mustFind(leg, query) else { continue }
          let isFound = version.contains(UInt32(leg))
          if isFound != must { return "leg \(leg) of \(columns.count): \(columns.margins(leg, query))" }
          if must { found += 1 } else { missed += 1 }
        }
        guard version.allSatisfy({ $0 < columns.count }) else { return "a leg behind the end" }
      }
      return nil
    }
    #expect(found > 2000 && missed > 2000, "\(found) found, \(missed) not")
  }

  @Test func withoutLimitsEveryLegIsFoundAndHiddenOnesAreNot() {
    var random = SplitMix64(seed: 1)
    var columns = Columns(count: 21, &random)
    var query = Self.query(&random)
    query.latest_boarding = .infinity
    for index in 6...7 { columns.columns[index] = Array(repeating: .infinity, count: 21 + Self.room) }
    for scan in [detour_leg_scan, detour_leg_scan_avx2, detour_leg_scan_plain] {
      #expect(columns.run(scan, query).map(\.leg) == Array(0..<21))
    }
    for index in 6...7 { columns.columns[index] = Array(repeating: -.infinity, count: 21 + Self.room) }
    for scan in [detour_leg_scan, detour_leg_scan_avx2, detour_leg_scan_plain] {
      #expect(columns.run(scan, query).isEmpty)
    }
  }
}
