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
    var driver: Int32 = -1
    /// The entry of the same driver that was added before; -1 if there is none.
    var previous: Int32 = -1
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
    self[count - 1] = entry
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

  subscript(index: Int) -> Entry {
    get {
      func float(_ column: FloatColumn) -> Float { self.column(column)[index] }
      func integer(_ column: IntegerColumn) -> Int32 { self.column(column)[index] }
      return Entry(
        start: SIMD3(float(.x), float(.y), float(.z)), velocity: SIMD3(float(.vx), float(.vy), float(.vz)),
        end: SIMD3(float(.endX), float(.endY), float(.endZ)), bulge: float(.bulge), step: float(.step),
        from: integer(.from),
        until: integer(.until), driver: integer(.driver), previous: integer(.previous))
    }
    set {
      column(.x)[index] = newValue.start.x
      column(.y)[index] = newValue.start.y
      column(.z)[index] = newValue.start.z
      column(.vx)[index] = newValue.velocity.x
      column(.vy)[index] = newValue.velocity.y
      column(.vz)[index] = newValue.velocity.z
      column(.endX)[index] = newValue.end.x
      column(.endY)[index] = newValue.end.y
      column(.endZ)[index] = newValue.end.z
      column(.bulge)[index] = newValue.bulge
      column(.step)[index] = newValue.step
      column(.from)[index] = newValue.from
      column(.until)[index] = newValue.until
      column(.driver)[index] = newValue.driver
      column(.previous)[index] = newValue.previous
    }
  }
}
