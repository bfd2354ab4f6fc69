import CKernels
import Quantities
import Travellers

/// The entries of a `CandidateIndex` by cell: each cell is a chain of blocks of eight.
///
/// All blocks of a cell except the first are full. The blocks are raw memory, scanned by a C kernel; pages are touched
/// only when a block is used.
struct IndexBlocks: ~Copyable {
  private static let lanes = Int(DETOUR_LANES)

  /// The location of an entry: its block, and the lane within the block.
  struct Slot: Equatable {
    private let place: Int32

    init(block: Int32, lane: Int32) { place = block * Int32(lanes) + lane }

    static let none = Slot(block: -1, lane: 0)

    var block: Int32 { place / Int32(lanes) }
    var lane: Int32 { place % Int32(lanes) }
  }

  private var blocks: detour_blocks
  /// The first block of each cell; -1 if it is empty.
  private let heads: UnsafeMutablePointer<Int32>
  /// By block: its cell, and its number of entries.
  private let cells: UnsafeMutablePointer<Int32>
  private let counts: UnsafeMutablePointer<Int32>
  /// Scan buffers for the blocks to examine and for the results, with room for all blocks and entries.
  private let list: UnsafeMutablePointer<Int32>
  private let found: UnsafeMutablePointer<UInt32>
  /// The number of blocks ever used.
  private var used: Int32 = 0
  /// The first free block; each free block holds the index of the next.
  private var unused: Int32 = -1

  /// Reserves memory for `drivers` entries in `cells` cells.
  ///
  /// - Parameter isFlat: whether all entries lie in the plane of the grid, so that heights are not stored.
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

  /// Adds `entry` to `cell`, and returns its slot.
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

  /// Returns the entry at `slot`.
  func entry(at slot: Slot) -> detour_entry {
    withUnsafePointer(to: blocks) { detour_get($0, slot.block, slot.lane) }
  }

  /// Prefetches the entry at `slot`; called shortly before changing it.
  func fetch(_ slot: Slot) {
    Memory.fetch(cells + Int(slot.block))
    fetch(Int(slot.block))
  }

  /// Prefetches the block with the last entry of `cell`, which takes the place of a removed entry.
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

  /// Returns the cell of the entry at `slot`.
  func cell(of slot: Slot) -> Int { Int(cells[Int(slot.block)]) }

  /// Replaces the entry at `slot` with `entry`.
  mutating func set(_ slot: Slot, to entry: detour_entry) {
    var entry = entry
    detour_set(&blocks, slot.block, slot.lane, &entry)
  }

  /// Removes the entry at `slot`; the cell's last entry takes its place.
  ///
  /// - Returns: the driver now at `slot`; `.none` if it was the last entry.
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

  /// Lists the first block of each nonempty cell that intersects the disc of radius `reach` metres around `center`, and
  /// returns the number of blocks listed.
  func note(_ cells: detour_cells, around center: SIMD2<Float>, reach: Float) -> Int {
    withUnsafePointer(to: blocks) { blocks in
      withUnsafePointer(to: cells) { Int(detour_list(blocks, heads, $0, center.x, center.y, reach, list)) }
    }
  }

  /// Compares the entries of the listed blocks, and of the blocks that follow them in their cells, with `query`;
  /// updates `counts`.
  ///
  /// - Returns: the drivers possibly within the radius, with flags; valid until the next scan.
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
