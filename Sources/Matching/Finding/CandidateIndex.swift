import CKernels
import Quantities
import Spaces
import Travellers

/// Which available drivers report a position within r of a pickup and may pass within r of a drop-off.
///
/// A grid with one entry for each of them, that of the report of the moment: nothing needs to happen when a car moves, for an
/// entry holds while the report stands still or moves evenly, and a calendar knows until when. A question first renews what has
/// expired since the one before, so no question ever pays for all drivers. An entry holds all that a scan compares, in
/// `Float`; what lies too close to a bound to be told in `Float` is handed out to be decided exactly, so the answer is exact.
///
/// Invariant: after `advance(to:)` every driver who was inserted and has not arrived has one entry, valid at that time.
struct CandidateIndex: ~Copyable {
  let frame: IndexFrame
  let spacing: Metres
  let radius: Metres
  /// How far an entry may move at the most, metres.
  private let reach: Metres
  /// How entries move.
  let motion: Int32
  let grid: IndexGrid
  var blocks: IndexBlocks
  private var calendar: ExpiryCalendar
  private var expired: [DriverIndex] = []
  /// By driver; raw memory, so that looking at one counts no references.
  private let holdings: UnsafeMutablePointer<Holding>
  private let drivers: Int
  private var route = RouteList()
  /// The step that each driver is on, off networks: all that most reports are worked out from.
  private var steps: [Step?] = []
  /// More than an entry moves away from the point that it is binned at, and lies from where it says, metres.
  private(set) var slack: Float = 0
  /// More than the rounding of `Float` can move a distance, metres.
  private(set) var tolerance: Float

  /// What the index holds of a driver.
  private struct Holding {
    var slot = IndexBlocks.Slot.none
    /// The line of the sketch on which the report lies, and how far the route strays from a straight one behind it.
    var line: Int32 = 1
    var bulge: Float = -1
    /// The number of the report in the schedule.
    var number: Int32 = 0
    /// The last report of the entry: its number, and where it lies in the coordinates of the frame; -1 where it is not known.
    var lastReport: Int32 = -1
    var lastPlace: (Float, Float, Float) = (0, 0, 0)
    /// Until when the entry is valid: no other note of the calendar counts.
    var expiry = Milliseconds.never
    /// The sketch of a way along links or with stops, and where it leads; empty for all others.
    var sketch = RouteSketch()
    var raster = RouteRaster.everywhere
    /// What will be reported on the way that the sketch stands for; empty where reports are continuous.
    var schedule = ReportSchedule()

    var isHeld: Bool { slot != .none }
  }

  /// Creates the index of `drivers`, none of whom is in it yet.
  ///
  /// - Parameter questions: how many are expected a second.
  init(
    _ drivers: [Driver], radius: Metres, spacing: Metres, geometry: Geometry, questions: Double = .infinity
  ) {
    self.radius = radius
    self.spacing = spacing
    frame = IndexFrame(around: drivers.lazy.map(\.origin.position), geometry: geometry)
    let traffic = IndexTraffic(drivers, frame: frame, questions: questions)
    // What is reported on a network is listed.
    let isOpen = drivers.first.map { $0.origin.node < 0 } ?? true
    let pace = IndexPace(traffic, radius: radius, spacing: spacing, mayMove: isOpen)
    reach = pace.reach
    motion = Int32(
      pace.stands
        ? DETOUR_STANDING : spacing > 0 ? DETOUR_STEPPING : DETOUR_MOVING)
    grid = IndexGrid(traffic, radius: radius)
    blocks = IndexBlocks(cells: grid.count, drivers: drivers.count)
    calendar = ExpiryCalendar()
    self.drivers = drivers.count
    holdings = .allocate(capacity: drivers.count)
    holdings.initialize(repeating: Holding(), count: drivers.count)
    tolerance = 0
    tolerance = tolerance(extent: Float(radius))
  }

  deinit {
    holdings.deinitialize(count: drivers)
    holdings.deallocate()
  }

  /// Fetches what is held of `driver`, who is soon to be looked at.
  func fetch(_ driver: DriverIndex) {
    let holding = UnsafeRawPointer(holdings + Int(driver))
    Memory.fetch(holding)
    Memory.fetch(holding + MemoryLayout<Holding>.size - 1)
  }

  /// Fetches what the way of `driver`, of whom all that is held was fetched, is told from.
  func fetchWay(of driver: DriverIndex) {
    let holding = holdings + Int(driver)
    if holding.pointee.schedule.entries.isEmpty {
      Memory.fetch(holding.pointee.sketch.points, at: 0)
    } else {
      Memory.fetch(holding.pointee.schedule.entries, at: Int(holding.pointee.number))
    }
  }

  /// Whether `driver` has an entry.
  func holds(_ driver: DriverIndex) -> Bool { holdings[Int(driver)].isHeld }

  /// Forgets the way of `driver`, who has none any more or another one.
  mutating func forgetWay(of driver: DriverIndex) {
    holdings[Int(driver)].sketch = RouteSketch()
    holdings[Int(driver)].raster = .everywhere
    holdings[Int(driver)].schedule = ReportSchedule()
    holdings[Int(driver)].lastReport = -1
    if !steps.isEmpty { steps[Int(driver)] = nil }
  }

  /// Lets `driver`, who is not in the index, be found from `time` on.
  mutating func insert(_ driver: DriverIndex, _ itinerary: borrowing Itinerary, at time: Milliseconds) {
    let followsLinks = itinerary.track.followsLinks
    if !followsLinks {
      if steps.isEmpty { steps = Array(repeating: nil, count: drivers) }
      steps[Int(driver)] = itinerary.track.step(at: time)
    }
    if holdings[Int(driver)].sketch.isEmpty,
      followsLinks || RouteSketch.isWorthwhile(itinerary.track, frame.geometry)
    {
      sketch(driver, itinerary.track, at: time)
    }
    withUnsafePointer(to: itinerary) { place(driver, $0, at: time) }
  }

  /// Works out from the way of `driver` what entries are made of.
  private mutating func sketch(
    _ driver: DriverIndex, _ track: borrowing Track, at time: Milliseconds
  ) {
    // Off networks entries need no schedule, and most routes are never looked at so closely.
    let isScheduled = spacing > 0 && motion == DETOUR_STANDING
    route.fill(with: track, readsOdometer: isScheduled, frame: frame)
    // Where all points of the route count, the sketch alone tells most routes from the others.
    let sketch = RouteSketch(route, tolerance: radius / (spacing > 0 ? 40 : 120), frame: frame)
    if isScheduled { holdings[Int(driver)].schedule = schedule(track, route, sketch, at: time) }
    holdings[Int(driver)].raster = RouteRaster(sketch, grid: grid)
    tolerance = max(tolerance, tolerance(extent: sketch.extent))
    holdings[Int(driver)].number = 0
    holdings[Int(driver)].lastReport = -1
    holdings[Int(driver)].line = 1
    holdings[Int(driver)].bulge = -1
    holdings[Int(driver)].sketch = sketch
  }

  /// What a car on `track`, whose vertices `route` lists and `sketch` stands for, reports from `time` on.
  private func schedule(
    _ track: borrowing Track, _ route: borrowing RouteList, _ sketch: borrowing RouteSketch,
    at time: Milliseconds
  ) -> ReportSchedule {
    let report = track.report(at: time, spacing: spacing, geometry: frame.geometry)
    return ReportSchedule(
      route, sketch, after: report, passed: track.point(at: report.index).time, spacing: spacing,
      frame: frame)
  }

  /// Whether the route of `driver` could be told from a schedule that was not worked out yet.
  func lacksSchedule(_ driver: DriverIndex) -> Bool {
    let holding = holdings + Int(driver)
    return spacing > 0 && !holding.pointee.sketch.isEmpty && holding.pointee.schedule.entries.isEmpty
  }

  /// Works out what `driver`, who lacks a schedule, reports from `time` on.
  func completeSchedule(of driver: DriverIndex, _ itinerary: borrowing Itinerary, at time: Milliseconds) {
    var route = RouteList()
    route.fill(with: itinerary.track, readsOdometer: true, frame: frame)
    let holding = holdings + Int(driver)
    holding.pointee.schedule = schedule(itinerary.track, route, holding.pointee.sketch, at: time)
    holding.pointee.number = 0
  }

  /// How far the route of `driver`, who is on `line` of the sketch, strays from a straight line ahead.
  private func bulge(_ driver: DriverIndex, on line: Int) -> Float {
    let holding = holdings + Int(driver)
    if holding.pointee.line != Int32(line) || holding.pointee.bulge < 0 {
      holding.pointee.line = Int32(line)
      holding.pointee.bulge = holding.pointee.sketch.bulge(on: line)
    }
    return holding.pointee.bulge
  }

  /// Lets nobody find `driver`; has no effect on one who is not in the index.
  mutating func remove(_ driver: DriverIndex) {
    take(driver)
  }

  /// Renews what has expired up to `time`.
  mutating func advance(to time: Milliseconds, _ itineraries: [Itinerary]) {
    expired.removeAll(keepingCapacity: true)
    let isAnotherTick = calendar.expire(upTo: time) { note in
      if holdings[Int(note.driver)].expiry == note.expiry { expired.append(note.driver) }
    }
    itineraries.withUnsafeBufferPointer { itineraries in
      guard let first = itineraries.baseAddress else { return }
      for driver in expired where holdings[Int(driver)].expiry <= time {
        place(driver, first + Int(driver), at: time)
      }
    }
    if isAnotherTick { foresee() }
  }

  /// Fetches what is held of those whose reports expire soon.
  private func foresee() {
    steps.withUnsafeBufferPointer { steps in
      calendar.forEachNoteAhead { note in
        fetch(note.driver)
        guard let first = steps.baseAddress else { return }
        let step = UnsafeRawPointer(first + Int(note.driver))
        for line in stride(from: 0, to: MemoryLayout<Step?>.stride, by: 64) { detour_prefetch(step + line) }
      }
    }
  }

  /// The step that `driver` is on where it leads to the destination, so that it is all that is left to be asked about; nil where
  /// more of the way is, or nobody has noted it.
  func lastStep(of driver: DriverIndex) -> Step? {
    guard !steps.isEmpty, let step = steps[Int(driver)], step.isLast else { return nil }
    return step
  }

  /// A place that routes are to pass.
  struct Target {
    let position: SIMD3<Float>
    fileprivate let raster: RouteRaster
  }

  /// The target at `position`.
  func target(at position: Position) -> Target {
    let local = SIMD3<Float>(frame.local(position))
    return Target(
      position: local, raster: RouteRaster(around: local, radius: Float(radius) + tolerance, grid: grid))
  }

  /// Whether the route of `driver` touches a square around `target`.
  func mayPass(_ driver: DriverIndex, near target: Target) -> Bool {
    (holdings + Int(driver)).pointee.raster.meets(target.raster)
  }

  /// What is known of the route of `driver` from `time` on that is to pass near `target`; `maybe` where nothing is.
  func passes(_ driver: DriverIndex, near target: Target, at time: Milliseconds) -> RouteSketch.Verdict {
    let holding = holdings + Int(driver)
    guard !holding.pointee.sketch.isEmpty else { return .maybe }
    guard mayPass(driver, near: target) else { return .no }
    if !holding.pointee.schedule.entries.isEmpty {
      let number = holding.pointee.schedule.number(
        at: (time - holding.pointee.sketch.begin).rawValue, from: Int(holding.pointee.number))
      holding.pointee.number = Int32(number)
      return holding.pointee.schedule.passes(
        near: target.position, radius: Float(radius), tolerance: tolerance, after: number,
        end: holding.pointee.sketch.end)
    }
    return holding.pointee.sketch.passes(
      near: target.position, radius: Float(radius), tolerance: tolerance, from: Int(holding.pointee.line),
      isContinuous: spacing == 0)
  }

  // MARK: - Entries

  /// Puts what `driver` reports at `time` in the place of what was there.
  ///
  /// - Parameter itinerary: rarely looked at, and then without a copy, which would count references.
  private mutating func place(
    _ driver: DriverIndex, _ itinerary: UnsafePointer<Itinerary>, at time: Milliseconds
  ) {
    guard let piece = piece(of: driver, itinerary, at: time) else {
      take(driver)
      return
    }
    let entry = piece.entry
    var middle = SIMD2(entry.x, entry.y)
    if piece.moves > 0 {
      let half = SIMD3(entry.vx, entry.vy, entry.vz) * (piece.moves / 2)
      middle += SIMD2(half.x, half.y)
      slack = max(slack, (half * half).sum().squareRoot() + entry.stray)
    }
    tolerance = max(tolerance, tolerance(extent: Self.extent(entry)))
    let cell = grid.cell(of: middle)
    if holdings[Int(driver)].isHeld, blocks.cell(of: holdings[Int(driver)].slot) == cell {
      blocks.set(holdings[Int(driver)].slot, to: entry)
    } else {
      take(driver)
      holdings[Int(driver)].slot = blocks.insert(entry, into: cell)
    }
    holdings[Int(driver)].expiry = piece.until
    calendar.add(driver, expiry: piece.until)
  }

  /// An entry that holds for a while.
  private struct Piece {
    var entry: detour_entry
    /// The first millisecond at which it is no longer valid.
    var until: Milliseconds
    /// How often it moves by its velocity meanwhile.
    var moves: Float = 0
  }

  /// What to put into the index for `driver` at `time`; nil from the arrival on.
  private mutating func piece(
    of driver: DriverIndex, _ itinerary: UnsafePointer<Itinerary>, at time: Milliseconds
  ) -> Piece? {
    if motion == DETOUR_STANDING, !holdings[Int(driver)].schedule.entries.isEmpty {
      return scheduled(driver, at: time)
    }
    let piece = holdings[Int(driver)].sketch.isEmpty || spacing > 0 ? nil : even(driver, at: time)
    return piece ?? glimpsed(driver, itinerary, at: time)
  }

  private mutating func take(_ driver: DriverIndex) {
    guard holdings[Int(driver)].isHeld else { return }
    let slot = holdings[Int(driver)].slot
    let moved = blocks.remove(slot)
    if moved != .none { holdings[Int(moved)].slot = slot }
    holdings[Int(driver)].slot = .none
    holdings[Int(driver)].expiry = .never
  }

  /// The entry of a report that stands still, or moves along a way without links; nil from the arrival on.
  private mutating func glimpsed(
    _ driver: DriverIndex, _ itinerary: UnsafePointer<Itinerary>, at time: Milliseconds
  ) -> Piece? {
    let geometry = frame.geometry
    let step = step(of: driver, itinerary, at: time)
    let stretch =
      motion == DETOUR_STEPPING
      ? step?.stretch(at: time, spacing: spacing, reach: reach, geometry: geometry) : nil
    if stretch == nil, let step, let rest = rest(driver, on: step, at: time) { return rest }
    guard
      let glimpse = stretch?.glimpse
        ?? step?.glimpse(at: time, spacing: spacing, reach: reach, geometry: geometry)
        ?? itinerary.pointee.track.glimpse(at: time, spacing: spacing, reach: reach, geometry: geometry)
    else { return nil }
    let home = geometry.home(of: glimpse.start)
    let start = frame.local(home)
    var piece = Piece(entry: detour_entry(), until: glimpse.until)
    (piece.entry.x, piece.entry.y, piece.entry.z) = (Float(start.x), Float(start.y), Float(start.z))
    piece.entry.from = Int32(truncatingIfNeeded: time.rawValue)
    piece.entry.driver = driver.rawValue
    piece.entry.phase = 0.5
    let move = geometry.offset(from: glimpse.start, to: glimpse.end)
    let arrived = home + move
    if let stretch {
      let last = SIMD3<Float>(frame.local(arrived))
      holdings[Int(driver)].lastReport = Int32(stretch.first + stretch.reports)
      holdings[Int(driver)].lastPlace = (last.x, last.y, last.z)
    }
    if move.squaredLength > 0 {
      let moves = stretch.map { Double($0.reports) } ?? Double((glimpse.until - time).rawValue)
      let velocity = (frame.local(arrived) - start) / moves
      (piece.entry.vx, piece.entry.vy, piece.entry.vz) = (
        Float(velocity.x), Float(velocity.y), Float(velocity.z)
      )
      piece.moves = Float(moves)
      if let stretch {
        (piece.entry.rate, piece.entry.phase) = (Float(stretch.rate), Float(stretch.phase))
        // Entries move along chords of the globe.
        if geometry == .globe { piece.entry.stray = Float(move.squaredLength / (7 * earthRadius)) }
      }
    }
    let isOnStep = step?.index == glimpse.index
    let isLast = isOnStep && step?.isLast == true
    if !isLast, !holdings[Int(driver)].sketch.isEmpty {
      let passed = isOnStep ? step?.from.time : itinerary.pointee.track.point(at: glimpse.index).time
      let line = holdings[Int(driver)].sketch.line(at: passed ?? time)
      let bulge = bulge(driver, on: line) + piece.entry.stray
      lead(&piece.entry, to: holdings[Int(driver)].sketch.end, bulge: bulge)
      return piece
    }
    func outline(_ position: Position, _ home: Position) -> RouteOutline {
      if let step, isLast {
        if geometry == .plane { return RouteOutline(step, spacing: spacing, frame: frame) }
        return RouteOutline(ahead: position, from: home, radius: radius, frame: frame) { body in
          body(step.to.place.position)
        }
      }
      return RouteOutline(ahead: position, from: home, radius: radius, frame: frame) { body in
        itinerary.pointee.track.forEachPosition(after: glimpse.index, body)
      }
    }
    var route = outline(glimpse.start, home)
    if let step, isLast { takeStraight(&route, step, &piece.entry) }
    // The line to the destination turns while the car moves; what the route strays from it is greatest at an end.
    if piece.moves > 0, route.bulge > 0 {
      route.bulge = max(route.bulge, outline(glimpse.end, arrived).bulge)
    }
    lead(&piece.entry, to: SIMD3<Float>(route.end), bulge: Float(route.bulge) + piece.entry.stray)
    if route.step > 0 { piece.entry.shape = Float(route.step) }
    return piece
  }

  /// Lets the route along `step`, the last one, be the line with its route points, where it is one but for a hair.
  private func takeStraight(_ route: inout RouteOutline, _ step: Step, _ entry: inout detour_entry) {
    guard spacing > 0 else { return }
    let line = frame.geometry.offset(from: step.from.place.position, to: step.to.place.position)
    let sag = line.squaredLength / (7 * earthRadius)
    switch frame.geometry {
    case .plane: return
    case .torus: guard route.bulge == 0 else { return }
    case .globe:
      guard sag <= radius / 20 else { return }
      // Route points lie over the line by no more, and so does the report.
      entry.bend = Float(2 * sag)
      route.bulge = 0
    }
    route.step = spacing * line.squaredLength.squareRoot() / max(1, step.to.odometer - step.from.odometer)
  }

  /// The entry of the last report of a step that the car has left for `step`; nil where that is not what it reports.
  private func rest(_ driver: DriverIndex, on step: Step, at time: Milliseconds) -> Piece? {
    let holding = holdings + Int(driver)
    guard holding.pointee.lastReport >= 0, !holding.pointee.sketch.isEmpty,
      let report = step.report(at: time, spacing: spacing), report.number == holding.pointee.lastReport
    else { return nil }
    var entry = detour_entry()
    (entry.x, entry.y, entry.z) = holding.pointee.lastPlace
    entry.from = Int32(truncatingIfNeeded: time.rawValue)
    entry.driver = driver.rawValue
    entry.phase = 0.5
    lead(&entry, to: holding.pointee.sketch.end, bulge: bulge(driver, on: Int(holding.pointee.line)))
    return Piece(entry: entry, until: report.until)
  }

  /// The entry of a report of the schedule, which stands still; nil from the arrival on.
  private mutating func scheduled(_ driver: DriverIndex, at time: Milliseconds) -> Piece? {
    let holding = holdings + Int(driver)
    let arrival = holding.pointee.sketch.arrival
    guard time < arrival else { return nil }
    let begin = holding.pointee.sketch.begin
    let number = holding.pointee.schedule.number(
      at: (time - begin).rawValue, from: Int(holding.pointee.number))
    holding.pointee.number = Int32(number)
    let report = holding.pointee.schedule.entries[number]
    var until = arrival
    if number + 1 < holding.pointee.schedule.entries.count {
      until = begin + Milliseconds(Int64(holding.pointee.schedule.entries[number + 1].elapsed))
    }
    let start = report.position
    var entry = detour_entry()
    (entry.x, entry.y, entry.z) = (start.x, start.y, start.z)
    entry.from = Int32(truncatingIfNeeded: time.rawValue)
    entry.driver = driver.rawValue
    entry.phase = 0.5
    let bulge = bulge(driver, on: Int(report.line))
    lead(&entry, to: holding.pointee.sketch.end, bulge: bulge)
    return Piece(entry: entry, until: until)
  }

  /// The step that `driver` is on; nil on a network, and from the arrival on.
  private mutating func step(
    of driver: DriverIndex, _ itinerary: UnsafePointer<Itinerary>, at time: Milliseconds
  ) -> Step? {
    guard !steps.isEmpty, let step = steps[Int(driver)] else { return nil }
    if time >= step.to.time { steps[Int(driver)] = itinerary.pointee.track.step(at: time) }
    return steps[Int(driver)]
  }

  /// The entry of a car that moves along a line of its sketch; nil where it stands still before its departure, or has arrived.
  private mutating func even(_ driver: DriverIndex, at time: Milliseconds) -> Piece? {
    let sketch = holdings[Int(driver)].sketch
    guard time >= sketch.begin, time < sketch.arrival else { return nil }
    let line = sketch.line(at: time, from: Int(holdings[Int(driver)].line))
    let start = sketch.position(at: time, on: line)
    let way = sketch.points[line].position - start
    let span = sketch.time(ofPoint: line) - time
    let velocity = way / Float(span.rawValue)
    let speed = (velocity * velocity).sum().squareRoot()
    var until = sketch.time(ofPoint: line)
    if speed * Float(span.rawValue) > Float(reach) {
      until = min(until, time + max(Milliseconds(1), Milliseconds(Int64(Float(reach) / speed))))
    }
    var entry = detour_entry()
    (entry.x, entry.y, entry.z) = (start.x, start.y, start.z)
    (entry.vx, entry.vy, entry.vz) = (velocity.x, velocity.y, velocity.z)
    entry.stray = sketch.points[line].stray
    entry.from = Int32(truncatingIfNeeded: time.rawValue)
    entry.driver = driver.rawValue
    lead(&entry, to: sketch.end, bulge: bulge(driver, on: line))
    return Piece(entry: entry, until: until, moves: Float((until - time).rawValue))
  }

  private func lead(_ entry: inout detour_entry, to end: SIMD3<Float>, bulge: Float) {
    (entry.end_x, entry.end_y, entry.end_z) = (end.x, end.y, end.z)
    entry.shape = -bulge
  }

  // MARK: - Rounding

  /// The largest of the local coordinates of `entry`, metres.
  private static func extent(_ entry: detour_entry) -> Float {
    let start = SIMD3(abs(entry.x), abs(entry.y), abs(entry.z)).max()
    return max(start, SIMD3(abs(entry.end_x), abs(entry.end_y), abs(entry.end_z)).max())
  }

  /// More than rounding can move a distance between points up to `extent` metres from the frame's centre; on the globe also
  /// more than the chord along which entries move lies below the ground.
  private func tolerance(extent: Float) -> Float {
    let rounding = 4e-6 * extent
    guard frame.geometry == .globe, spacing == 0 else { return rounding }
    return rounding + Float(reach * reach / (8 * earthRadius))
  }
}
