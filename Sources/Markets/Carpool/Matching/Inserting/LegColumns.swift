import CKernels
import Quantities
import RoadNetwork

/// The columns of a `LegTable`: raw memory, because a C kernel scans it, sixteen legs at a time.
struct LegColumns: ~Copyable {
  /// The number of legs scanned at a time; each column has room for as many more after its end.
  fileprivate static let lanes = Int(DETOUR_LEG_LANES)

  enum Column: Int, CaseIterable {
    case fromX, fromY, toX, toY, leave, base, slack, slackAhead
  }

  private(set) var count = 0
  private var capacity = 0
  private var floats: UnsafeMutablePointer<Float>

  init() { floats = .lines(0) }

  deinit {
    floats.deallocate()
  }

  subscript(column: Column, index: Int) -> Float {
    @inline(__always) get { floats[column.rawValue * capacity + index] }
    @inline(__always) nonmutating set { floats[column.rawValue * capacity + index] = newValue }
  }

  /// Prefetches the values of the leg at `index`.
  func fetch(_ index: Int) {
    for column in 0..<Column.allCases.count { Memory.fetch(floats + column * capacity + index) }
  }

  /// Appends `legs` legs with undefined values.
  mutating func extend(by legs: Int) {
    count += legs
    guard count + Self.lanes > capacity else { return }
    let size = count + count / 2 + 4 * Self.lanes
    let columns = Column.allCases.count
    let grown = UnsafeMutablePointer<Float>.lines(size * columns)
    grown.initialize(repeating: 0, count: size * columns)
    for column in 0..<columns {
      (grown + column * size).update(from: floats + column * capacity, count: count - legs)
    }
    floats.deallocate()
    floats = grown
    capacity = size
  }

  /// The beginnings and ends of the legs as points; valid until the next change.
  struct View {
    fileprivate let floats: UnsafeMutablePointer<Float>
    fileprivate let capacity: Int

    subscript(column: Column, leg: Int) -> Float {
      @inline(__always) get { floats[column.rawValue * capacity + leg] }
    }

    /// Returns the values of four legs from `leg` on; values after the last leg are meaningless.
    @inline(__always)
    func four(_ column: Column, _ leg: Int) -> SIMD4<Float> {
      UnsafeRawPointer(floats + column.rawValue * capacity + leg).loadUnaligned(as: SIMD4<Float>.self)
    }

    @inline(__always)
    func begin(_ leg: Int) -> SIMD2<Float> { SIMD2(floats[leg], floats[capacity + leg]) }

    @inline(__always)
    func end(_ leg: Int) -> SIMD2<Float> { SIMD2(floats[2 * capacity + leg], floats[3 * capacity + leg]) }
  }

  var view: View { View(floats: floats, capacity: capacity) }

  /// Removes the legs after the first `count`.
  mutating func shrink(to count: Int) { self.count = count }

  /// Overwrites leg `target` with leg `source`.
  func copy(_ source: Int, to target: Int) {
    for column in Column.allCases { self[column, target] = self[column, source] }
  }

  /// Finds the legs in `range` into which the pickup of `query` may fit, in ascending order; their numbers are relative
  /// to the start of the range.
  func scan(_ query: detour_leg_query, _ range: Range<Int>, into found: inout FoundLegs) {
    func column(_ column: Column) -> UnsafePointer<Float> {
      UnsafePointer(floats + column.rawValue * capacity + range.lowerBound)
    }
    var legs = detour_legs(
      from_x: column(.fromX), from_y: column(.fromY), to_x: column(.toX), to_y: column(.toY),
      leave: column(.leave), base: column(.base), slack: column(.slack), slack_ahead: column(.slackAhead))
    var query = query
    found.makeRoom(for: range.count)
    found.first = range.lowerBound
    found.count = Int(detour_leg_scan(&legs, Int64(range.count), &query, &found.lists))
  }
}

/// The legs found by a scan, in ascending order, stored as columns.
struct FoundLegs: ~Copyable {
  fileprivate var lists: detour_found_legs
  fileprivate(set) var count = 0
  /// The leg relative to which the legs in the lists are numbered.
  fileprivate var first = 0
  private var room = 0
  /// The swept times from the beginning of each leg found to the pickup, and from the drop-off to its end, in
  /// milliseconds.
  private(set) var toPickup = UnsafeMutablePointer<Float>.allocate(capacity: 0)
  private(set) var fromDropoff = UnsafeMutablePointer<Float>.allocate(capacity: 0)
  private var sweptRoom = 0

  init() { lists = Self.lists(of: 0) }

  deinit {
    Self.deallocate(lists)
    toPickup.deallocate()
    fromDropoff.deallocate()
  }

  /// Reads the times of all legs found from two sweeps; `targets` holds those of every leg of the table.
  mutating func sweep(
    _ pickup: SweepTimes, _ dropoff: SweepTimes, _ targets: UnsafeBufferPointer<LegTargets>
  ) {
    guard count > 0, let targets = targets.baseAddress else { return }
    if count > sweptRoom {
      sweptRoom = room
      toPickup.deallocate()
      fromDropoff.deallocate()
      toPickup = .allocate(capacity: room)
      fromDropoff = .allocate(capacity: room)
    }
    let numbers = UnsafeBufferPointer(start: lists.leg, count: count)
    let begin = UnsafeRawPointer(targets + first)
    let end = begin + LegTargets.end
    pickup.write(numbers, of: begin, stride: MemoryLayout<LegTargets>.stride, to: toPickup)
    dropoff.write(numbers, of: end, stride: MemoryLayout<LegTargets>.stride, to: fromDropoff)
  }

  /// Reserves room for `legs` legs and for the padding that a scan writes after them; reallocation discards existing
  /// results.
  fileprivate mutating func makeRoom(for legs: Int) {
    guard legs + LegColumns.lanes > room else { return }
    Self.deallocate(lists)
    room = legs + legs / 2 + LegColumns.lanes
    lists = Self.lists(of: room)
  }

  private static func lists(of room: Int) -> detour_found_legs {
    detour_found_legs(
      leg: .allocate(capacity: room), boarding: .allocate(capacity: room), added: .allocate(capacity: room),
      leave: .allocate(capacity: room), base: .allocate(capacity: room), slack: .allocate(capacity: room))
  }

  private static func deallocate(_ lists: detour_found_legs) {
    lists.leg.deallocate()
    lists.boarding.deallocate()
    lists.added.deallocate()
    lists.leave.deallocate()
    lists.base.deallocate()
    lists.slack.deallocate()
  }

  /// Returns the number of the found leg at index `place`.
  @inline(__always)
  func leg(_ place: Int) -> Int { first &+ Int(lists.leg[place]) }

  /// Returns the car's earliest arrival at the pickup, in milliseconds since the table's epoch, for the leg at index
  /// `place`.
  @inline(__always)
  func boarding(_ place: Int) -> Float { lists.boarding[place] }

  /// Returns the minimum driving time, in milliseconds, added by inserting both stops into the leg at index `place`;
  /// infinity if a limit is violated.
  @inline(__always)
  func added(_ place: Int) -> Float { lists.added[place] }

  /// Returns the values of the columns `.leave`, `.base` and `.slack` for the leg at index `place`.
  @inline(__always)
  func values(_ place: Int) -> (leave: Float, base: Float, slack: Float) {
    (lists.leave[place], lists.base[place], lists.slack[place])
  }
}
