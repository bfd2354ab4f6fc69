import CKernels
import Quantities
import Spaces

/// Which available drivers report a position within r of a pickup and may pass within r of a drop-off.
///
/// A grid of what the drivers report during a window of time, built anew in bulk when the window is over:
/// nothing needs to happen when a car moves. An entry holds all that a scan compares, in `Float`; what lies
/// too close to a bound to be told in `Float` is handed out to be decided exactly, so the answer is exact.
/// Changes within the window (a driver who announces, turns or is asked) go to a tail that is scanned in full.
///
/// Invariant: at each time within the window every available driver has exactly one valid entry.
struct CandidateIndex: ~Copyable {
  /// How long a window lasts where reports move continuously, and where they stand still between route points.
  private static let movingWindow = Milliseconds(10_000)
  private static let standingWindow = Milliseconds(30_000)

  private var entries = IndexEntries()
  /// Where the entries are sorted into; kept so that its memory is.
  private var spare = IndexEntries()
  private let frame: IndexFrame
  private let spacing: Metres
  private let radius: Metres
  /// What the entries' times count from.
  private var base = Milliseconds.zero
  private(set) var windowEnd = Milliseconds(-1)
  /// Entries before `tail` are sorted by cell.
  private var tail = 0
  private var cellStart: [Int32] = []
  private var columns = 0
  private var rows = 0
  private var cell: Float = 1
  private var lowX: Float = 0
  private var lowY: Float = 0
  /// How far an entry may move from the point that it is binned at: half its way.
  private var slack: Float = 0
  /// More than the rounding of `Float` can move a distance.
  private var tolerance: Float = 0
  /// The last entry of each driver; -1 for a driver without.
  private var lastEntry: [Int32]
  /// Until when each driver's entries are valid, one after the other.
  private var coveredUntil: [Milliseconds]

  /// Creates the index of drivers who begin at `origins`, in the order of their numbers.
  init(origins: some Collection<Position>, radius: Metres, spacing: Metres, geometry: Geometry) {
    self.radius = radius
    self.spacing = spacing
    frame = IndexFrame(around: origins, geometry: geometry)
    lastEntry = Array(repeating: -1, count: origins.count)
    coveredUntil = Array(repeating: .zero, count: origins.count)
  }

  /// Whether the index must be built anew before it can answer for `time`.
  func isStale(at time: Milliseconds) -> Bool {
    time >= windowEnd || entries.count - tail > max(256, tail / 4)
  }
}

// MARK: - Building

extension CandidateIndex {
  /// Builds the index for a window that begins at `time`, over the available drivers of `active`.
  ///
  /// Entries that are still valid stay as they are; only what comes after them is worked out.
  mutating func rebuild(
    at time: Milliseconds, active: [Int32], isAvailable: (Int32) -> Bool, itineraries: [Itinerary]
  ) {
    windowEnd = time + (spacing > 0 ? Self.standingWindow : Self.movingWindow)
    let now = Int32((time - base).rawValue)
    // What is new joins the tail; then all that is valid is sorted into cells at once.
    for driver in active where isAvailable(driver) {
      stage(driver, itineraries[Int(driver)], from: max(time, coveredUntil[Int(driver)]))
    }
    layOutGrid(now: now)
    sortIntoCells(now: now)
    linkEntries(of: active)
    if now > Int32.max / 2 { moveBase(to: time) }
  }

  /// Writes the valid entries to `spare`, cell by cell, and lets the two change places.
  private mutating func sortIntoCells(now: Int32) {
    let until = entries.column(.until)
    var order: [Int32] = []
    var cells: [Int32] = []
    order.reserveCapacity(entries.count)
    cells.reserveCapacity(entries.count)
    for index in 0..<entries.count where until[index] > now {
      let cell = cellIndex(of: entries.middle(of: index))
      order.append(Int32(index))
      cells.append(Int32(cell))
      cellStart[cell + 1] += 1
    }
    for cell in 0..<(columns * rows) { cellStart[cell + 1] += cellStart[cell] }
    var next = cellStart
    for index in cells.indices {
      let cell = Int(cells[index])
      cells[index] = next[cell]
      next[cell] += 1
    }
    spare.reset(count: order.count)
    spare.copy(order, to: cells, of: entries)
    swap(&entries, &spare)
    tail = entries.count
  }

  /// Chains the entries of each driver, so that they can be ended together.
  private mutating func linkEntries(of active: [Int32]) {
    for driver in active { lastEntry[Int(driver)] = -1 }
    let driver = entries.column(.driver)
    let previous = entries.column(.previous)
    for index in 0..<entries.count {
      previous[index] = lastEntry[Int(driver[index])]
      lastEntry[Int(driver[index])] = Int32(index)
    }
  }

  /// Adds what `driver` reports from `time` until the window's end.
  mutating func insert(_ driver: Int32, _ itinerary: borrowing Itinerary, at time: Milliseconds) {
    coveredUntil[Int(driver)] = time
    let first = entries.count
    stage(driver, itinerary, from: time)
    for index in first..<entries.count {
      slack = max(slack, entries.halfMove(of: index))
      tolerance = max(tolerance, tolerance(extent: entries.extent(of: index)))
    }
  }

  /// Ends all entries of `driver`.
  mutating func remove(_ driver: Int32) {
    let until = entries.column(.until)
    let previous = entries.column(.previous)
    var entry = lastEntry[Int(driver)]
    while entry >= 0 {
      until[Int(entry)] = .min
      entry = previous[Int(entry)]
    }
    lastEntry[Int(driver)] = -1
  }

  /// Adds to the tail what `driver` reports from `time` until the window's end.
  private mutating func stage(_ driver: Int32, _ itinerary: borrowing Itinerary, from time: Milliseconds) {
    guard time < windowEnd else { return }
    let (base, frame, radius, spacing) = (base, frame, radius, spacing)
    var covered = time
    itinerary.track.forEachGlimpse(
      from: time, until: windowEnd, spacing: spacing, geometry: frame.geometry
    ) { glimpse in
      var entry = IndexEntries.Entry()
      let home = frame.geometry.home(of: glimpse.start)
      let start = frame.local(home)
      entry.start = SIMD3(start)
      entry.from = Int32((glimpse.from - base).rawValue)
      entry.until = Int32(clamping: (glimpse.until - base).rawValue)
      let move = frame.geometry.offset(from: glimpse.start, to: glimpse.end)
      if move.squaredLength > 0 {
        let step = frame.local(home + move) - start
        entry.velocity = SIMD3(step / Double((glimpse.until - glimpse.from).rawValue))
      }
      let outline = itinerary.track.outline(
        ahead: glimpse, from: home, radius: radius, spacing: spacing, frame: frame)
      entry.end = SIMD3(outline.end)
      entry.bulge = Float(outline.bulge)
      entry.step = Float(outline.step)
      entry.driver = driver
      entry.previous = lastEntry[Int(driver)]
      entries.append(entry)
      lastEntry[Int(driver)] = Int32(entries.count - 1)
      covered = glimpse.until
    }
    coveredUntil[Int(driver)] = covered
  }

  /// Lets the times of the entries count from `time`.
  private mutating func moveBase(to time: Milliseconds) {
    let shift = Int32((time - base).rawValue)
    base = time
    let (from, until) = (entries.column(.from), entries.column(.until))
    for index in 0..<entries.count {
      from[index] -= shift
      until[index] -= shift
    }
  }

  /// Chooses the cells for the entries that are valid after `now`.
  private mutating func layOutGrid(now: Int32) {
    let radius = Float(radius)
    var low = SIMD2<Float>(repeating: .infinity)
    var high = SIMD2<Float>(repeating: -.infinity)
    var count = 0
    var extent: Float = radius
    let until = entries.column(.until)
    slack = 0
    for index in 0..<entries.count where until[index] > now {
      let middle = entries.middle(of: index)
      low = SIMD2(min(low.x, middle.x), min(low.y, middle.y))
      high = SIMD2(max(high.x, middle.x), max(high.y, middle.y))
      if spacing == 0 { slack = max(slack, entries.halfMove(of: index)) }
      extent = max(extent, entries.extent(of: index))
      count += 1
    }
    if count == 0 {
      low = .zero
      high = .zero
    }
    // Cells about as large as a driver's share of the area, but not finer than a quarter of the radius.
    let area = max(1, high.x - low.x) * max(1, high.y - low.y)
    let share = (area / Float(max(1, count))).squareRoot()
    cell = max(radius / 4, share, max(high.x - low.x, high.y - low.y) / 2000)
    lowX = low.x
    lowY = low.y
    columns = Int((high.x - low.x) / cell) + 1
    rows = Int((high.y - low.y) / cell) + 1
    cellStart = Array(repeating: 0, count: columns * rows + 1)
    tolerance = tolerance(extent: extent)
  }

  /// More than rounding can move a distance between points up to `extent` metres from the frame's centre; on
  /// the globe also more than the chord along which entries move lies below the ground.
  private func tolerance(extent: Float) -> Float {
    let rounding = 4e-6 * extent
    return frame.geometry == .globe ? rounding + slack * slack / Float(2 * earthRadius) : rounding
  }

  private func cellIndex(of point: SIMD2<Float>) -> Int {
    row(of: point.y) * columns + column(of: point.x)
  }

  private func column(of x: Float) -> Int { Int(max(0, min(Float(columns - 1), (x - lowX) / cell))) }
  private func row(of y: Float) -> Int { Int(max(0, min(Float(rows - 1), (y - lowY) / cell))) }
}

// MARK: - Asking

extension CandidateIndex {
  /// Scans for drivers whose report at `time` lies within `radius` of `pickup`, and who may have a route point
  /// within `radius` of `dropoff`.
  ///
  /// Hands to `body` those for whom that may be, and those who lie by a hair within the radius or without.
  /// - Returns: how many surely lie within the radius.
  /// - Complexity: O(entries in the cells that the disc touches).
  func scan(
    at time: Milliseconds, pickup: Position, dropoff: Position, _ body: (Sighting) -> Void
  ) -> Int {
    let geometry = frame.geometry
    let home = geometry.home(of: pickup)
    let target = home + geometry.offset(from: pickup, to: dropoff)
    var inRadius = 0
    func scan(image: Position, tolerance: Float) {
      let pickup = SIMD3<Float>(frame.local(home + image))
      let dropoff = SIMD3<Float>(frame.local(target + image))
      let query = detour_scan_query(
        time: Int32((time - base).rawValue), pickup_x: pickup.x, pickup_y: pickup.y,
        pickup_z: pickup.z, dropoff_x: dropoff.x, dropoff_y: dropoff.y, dropoff_z: dropoff.z,
        radius: Float(geometry.squaredReach(radius).squareRoot()), tolerance: tolerance,
        is_moving: slack > 0 ? 1 : 0)
      self.scan(query, &inRadius, body)
    }
    guard case .torus(let side) = geometry else {
      scan(image: Position(x: 0, y: 0), tolerance: tolerance)
      return inRadius
    }
    if 2 * (radius + Double(tolerance)) >= side {
      // A driver may be near more than one image: no sighting is sure, and all come from one image.
      scan(image: Position(x: 0, y: 0), tolerance: .infinity)
      return inRadius
    }
    // Entries begin in the square and move out of it by all of their way.
    let reach = radius + 2 * Double(slack) + Double(tolerance)
    for x in -1...1 {
      for y in -1...1 {
        let image = Position(x: Double(x) * side, y: Double(y) * side)
        let point = home + image
        if point.x >= -reach, point.x <= side + reach, point.y >= -reach, point.y <= side + reach {
          scan(image: image, tolerance: tolerance)
        }
      }
    }
    return inRadius
  }

  private func scan(_ query: detour_scan_query, _ inRadius: inout Int, _ body: (Sighting) -> Void) {
    let reach = query.radius + slack + query.tolerance
    for row in row(of: query.pickup_y - reach)...row(of: query.pickup_y + reach) {
      // How far the disc reaches to the sides within the row.
      let south = lowY + Float(row) * cell
      let away = max(0, south - query.pickup_y, query.pickup_y - (south + cell))
      let half = max(0, reach * reach - away * away).squareRoot() + tolerance
      let first = Int(cellStart[row * columns + column(of: query.pickup_x - half)])
      let last = Int(cellStart[row * columns + column(of: query.pickup_x + half) + 1])
      if first < last { entries.scan(first..<last, query, inRadius: &inRadius, body) }
    }
    if tail < entries.count { entries.scan(tail..<entries.count, query, inRadius: &inRadius, body) }
  }
}

extension Geometry {
  /// The image of `position` in the square of a torus; elsewhere `position`.
  func home(of position: Position) -> Position {
    guard case .torus = self else { return position }
    let folded = coordinates(of: position)
    return Position(x: folded.x, y: folded.y)
  }
}

extension Track {
  /// The route ahead of `glimpse` as a straight line from `home`, its first point: where it ends, how far the
  /// route strays from it, and, where it does not, the metres between route points.
  func outline(
    ahead glimpse: Glimpse, from home: Position, radius: Metres, spacing: Metres, frame: IndexFrame
  ) -> (end: SIMD3<Double>, bulge: Double, step: Double) {
    let geometry = frame.geometry
    if geometry == .plane, glimpse.index + 2 == vertices.count {
      let (from, to) = (vertices[glimpse.index], end)
      let straight = geometry.distance(from.place.position, to.place.position)
      return (frame.local(to.place.position), 0, spacing * straight / max(1, to.odometer - from.odometer))
    }
    var unfolded: [SIMD3<Double>] = []
    var previous = glimpse.start
    var point = home
    var length = 0.0
    var longest = 0.0
    for index in min(glimpse.index + 1, vertices.count - 1)..<vertices.count {
      let step = geometry.offset(from: previous, to: vertices[index].place.position)
      let metres = step.squaredLength.squareRoot()
      length += metres
      longest = max(longest, metres)
      previous = vertices[index].place.position
      point = point + step
      unfolded.append(frame.local(point))
    }
    let start = frame.local(home)
    let end = unfolded.last ?? start
    let line = end - start
    let squared = (line * line).sum()
    var bulge = 0.0
    for point in unfolded.dropLast() {
      let offset = point - start
      let along = squared > 0 ? max(0, min(1, (offset * line).sum() / squared)) : 0
      let away = offset - along * line
      bulge = max(bulge, (away * away).sum().squareRoot())
    }
    switch geometry {
    case .plane: return (end, bulge, 0)
    case .globe: return (end, bulge + longest * longest / (7 * earthRadius), 0)
    // From the pickup to where the drop-off is passed it is at most a radius, the route, and a radius: beyond
    // half a side another image of the drop-off than the one nearest to the pickup may be the one passed.
    case .torus(let side): return (end, length + 2 * radius < side / 2 ? bulge : .infinity, 0)
    }
  }
}
