public import Quantities
public import Spaces
public import Travellers

/// Drivers with a flexible departure: until they leave, any departure that satisfies every promise is possible.
extension Fleet {
  /// Returns whether `driver` has not left by `time` and may still leave at a time other than the planned one.
  public func isFree(_ driver: DriverIndex, at time: Milliseconds) -> Bool {
    guard hasFreeDepartures else { return false }
    let itinerary = itineraries.address(of: driver)
    return itinerary.pointee.isFree && time < itinerary.pointee.departure
  }

  /// Records that `driver` leaves as planned; the departure is fixed from now on.
  public func depart(_ driver: DriverIndex) {
    guard itineraries[driver].isFree else { return }
    itineraries[driver].isFree = false
    takeNoteOfChange(driver)
    inserter.sights.forget(driver)
    if isAvailable(driver) { inserter.show(driver, itineraries) }
  }

  /// Plans the departure of `driver` at `time`, or as soon as the trip may begin; the driver has not left, and has no
  /// passenger to pick up.
  public func setOff(_ driver: DriverIndex, at time: Milliseconds) {
    itineraries[driver] = itineraries[driver].leaving(at: max(time, drivers[driver].depart))
    showPlan(of: driver, at: time)
  }

  /// Plans `stops` for `driver`, who has not left at `time`.
  func replanDeparture(_ driver: DriverIndex, _ stops: consuming [PlannedStop], at time: Milliseconds) {
    let offer = drivers[driver]
    itineraries[driver].plan(
      stops, of: offer, from: max(time, offer.depart), terms: terms, space: space(of: driver))
    showPlan(of: driver, at: time)
  }

  /// Returns the start of `driver`, if they have a flexible departure and have not left by `time`: the origin, at the
  /// earliest departure. Otherwise returns nil.
  func freeStart(of driver: DriverIndex, at time: Milliseconds, from vantage: Vantage) -> Start? {
    guard isFree(driver, at: time) else { return nil }
    let offer = drivers[driver]
    let diversion = Diversion(
      place: offer.origin, time: max(time, offer.depart), odometer: 0,
      index: TrackIndex(leg: 0, node: 0, bend: 0))
    let itinerary = itineraries[driver]
    return Start(
      diversion: diversion, vantage: vantage, firstLeg: itinerary.nextArrival - itinerary.departure,
      isFree: true)
  }

  /// Returns the insertion of `inquiry` at its time, which is in the future, provided that nothing changes until then.
  /// Nil unless the driver is within both circles at that time, and the insertion is feasible from both the reported
  /// and the true position.
  public func foresee(_ inquiry: Inquiry, into driver: DriverIndex) -> Insertion? {
    let time = inquiry.time
    // After the end of the plan the driver is not available. A waiting car could be asked forever, so its pairs
    // are binding at once.
    guard time < itineraries[driver].arrival else { return nil }
    let plan = itineraries[driver]
    defer { itineraries[driver] = plan }
    // Stops made by then are no longer ahead.
    while let next = itineraries[driver].stops.first, next.arrive <= time {
      _ = itineraries[driver].makeStop()
    }
    let report = itineraries[driver].track.report(at: time, spacing: searchSpacing, geometry: geometry)
    guard geometry.isWithin(terms.radius, inquiry.request.origin.position, report.position),
      passes(driver, near: inquiry.request.destination.position, after: report)
    else { return nil }
    let seen =
      freeStart(of: driver, at: time, from: .reported) ?? start(of: driver, at: time, after: report)
    guard inserter.evaluate(inquiry, into: driver, from: seen, in: self).best != nil else { return nil }
    return evaluate(inquiry, into: driver, from: .actual).best
  }
}

/// An order to an idle waiting car to drive to a place and wait there.
public struct CarMove: Sendable {
  public var driver: DriverIndex
  public var place: Place

  /// Creates the order for the car of `driver` to drive to `place`.
  public init(_ driver: DriverIndex, to place: Place) {
    self.driver = driver
    self.place = place
  }
}

extension Fleet {
  /// Returns the drivers whose waiting cars are idle and available at `time`, and so can be repositioned, in ascending
  /// order.
  public func standing(at time: Milliseconds) -> [DriverIndex] {
    active.filter { driver in
      isAvailable(driver) && drivers[driver].waits && drivers[driver].depart <= time
        && itineraries[driver].isIdle && itineraries[driver].arrival <= time
    }.sorted()
  }

  /// Returns the time at which an idle car arrives if `move` is ordered at `time`; nil if there is no route.
  public func arrival(of move: CarMove, at time: Milliseconds) -> Milliseconds? {
    let from = itineraries[move.driver].destination
    let duration = space(of: move.driver).duration(from: from, to: move.place, hub: .origin)
    return duration == .never ? nil : time + duration
  }
}

// MARK: - Searches on several threads

extension Fleet {
  /// From now on, divides searches among `threads` threads; results do not depend on it. This applies to searches over
  /// all drivers or, if the policy uses reports, to the searches of each window.
  ///
  /// - Parameter legs: the minimum number of planned legs for which it pays to divide a search over all drivers.
  /// - Precondition: `threads` is at least 2. If the policy uses reports, there is no walking and no `Acquaintance`,
  ///   because their caches are shared.
  public func divideSearches(among threads: Int, from legs: Int = legsRepayingHelp) {
    if vantage == .actual { return inserter.bounds.divideSearches(among: threads, from: legs) }
    precondition(
      threads > 1 && terms.walking.reach == 0 && acquaintance == nil,
      "only searches by the circles that share nothing are divided")
    team = SearchTeam(threads: threads, spaces: spaces)
  }

  /// The minimum number of planned legs, at least one per driver, for which it pays to divide a search among threads:
  /// shorter searches end before other threads can help.
  public static let legsRepayingHelp = 8192

  /// Announces a search over all drivers for `request`; results do not depend on it.
  public func expect(_ request: Request) {
    // With walking, the sweep would begin at other places.
    if terms.walking.reach == 0 { inserter.bounds.expect(request) }
  }
}
