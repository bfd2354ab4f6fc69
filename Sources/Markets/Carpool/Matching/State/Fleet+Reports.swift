public import Quantities
public import Spaces
public import Travellers

extension Fleet {
  /// Returns the reported position of `driver` at `time`.
  public func report(of driver: DriverIndex, at time: Milliseconds) -> Report {
    let known = known(driver, at: time)
    if known == time, vantage == .reported,
      let report = finder.report(of: driver, itineraries, at: time)
    {
      return report
    }
    return itineraries[driver].track.report(at: known, spacing: terms.spacing, geometry: geometry)
  }

  /// Returns the position by which `driver` is found: the reported position, or the true position if the policy uses
  /// that.
  public func searchedReport(of driver: DriverIndex, at time: Milliseconds) -> Report {
    itineraries[driver].track.report(
      at: known(driver, at: time), spacing: searchSpacing, geometry: geometry)
  }

  /// Prefetches the data of the first few of `drivers`; called shortly before its use.
  package func fetch(_ drivers: borrowing [DriverIndex]) {
    for place in 0..<min(4, drivers.count) {
      Memory.fetch(self.drivers, at: Int(drivers[place]))
      Memory.fetch(itineraries, at: Int(drivers[place]))
    }
  }

  /// Prefetches the trips, then the legs, then the routes of the drivers a few places after `place` in `list`, one per
  /// step, because each points to the next.
  func fetch(_ list: [DriverIndex], behind place: Int) {
    for ahead in place == 0 ? 1...6 : 6...6 where place + ahead < list.count {
      Memory.fetch(drivers, at: Int(list[place + ahead]))
      Memory.fetch(itineraries, at: Int(list[place + ahead]))
    }
    if place + 4 < list.count, let track = track(of: list[place + 4]) { Track.fetchLegs(at: track) }
    if place + 2 < list.count, let track = track(of: list[place + 2]) { Track.fetchWay(at: track) }
  }

  @inline(__always)
  private func track(of driver: DriverIndex) -> UnsafePointer<Track>? {
    itineraries.address(of: driver).pointer(to: \.track)
  }

  /// Returns the position and the odometer reading of `driver`, who is making a stop at `time`.
  public func stand(of driver: DriverIndex, at time: Milliseconds) -> (position: Position, odometer: Metres) {
    if let vertex = finder.vertex(of: driver, at: time) { return (vertex.place.position, vertex.odometer) }
    let itinerary = itineraries.address(of: driver)
    return (
      itinerary.pointee.track.position(at: time, geometry: geometry),
      itinerary.pointee.track.odometer(at: time)
    )
  }

  /// The distance between the route points by which drivers are found, in metres.
  var searchSpacing: Metres { vantage == .actual ? 0 : terms.spacing }

  /// Returns whether a route point of `driver` after `report` lies within r of `target`; always true for a waiting car.
  public func passes(_ driver: DriverIndex, near target: Position, after report: Report) -> Bool {
    drivers[driver].waits
      || secondCircle(around: target).isPassed(by: itineraries[driver].track, after: report)
  }

  /// Returns whether a route point of `driver` after `report` lies within `radius` of `target`; always true for a
  /// waiting car.
  func passes(_ driver: DriverIndex, near target: Position, after report: Report, within radius: Metres)
    -> Bool
  {
    drivers[driver].waits
      || SecondCircle(center: target, radius: radius, spacing: searchSpacing, geometry: geometry)
        .isPassed(by: itineraries[driver].track, after: report)
  }

  /// Returns the second circle of a request with destination `target`.
  func secondCircle(around target: Position) -> SecondCircle {
    SecondCircle(center: target, radius: terms.radius, spacing: searchSpacing, geometry: geometry)
  }

  /// Returns whether `driver` has seats and luggage room for the party on some leg ahead.
  public func hasRoom(for request: Request, in driver: DriverIndex) -> Bool {
    InsertionSearch.hasRoom(for: request, driver: drivers[driver], in: itineraries[driver])
  }

  /// The number of index entries compared with a circle so far: a measure of work.
  public var indexProbes: Int { finder.probes }

  /// The number of drivers within both circles of jointly decided requests, summed over the requests, and the number of
  /// those decided by a result of an earlier window: a measure of work.
  public var windowLooks: (all: Int, known: Int) { (knownPairs.looks, knownPairs.repeats) }

  /// Returns the first point, at or after `time`, at which `driver` can be diverted.
  func diversion(of driver: DriverIndex, at time: Milliseconds) -> Diversion {
    finder.diversion(of: driver, at: time)
      ?? itineraries[driver].track.diversion(at: time, geometry: geometry)
  }

  /// Returns the start of `driver` at `time`, from `vantage`.
  func start(of driver: DriverIndex, at time: Milliseconds, from vantage: Vantage) -> Start {
    if let free = freeStart(of: driver, at: time, from: vantage) { return free }
    switch vantage {
    case .reported: return start(of: driver, at: time, after: report(of: driver, at: time))
    case .actual:
      let diversion = diversion(of: driver, at: time)
      let rest = itineraries[driver].isIdle ? .zero : itineraries[driver].nextArrival - diversion.time
      return Start(diversion: diversion, vantage: .actual, firstLeg: rest)
    }
  }

  /// Returns the start of `driver` after `report`.
  func start(of driver: DriverIndex, at time: Milliseconds, after report: Report) -> Start {
    let diversion =
      finder.diversion(of: driver, from: report, at: time)
      ?? itineraries[driver].track.diversion(from: report, at: time)
    return Start(
      diversion: diversion, vantage: .reported, firstLeg: firstLeg(of: driver, from: diversion))
  }

  /// Returns the driving time of `driver` from `start`, based on the report, to the next stop or the destination.
  private func firstLeg(of driver: DriverIndex, from start: Diversion) -> Milliseconds {
    if itineraries[driver].isIdle { return .zero }
    // After the last turn, or off the vertices, the way along the track is not the way from there.
    if itineraries[driver].goesOnAlongLeg(from: start) {
      return itineraries[driver].nextArrival - itineraries[driver].track.point(at: start.index).time
    }
    return space(of: driver).duration(
      from: start.place, to: itineraries[driver].place(ofLeg: 1, from: start.place), hub: .origin)
  }
}
