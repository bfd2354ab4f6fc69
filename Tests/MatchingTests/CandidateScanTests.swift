import CKernels
import TestSupport
import Testing

/// The scan's two versions, for processors with and without AVX2.
@Suite struct CandidateScanTests {
  /// Cells of random entries, in chains of blocks.
  private final class Cells {
    private let blocks: UnsafeMutableRawBufferPointer
    private let motions: UnsafeMutableRawBufferPointer
    private let heights: UnsafeMutableRawBufferPointer
    private let next: UnsafeMutablePointer<Int32>
    private var heads: [Int32] = []
    private(set) var entries = 0
    private var used: Int32 = 0

    private var all: detour_blocks {
      detour_blocks(
        blocks: blocks.assumingMemoryBound(to: detour_block.self).baseAddress,
        motions: motions.assumingMemoryBound(to: detour_motion.self).baseAddress,
        heights: heights.assumingMemoryBound(to: detour_height.self).baseAddress, next: next)
    }

    init(_ random: inout SplitMix64, cells: Int, motion: Int, isFlat: Bool) {
      func memory<Block>(_: Block.Type) -> UnsafeMutableRawBufferPointer {
        let bytes = UnsafeMutableRawBufferPointer.allocate(
          byteCount: 3 * cells * MemoryLayout<Block>.stride, alignment: 64)
        bytes.initializeMemory(as: UInt8.self, repeating: 0)
        return bytes
      }
      blocks = memory(detour_block.self)
      motions = memory(detour_motion.self)
      heights = memory(detour_height.self)
      next = .allocate(capacity: 3 * cells)
      var all = all
      for _ in 0..<cells {
        heads.append(-1)
        for _ in 0..<random.whole(0...3) {
          let count = Int32(random.whole(1...8))
          for lane in 0..<Int32(DETOUR_LANES) {
            // Lanes that hold no entry have what was there, but for the x.
            var entry = Self.entry(&random, motion: motion, isFlat: isFlat)
            entry.driver = 8 * used + lane
            detour_set(&all, used, lane, &entry)
            if lane >= count { detour_clear(&all, used, lane) }
          }
          entries += Int(count)
          next[Int(used)] = heads[heads.count - 1]
          heads[heads.count - 1] = used
          used += 1
        }
      }
    }

    deinit {
      for memory in [blocks, motions, heights] { memory.deallocate() }
      next.deallocate()
    }

    private static func entry(_ random: inout SplitMix64, motion: Int, isFlat: Bool) -> detour_entry {
      func number(_ range: ClosedRange<Double>) -> Float { Float(random.uniform(range)) }
      var entry = detour_entry()
      (entry.x, entry.y) = (number(-3000...3000), number(-3000...3000))
      (entry.end_x, entry.end_y) = (number(-9000...9000), number(-9000...9000))
      if !isFlat { (entry.z, entry.end_z) = (number(-300...0), number(-900...0)) }
      if !isFlat, random.chance(0.3) { entry.bend = number(0...30) }
      if motion == DETOUR_MOVING {
        (entry.vx, entry.vy) = (number(-0.02...0.02), number(-0.02...0.02))
      } else if random.chance(0.5) {
        entry.shape = number(50...900)
      }
      if motion == DETOUR_STEPPING {
        (entry.vx, entry.vy) = (number(-300...300), number(-300...300))
        (entry.rate, entry.phase) = (number(0...0.02), number(0...1))
        // Now and then a report comes just then.
        if random.chance(0.1) { (entry.rate, entry.phase) = (0, number(0...0.0001)) }
      }
      if motion != DETOUR_STANDING { entry.stray = random.chance(0.5) ? 0 : number(0...200) }
      if entry.shape == 0, random.chance(0.7) { entry.shape = -number(0...800) }
      entry.from = Int32(random.whole(0...500))
      return entry
    }

    func run(_ scan: Scan, _ query: detour_scan_query) -> Finding {
      var found = [UInt32](repeating: 0, count: 8 * Int(used) + 8)
      var list = [Int32](repeating: 0, count: Int(used) + 1)
      var counts = detour_scan_counts()
      var (all, query) = (all, query)
      var row = detour_cells(low_x: 0, low_y: 0, side: 1, columns: Int32(heads.count), rows: 1)
      let listed = detour_list(&all, heads, &row, 0, 0, .infinity, &list)
      let number = scan(&all, &list, listed, &query, &found, &counts)
      return Finding(
        found: Array(found.prefix(Int(number))), inRadius: counts.in_radius, lookedAt: counts.looked_at)
    }
  }

  private typealias Scan = (
    UnsafePointer<detour_blocks>?, UnsafeMutablePointer<Int32>?, Int64, UnsafePointer<detour_scan_query>?,
    UnsafeMutablePointer<UInt32>?, UnsafeMutablePointer<detour_scan_counts>?
  ) -> Int64

  private struct Finding: Equatable {
    var found: [UInt32]
    var inRadius: Int64
    var lookedAt: Int64
  }

  @Test(arguments: [DETOUR_STANDING, DETOUR_MOVING, DETOUR_STEPPING], [false, true])
  func bothVersionsFindTheSame(_ motion: Int, _ isFlat: Bool) {
    var total = 0
    forAll(seeds: 0..<200) { seed in
      var random = SplitMix64(seed: seed)
      let query = detour_scan_query(
        time: 500, pickup_x: Float(random.uniform(-500...500)), pickup_y: 0, pickup_z: 0,
        dropoff_x: Float(random.uniform(-4000...4000)), dropoff_y: Float(random.uniform(-4000...4000)),
        dropoff_z: 0, radius: 2500, tolerance: Float(random.uniform(0...50)),
        step: 400, motion: Int32(motion), is_flat: isFlat ? 1 : 0)
      let cells = Cells(&random, cells: random.whole(1...6), motion: motion, isFlat: isFlat)
      let fast = cells.run(detour_scan, query)
      let plain = cells.run(detour_scan_plain, query)
      total += fast.found.count
      return fast == plain ? nil : "\(fast) is not \(plain)"
    }
    #expect(total > 1000)
  }

  /// A torus smaller than the disc is scanned without a margin that anything could be sure of.
  @Test func withoutABoundNothingIsSure() {
    var random = SplitMix64(seed: 7)
    let cells = Cells(&random, cells: 5, motion: DETOUR_MOVING, isFlat: true)
    let query = detour_scan_query(
      time: 500, pickup_x: 0, pickup_y: 0, pickup_z: 0, dropoff_x: 0, dropoff_y: 0, dropoff_z: 0, radius: 10,
      tolerance: .infinity, step: 0, motion: Int32(DETOUR_MOVING), is_flat: 1)
    for scan in [detour_scan, detour_scan_plain] as [Scan] {
      let finding = cells.run(scan, query)
      #expect(finding.inRadius == 0)
      #expect(finding.found.count == cells.entries && finding.lookedAt >= Int64(cells.entries))
      #expect(finding.found.allSatisfy { $0 & 7 == UInt32(DETOUR_MAY_PASS) })
    }
  }

  /// Which cells a disc touches, against the distance to each: the outermost reach on for ever.
  @Test func theCellsOfADiscAreListed() {
    var listed = 0
    forAll(seeds: 0..<500) { seed in
      var random = SplitMix64(seed: seed)
      let (columns, rows) = (random.whole(1...7), random.whole(1...7))
      let low = (x: Float(random.uniform(-900...100)), y: Float(random.uniform(-900...100)))
      let side = Float(random.uniform(50...300))
      var cells = detour_cells(
        low_x: low.x, low_y: low.y, side: side, columns: Int32(columns), rows: Int32(rows))
      let center = (x: Float(random.uniform(-1500...1500)), y: Float(random.uniform(-1500...1500)))
      let reach = Float(random.uniform(0...700))
      let heads = [Int32](0..<Int32(columns * rows))
      var list = [Int32](repeating: -1, count: heads.count + 1)
      // No block is looked at, only asked for.
      var all = detour_blocks(blocks: nil, motions: nil, heights: nil, next: nil)
      let count = detour_list(&all, heads, &cells, center.x, center.y, reach, &list)
      listed += Int(count)
      let found = Set(list.prefix(Int(count)))
      /// How far the value lies from the stretch of cell `number` of `count` that begin at `low`.
      func away(_ value: Float, _ low: Float, _ number: Int, _ count: Int) -> Float {
        let first = number == 0 ? -Float.infinity : low + Float(number) * side
        let last = number == count - 1 ? Float.infinity : low + Float(number + 1) * side
        return max(0, first - value, value - last)
      }
      for cell in heads {
        let (row, column) = (Int(cell) / columns, Int(cell) % columns)
        let (x, y) = (away(center.x, low.x, column, columns), away(center.y, low.y, row, rows))
        let distance = (x * x + y * y).squareRoot()
        if distance <= reach, !found.contains(cell) { return "cell \(cell) is touched, and not listed" }
        if distance > reach + side / 100, y <= 0 || x <= 0, found.contains(cell) {
          return "cell \(cell) is listed, and not touched"
        }
      }
      return Int(count) == found.count ? nil : "a cell is listed twice"
    }
    #expect(listed > 1000)
  }
}
