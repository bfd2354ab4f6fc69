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
  /// The radius as straight lines in the frame measure it.
  let scanned: Float
  /// How far an entry may move at the most, metres.
  let reach: Metres
  /// How entries move.
  let motion: Int32
  let grid: IndexGrid
  var blocks: IndexBlocks
  private var calendar: ExpiryCalendar
  private var expired: [DriverIndex] = []
  /// By driver; raw memory, so that looking at one counts no references.
  let holdings: UnsafeMutablePointer<Holding>
  private let drivers: Int
  var route = RouteList()
  /// The step that each driver is on, off networks: all that most reports are worked out from.
  var steps: [Step?] = []
  /// More than an entry moves away from the point that it is binned at, and lies from where it says, metres.
  private(set) var slack: Float = 0
  /// More than the rounding of `Float` can move a distance, metres.
  var tolerance: Float

  /// What the index holds of a driver.
  struct Holding {
    var slot = IndexBlocks.Slot.none
    /// The line of the sketch on which the report lies, and how far the route strays from a straight one behind it.
    var line: Int32 = 1
    var bulge: Float = -1
    /// The number of the report in the schedule.
    var number: Int32 = 0
    /// How often somebody has looked at the way for want of a schedule.
    var looks: Int32 = 0
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

  /// Lets nobody find `driver`; has no effect on one who is not in the index.
  mutating func remove(_ driver: DriverIndex) {
    take(driver)
  }

  /// Renews what has expired up to `time`.
  mutating func advance(to time: Milliseconds, _ itineraries: [Itinerary]) {
    if !expired.isEmpty { expired.removeAll(keepingCapacity: true) }
    let isAnotherTick = calendar.expire(upTo: time) { note in
      if holdings[Int(note.driver)].expiry == note.expiry { expired.append(note.driver) }
    }
    itineraries.withUnsafeBufferPointer { itineraries in
      guard let first = itineraries.baseAddress else { return }
      for driver in expired where holdings[Int(driver)].expiry <= time {
        place(driver, first + Int(driver), at: time)
      }
    }
    if isAnotherTick { prefetch() }
  }

  /// Fetches what is held of those whose reports expire soon.
  private func prefetch() {
    steps.withUnsafeBufferPointer { steps in
      calendar.forEachNoteAhead { note in
        fetch(note.driver)
        guard let first = steps.baseAddress else { return }
        let step = UnsafeRawPointer(first + Int(note.driver))
        for line in stride(from: 0, to: MemoryLayout<Step?>.stride, by: 64) { detour_prefetch(step + line) }
      }
    }
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

  private mutating func take(_ driver: DriverIndex) {
    guard holdings[Int(driver)].isHeld else { return }
    let slot = holdings[Int(driver)].slot
    let moved = blocks.remove(slot)
    if moved != .none { holdings[Int(moved)].slot = slot }
    holdings[Int(driver)].slot = .none
    holdings[Int(driver)].expiry = .never
  }

  // MARK: - Rounding

  /// The largest of the local coordinates of `entry`, metres.
  private static func extent(_ entry: detour_entry) -> Float {
    let start = SIMD3(abs(entry.x), abs(entry.y), abs(entry.z)).max()
    return max(start, SIMD3(abs(entry.end_x), abs(entry.end_y), abs(entry.end_z)).max())
  }

  /// More than rounding can move a distance between points up to `extent` metres from the frame's centre; on the globe also
  /// more than the chord along which entries move lies below the ground.
  func tolerance(extent: Float) -> Float {
    let rounding = 4e-6 * extent
    guard frame.geometry == .globe, spacing == 0 else { return rounding }
    return rounding + Float(reach * reach / (8 * earthRadius))
  }
}
