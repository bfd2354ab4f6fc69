import CKernels
import TestSupport
import Testing

/// The scan's two versions, for processors with and without AVX2.
@Suite struct CandidateScanTests {
  /// Columns of random entries, twelve of them, in one array each.
  private struct Columns {
    var floats: [[Float]]
    var times: [[Int32]]

    init(count: Int, _ random: inout SplitMix64) {
      let room = count + 8
      func column(_ range: ClosedRange<Double>) -> [Float] {
        (0..<room).map { _ in Float(random.uniform(range)) }
      }
      floats = (0..<3).map { _ in column(-3000...3000) }
      floats += (0..<3).map { _ in column(-0.02...0.02) }
      floats += (0..<3).map { _ in column(-9000...9000) }
      floats.append(column(0...800))
      // Half of the entries are straight lines with route points, and stray nowhere.
      var steps = column(50...900)
      for index in steps.indices where random.chance(0.5) { steps[index] = 0 }
      for index in steps.indices where steps[index] > 0 { floats[9][index] = 0 }
      floats.append(steps)
      times = [
        (0..<room).map { _ in Int32(random.whole(0...600)) },
        (0..<room).map { _ in Int32(random.whole(400...1000)) },
      ]
    }

    /// Calls `body` with the columns as the scan takes them.
    func withEntries<Result>(_ body: (UnsafePointer<detour_entries>) -> Result) -> Result {
      func base<T>(_ column: [T]) -> UnsafeMutablePointer<T> {
        let copy = UnsafeMutablePointer<T>.allocate(capacity: column.count)
        copy.initialize(from: column, count: column.count)
        return copy
      }
      let f = floats.map(base)
      let t = times.map(base)
      defer {
        for column in f { column.deallocate() }
        for column in t { column.deallocate() }
      }
      var entries = detour_entries(
        x: f[0], y: f[1], z: f[2], vx: f[3], vy: f[4], vz: f[5], end_x: f[6], end_y: f[7], end_z: f[8],
        bulge: f[9], step: f[10], from: t[0], until: t[1])
      return body(&entries)
    }
  }

  private typealias Scan = (
    UnsafePointer<detour_entries>?, Int64, Int64, UnsafePointer<detour_scan_query>?,
    UnsafeMutablePointer<UInt32>?, UnsafeMutablePointer<Int64>?
  ) -> Int64

  private func run(
    _ scan: Scan, _ entries: UnsafePointer<detour_entries>, _ count: Int, _ query: detour_scan_query
  ) -> (found: [UInt32], inRadius: Int64) {
    var found = [UInt32](repeating: 0, count: count)
    var inRadius: Int64 = 0
    var query = query
    let number = scan(entries, 3, Int64(count), &query, &found, &inRadius)
    return (Array(found.prefix(Int(number))), inRadius)
  }

  @Test func bothVersionsFindTheSame() {
    var total = 0
    forAll(seeds: 0..<400) { seed in
      var random = SplitMix64(seed: seed)
      let count = random.whole(4...90)
      let query = detour_scan_query(
        time: 500, pickup_x: Float(random.uniform(-500...500)), pickup_y: 0, pickup_z: 0,
        dropoff_x: Float(random.uniform(-4000...4000)), dropoff_y: Float(random.uniform(-4000...4000)),
        dropoff_z: 0, radius: 2500, tolerance: Float(random.uniform(0...50)),
        is_moving: random.chance(0.5) ? 1 : 0)
      return Columns(count: count, &random).withEntries { entries in
        let fast = run(detour_scan, entries, count, query)
        let plain = run(detour_scan_plain, entries, count, query)
        total += fast.found.count
        return fast == plain ? nil : "\(fast) is not \(plain)"
      }
    }
    #expect(total > 1000)
  }
}
