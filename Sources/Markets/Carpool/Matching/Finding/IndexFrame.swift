import CKernels
import Quantities
import Spaces
public import Travellers

/// Local coordinates of an index: metres east, north and up of a centre, small enough for `Float`.
///
/// The projection onto east and north never increases a distance, even on the globe, and needs no trigonometry: points
/// within a given distance in space are within it in the grid.
struct IndexFrame {
  let geometry: Geometry
  let center: Position
  let east: Position
  let north: Position
  let up: Position

  /// Creates the frame around `positions`; on the globe it is tangent to the surface at their centre. Positions of
  /// rejected origins or destinations, which have no valid place, are ignored.
  init(around positions: some Sequence<Position>, geometry: Geometry) {
    self.geometry = geometry
    if case .torus(let side) = geometry {
      center = Position(x: side / 2, y: side / 2)
    } else {
      var sum = Position(x: 0, y: 0)
      var count = 0.0
      for position in positions where !position.squaredLength.isNaN {
        sum = sum + position
        count += 1
      }
      center = (1 / max(1, count)) * sum
    }
    let size = center.squaredLength.squareRoot()
    guard geometry == .globe, size > 1 else {
      east = Position(x: 1, y: 0)
      north = Position(x: 0, y: 1)
      up = Position(x: 0, y: 0, z: 1)
      return
    }
    up = (1 / size) * center
    let parallel = (up.x * up.x + up.y * up.y).squareRoot()
    east = parallel > 1e-9 ? Position(x: -up.y / parallel, y: up.x / parallel) : Position(x: 1, y: 0)
    north = up.cross(east)
  }

  /// Returns the local coordinates of `position`.
  @inline(__always)
  func local(_ position: Position) -> SIMD3<Double> {
    let offset = position - center
    // Except on the globe the frame's directions are the axes.
    guard geometry == .globe else { return SIMD3(offset.x, offset.y, offset.z) }
    return SIMD3(offset.dot(east), offset.dot(north), offset.dot(up))
  }
}

extension IndexFrame {
  /// Returns `some` sorted so that neighbours in space are mostly neighbours in the list (Morton order); elements in
  /// the same square are ordered by index.
  func neighbourly<Index: ListIndex>(_ some: [Index], _ position: (Index) -> Position) -> [Index] {
    var low = SIMD2<Double>(repeating: .infinity)
    var high = SIMD2<Double>(repeating: -.infinity)
    let points = some.map { index in
      let local = local(position(index))
      return SIMD2(local.x, local.y)
    }
    for point in points {
      low = pointwiseMin(low, point)
      high = pointwiseMax(high, point)
    }
    let cells = 255 / pointwiseMax(high - low, SIMD2(repeating: 1))
    let keys = zip(points, some).map { point, index in
      let cell = SIMD2<UInt64>((point - low) * cells)
      // Interleaves the bits of column and row (Morton order).
      var code: UInt64 = 0
      for bit: UInt64 in 0..<8 {
        code |= (cell.x >> bit & 1) << (2 * bit) | (cell.y >> bit & 1) << (2 * bit + 1)
      }
      return code << 32 | UInt64(UInt32(bitPattern: index.rawValue))
    }
    return keys.sorted().map { Index(rawValue: Int32(truncatingIfNeeded: $0)) }
  }
}

/// The expected load on an index: the area, the number and speed of the drivers on the road, and the query rate.
struct IndexTraffic {
  /// The lower corner and the size of the bounding rectangle of all origins and destinations, in the frame's
  /// coordinates, in metres.
  private(set) var low = SIMD2<Float>.zero
  private(set) var extent = SIMD2<Float>(repeating: 1)
  /// The average number of drivers on the road.
  private(set) var onTheRoad = 1.0
  /// The average speed, in metres per second.
  private(set) var speed = 0.0
  /// The number of queries per second of simulated time.
  let questions: Double

  /// Estimates the traffic from `drivers`; without trip durations, all drivers count as on the road simultaneously.
  init(_ drivers: [Driver], frame: IndexFrame, questions: Double) {
    self.questions = questions
    var low = SIMD2<Float>(repeating: .infinity)
    var high = SIMD2<Float>(repeating: -.infinity)
    var first = Milliseconds.never
    var last = Milliseconds.zero
    var (driven, metres) = (0.0, 0.0)
    for driver in drivers where driver.refusal == nil {
      for end in [driver.origin, driver.destination] {
        let local = frame.local(frame.geometry.home(of: end.position))
        let point = SIMD2(Float(local.x), Float(local.y))
        low = pointwiseMin(low, point)
        high = pointwiseMax(high, point)
      }
      first = min(first, driver.depart)
      last = max(last, driver.depart + driver.solo.duration)
      driven += driver.solo.duration.seconds
      metres += driver.solo.metres
    }
    onTheRoad = driven > 0 ? max(1, driven / (last - first).seconds) : Double(max(1, drivers.count))
    guard first != .never else { return }
    self.low = low
    extent = pointwiseMax(high - low, SIMD2(repeating: 1))
    speed = driven > 0 ? metres / driven : 0
  }

  var area: Double { Double(extent.x) * Double(extent.y) }
}

extension [Request] {
  /// Returns the approximate rate of matching attempts, per second, with at most `attempts` for each request.
  public func attemptsPerSecond(atMost attempts: Int32) -> Double {
    let times = lazy.map(\.submit)
    guard let first = times.min(), let last = times.max() else { return 1 }
    return Double(count) * Double(attempts) / Swift.max(1, (last - first).seconds)
  }
}

/// The cells of a `CandidateIndex`: squares that cover all drivers' origins and destinations; the outermost cells are
/// unbounded.
struct IndexGrid {
  let low: SIMD2<Float>
  /// The length of the grid's longer side, in metres.
  let extent: Float
  let cell: Float
  let columns: Int
  let rows: Int

  var count: Int { columns * rows }

  /// The grid, in the form used by the kernel that lists the blocks around a point.
  var cells: detour_cells {
    detour_cells(low_x: low.x, low_y: low.y, side: cell, columns: Int32(columns), rows: Int32(rows))
  }

  /// Lays out the cells for `traffic` and for scans of circles with a radius of `radius` metres.
  init(_ traffic: IndexTraffic, radius: Metres) {
    low = traffic.low
    extent = traffic.extent.max()
    cell = Self.cell(for: traffic, radius: radius)
    columns = Int(traffic.extent.x / cell) + 1
    rows = Int(traffic.extent.y / cell) + 1
  }

  /// Returns the side length of a cell, in metres. It is long enough to fill blocks of eight with the average number of
  /// drivers on the road, and short enough for scans to examine few drivers outside the circle.
  static func cell(for traffic: IndexTraffic, radius: Metres) -> Float {
    let share = (8 * traffic.area / traffic.onTheRoad).squareRoot()
    return max(Float(radius) / 6, Float(share), traffic.extent.max() / 2000)
  }

  /// Returns the number of the cell of `point`; cells in a row have consecutive numbers.
  func cell(of point: SIMD2<Float>) -> Int { row(of: point.y) * columns + column(of: point.x) }

  func column(of x: Float) -> Int { Int(max(0, min(Float(columns - 1), (x - low.x) / cell))) }

  func row(of y: Float) -> Int { Int(max(0, min(Float(rows - 1), (y - low.y) / cell))) }
}

/// The cheapest way for the index to keep up with the cars: more frequent renewals, or scans of more entries.
struct IndexPace {
  /// The distance over which an entry may move before it is renewed, in metres.
  private(set) var reach: Metres
  /// Whether entries stand still between reports, even if they could move.
  private(set) var stands: Bool

  /// The approximate costs, in nanoseconds, of renewing an entry, of scanning a block of stationary entries, and of
  /// scanning a block of moving entries.
  private static let renewal = 500.0
  private static let standing = 8.0
  private static let moving = 12.0

  /// Chooses the cheapest way for `traffic` with reports every `spacing` metres; 0: continuous reports.
  ///
  /// - Parameter mayMove: whether entries can move between reports.
  init(_ traffic: IndexTraffic, radius: Metres, spacing: Metres, mayMove: Bool) {
    let cell = Double(IndexGrid.cell(for: traffic, radius: radius))
    func cost(renewedEvery metres: Metres, slack: Metres, block: Double) -> Double {
      let width = 2 * (radius + slack) / cell + 1
      let cells = min(width * width, (traffic.area / (cell * cell)).rounded(.up))
      let blocks = cells * (0.6 + traffic.onTheRoad * min(1, cell * cell / traffic.area) / 8)
      return traffic.onTheRoad * traffic.speed / metres / traffic.questions * Self.renewal + block * blocks
    }
    reach = radius / 4
    stands = spacing > 0
    var least = stands ? cost(renewedEvery: spacing, slack: 0, block: Self.standing) : .infinity
    guard mayMove || !stands else { return }
    for doubling in 0..<7 {
      let reach = radius / 4 * Double(1 << doubling)
      // The reach is at least the distance between two reports.
      guard reach >= spacing else { continue }
      let cost = cost(renewedEvery: reach, slack: reach / 2, block: Self.moving)
      if cost < least {
        (least, self.reach) = (cost, reach)
        stands = false
      }
    }
  }
}
