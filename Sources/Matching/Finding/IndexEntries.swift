import Quantities
import Travellers

/// The columns of a `CandidateIndex`: one entry per stretch of time in which a driver's report stands still
/// or moves evenly. Columns of `Float` are scanned eight at a time by a C kernel, which is why they are raw memory.
///
/// Metres are local to the index's frame, times milliseconds since its base.
struct IndexEntries: ~Copyable {
  /// How many entries a scan looks at together; each column has that much room behind its end.
  static let lanes = 8

  struct Entry {
    /// Reported at the beginning.
    var start: SIMD3<Float> = .zero
    /// Metres per millisecond.
    var velocity: SIMD3<Float> = .zero
    /// The destination of the route ahead.
    var end: SIMD3<Float> = .zero
    /// How far the route ahead strays from the straight line to the destination, metres.
    var bulge: Float = 0
    /// Where the route ahead is that line: the metres between the route points on it. 0 where it is not.
    var step: Float = 0
    var from: Int32 = 0
    /// The first millisecond at which the entry is no longer valid.
    var until: Int32 = 0
    var driver = DriverIndex.none
    /// The entry of the same driver that was added before.
    var previous = EntryIndex.none
  }

  private(set) var capacity = 0
  private(set) var count = 0
  private(set) var floats: UnsafeMutablePointer<Float>
  private(set) var integers: UnsafeMutablePointer<Int32>
  /// Where a scan writes what it found; has room for every entry.
  private(set) var found: UnsafeMutablePointer<UInt32>

  /// The columns of `floats`, in order.
  enum FloatColumn: Int, CaseIterable { case x, y, z, vx, vy, vz, endX, endY, endZ, bulge, step }
  /// The columns of `integers`, in order.
  enum IntegerColumn: Int, CaseIterable { case from, until, driver, previous }

  init() {
    floats = .allocate(capacity: 0)
    integers = .allocate(capacity: 0)
    found = .allocate(capacity: 0)
  }

  deinit {
    floats.deallocate()
    integers.deallocate()
    found.deallocate()
  }

  func column(_ column: FloatColumn) -> UnsafeMutablePointer<Float> { floats + column.rawValue * capacity }

  func column(_ column: IntegerColumn) -> UnsafeMutablePointer<Int32> {
    integers + column.rawValue * capacity
  }

  /// Makes room for `count` entries, whose values are not defined until they are set.
  mutating func reset(count: Int) {
    self.count = 0
    reserve(count)
    self.count = count
  }

  /// Adds `entry` at the end.
  mutating func append(_ entry: Entry) {
    if count + Self.lanes >= capacity { reserve(2 * count) }
    count += 1
    set(count - 1, to: entry)
  }

  private mutating func reserve(_ wanted: Int) {
    guard wanted + Self.lanes >= capacity else { return }
    let size = wanted + wanted / 4 + 4 * Self.lanes
    let newFloats = UnsafeMutablePointer<Float>.allocate(capacity: size * FloatColumn.allCases.count)
    let newIntegers = UnsafeMutablePointer<Int32>.allocate(capacity: size * IntegerColumn.allCases.count)
    newFloats.initialize(repeating: 0, count: size * FloatColumn.allCases.count)
    newIntegers.initialize(repeating: 0, count: size * IntegerColumn.allCases.count)
    for column in FloatColumn.allCases.indices {
      (newFloats + column * size).update(from: floats + column * capacity, count: count)
    }
    for column in IntegerColumn.allCases.indices {
      (newIntegers + column * size).update(from: integers + column * capacity, count: count)
    }
    floats.deallocate()
    integers.deallocate()
    floats = newFloats
    integers = newIntegers
    found.deallocate()
    found = .allocate(capacity: size)
    capacity = size
  }

  /// Sets all columns of entry `index`.
  private func set(_ index: Int, to entry: Entry) {
    column(.x)[index] = entry.start.x
    column(.y)[index] = entry.start.y
    column(.z)[index] = entry.start.z
    column(.vx)[index] = entry.velocity.x
    column(.vy)[index] = entry.velocity.y
    column(.vz)[index] = entry.velocity.z
    column(.endX)[index] = entry.end.x
    column(.endY)[index] = entry.end.y
    column(.endZ)[index] = entry.end.z
    column(.bulge)[index] = entry.bulge
    column(.step)[index] = entry.step
    column(.from)[index] = entry.from
    column(.until)[index] = entry.until
    column(.driver)[index] = entry.driver.rawValue
    column(.previous)[index] = entry.previous.rawValue
  }

  /// Copies entry `order[i]` of `other` to place `places[i]`, for every i.
  func copy(_ order: [Int32], to places: [Int32], of other: borrowing IndexEntries) {
    for column in FloatColumn.allCases {
      let (from, to) = (other.column(column), self.column(column))
      for index in order.indices { to[Int(places[index])] = from[Int(order[index])] }
    }
    for column in IntegerColumn.allCases {
      let (from, to) = (other.column(column), self.column(column))
      for index in order.indices { to[Int(places[index])] = from[Int(order[index])] }
    }
  }

  /// Half-way through the time of entry `index`: where it is binned.
  func middle(of index: Int) -> SIMD2<Float> {
    let half = span(of: index) / 2
    return SIMD2(column(.x)[index] + half * column(.vx)[index], column(.y)[index] + half * column(.vy)[index])
  }

  /// How far entry `index` moves until its middle, metres.
  func halfMove(of index: Int) -> Float {
    let (x, y, z) = (column(.vx)[index], column(.vy)[index], column(.vz)[index])
    return span(of: index) / 2 * (x * x + y * y + z * z).squareRoot()
  }

  /// The largest of the local coordinates of entry `index`, metres.
  func extent(of index: Int) -> Float {
    let start = max(abs(column(.x)[index]), abs(column(.y)[index]), abs(column(.z)[index]))
    let end = max(abs(column(.endX)[index]), abs(column(.endY)[index]), abs(column(.endZ)[index]))
    return max(start, end)
  }

  private func span(of index: Int) -> Float { Float(column(.until)[index] - column(.from)[index]) }
}
