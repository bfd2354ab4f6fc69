import CKernels
import Quantities
import Spaces
import Travellers

/// Computation of each driver's index entry and its validity period.
extension CandidateIndex {
  /// An entry with its period of validity.
  struct Piece {
    var entry: detour_entry
    /// The time at which the entry expires.
    var until: Milliseconds
    /// The movement during that period, as a multiple of the entry's velocity.
    var moves: Float = 0
  }

  /// Returns the entry of `driver` at `time` with its period of validity; nil after the arrival.
  mutating func piece(
    of driver: DriverIndex, _ itinerary: UnsafePointer<Itinerary>, at time: Milliseconds
  ) -> Piece? {
    if !holdings[driver].corners.isEmpty { return charted(driver, at: time) }
    if motion == DETOUR_STANDING, !holdings[driver].schedule.entries.isEmpty {
      return scheduled(driver, at: time)
    }
    return (spacing > 0 ? nil : even(driver, at: time)) ?? peeked(driver, itinerary, at: time)
  }

  /// Returns the entry of a driver off networks whose report stands still or moves along a step; nil after the arrival.
  private mutating func charted(_ driver: DriverIndex, at time: Milliseconds) -> Piece? {
    let holding = holdings.address(of: driver)
    let geometry = frame.geometry
    guard time < holding.pointee.corners.end.time else { return nil }
    var vertex = holding.pointee.corners.vertex(at: time)
    var (peek, stretch): (Track.Peek?, Step.Stretch?)
    if motion == DETOUR_STEPPING, vertex + 1 < holding.pointee.corners.count {
      stretch = holding.pointee.corners.step(behind: vertex).stretch(
        at: time, spacing: spacing, reach: reach, geometry: geometry)
      peek = stretch?.peek
    }
    if peek == nil {
      guard
        let found = holding.pointee.corners.peek(
          at: time, spacing: spacing, reach: reach, geometry: geometry)
      else { return nil }
      (peek, vertex) = (found.peek, found.vertex)
    }
    guard let peek else { return nil }
    var (piece, home) = piece(of: driver, peek, stretch)
    if holding.pointee.corners.isLastStep(vertex) {
      lead(&piece, along: holding.pointee.corners.step(behind: vertex), peek.start, home)
      return piece
    }
    if geometry == .plane {
      let route = RouteOutline(
        ahead: peek.start, to: peek.end, along: holding.pointee.corners, behind: vertex, frame: frame)
      lead(&piece.entry, to: SIMD3<Float>(route.end), bulge: Float(route.bulge) + piece.entry.stray)
      return piece
    }
    func outline(_ position: Position, _ home: Position) -> RouteOutline {
      RouteOutline(
        ahead: position, from: home, along: holding.pointee.corners, behind: vertex, radius: radius,
        frame: frame)
    }
    var route = outline(peek.start, home)
    // The line to the destination turns while the car moves; the route's deviation from it is greatest at an end.
    if piece.moves > 0, route.bulge > 0 {
      let arrived = home + geometry.offset(from: peek.start, to: peek.end)
      route.bulge = max(route.bulge, outline(peek.end, arrived).bulge)
    }
    lead(&piece.entry, to: SIMD3<Float>(route.end), bulge: Float(route.bulge) + piece.entry.stray)
    return piece
  }

  /// Returns the entry of a driver on links whose report stands still or moves at constant velocity; nil after the
  /// arrival.
  private mutating func peeked(
    _ driver: DriverIndex, _ itinerary: UnsafePointer<Itinerary>, at time: Milliseconds
  ) -> Piece? {
    guard
      let peek = itinerary.pointee.track.peek(
        at: time, spacing: spacing, reach: reach, geometry: frame.geometry)
    else { return nil }
    var (piece, _) = piece(of: driver, peek, nil)
    let line = holdings[driver].sketch.line(at: itinerary.pointee.track.point(at: peek.index).time)
    lead(
      &piece.entry, to: holdings[driver].sketch.end, bulge: bulge(driver, on: line) + piece.entry.stray)
    return piece
  }

  /// Returns the entry of `peek`, or of the `stretch` beginning with it, without the route's end, and its starting point;
  /// on a torus, the image of that point within the square.
  @inline(__always)  // A call would copy the index, which is read by its address here.
  private func piece(
    of driver: DriverIndex, _ peek: Track.Peek, _ stretch: Step.Stretch?
  ) -> (piece: Piece, home: Position) {
    let geometry = frame.geometry
    let home = geometry.home(of: peek.start)
    let start = frame.local(home)
    var piece = Piece(entry: detour_entry(), until: peek.until)
    (piece.entry.x, piece.entry.y, piece.entry.z) = (Float(start.x), Float(start.y), Float(start.z))
    piece.entry.from = Int32(truncatingIfNeeded: peek.from.rawValue)
    piece.entry.driver = driver.rawValue
    piece.entry.phase = 0.5
    let move = geometry.offset(from: peek.start, to: peek.end)
    guard move.squaredLength > 0 else { return (piece, home) }
    let moves = stretch.map { Double($0.reports) } ?? Double((peek.until - peek.from).rawValue)
    let velocity = (frame.local(home + move) - start) / moves
    (piece.entry.vx, piece.entry.vy, piece.entry.vz) = (
      Float(velocity.x), Float(velocity.y), Float(velocity.z)
    )
    piece.moves = Float(moves)
    if let stretch {
      (piece.entry.rate, piece.entry.phase) = (Float(stretch.rate), Float(stretch.phase))
      // Entries move along chords of the globe.
      if geometry == .globe { piece.entry.stray = Float(move.squaredLength / (7 * earthRadius)) }
    }
    return (piece, home)
  }

  /// Adds the rest of the route, which runs along the last step `step`, to the entry of `piece`; the car is at `start`,
  /// whose image is `home`.
  @inline(__always)  // Likewise.
  private func lead(_ piece: inout Piece, along step: Step, _ start: Position, _ home: Position) {
    var route =
      frame.geometry == .plane
      ? RouteOutline(step, spacing: spacing, frame: frame)
      : RouteOutline(ahead: start, from: home, along: step, radius: radius, frame: frame)
    takeStraight(&route, step, &piece.entry)
    lead(&piece.entry, to: SIMD3<Float>(route.end), bulge: Float(route.bulge) + piece.entry.stray)
    if route.step > 0 { piece.entry.shape = Float(route.step) }
  }

  /// Marks the route along the last step `step` as a straight line with route points, if it is straight within a small
  /// tolerance.
  @inline(__always)  // Likewise.
  private func takeStraight(_ route: inout RouteOutline, _ step: Step, _ entry: inout detour_entry) {
    guard spacing > 0 else { return }
    let line = frame.geometry.offset(from: step.from.place.position, to: step.to.place.position)
    let sag = line.squaredLength / (7 * earthRadius)
    switch frame.geometry {
    case .plane: return
    case .torus: guard route.bulge == 0 else { return }
    case .globe:
      guard sag <= radius / 20 else { return }
      // Route points, like the report, deviate from the line by at most this.
      entry.bend = Float(2 * sag)
      route.bulge = 0
    }
    route.step = spacing * line.squaredLength.squareRoot() / max(1, step.to.odometer - step.from.odometer)
  }

  /// Returns the stationary entry of a scheduled report; nil after the arrival.
  private mutating func scheduled(_ driver: DriverIndex, at time: Milliseconds) -> Piece? {
    let holding = holdings.address(of: driver)
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

  /// Returns the entry of a car that moves along a line of its sketch; nil before the departure and after the arrival.
  private mutating func even(_ driver: DriverIndex, at time: Milliseconds) -> Piece? {
    let sketch = holdings[driver].sketch
    guard time >= sketch.begin, time < sketch.arrival else { return nil }
    let line = sketch.line(at: time, from: Int(holdings[driver].line))
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
}
