import CKernels
import Quantities
import Spaces
import Travellers

/// An index that finds the available drivers who report a position within r of a pickup and may pass within r of a drop-off.
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
  /// The radius as straight lines in the frame measure it.
  let scanned: Float
  /// The distance that an entry may move at the most, metres.
  let reach: Metres
  /// The motion of entries.
  let motion: Int32
  let grid: IndexGrid
  let square: PolylineSquare
  var blocks: IndexBlocks
  private var calendar: ExpiryCalendar
  private var expired: [ExpiryCalendar.Note] = []
  var holdings: HoldingRows
  var route = RouteList()
  /// True if the way of some driver follows links: then most routes are told from most places by their polylines.
  private(set) var followsLinks = false
  /// More than an entry moves away from the point that it is binned at, and lies from where it says, metres.
  private(set) var slack: Float = 0
  /// More than the rounding of `Float` can move a distance, metres.
  var tolerance: Float

  /// The data that the index holds of a driver.
  struct Holding {
    /// The way, off networks: all that reports and entries are worked out from; empty on one.
    var corners = Corners()
    var slot = IndexBlocks.Slot.none
    /// The line of the sketch on which the report lies, and how far the route strays from a straight one behind it.
    var line: Int32 = 1
    var bulge: Float = -1
    /// The number of the report in the schedule.
    var number: Int32 = 0
    /// The number of looks at the way for want of a schedule, and of those for want of a polyline.
    var looks: Int32 = 0
    var openLooks: Int32 = 0
    /// Until when the entry is valid: no other note of the calendar counts.
    var expiry = Milliseconds.never
    /// The sketch of a way along links, and where it leads; empty for all others.
    var sketch = RouteSketch()
    /// The reports on the way that the sketch stands for; empty where reports are continuous.
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
    scanned = Float(geometry.squaredReach(radius).squareRoot())
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
    square = PolylineSquare(grid, radius: radius, geometry: geometry)
    blocks = IndexBlocks(cells: grid.count, drivers: drivers.count, isFlat: geometry != .globe)
    calendar = ExpiryCalendar()
    holdings = HoldingRows(drivers: drivers.count)
    tolerance = 0
    tolerance = tolerance(extent: Float(radius))
  }

  /// Fetches what is held of `driver`, who is soon to be looked at.
  func fetch(_ driver: DriverIndex) { holdings.fetch(driver) }

  /// Fetches what is held of the drivers of `list` who are looked at soon behind the one at `place`, then their ways.
  @inline(__always)  // A call would copy the index.
  func fetch(_ list: [DriverIndex], behind place: Int) {
    for ahead in place == 0 ? 0...4 : 4...4 where place + ahead < list.count { fetch(list[place + ahead]) }
    if place + 2 < list.count { fetchWay(of: list[place + 2]) }
  }

  /// Fetches the entry of `driver` and what it is made of, likewise.
  @inline(__always)
  private func fetchEntry(of driver: DriverIndex) {
    let slot = holdings[driver].slot
    if slot != .none { blocks.fetch(slot) }
    if followsLinks { Memory.fetch(elementAt: UnsafePointer(holdings.polyline(of: driver))) }
    fetchWay(of: driver)
  }

  /// Fetches the entry that takes the place of that of `driver`, once that was fetched.
  @inline(__always)
  private func fetchCell(of driver: DriverIndex) {
    let slot = holdings[driver].slot
    if slot != .none { blocks.fetchLast(ofCell: blocks.cell(of: slot)) }
  }

  /// Fetches what the way of `driver` is told from, once all that is held of the driver was fetched.
  func fetchWay(of driver: DriverIndex) {
    let holding = holdings.address(of: driver)
    if holding.pointee.corners.isEmpty {
      RouteSketch.fetch(&holding.pointee.sketch, from: Int(holding.pointee.line) - 1)
      ReportSchedule.fetch(&holding.pointee.schedule, from: Int(holding.pointee.number))
    } else {
      holding.pointee.corners.fetch()
    }
  }

  /// Tells whether `driver` has an entry.
  func holds(_ driver: DriverIndex) -> Bool { holdings[driver].isHeld }

  /// Forgets the way of `driver`, who has none any more or another one.
  func forgetWay(of driver: DriverIndex) {
    guard holdings.has(driver) else { return }
    let holding = holdings.address(of: driver)
    holding.pointee.sketch = RouteSketch()
    holdings.polyline(of: driver).pointee = detour_polyline()
    holding.pointee.schedule = ReportSchedule()
    holding.pointee.corners.clear()
  }

  /// Forgets `driver`, who is not in the index and comes no more.
  mutating func forget(_ driver: DriverIndex) { holdings.close(driver) }

  /// Lets `driver`, who is not in the index, be found from `time` on.
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

  /// Hides `driver` from questions; has no effect on one who is not in the index.
  mutating func remove(_ driver: DriverIndex) {
    take(driver)
  }

  /// Renews what has expired up to `time`.
  mutating func advance(to time: Milliseconds, _ itineraries: borrowing FixedList<Itinerary>) {
    if !expired.isEmpty { expired.removeAll(keepingCapacity: true) }
    let isAnotherTick = calendar.expire(upTo: time) { expired.append($0) }
    for place in expired.indices {
      // After a while without questions they are many.
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

  /// Fetches what is held of those whose reports expire soon, and then their ways, for one leads to the other.
  private mutating func prefetch() {
    calendar.forEachNote(ticksAhead: 2) { fetch($0.driver) }
    calendar.forEachNote(ticksAhead: 1) { fetchWay(of: $0.driver) }
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

  /// The largest of the local coordinates of `entry`, metres.
  private static func extent(_ entry: detour_entry) -> Float {
    // Not `SIMD3.max()`: that is a loop, and a call where it is not put in place.
    let start = max(abs(entry.x), max(abs(entry.y), abs(entry.z)))
    return max(start, max(abs(entry.end_x), max(abs(entry.end_y), abs(entry.end_z))))
  }

  /// More than rounding can move a distance between points up to `extent` metres from the frame's centre; on the globe also
  /// more than the chord along which entries move lies below the ground.
  func tolerance(extent: Float) -> Float {
    let rounding = 4e-6 * extent
    guard frame.geometry == .globe, spacing == 0 else { return rounding }
    return rounding + Float(reach * reach / (8 * earthRadius))
  }
}
