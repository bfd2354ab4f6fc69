import CKernels
import Quantities
import Spaces
import Travellers

/// An index for finding the available drivers whose reported position is within r of a pickup and who may pass within r
/// of a drop-off.
///
/// A grid with one entry for each driver's current report. Movement alone causes no updates: an entry is valid while
/// the report stands still or moves at constant velocity, and a calendar holds the expiry times. A query first renews
/// the entries that have expired since the previous query, so no query pays for all drivers. An entry contains all that
/// a scan compares, in `Float`. Cases too close to a bound for `Float` are returned for an exact decision, so the final
/// result is exact.
///
/// Invariant: after `advance(to:)` every driver who was inserted and has not arrived has one entry, valid at that time.
struct CandidateIndex: ~Copyable {
  let frame: IndexFrame
  let spacing: Metres
  let radius: Metres
  /// The radius as a straight-line distance in local coordinates, in metres.
  let scanned: Float
  /// The maximum movement of an entry before it is renewed, in metres.
  let reach: Metres
  /// The way in which entries move: not at all, continuously, or in steps.
  let motion: Int32
  let grid: IndexGrid
  let square: PolylineSquare
  var blocks: IndexBlocks
  private var calendar: ExpiryCalendar
  private var expired: [ExpiryCalendar.Note] = []
  var holdings: HoldingRows
  var route = RouteList()
  /// Whether any driver's route follows links; if so, most cases are decided by polylines.
  private(set) var followsLinks = false
  /// An upper bound on the distance of an entry from the point by which it was binned, including its error, in metres.
  private(set) var slack: Float = 0
  /// An upper bound on the rounding error of distances in `Float`, in metres.
  var tolerance: Float

  /// The index's data on a driver.
  struct Holding {
    /// Off networks, the corners of the route, from which reports and entries are computed; empty on a network.
    var corners = Corners()
    var slot = IndexBlocks.Slot.none
    /// The sketch line that contains the report, and the maximum deviation of the route ahead from a straight line.
    var line: Int32 = 1
    var bulge: Float = -1
    /// The number of the current report in the schedule.
    var number: Int32 = 0
    /// The numbers of lookups made so far because the schedule was missing, and because the polyline was missing.
    var looks: Int32 = 0
    var openLooks: Int32 = 0
    /// The expiry time of the entry; calendar notes with another time are stale.
    var expiry = Milliseconds.never
    /// The sketch of a route along links; empty for other routes.
    var sketch = RouteSketch()
    /// The schedule of reports along the sketched route; empty for continuous reports.
    var schedule = ReportSchedule()

    var isHeld: Bool { slot != .none }
  }

  /// Creates an empty index for `drivers`.
  ///
  /// - Parameter questions: the expected number of queries per second of simulated time.
  init(
    _ drivers: [Driver], radius: Metres, spacing: Metres, geometry: Geometry, questions: Double = .infinity
  ) {
    self.radius = radius
    scanned = Float(geometry.squaredReach(radius).squareRoot())
    self.spacing = spacing
    frame = IndexFrame(around: drivers.lazy.map(\.origin.position), geometry: geometry)
    let traffic = IndexTraffic(drivers, frame: frame, questions: questions)
    // Reports on a network are listed.
    let isOpen = drivers.first.map { $0.origin.node < 0 } ?? true
    let pace = IndexPace(traffic, radius: radius, spacing: spacing, mayMove: isOpen)
    reach = pace.reach
    motion = Int32(
      pace.stands
        ? DETOUR_STANDING : spacing > 0 ? DETOUR_STEPPING : DETOUR_MOVING)
    grid = IndexGrid(traffic, radius: radius)
    square = PolylineSquare(grid, radius: radius, geometry: geometry)
    blocks = IndexBlocks(cells: grid.count, drivers: drivers.count, isFlat: geometry != .globe)
    calendar = ExpiryCalendar()
    holdings = HoldingRows(drivers: drivers.count)
    tolerance = 0
    tolerance = tolerance(extent: Float(radius))
  }

  /// Prefetches the data of `driver`; called shortly before its use.
  func fetch(_ driver: DriverIndex) { holdings.fetch(driver) }

  /// Prefetches the data, and later the routes, of the drivers a few places after `place` in `list`.
  @inline(__always)  // A call would copy the index.
  func fetch(_ list: [DriverIndex], behind place: Int) {
    for ahead in place == 0 ? 0...4 : 4...4 where place + ahead < list.count { fetch(list[place + ahead]) }
    if place + 2 < list.count { fetchWay(of: list[place + 2]) }
  }

  /// Prefetches the entry of `driver`, and the driver's other data.
  @inline(__always)
  private func fetchEntry(of driver: DriverIndex) {
    let slot = holdings[driver].slot
    if slot != .none { blocks.fetch(slot) }
    if followsLinks { Memory.fetch(elementAt: UnsafePointer(holdings.polyline(of: driver))) }
    fetchWay(of: driver)
  }

  /// Prefetches the entry that would replace that of `driver` if removed; called after prefetching the entry of
  /// `driver`.
  @inline(__always)
  private func fetchCell(of driver: DriverIndex) {
    let slot = holdings[driver].slot
    if slot != .none { blocks.fetchLast(ofCell: blocks.cell(of: slot)) }
  }

  /// Prefetches the route of `driver`; called after prefetching the other data.
  func fetchWay(of driver: DriverIndex) {
    let holding = holdings.address(of: driver)
    if holding.pointee.corners.isEmpty {
      RouteSketch.fetch(&holding.pointee.sketch, from: Int(holding.pointee.line) - 1)
      ReportSchedule.fetch(&holding.pointee.schedule, from: Int(holding.pointee.number))
    } else {
      holding.pointee.corners.fetch()
    }
  }

  /// Returns whether `driver` has an entry.
  func holds(_ driver: DriverIndex) -> Bool { holdings[driver].isHeld }

  /// Discards the cached route of `driver`.
  func forgetWay(of driver: DriverIndex) {
    guard holdings.has(driver) else { return }
    let holding = holdings.address(of: driver)
    holding.pointee.sketch = RouteSketch()
    holdings.polyline(of: driver).pointee = detour_polyline()
    holding.pointee.schedule = ReportSchedule()
    holding.pointee.corners.clear()
  }

  /// Discards the data of `driver`, who is not in the index and will not return.
  mutating func forget(_ driver: DriverIndex) { holdings.close(driver) }

  /// Adds `driver`, who is not in the index, from `time` on.
  mutating func insert(
    _ driver: DriverIndex, _ itineraries: borrowing FixedList<Itinerary>, at time: Milliseconds
  ) {
    let itinerary = itineraries.address(of: driver)
    holdings.open(driver)
    if itinerary.pointee.track.followsLinks { followsLinks = true }
    if holdings[driver].corners.isEmpty, holdings[driver].sketch.isEmpty {
      if itinerary.pointee.track.followsLinks {
        sketch(driver, itinerary.pointee.track, at: time)
      } else {
        holdings[driver].corners.fill(with: itinerary.pointee.track)
      }
    }
    place(driver, itinerary, at: time)
  }

  /// Removes `driver` from the index, if present.
  mutating func remove(_ driver: DriverIndex) {
    take(driver)
  }

  /// Renews the entries that have expired by `time`.
  mutating func advance(to time: Milliseconds, _ itineraries: borrowing FixedList<Itinerary>) {
    if !expired.isEmpty { expired.removeAll(keepingCapacity: true) }
    let isAnotherTick = calendar.expire(upTo: time) { expired.append($0) }
    for place in expired.indices {
      // After a period without queries there are many.
      if place + 24 < expired.count { holdings.fetchNumber(of: expired[place + 24].driver) }
      if place + 16 < expired.count { fetch(expired[place + 16].driver) }
      if place + 8 < expired.count { fetchEntry(of: expired[place + 8].driver) }
      if place + 3 < expired.count { fetchCell(of: expired[place + 3].driver) }
      let note = expired[place]
      if holdings[note.driver].expiry == note.expiry {
        self.place(note.driver, itineraries.address(of: note.driver), at: time)
      }
    }
    if isAnotherTick { prefetch() }
  }

  /// Prefetches the data, and later the routes, of drivers whose reports expire soon.
  private mutating func prefetch() {
    calendar.forEachNote(ticksAhead: 2) { fetch($0.driver) }
    calendar.forEachNote(ticksAhead: 1) { fetchWay(of: $0.driver) }
  }

  // MARK: - Entries

  /// Replaces the entry of `driver` with one for the report at `time`.
  ///
  /// - Parameter itinerary: a pointer, because a copy would count references; rarely read.
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
    let holding = holdings.address(of: driver)
    if holding.pointee.isHeld, blocks.cell(of: holding.pointee.slot) == cell {
      blocks.set(holding.pointee.slot, to: entry)
    } else {
      take(driver)
      holding.pointee.slot = blocks.insert(entry, into: cell)
    }
    holding.pointee.expiry = piece.until
    calendar.add(driver, expiry: piece.until)
  }

  private mutating func take(_ driver: DriverIndex) {
    guard holdings[driver].isHeld else { return }
    let slot = holdings[driver].slot
    let moved = blocks.remove(slot)
    if moved != .none { holdings[moved].slot = slot }
    holdings[driver].slot = .none
    holdings[driver].expiry = .never
  }

  // MARK: - Rounding

  /// Returns the largest absolute local coordinate of `entry`, in metres.
  private static func extent(_ entry: detour_entry) -> Float {
    // Not `SIMD3.max()`, which is a loop, and a call if not inlined.
    let start = max(abs(entry.x), max(abs(entry.y), abs(entry.z)))
    return max(start, max(abs(entry.end_x), max(abs(entry.end_y), abs(entry.end_z))))
  }

  /// Returns an upper bound on the rounding error of distances between points up to `extent` metres from the
  /// frame's centre; on the globe it includes the depth of the chords along which entries move.
  func tolerance(extent: Float) -> Float {
    let rounding = 4e-6 * extent
    guard frame.geometry == .globe, spacing == 0 else { return rounding }
    return rounding + Float(reach * reach / (8 * earthRadius))
  }
}
