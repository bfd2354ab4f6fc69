import CKernels
import TestSupport
import Testing

/// The scan of legs: both versions against its definition, in twice the digits.
@Suite struct LegScanTests {
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
        (0..<count).map { _ in Float(random.uniform(range)) } + Array(repeating: 0, count: 8)
      }
      columns = (0..<6).map { _ in column(-4000...4000) }
      columns.append(column(-400_000...400_000))
      columns.append(column(0...900_000))
      var slack = column(0...1_500_000)
      for leg in 0..<count where random.chance(0.2) { slack[leg] = random.pick([.infinity, -.infinity, 0]) }
      columns.append(slack)
      for leg in 0..<count where random.chance(0.4) { slack[leg] = -.infinity }
      columns.append(slack)
      for index in 8...9 {
        columns[index].replaceSubrange(count..., with: Array(repeating: .infinity, count: 8))
      }
    }

    /// The sums that decide for `leg`, in the order of their conditions: by how much they keep the bound.
    func margins(_ leg: Int, _ q: detour_leg_query) -> [Double] {
      func at(_ column: Int) -> Double { Double(columns[column][leg]) }
      func time(_ column: Int, _ x: Float, _ y: Float, _ z: Float) -> Double {
        var (dx, dy) = (abs(at(column) - Double(x)), abs(at(column + 1) - Double(y)))
        let dz = at(column + 2) - Double(z)
        if q.side.isFinite { (dx, dy) = (min(dx, Double(q.side) - dx), min(dy, Double(q.side) - dy)) }
        return Double(q.pace) * (dx * dx + dy * dy + dz * dz).squareRoot()
      }
      let there = time(0, q.pickup_x, q.pickup_y, q.pickup_z)
      let on = time(3, q.dropoff_x, q.dropoff_y, q.dropoff_z)
      let past = time(3, q.pickup_x, q.pickup_y, q.pickup_z)
      let aboard = max(there, Double(q.earliest_boarding) - at(6))
      let begun = aboard + Double(q.stop) - at(7) - Double(q.tolerance)
      return [
        Double(q.latest_boarding) - at(6) - there,
        at(8) - begun - Double(q.stop) - Double(q.direct) - on, at(9) - begun - past,
      ]
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

    func run(
      _ scan: (
        UnsafePointer<detour_legs>?, Int64, UnsafePointer<detour_leg_query>?, UnsafeMutablePointer<UInt32>?
      ) -> Int64, _ query: detour_leg_query
    ) -> [UInt32] {
      let pointers = columns.map { column in
        let copy = UnsafeMutablePointer<Float>.allocate(capacity: column.count)
        copy.initialize(from: column, count: column.count)
        return copy
      }
      defer { for pointer in pointers { pointer.deallocate() } }
      var legs = detour_legs(
        from_x: pointers[0], from_y: pointers[1], from_z: pointers[2], to_x: pointers[3], to_y: pointers[4],
        to_z: pointers[5], leave: pointers[6], base: pointers[7], slack: pointers[8],
        slack_ahead: pointers[9])
      var query = query
      var found = [UInt32](repeating: 0, count: count + 1)
      let number = scan(&legs, Int64(count), &query, &found)
      return Array(found.prefix(Int(number)))
    }
  }

  private static func query(_ random: inout SplitMix64) -> detour_leg_query {
    func metres() -> Float { Float(random.uniform(-4000...4000)) }
    return detour_leg_query(
      pickup_x: metres(), pickup_y: metres(), pickup_z: random.chance(0.5) ? 0 : metres(),
      dropoff_x: metres(), dropoff_y: metres(), dropoff_z: random.chance(0.5) ? 0 : metres(),
      side: random.chance(0.3) ? 8000 : .infinity, pace: random.pick([0, 60, 120]),
      direct: Float(random.uniform(0...600_000)),
      earliest_boarding: Float(random.uniform(-100_000...400_000)),
      latest_boarding: random.chance(0.4) ? .infinity : Float(random.uniform(-100_000...900_000)),
      stop: random.pick([0, 30_000]), tolerance: random.pick([0, 8, 100]))
  }

  @Test func bothVersionsFindWhatTheDefinitionSays() {
    var (found, missed) = (0, 0)
    forAll(seeds: 0..<600) { seed in
      var random = SplitMix64(seed: seed)
      // Every number of legs around several multiples of eight, and none.
      let columns = Columns(count: Int(seed % 43), &random)
      let query = Self.query(&random)
      let plain = columns.run(detour_leg_scan_plain, query)
      let wide = columns.run(detour_leg_scan, query)
      for version in [plain, wide] {
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
    for index in 8...9 { columns.columns[index] = Array(repeating: .infinity, count: 29) }
    for scan in [detour_leg_scan, detour_leg_scan_plain] {
      #expect(columns.run(scan, query) == Array(0..<21))
    }
    for index in 8...9 { columns.columns[index] = Array(repeating: -.infinity, count: 29) }
    for scan in [detour_leg_scan, detour_leg_scan_plain] {
      #expect(columns.run(scan, query).isEmpty)
    }
  }
}
