import CKernels
import Quantities
import Spaces
import Travellers

/// The second circle of the rule: the disc of radius r around a drop-off, which must contain the driver's destination
/// or a route point ahead.
///
/// This is the reference definition. Faster approximations decide only the clear-cut cases: the scan of entries
/// (`CandidateScan`), the polyline of a route (`PolylineSquare`), its sketch (`RouteSketch`) and the schedule of
/// reports (`ReportSchedule`).
struct SecondCircle {
  let center: Position
  /// The radius r, in metres.
  let radius: Metres
  /// The distance along the road between route points, in metres; 0 if every point of the route counts.
  let spacing: Metres
  let geometry: Geometry

  /// Returns whether the end of `track`, or a route point after `report`, lies in the circle.
  @inline(__always)
  func isPassed(by track: borrowing Track, after report: Report) -> Bool {
    track.passes(within: radius, of: center, after: report, spacing: spacing, geometry: geometry)
  }

  /// Returns whether the end of the track with these `corners`, or a route point after `sight`, lies in the circle.
  @inline(__always)
  func isPassed(by corners: borrowing Corners, after sight: Corners.Sight) -> Bool {
    corners.passes(within: radius, of: center, after: sight, spacing: spacing, geometry: geometry)
  }
}

/// Route data of the drivers.
extension CandidateIndex {
  /// Computes the data derived from the route of `driver`, on which its entries are based.
  mutating func sketch(
    _ driver: DriverIndex, _ track: borrowing Track, at time: Milliseconds
  ) {
    let isScheduled = spacing > 0 && motion == DETOUR_STANDING
    route.fill(with: track, readsOdometer: isScheduled, frame: frame)
    // If all points of the route count, the sketch alone decides about most routes.
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

  /// Returns the schedule of reports, from `time` on, of a car on `track`; `route` holds its vertices and `sketch` its
  /// sketch.
  private func schedule(
    _ track: borrowing Track, _ route: borrowing RouteList, _ sketch: borrowing RouteSketch,
    at time: Milliseconds
  ) -> ReportSchedule {
    let report = track.report(at: time, spacing: spacing, geometry: frame.geometry)
    return ReportSchedule(
      route, sketch, from: time, report, passed: track.point(at: report.index).time, spacing: spacing,
      frame: frame)
  }

  /// Returns the report of `driver` at `time`, from the route's corners or the schedule; nil if there is neither.
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

  /// Returns the time of the report of `driver` that follows the current one at `time`; nil without a schedule.
  @inline(__always)  // Likewise.
  func nextReport(of driver: DriverIndex, at time: Milliseconds) -> Milliseconds? {
    guard motion == DETOUR_STANDING, holdings.has(driver) else { return nil }
    let holding = holdings.address(of: driver)
    guard holding.pointee.isHeld, !holding.pointee.schedule.entries.isEmpty,
      time >= holding.pointee.schedule.since, time < holding.pointee.expiry
    else { return nil }
    return holding.pointee.expiry
  }

  /// Returns whether computing a missing schedule pays off: a schedule costs as much as a few route lookups, and most
  /// routes are looked up less often than that.
  func deservesSchedule(_ driver: DriverIndex) -> Bool {
    let holding = holdings.address(of: driver)
    guard spacing > 0, !holding.pointee.sketch.isEmpty, holding.pointee.schedule.entries.isEmpty else {
      return false
    }
    holding.pointee.looks += 1
    return holding.pointee.looks > 3
  }

  /// Computes the missing schedule of `driver`, from `time` on.
  func completeSchedule(of driver: DriverIndex, _ itinerary: borrowing Itinerary, at time: Milliseconds) {
    var route = RouteList()
    route.fill(with: itinerary.track, readsOdometer: true, frame: frame)
    let holding = holdings.address(of: driver)
    holding.pointee.schedule = schedule(itinerary.track, route, holding.pointee.sketch, at: time)
    holding.pointee.number = 0
  }

  /// Returns the maximum deviation of the route ahead of `driver`, who is on `line` of the sketch, from the straight
  /// line to its end.
  func bulge(_ driver: DriverIndex, on line: Int) -> Float {
    let holding = holdings.address(of: driver)
    if holding.pointee.line != Int32(line) || holding.pointee.bulge < 0 {
      holding.pointee.line = Int32(line)
      holding.pointee.bulge = holding.pointee.sketch.bulge(on: line)
      detour_set_line(holdings.polyline(of: driver), Int32(line))
    }
    return holding.pointee.bulge
  }

  /// Returns the report of `driver` at `time`, from the route's corners; nil on a network, and after the arrival.
  @inline(__always)  // A call would copy the index.
  func sight(of driver: DriverIndex, at time: Milliseconds) -> Corners.Sight? {
    let holding = holdings.address(of: driver)
    guard !holding.pointee.corners.isEmpty else { return nil }
    return holding.pointee.corners.report(at: time, spacing: spacing, geometry: frame.geometry)
  }

  /// Returns whether the route of `driver` passes through `circle` after the report `sight`.
  func passes(_ driver: DriverIndex, _ circle: SecondCircle, after sight: Corners.Sight) -> Bool {
    circle.isPassed(by: holdings.address(of: driver).pointee.corners, after: sight)
  }

  /// Returns whether `driver` has a sketch, as all drivers on links do.
  func hasSketch(_ driver: DriverIndex) -> Bool { !holdings[driver].sketch.isEmpty }

  /// Computes the missing polyline of `driver` when the sketch is used for the second time: in small markets most
  /// sketches are used at most once.
  private func drawPolyline(of driver: DriverIndex) {
    let holding = holdings.address(of: driver)
    guard holding.pointee.openLooks < 2 else { return }
    holding.pointee.openLooks += 1
    guard holding.pointee.openLooks == 2 else { return }
    let polyline = holdings.polyline(of: driver)
    polyline.pointee = square.polyline(of: holding.pointee.sketch)
    detour_set_line(polyline, holding.pointee.line)
  }

  /// A point that routes may pass.
  struct Target {
    let position: SIMD3<Float>
    /// The query for polylines that pass near the point.
    let query: detour_polyline_query
  }

  /// Returns the target for routes that may pass `position`.
  func target(at position: Position) -> Target {
    let local = SIMD3<Float>(frame.local(position))
    return Target(
      position: local, query: square.query(local, tolerance: tolerance, isContinuous: spacing == 0))
  }

  /// Returns whether the route of `driver` from `time` on passes near `target`; `maybe` if the data is missing or
  /// inconclusive.
  ///
  /// - Parameter isOpen: whether the polyline has already been found inconclusive.
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
