import CKernels
import Quantities
import Travellers

/// The entries of a `CandidateIndex`, cell by cell: each cell is a chain of blocks of eight.
///
/// All blocks of a cell are full but the first. Raw memory, because a C kernel scans it; no page is touched before a block
/// stands in it.
struct IndexBlocks: ~Copyable {
  private static let lanes = Int(DETOUR_LANES)

  /// The place of an entry: the block, and the lane in it.
  struct Slot: Equatable {
    private let place: Int32

    init(block: Int32, lane: Int32) { place = block * Int32(lanes) + lane }

    static let none = Slot(block: -1, lane: 0)

    var block: Int32 { place / Int32(lanes) }
    var lane: Int32 { place % Int32(lanes) }
  }

  private var blocks: detour_blocks
  /// The first block of each cell; -1 where it is empty.
  private let heads: UnsafeMutablePointer<Int32>
  /// The cell of each block, and how many entries it has.
  private let cells: UnsafeMutablePointer<Int32>
  private let counts: UnsafeMutablePointer<Int32>
  /// The buffers for a scan to write which blocks it looks at, and what it found; there is room for all.
  private let list: UnsafeMutablePointer<Int32>
  private let found: UnsafeMutablePointer<UInt32>
  /// The number of blocks that have stood in a chain so far.
  private var used: Int32 = 0
  /// The first of those that stand in none now, each of which knows the next.
  private var unused: Int32 = -1

  /// Makes room for `drivers` entries in `cells` cells.
  ///
  /// - Parameter isFlat: whether all lie in the plane of the grid: nothing is kept of heights then.
  init(cells: Int, drivers: Int, isFlat: Bool) {
    // In each cell one block may have empty lanes.
    let most = min(drivers, cells + drivers / Self.lanes) + 1
    blocks = detour_blocks(
      blocks: .lines(most), motions: .lines(most), heights: isFlat ? nil : .lines(most),
      next: .allocate(capacity: most))
    heads = .allocate(capacity: cells)
    heads.initialize(repeating: -1, count: cells)
    self.cells = .allocate(capacity: most)
    counts = .allocate(capacity: most)
    list = .allocate(capacity: most + 1)
    found = .allocate(capacity: drivers + Self.lanes)
  }

  deinit {
    blocks.blocks.deallocate()
    blocks.motions.deallocate()
    blocks.heights?.deallocate()
    blocks.next.deallocate()
    heads.deallocate()
    cells.deallocate()
    counts.deallocate()
    list.deallocate()
    found.deallocate()
  }

  /// Adds `entry` to `cell`.
  mutating func insert(_ entry: detour_entry, into cell: Int) -> Slot {
    var head = heads[cell]
    if head < 0 || counts[Int(head)] == Self.lanes {
      let added = take()
      blocks.next[Int(added)] = head
      cells[Int(added)] = Int32(cell)
      counts[Int(added)] = 0
      for lane in 0..<Int32(Self.lanes) { detour_clear(&blocks, added, lane) }
      heads[cell] = added
      head = added
    }
    let lane = counts[Int(head)]
    counts[Int(head)] = lane + 1
    let slot = Slot(block: head, lane: lane)
    set(slot, to: entry)
    return slot
  }

  /// The entry at `slot`.
  func entry(at slot: Slot) -> detour_entry {
    withUnsafePointer(to: blocks) { detour_get($0, slot.block, slot.lane) }
  }

  /// Fetches the entry at `slot`, which is soon to be changed.
  func fetch(_ slot: Slot) {
    Memory.fetch(cells + Int(slot.block))
    fetch(Int(slot.block))
  }

  /// Fetches the block of `cell` with its last entry, which takes the place of one that is taken out.
  func fetchLast(ofCell cell: Int) {
    let head = heads[cell]
    if head >= 0 { fetch(Int(head)) }
  }

  private func fetch(_ block: Int) {
    Memory.fetch(elementAt: UnsafePointer(blocks.blocks + block))
    Memory.fetch(elementAt: UnsafePointer(blocks.motions + block))
    if let heights = blocks.heights { Memory.fetch(elementAt: UnsafePointer(heights + block)) }
    Memory.fetch(counts + block)
  }

  /// The cell of the entry at `slot`.
  func cell(of slot: Slot) -> Int { Int(cells[Int(slot.block)]) }

  /// Puts `entry` in the place of the one at `slot`.
  mutating func set(_ slot: Slot, to entry: detour_entry) {
    var entry = entry
    detour_set(&blocks, slot.block, slot.lane, &entry)
  }

  /// Takes the entry at `slot` out; the last one of the cell takes its place.
  ///
  /// - Returns: whose entry stands at `slot` now; `.none` where it was the last.
  mutating func remove(_ slot: Slot) -> DriverIndex {
    let cell = cell(of: slot)
    let head = heads[cell]
    let last = counts[Int(head)] - 1
    var moved = DriverIndex.none
    if head != slot.block || last != slot.lane {
      moved = DriverIndex(rawValue: detour_copy(&blocks, head, last, slot.block, slot.lane))
    }
    detour_clear(&blocks, head, last)
    counts[Int(head)] = last
    if last == 0 {
      heads[cell] = blocks.next[Int(head)]
      blocks.next[Int(head)] = unused
      unused = head
    }
    return moved
  }

  /// Notes the blocks of those `cells` that the disc of `reach` metres around `center` touches, and returns how many there are.
  func note(_ cells: detour_cells, around center: SIMD2<Float>, reach: Float) -> Int {
    withUnsafePointer(to: blocks) { blocks in
      withUnsafePointer(to: cells) { Int(detour_list(blocks, heads, $0, center.x, center.y, reach, list)) }
    }
  }

  /// Compares the entries of the blocks noted, and of those behind them in their cells, with `query`; adds to `counts`.
  ///
  /// - Returns: words of sightings of those who may be candidates or may be in the radius; valid until the next scan.
  func scan(
    _ noted: Int, _ query: detour_scan_query, _ counts: inout detour_scan_counts
  ) -> UnsafeMutableBufferPointer<UInt32> {
    let number = withUnsafePointer(to: blocks) { blocks in
      withUnsafePointer(to: query) { detour_scan(blocks, list, Int64(noted), $0, found, &counts) }
    }
    return UnsafeMutableBufferPointer(start: found, count: Int(number))
  }

  private mutating func take() -> Int32 {
    if unused >= 0 {
      let block = unused
      unused = blocks.next[Int(block)]
      return block
    }
    (blocks.blocks + Int(used)).initialize(to: detour_block())
    (blocks.motions + Int(used)).initialize(to: detour_motion())
    if let heights = blocks.heights { (heights + Int(used)).initialize(to: detour_height()) }
    used += 1
    return used - 1
  }
}
