import CKernels
import Quantities
import Spaces
import Travellers

/// The planned legs of all active drivers in flat columns: what an insertion anywhere would cost at least.
///
/// A leg runs from where the car is known to be (at first its origin, later where it last turned or was looked
/// at) or from a stop, to its next stop or its destination. With the pace that no car beats, straight lines
/// bound how late a passenger would make it; what the bounds let through is evaluated exactly.
///
///     driver 7:  anchor ─ pickup ─ drop-off ─ destination     three legs, next to each other
///
/// Invariant: the legs of a driver lie in a row; legs that belong to no driver have a slack of -∞.
struct LegTable: ~Copyable {
  let space: any Space
  let frame: IndexFrame
  /// Milliseconds for a metre of the straight line, which no car beats.
  let pace: Double
  let leastTimes: LeastTimes
  var legs = LegColumns()
  /// The driver of every leg; `.none` for a leg that belongs to none.
  private(set) var drivers: [DriverIndex] = []
  /// The time at which every leg begins: `leave` before it was rounded.
  private var leaveTimes: [Milliseconds] = []
  /// The places where every leg begins and ends.
  private(set) var places: [LegPlaces] = []
  /// The places where sweeps put the times of every leg; not kept before the first.
  private(set) var sweepPlaces: [LegSweepPlaces] = []
  /// The sweep that says where these are; nil before the first.
  private(set) var sweep: LegSweep?
  /// The rows of the legs of every driver.
  private(set) var rows: [Row] = []
  /// The time that `leave` counts from.
  private(set) var epoch = Milliseconds.zero
  /// More than any coordinate, metres, and more than any leg takes, milliseconds: what rounding depends on.
  private var extent: Float = 1
  private var longest: Float = 1
  /// More than any leg begins before or after the epoch, milliseconds: likewise.
  private var farthest: Float = 0
  private var unused = 0
  /// True if a car that waits was ever put in.
  private(set) var holdsWaiting = false
  /// The drivers of cars that wait who had nobody to pick up or drop off when last updated or asked about.
  private var idle: [DriverIndex] = []
  private var slacks: [Milliseconds] = []
  /// The number of legs found that repay two sweeps, which cost some 2 ns a node each where a leg costs some 75 ns.
  let repaysSweeps: Int

  /// Creates the table of drivers who begin at `origins`, in the order of their numbers.
  init(origins: some Collection<Position>, space: any Space) {
    frame = IndexFrame(around: origins, geometry: space.geometry)
    self.space = space
    pace = space.millisecondsPerMetre
    leastTimes = space.leastTimes
    repaysSweeps = space.sweepSize.map { max(500, $0 / 18) } ?? .max
    rows.reserveLargePages(for: origins.count)
    rows.append(contentsOf: repeatElement(Row(), count: origins.count))
  }

  /// The legs of one driver.
  struct Row: Listed {
    typealias Index = DriverIndex

    /// The place in the columns where they begin; -1 for a driver without.
    var first: Int32 = -1
    var count: Int32 = 0
    /// True for a car that waits: behind the last drop-off it drives nowhere, and stops are no detour.
    var waits = false
    /// True if the driver stands among the idle.
    var isIdle = false
    /// The time that the driver waits at the stops ahead, all together, milliseconds: delay that is taken up.
    var waiting: Float = 0

    var legs: Range<Int> { Int(first)..<Int(first) + Int(count) }
  }

  /// More than rounding can move a sum of times, milliseconds.
  var tolerance: Float { 8 + 2e-6 * (longest + 4 * Float(pace) * extent) + 5e-7 * farthest }

  /// Puts the legs of `itinerary`, which `driver` has planned, in the place of those that were there.
  mutating func update(
    _ driver: DriverIndex, _ offer: Driver, _ itinerary: borrowing Itinerary, keepsArrivals: Bool = false
  ) {
    let count = itinerary.stops.count + 1
    if rows[driver].count != count {
      remove(driver)
      if unused > 64, 2 * unused > legs.count { compact() }
      rows[driver].first = Int32(legs.count)
      rows[driver].count = Int32(count)
      legs.extend(by: count)
      for _ in 0..<count {
        drivers.append(driver)
        leaveTimes.append(.zero)
        places.append(LegPlaces(begin: itinerary.destination, end: itinerary.destination))
        sweepPlaces.append(LegSweepPlaces())
      }
    }
    itinerary.slacks(of: offer, keepsArrivals: keepsArrivals, into: &slacks)
    let row = Int(rows[driver].first)
    // Where the leg began may be forgotten; what is left of it lies on the leg.
    let anchor = itinerary.track.point(at: max(itinerary.legStart, itinerary.track.front))
    var waiting = Milliseconds.zero
    var begin = (place: anchor.place, time: anchor.time)
    for position in 0..<count {
      let isLast = position == count - 1
      let next = isLast ? itinerary.destination : itinerary.stops[position].place
      let arrive = isLast ? itinerary.arrival : itinerary.stops[position].arrive
      set(row + position, from: begin.place, leave: begin.time, to: next, arrive: arrive)
      let slack = slacks[position] == .never ? Float.infinity : Self.loose(slacks[position].rawValue)
      legs[.slack, row + position] = slack
      legs[.slackAhead, row + position] = isLast ? -.infinity : slack
      if !isLast {
        let stop = itinerary.stops[position]
        begin = (stop.place, stop.leave)
        waiting = waiting + max(.zero, stop.earliest - stop.arrive)
      }
    }
    rows[driver].waiting = Self.above(waiting.rawValue)
    guard itinerary.waits else { return }
    rows[driver].waits = true
    holdsWaiting = true
    // The scan takes the way on from the last leg to lead back to its end: only an exact look says what there is room for.
    legs[.slack, row + count - 1] = .infinity
    if count == 1, !rows[driver].isIdle {
      rows[driver].isIdle = true
      idle.append(driver)
    }
  }

  /// Lets the legs of idle cars begin at `time`: no passenger boards before.
  mutating func standIdle(at time: Milliseconds) {
    guard !idle.isEmpty else { return }
    idle.removeAll { driver in
      rows[driver].isIdle = rows[driver].count == 1
      return !rows[driver].isIdle
    }
    for driver in idle {
      let leg = Int(rows[driver].first)
      guard leaveTimes[leg] + Milliseconds(Int64(legs[.base, leg])) < time else { continue }
      setBegin(leg, places[leg].end, time)
      legs[.base, leg] = 0
    }
  }

  /// Lets the first leg of `driver` begin at `place` at `time`, which lie on it, to reach its end at `arrive`.
  mutating func anchor(_ driver: DriverIndex, at place: Place, _ time: Milliseconds, arrive: Milliseconds) {
    let row = Int(rows[driver].first)
    setBegin(row, place, time)
    legs[.base, row] = Self.above((arrive - time).rawValue)
  }

  /// Hides the legs of `driver`, who cannot be asked, until they are updated.
  func hide(_ driver: DriverIndex) {
    for leg in rows[driver].legs {
      legs[.slack, leg] = -.infinity
      legs[.slackAhead, leg] = -.infinity
    }
  }

  /// Takes the legs of `driver` out of the table.
  mutating func remove(_ driver: DriverIndex) {
    guard rows[driver].first >= 0 else { return }
    hide(driver)
    for leg in rows[driver].legs { drivers[leg] = .none }
    unused += Int(rows[driver].count)
    rows[driver].first = -1
    rows[driver].count = 0
  }

  /// Fetches what is kept of the drivers of `list` who are looked at soon behind the one at `place`: their rows, then the legs.
  func fetch(_ list: [DriverIndex], behind place: Int) {
    if place + 12 < list.count { Memory.fetch(rows, at: Int(list[place + 12])) }
    guard place + 6 < list.count else { return }
    let row = rows[list[place + 6]]
    if row.count > 0 { legs.fetch(Int(row.first)) }
  }

  /// Lets times count from `time` when it has moved far from the epoch, so that they stay exact.
  mutating func approach(_ time: Milliseconds) {
    guard abs((time - epoch).rawValue) > 1 << 22 else { return }
    epoch = time
    farthest = 0
    for leg in 0..<legs.count { setLeave(leg) }
  }

  /// Works out where sweeps put the times of all legs, before the first one.
  mutating func prepareSweeps() {
    guard sweep == nil else { return }
    let sweep = LegSweep(space)
    for leg in 0..<legs.count where drivers[leg] != .none {
      sweepPlaces[leg] = LegSweepPlaces(
        begin: sweep.sweepPlace(ofBegin: places[leg].begin), end: sweep.sweepPlace(ofEnd: places[leg].end))
    }
    self.sweep = sweep
  }

  private mutating func set(
    _ leg: Int, from begin: Place, leave: Milliseconds, to end: Place, arrive: Milliseconds
  ) {
    setBegin(leg, begin, leave)
    let to = point(of: end)
    places[leg].end = end
    if let sweep { sweepPlaces[leg].end = sweep.sweepPlace(ofEnd: end) }
    legs[.toX, leg] = to.x
    legs[.toY, leg] = to.y
    legs[.base, leg] = Self.above((arrive - leave).rawValue)
    widen(to)
    longest = max(longest, legs[.base, leg])
  }

  private mutating func setBegin(_ leg: Int, _ place: Place, _ time: Milliseconds) {
    let from = point(of: place)
    places[leg].begin = place
    if let sweep { sweepPlaces[leg].begin = sweep.sweepPlace(ofBegin: place) }
    legs[.fromX, leg] = from.x
    legs[.fromY, leg] = from.y
    leaveTimes[leg] = time
    setLeave(leg)
    widen(from)
  }

  private mutating func setLeave(_ leg: Int) {
    let leave = Self.below((leaveTimes[leg] - epoch).rawValue)
    legs[.leave, leg] = leave
    farthest = max(farthest, abs(leave))
  }

  /// Takes note of a point that distances are computed from.
  mutating func widen(_ point: SIMD2<Float>) { extent = max(extent, abs(point.x), abs(point.y)) }

  /// The point of the table's plane that distances to `place` are computed from; the projection of the globe
  /// onto the plane shortens them, and so keeps bounds below the truth.
  func point(of place: Place) -> SIMD2<Float> {
    let local = frame.local(space.boundPoint(of: place))
    return SIMD2(Float(local.x), Float(local.y))
  }

  /// Moves the legs together over those that belong to no driver.
  private mutating func compact() {
    var count = 0
    for leg in 0..<legs.count where drivers[leg] != .none {
      let driver = drivers[leg]
      if Int(rows[driver].first) == leg { rows[driver].first = Int32(count) }
      if count < leg {
        legs.copy(leg, to: count)
        drivers[count] = drivers[leg]
        leaveTimes[count] = leaveTimes[leg]
        places[count] = places[leg]
        sweepPlaces[count] = sweepPlaces[leg]
      }
      count += 1
    }
    legs.shrink(to: count)
    drivers.removeSubrange(count...)
    leaveTimes.removeSubrange(count...)
    places.removeSubrange(count...)
    sweepPlaces.removeSubrange(count...)
    unused = 0
  }

  /// The largest `Float` not above `value`.
  static func below(_ value: Int64) -> Float {
    let rounded = Float(value)
    return rounded.magnitude < 9e18 && Int64(rounded) > value ? rounded.nextDown : rounded
  }

  /// The smallest `Float` not below `value`.
  static func above(_ value: Int64) -> Float { -below(-value) }

  /// A `Float` above `value` by more than rounding can move a sum of its size.
  static func loose(_ value: Int64) -> Float { above(value) + 1e-6 * abs(Float(value)) }
}
