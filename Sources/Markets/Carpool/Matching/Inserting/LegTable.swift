import CKernels
import Quantities
import RoadNetwork
import Spaces
import Travellers

/// The planned legs of all active drivers in flat columns, for lower bounds on the cost of insertions.
///
/// A leg runs from a stop, or from the car's last known position, to its next stop or its destination. The position is
/// first the origin, later the point where the car last turned or was evaluated. With a pace that no car beats,
/// straight lines bound the delay caused by a passenger; drivers not pruned by the bounds are evaluated exactly.
///
///     driver 7:  anchor ─ pickup ─ drop-off ─ destination     three legs, next to each other
///
/// Invariant: the legs of a driver are consecutive; unused legs have a slack of -∞.
struct LegTable: ~Copyable {
  let space: any Space
  let frame: IndexFrame
  /// The minimum travel time of any car per straight-line metre, in milliseconds.
  let pace: Double
  let leastTimes: LeastTimes
  var legs = LegColumns()
  /// The driver of each leg.
  private(set) var owners: [LegOwner] = []
  /// The time at which each leg begins: `leave` before rounding.
  private var leaveTimes: [Milliseconds] = []
  /// The places where each leg begins and ends.
  private(set) var places: [LegPlaces] = []
  /// The sweep targets of each leg; empty before the first sweep.
  private(set) var targets: [LegTargets] = []
  /// The sweep that defines these targets; nil before the first sweep.
  private(set) var sweep: LegSweep?
  /// Each driver's row of legs.
  private(set) var rows: [Row] = []
  /// The epoch to which the times in the columns, such as `leave`, are relative.
  private(set) var epoch = Milliseconds.zero
  /// Upper bounds on the coordinates, in metres, and on the durations of legs, in milliseconds; these determine the
  /// rounding errors.
  private var extent: Float = 1
  private var longest: Float = 1
  /// An upper bound on the time between the epoch and the beginning of any leg, in milliseconds.
  private var farthest: Float = 0
  private var unused = 0
  /// The number of legs for which the arrays have room.
  private var room = 0
  /// The drivers whose waiting cars were idle when last updated or queried.
  private var idle: [DriverIndex] = []
  private var slacks: [Milliseconds] = []
  /// The minimum number of legs found for which two sweeps pay off. A sweep costs some 2 ns per node; bounds without
  /// sweeps cost some 75 ns per leg.
  let repaysSweeps: Int

  /// Creates the table for drivers with the given `origins`, in the order of driver index.
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

    /// The index of the driver's first leg in the columns; -1 for a driver without legs.
    var first: Int32 = -1
    var count: Int32 = 0
    /// Whether the car is a waiting car: it does not drive on after the last drop-off, and its stops count as no
    /// detour.
    var waits = false
    /// Whether the driver is in the idle list.
    var isIdle = false
    /// The total waiting at the stops ahead, in milliseconds, which absorbs delay.
    var waiting: Float = 0

    var legs: Range<Int> { Int(first)..<Int(first) + Int(count) }
  }

  /// An upper bound on the rounding error of a sum of times, in milliseconds.
  var tolerance: Float { 8 + 2e-6 * (longest + 4 * Float(pace) * extent) + 5e-7 * farthest }

  /// Replaces the legs of `driver` with those of `itinerary`.
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
      makeRoom(for: legs.count)
      for _ in 0..<count {
        owners.append(LegOwner(driver, isSingle: count == 1))
        leaveTimes.append(.zero)
        places.append(LegPlaces(begin: itinerary.destination, end: itinerary.destination))
        if sweep != nil { targets.append(LegTargets()) }
      }
    }
    itinerary.slacks(of: offer, keepsArrivals: keepsArrivals, into: &slacks)
    let row = Int(rows[driver].first)
    // The leg's beginning may be forgotten; the remainder lies on the leg.
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
        begin = (stop.place, stop.onward)
        waiting = waiting + max(.zero, stop.earliest - stop.arrive)
      }
    }
    rows[driver].waiting = Self.above(waiting.rawValue)
    guard itinerary.waits else { return }
    rows[driver].waits = true
    // Bounds for a single leg assume that the car drives on to its end.
    owners[row] = LegOwner(driver, isSingle: false)
    // The scan assumes that the way after the last leg leads back to its end: only an exact evaluation finds the
    // slack.
    legs[.slack, row + count - 1] = .infinity
    if count == 1, !rows[driver].isIdle {
      rows[driver].isIdle = true
      idle.append(driver)
    }
  }

  /// Makes the legs of idle cars begin at `time`, before which no passenger can board.
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

  /// Moves the beginning of the first leg of `driver` to `place`, a point on the leg, at `time`; the leg's end is
  /// reached at `arrive`.
  mutating func anchor(_ driver: DriverIndex, at place: Place, _ time: Milliseconds, arrive: Milliseconds) {
    let row = Int(rows[driver].first)
    setBegin(row, place, time)
    legs[.base, row] = Self.above((arrive - time).rawValue)
  }

  /// Hides the legs of `driver`, who is not available, until the next update.
  func hide(_ driver: DriverIndex) {
    for leg in rows[driver].legs {
      legs[.slack, leg] = -.infinity
      legs[.slackAhead, leg] = -.infinity
    }
  }

  /// Removes the legs of `driver`.
  mutating func remove(_ driver: DriverIndex) {
    guard rows[driver].first >= 0 else { return }
    hide(driver)
    for leg in rows[driver].legs { owners[leg] = .none }
    unused += Int(rows[driver].count)
    rows[driver].first = -1
    rows[driver].count = 0
  }

  /// Prefetches the rows, and later the legs, of the drivers a few places after `place` in `list`.
  func fetch(_ list: [DriverIndex], behind place: Int) {
    if place + 12 < list.count { Memory.fetch(rows, at: Int(list[place + 12])) }
    guard place + 6 < list.count else { return }
    let row = rows[list[place + 6]]
    if row.count > 0 { legs.fetch(Int(row.first)) }
  }

  /// Moves the epoch to `time` if the two are far apart, so that times relative to it stay exact.
  mutating func approach(_ time: Milliseconds) {
    guard abs((time - epoch).rawValue) > 1 << 22 else { return }
    epoch = time
    farthest = 0
    for leg in 0..<legs.count { setLeave(leg) }
  }

  /// Computes the sweep targets of all legs; called before the first sweep.
  mutating func prepareSweeps() {
    guard sweep == nil else { return }
    let sweep = LegSweep(space)
    targets.reserveLargePages(for: room)
    targets.append(contentsOf: repeatElement(LegTargets(), count: legs.count))
    for leg in 0..<legs.count where owners[leg] != .none {
      targets[leg] = LegTargets(
        begin: sweep.target(ofBegin: places[leg].begin), end: sweep.target(ofEnd: places[leg].end))
    }
    self.sweep = sweep
  }

  /// Reserves room for `count` legs; the lists are accessed at random.
  private mutating func makeRoom(for count: Int) {
    guard count > room else { return }
    room = count + count / 2
    owners.reserveLargePages(for: room)
    leaveTimes.reserveLargePages(for: room)
    places.reserveLargePages(for: room)
    if sweep != nil { targets.reserveLargePages(for: room) }
  }

  private mutating func set(
    _ leg: Int, from begin: Place, leave: Milliseconds, to end: Place, arrive: Milliseconds
  ) {
    setBegin(leg, begin, leave)
    let to = point(of: end)
    places[leg].end = end
    if let sweep { targets[leg].end = sweep.target(ofEnd: end) }
    legs[.toX, leg] = to.x
    legs[.toY, leg] = to.y
    legs[.base, leg] = Self.above((arrive - leave).rawValue)
    widen(to)
    longest = max(longest, legs[.base, leg])
  }

  private mutating func setBegin(_ leg: Int, _ place: Place, _ time: Milliseconds) {
    let from = point(of: place)
    places[leg].begin = place
    if let sweep { targets[leg].begin = sweep.target(ofBegin: place) }
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

  /// Extends `extent` to cover `point`, to which distances are computed.
  mutating func widen(_ point: SIMD2<Float>) { extent = max(extent, abs(point.x), abs(point.y)) }

  /// Returns the point of the table's plane used for distances to `place`; projecting the globe onto the plane only
  /// shortens distances, so lower bounds stay valid.
  func point(of place: Place) -> SIMD2<Float> {
    let local = frame.local(space.boundPoint(of: place))
    return SIMD2(Float(local.x), Float(local.y))
  }

  /// Compacts the legs by removing unused ones.
  private mutating func compact() {
    var count = 0
    for leg in 0..<legs.count where owners[leg] != .none {
      let driver = owners[leg].driver
      if Int(rows[driver].first) == leg { rows[driver].first = Int32(count) }
      if count < leg {
        legs.copy(leg, to: count)
        owners[count] = owners[leg]
        leaveTimes[count] = leaveTimes[leg]
        places[count] = places[leg]
        if sweep != nil { targets[count] = targets[leg] }
      }
      count += 1
    }
    legs.shrink(to: count)
    owners.removeSubrange(count...)
    leaveTimes.removeSubrange(count...)
    places.removeSubrange(count...)
    if sweep != nil { targets.removeSubrange(count...) }
    unused = 0
  }

  /// Returns the largest `Float` not above `value`.
  static func below(_ value: Int64) -> Float {
    let rounded = Float(value)
    return rounded.magnitude < 9e18 && Int64(rounded) > value ? rounded.nextDown : rounded
  }

  /// Returns the smallest `Float` not below `value`.
  static func above(_ value: Int64) -> Float { -below(-value) }

  /// Returns a `Float` that exceeds `value` by more than the rounding error of sums of that magnitude.
  static func loose(_ value: Int64) -> Float { above(value) + 1e-6 * abs(Float(value)) }
}
