import CKernels
import Quantities
import Spaces
import Travellers

/// The index's knowledge of the ways of drivers, which it tells routes by.
extension CandidateIndex {
  /// Works out from the way of `driver` what entries are made of.
  mutating func sketch(
    _ driver: DriverIndex, _ track: borrowing Track, at time: Milliseconds
  ) {
    let isScheduled = spacing > 0 && motion == DETOUR_STANDING
    route.fill(with: track, readsOdometer: isScheduled, frame: frame)
    // Where all points of the route count, the sketch alone tells most routes from the others.
    let sketch = RouteSketch(route, tolerance: radius / (spacing > 0 ? 40 : 120), frame: frame)
    if isScheduled { holdings[driver].schedule = schedule(track, route, sketch, at: time) }
    holdings.polyline(of: driver).pointee = detour_polyline()
    holdings[driver].openLooks = 0
    tolerance = max(tolerance, tolerance(extent: sketch.extent))
    holdings[driver].number = 0
    holdings[driver].looks = 0
    holdings[driver].line = 1
    holdings[driver].bulge = -1
    holdings[driver].sketch = sketch
  }

  /// Returns the reports from `time` on of a car on `track`, whose vertices `route` lists and `sketch` stands for.
  private func schedule(
    _ track: borrowing Track, _ route: borrowing RouteList, _ sketch: borrowing RouteSketch,
    at time: Milliseconds
  ) -> ReportSchedule {
    let report = track.report(at: time, spacing: spacing, geometry: frame.geometry)
    return ReportSchedule(
      route, sketch, from: time, report, passed: track.point(at: report.index).time, spacing: spacing,
      frame: frame)
  }

  /// Returns what `driver` reports at `time`, as the corners of the way or the schedule say; nil where they do not.
  @inline(__always)  // A call would copy the index.
  func report(
    of driver: DriverIndex, _ itineraries: borrowing FixedList<Itinerary>, at time: Milliseconds
  ) -> Report? {
    let holding = holdings.address(of: driver)
    if let sight = sight(of: driver, at: time) { return holding.pointee.corners.report(sight) }
    guard time >= holding.pointee.schedule.since, time < holding.pointee.sketch.arrival else { return nil }
    let number = holding.pointee.schedule.number(
      at: (time - holding.pointee.sketch.begin).rawValue, from: Int(holding.pointee.number))
    holding.pointee.number = Int32(number)
    let entry = holding.pointee.schedule.entries[number]
    return itineraries[driver].track.report(
      holding.pointee.schedule.first + number, behind: Int(entry.node), ofLeg: Int(entry.leg),
      spacing: spacing, geometry: frame.geometry)
  }

  /// Returns the time at which `driver` sends the next report after the one of `time`, which the entry stands for; nil where no schedule
  /// says it.
  @inline(__always)  // Likewise.
  func nextReport(of driver: DriverIndex, at time: Milliseconds) -> Milliseconds? {
    guard motion == DETOUR_STANDING, holdings.has(driver) else { return nil }
    let holding = holdings.address(of: driver)
    guard holding.pointee.isHeld, !holding.pointee.schedule.entries.isEmpty,
      time >= holding.pointee.schedule.since, time < holding.pointee.expiry
    else { return nil }
    return holding.pointee.expiry
  }

  /// Tells whether a schedule that was not worked out yet is worth its price: it costs as much as a few looks at the way, and
  /// most ways are looked at less often.
  func deservesSchedule(_ driver: DriverIndex) -> Bool {
    let holding = holdings.address(of: driver)
    guard spacing > 0, !holding.pointee.sketch.isEmpty, holding.pointee.schedule.entries.isEmpty else {
      return false
    }
    holding.pointee.looks += 1
    return holding.pointee.looks > 3
  }

  /// Works out what `driver`, who has no schedule, reports from `time` on.
  func completeSchedule(of driver: DriverIndex, _ itinerary: borrowing Itinerary, at time: Milliseconds) {
    var route = RouteList()
    route.fill(with: itinerary.track, readsOdometer: true, frame: frame)
    let holding = holdings.address(of: driver)
    holding.pointee.schedule = schedule(itinerary.track, route, holding.pointee.sketch, at: time)
    holding.pointee.number = 0
  }

  /// Returns how far the route of `driver`, who is on `line` of the sketch, strays from a straight line ahead.
  func bulge(_ driver: DriverIndex, on line: Int) -> Float {
    let holding = holdings.address(of: driver)
    if holding.pointee.line != Int32(line) || holding.pointee.bulge < 0 {
      holding.pointee.line = Int32(line)
      holding.pointee.bulge = holding.pointee.sketch.bulge(on: line)
      detour_set_line(holdings.polyline(of: driver), Int32(line))
    }
    return holding.pointee.bulge
  }

  /// Returns what `driver` reports at `time`, as the corners of the way say; nil on a network, and from the arrival on.
  @inline(__always)  // A call would copy the index.
  func sight(of driver: DriverIndex, at time: Milliseconds) -> Corners.Sight? {
    let holding = holdings.address(of: driver)
    guard !holding.pointee.corners.isEmpty else { return nil }
    return holding.pointee.corners.report(at: time, spacing: spacing, geometry: frame.geometry)
  }

  /// Tells whether the way of `driver` passes the `circle` after what is reported as `sight`.
  func passes(_ driver: DriverIndex, _ circle: SecondCircle, after sight: Corners.Sight) -> Bool {
    circle.isPassed(by: holdings.address(of: driver).pointee.corners, after: sight)
  }

  /// Tells whether the way of `driver` is sketched: one along links.
  func hasSketch(_ driver: DriverIndex) -> Bool { !holdings[driver].sketch.isEmpty }

  /// Works out the polyline of `driver` when the sketch is looked at for the second time for want of one: in small markets most are looked
  /// at once, or never.
  private func drawPolyline(of driver: DriverIndex) {
    let holding = holdings.address(of: driver)
    guard holding.pointee.openLooks < 2 else { return }
    holding.pointee.openLooks += 1
    guard holding.pointee.openLooks == 2 else { return }
    let polyline = holdings.polyline(of: driver)
    polyline.pointee = square.polyline(of: holding.pointee.sketch)
    detour_set_line(polyline, holding.pointee.line)
  }

  /// A place that routes are to pass.
  struct Target {
    let position: SIMD3<Float>
    /// The question which polylines pass near it.
    let query: detour_polyline_query
  }

  /// The target at `position`.
  func target(at position: Position) -> Target {
    let local = SIMD3<Float>(frame.local(position))
    return Target(
      position: local, query: square.query(local, tolerance: tolerance, isContinuous: spacing == 0))
  }

  /// Returns what is known of the route of `driver` from `time` on that is to pass near `target`; `maybe` where nothing is.
  ///
  /// - Parameter isOpen: whether the polyline is known to leave it open.
  func passes(_ driver: DriverIndex, near target: Target, at time: Milliseconds, isOpen: Bool = false)
    -> RouteSketch.Verdict
  {
    let holding = holdings.address(of: driver)
    guard !holding.pointee.sketch.isEmpty else { return .maybe }
    if !isOpen {
      switch withUnsafePointer(
        to: target.query, { detour_polyline_passes(holdings.polyline(of: driver), $0) })
      {
      case DETOUR_PASSES_NOT: return .no
      case DETOUR_PASSES: return .yes
      default: break
      }
    }
    drawPolyline(of: driver)
    if !holding.pointee.schedule.entries.isEmpty {
      let number = holding.pointee.schedule.number(
        at: (time - holding.pointee.sketch.begin).rawValue, from: Int(holding.pointee.number))
      holding.pointee.number = Int32(number)
      return holding.pointee.schedule.passes(
        near: target.position, radius: Float(radius), tolerance: tolerance, after: number,
        end: holding.pointee.sketch.end)
    }
    return holding.pointee.sketch.passes(
      near: target.position, radius: Float(radius), tolerance: tolerance, at: time,
      from: Int(holding.pointee.line), isContinuous: spacing == 0)
  }
}
