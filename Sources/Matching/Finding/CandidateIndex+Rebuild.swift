import Quantities
import Spaces
import Travellers

extension CandidateIndex {
  /// Builds the index for a window that begins at `time`, over the available drivers of `active`.
  ///
  /// Entries that are still valid stay as they are; only what comes after them is worked out.
  mutating func rebuild(
    at time: Milliseconds, active: [DriverIndex], isAvailable: (DriverIndex) -> Bool, itineraries: [Itinerary]
  ) {
    windowEnd = time + (spacing > 0 ? Self.standingWindow : Self.movingWindow)
    if (time - base).rawValue > Int64(Int32.max / 2) { startAnew(at: time) }
    let now = Int32((time - base).rawValue)
    // What is new joins the tail; then all that is valid is sorted into cells at once.
    for driver in active where isAvailable(driver) {
      stage(driver, itineraries[driver], from: max(time, chains[driver].coveredUntil))
    }
    layOutGrid(now: now)
    sortIntoCells(now: now)
    linkEntries(of: active)
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
  private mutating func linkEntries(of active: [DriverIndex]) {
    for driver in active { chains[driver].last = .none }
    let driver = entries.column(.driver)
    let previous = entries.column(.previous)
    for index in 0..<entries.count {
      let owner = DriverIndex(rawValue: driver[index])
      previous[index] = chains[owner].last.rawValue
      chains[owner].last = EntryIndex(index)
    }
  }

  /// Adds what `driver` reports from `time` until the window's end.
  mutating func insert(_ driver: DriverIndex, _ itinerary: borrowing Itinerary, at time: Milliseconds) {
    chains[driver].coveredUntil = time
    let first = entries.count
    stage(driver, itinerary, from: time)
    for index in first..<entries.count {
      slack = max(slack, entries.halfMove(of: index))
      tolerance = max(tolerance, tolerance(extent: entries.extent(of: index)))
    }
  }

  /// Ends all entries of `driver`.
  mutating func remove(_ driver: DriverIndex) {
    let until = entries.column(.until)
    let previous = entries.column(.previous)
    var entry = chains[driver].last
    while entry != .none {
      until[Int(entry)] = .min
      entry = EntryIndex(rawValue: previous[Int(entry)])
    }
    chains[driver].last = .none
  }

  /// Adds to the tail what `driver` reports from `time` until the window's end.
  private mutating func stage(
    _ driver: DriverIndex, _ itinerary: borrowing Itinerary, from time: Milliseconds
  ) {
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
      entry.previous = chains[driver].last
      entries.append(entry)
      chains[driver].last = EntryIndex(entries.count - 1)
      covered = glimpse.until
    }
    chains[driver].coveredUntil = covered
  }

  /// Lets times count from `time`, twelve days or more after they began to: no entry from before is kept, for
  /// its end may not have fitted.
  private mutating func startAnew(at time: Milliseconds) {
    base = time
    entries.reset(count: 0)
    for driver in chains.indices { chains[driver] = Chain(coveredUntil: time) }
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

  func column(of x: Float) -> Int { Int(max(0, min(Float(columns - 1), (x - lowX) / cell))) }
  func row(of y: Float) -> Int { Int(max(0, min(Float(rows - 1), (y - lowY) / cell))) }
}
