public import Market
public import Quantities
public import Spaces

/// The supply of a market at one moment: every driver, what each has planned, and who can be asked.
///
/// Shared by the simulation, which moves it, and the matcher, which looks at it; it belongs to one run.
public final class Fleet {
  /// All drivers of the run, ordered by id; a driver's index in it is its name everywhere else.
  public let drivers: [Driver]
  public let terms: Terms
  public let space: any Space
  /// From where the policy takes cars to go on.
  public let vantage: Vantage
  /// What each driver has planned; meaningless for a driver who is not active.
  public private(set) var itineraries: [Itinerary]
  /// Indexes of the drivers who have announced their trip and have not arrived, in no particular order.
  public private(set) var active: [Int32] = []
  private var placeInActive: [Int32]
  private var isReserved: [Bool]
  /// How many active drivers have an open offer.
  private var reserved = 0
  private var index: CandidateIndex
  /// Made when the best insertion of all is asked for first.
  var legs: LegTable?
  private var bounds = BoundQueue()
  private var insertions = InsertionSearch()
  private let idle: Itinerary

  /// Creates a fleet in which nobody is active yet.
  ///
  /// - Parameter vantage: what the policy goes by: reported positions, or the true ones.
  /// - Precondition: `drivers` are in ascending order of id.
  public init(drivers: [Driver], terms: Terms, space: any Space, vantage: Vantage = .reported) {
    self.drivers = drivers
    self.terms = terms
    self.space = space
    self.vantage = vantage
    let nowhere = Place(position: Position(x: 0, y: 0))
    idle = Itinerary(standingAt: nowhere)
    itineraries = Array(repeating: idle, count: drivers.count)
    placeInActive = Array(repeating: -1, count: drivers.count)
    isReserved = Array(repeating: false, count: drivers.count)
    index = CandidateIndex(
      origins: drivers.lazy.map(\.origin.position), radius: terms.radius,
      spacing: vantage == .actual ? 0 : terms.spacing, geometry: space.geometry)
  }

  /// Whether `driver` has announced the trip and has not arrived.
  public func isActive(_ driver: Int32) -> Bool { placeInActive[Int(driver)] >= 0 }

  /// Whether `driver` can be asked: active and without an open offer.
  public func isAvailable(_ driver: Int32) -> Bool { isActive(driver) && !isReserved[Int(driver)] }
}

// MARK: - Lifecycle

extension Fleet {
  /// Lets `driver` be matched from `time` on.
  public func announce(_ driver: Int32, at time: Milliseconds) {
    precondition(!isActive(driver), "a driver announces one trip")
    let offer = drivers[Int(driver)]
    itineraries[Int(driver)] = Itinerary(
      from: offer.origin, to: offer.destination, depart: offer.depart, space: space)
    placeInActive[Int(driver)] = Int32(active.count)
    active.append(driver)
    show(driver, at: time)
  }

  /// Takes `driver`, who has arrived, out of the market.
  public func retire(_ driver: Int32) {
    precondition(isActive(driver), "only an active driver can retire")
    index.remove(driver)
    legs?.remove(driver)
    if isReserved[Int(driver)] { reserved -= 1 }
    let hole = placeInActive[Int(driver)]
    let last = active.removeLast()
    if last != driver {
      active[Int(hole)] = last
      placeInActive[Int(last)] = hole
    }
    placeInActive[Int(driver)] = -1
    isReserved[Int(driver)] = false
    itineraries[Int(driver)] = idle
  }

  /// Opens an offer to `driver`, who cannot be asked by others until it is answered.
  public func reserve(_ driver: Int32) {
    precondition(isAvailable(driver), "a driver has one open offer at a time")
    isReserved[Int(driver)] = true
    reserved += 1
    index.remove(driver)
    legs?.hide(driver)
  }

  /// Closes the open offer of `driver`; has no effect on a driver who has none.
  public func release(_ driver: Int32, at time: Milliseconds) {
    guard isActive(driver), isReserved[Int(driver)] else { return }
    isReserved[Int(driver)] = false
    reserved -= 1
    show(driver, at: time)
  }

  /// Takes note that `driver` makes the first stop ahead.
  public func makeStop(_ driver: Int32) -> PlannedStop {
    let stop = itineraries[Int(driver)].makeStop()
    if !isReserved[Int(driver)] { legs?.update(driver, drivers[Int(driver)], itineraries[Int(driver)]) }
    return stop
  }

  /// Plans the stops of `insertion` for `request`, which is number `number` of the run, from `time` on.
  public func accept(
    _ request: Request, number: Int32, promise: Promise, insertion: Insertion, by driver: Int32,
    at time: Milliseconds
  ) {
    var stops = itineraries[Int(driver)].stops
    let pickup = PlannedStop(
      request: number, isPickup: true, partySize: request.partySize, luggage: request.luggage,
      place: request.origin, earliest: request.earliestPickup, latest: promise.latestPickup, maxRide: .never)
    let dropoff = PlannedStop(
      request: number, isPickup: false, partySize: request.partySize, luggage: request.luggage,
      place: request.destination, earliest: .zero, latest: promise.latestDropoff, maxRide: promise.maxRide)
    stops.insert(dropoff, at: insertion.dropoffAfter)
    stops.insert(pickup, at: insertion.pickupAfter)
    replan(driver, stops, at: time)
  }

  /// Takes the stops of request `number`, which is not on board, out of the plan of `driver`.
  public func drop(_ number: Int32, from driver: Int32, at time: Milliseconds) {
    let stops = itineraries[Int(driver)].stops
    precondition(
      stops.contains { $0.request == number && $0.isPickup }, "nobody who is on board is ever dropped")
    replan(driver, stops.filter { $0.request != number }, at: time)
  }

  private func replan(_ driver: Int32, _ stops: [PlannedStop], at time: Milliseconds) {
    let diversion = itineraries[Int(driver)].track.diversion(at: time, geometry: space.geometry)
    itineraries[Int(driver)].replan(stops, from: diversion, now: time, terms: terms, space: space)
    guard !isReserved[Int(driver)] else { return }
    index.remove(driver)
    show(driver, at: time)
  }

  /// Lets `driver`, who can be asked, be found.
  private func show(_ driver: Int32, at time: Milliseconds) {
    index.insert(driver, itineraries[Int(driver)], at: time)
    legs?.update(driver, drivers[Int(driver)], itineraries[Int(driver)])
  }
}

// MARK: - Asking

extension Fleet {
  /// The position that `driver` has reported at `time`.
  public func report(of driver: Int32, at time: Milliseconds) -> Report {
    itineraries[Int(driver)].track.report(at: time, spacing: terms.spacing, geometry: space.geometry)
  }

  /// The position by which `driver` is found: the reported one, or the true one if the policy goes by it.
  func searchedReport(of driver: Int32, at time: Milliseconds) -> Report {
    itineraries[Int(driver)].track.report(at: time, spacing: searchSpacing, geometry: space.geometry)
  }

  /// The metres between the route points by which drivers are found.
  var searchSpacing: Metres { vantage == .actual ? 0 : terms.spacing }

  /// Whether a route point of `driver` after `report` lies within r of `target`.
  public func passes(_ driver: Int32, near target: Position, after report: Report) -> Bool {
    itineraries[Int(driver)].track.passes(
      within: terms.radius, of: target, after: report, spacing: searchSpacing, geometry: space.geometry)
  }

  /// Whether `driver` has seats and luggage room for the party on some leg ahead.
  public func hasRoom(for request: Request, in driver: Int32) -> Bool {
    InsertionSearch.hasRoom(for: request, driver: drivers[Int(driver)], in: itineraries[Int(driver)])
  }

  /// The best pair of stops for `request` with `driver`, as seen from `vantage` at `time`.
  public func bestInsertion(
    of request: Request, promise: Promise, into driver: Int32, at time: Milliseconds, from vantage: Vantage
  ) -> InsertionResult {
    let start = start(of: driver, at: time, from: vantage)
    return search(request, promise, driver, time, start, vantage)
  }

  /// The best pair of stops for `request` with `driver`, who has sent `report`, as the matcher sees it.
  func bestInsertion(
    of request: Request, promise: Promise, into driver: Int32, at time: Milliseconds, after report: Report
  ) -> InsertionResult {
    let start = itineraries[Int(driver)].track.diversion(from: report, at: time)
    return search(request, promise, driver, time, start, .reported)
  }

  private func search(
    _ request: Request, _ promise: Promise, _ driver: Int32, _ time: Milliseconds, _ start: Diversion,
    _ vantage: Vantage
  ) -> InsertionResult {
    let offer = drivers[Int(driver)]
    let question = InsertionQuestion(
      driver: offer, request: request, promise: promise, terms: terms, space: space, now: time, start: start,
      vantage: vantage, objective: self.vantage == .actual ? terms.insertion.objective : .addedDriving,
      agreement: agreement(of: request, with: offer))
    return insertions.search(question, in: itineraries[Int(driver)])
  }

  /// The metres that `insertion` adds to the way of `driver`, as seen from `vantage` at `time`.
  public func addedMetres(
    of request: Request, by insertion: Insertion, to driver: Int32, at time: Milliseconds,
    from vantage: Vantage
  ) -> Metres {
    let itinerary = itineraries[Int(driver)]
    let start = start(of: driver, at: time, from: vantage)
    let stops = itinerary.stops.map(\.place)
    let places = [start.place] + stops + [itinerary.destination]
    func metres(_ from: Place, _ to: Place) -> Metres { space.travel(from: from, to: to)?.metres ?? 0 }
    let pickup = insertion.pickupAfter
    let dropoff = insertion.dropoffAfter
    let (origin, destination) = (request.origin, request.destination)
    let toPickup = metres(places[pickup], origin)
    let fromDropoff = metres(destination, places[dropoff + 1])
    let first = metres(places[pickup], places[pickup + 1])
    if pickup == dropoff { return toPickup + metres(origin, destination) + fromDropoff - first }
    let second = metres(places[dropoff], places[dropoff + 1])
    return toPickup + metres(origin, places[pickup + 1]) - first
      + metres(places[dropoff], destination) + fromDropoff - second
  }

  private func start(of driver: Int32, at time: Milliseconds, from vantage: Vantage) -> Diversion {
    switch vantage {
    case .reported:
      itineraries[Int(driver)].track.diversion(from: report(of: driver, at: time), at: time)
    case .actual:
      itineraries[Int(driver)].track.diversion(at: time, geometry: space.geometry)
    }
  }

  /// Finds the available drivers, `excluded` left out, of the first two stages: whose report lies within r of
  /// `pickup`, and who have a route point ahead within r of `dropoff`.
  ///
  /// - Parameter found: receives those of the second stage, in ascending order of id.
  /// - Returns: how many there are in the first stage, whatever their route.
  func findDrivers(
    near pickup: Position, passing dropoff: Position, at time: Milliseconds, excluded: [Int32],
    into found: inout [Int32]
  ) -> Int {
    if index.isStale(at: time) {
      index.rebuild(
        at: time, active: active, isAvailable: { !isReserved[Int($0)] }, itineraries: itineraries)
    }
    for driver in excluded { index.remove(driver) }
    var byAHair = 0
    let surely = index.scan(at: time, pickup: pickup, dropoff: dropoff) { sighting in
      let driver = sighting.driver
      if sighting.isSurelyInRadius, sighting.surelyPasses {
        found.append(driver)
        return
      }
      let report = searchedReport(of: driver, at: time)
      if !sighting.isSurelyInRadius {
        guard space.geometry.isWithin(terms.radius, pickup, report.position) else { return }
        byAHair += 1
      }
      if sighting.mayPass, passes(driver, near: dropoff, after: report) { found.append(driver) }
    }
    for driver in excluded where isAvailable(driver) {
      index.insert(driver, itineraries[Int(driver)], at: time)
    }
    found.sort()
    return surely + byAHair
  }
}

// MARK: - The best insertion of all

extension Fleet {
  /// How many drivers can be asked.
  var askableCount: Int { active.count - reserved }

  /// What `request` asks of the legs of all drivers.
  func legQuery(_ request: Request, _ promise: Promise, at time: Milliseconds) -> LegQuery {
    if legs == nil { makeLegs() }
    guard
      let query = legs?.query(
        request, promise: promise, direct: request.direct.duration, at: time, terms: terms,
        objective: terms.insertion.objective)
    else { preconditionFailure("the legs were just made") }
    return query
  }

  /// Fills `bounds` with the drivers that may take `request` along.
  ///
  /// - Returns: how many lie in the circle around the pickup, and how many of them pass that around the
  ///   drop-off; nil where the circles do not bind.
  func collectBounds(_ query: LegQuery, at time: Milliseconds, excluded: [Int32])
    -> (inRadius: Int, onRoute: Int)?
  {
    bounds.removeAll()
    guard terms.insertion.usesRadius else {
      legs?.scan(query, into: &bounds)
      return nil
    }
    var found: [Int32] = []
    let inRadius = findDrivers(
      near: query.pickup.position, passing: query.dropoff.position, at: time, excluded: excluded,
      into: &found)
    for driver in found { legs?.addBound(of: driver, query, to: &bounds) }
    return (inRadius, found.count)
  }

  /// The driver with the lowest bound of those left; nil when none of them can be worth `least` or less.
  func takeNextDriver(_ query: LegQuery, worth least: Int64) -> Int32? {
    while let next = bounds.next(), next.bound <= least {
      if next.isRefined { return next.driver }
      legs?.refineBound(of: next.driver, query, in: &bounds)
    }
    return nil
  }

  /// Evaluates all pairs of stops of `driver` from where the car really is, which the bounds then know.
  func evaluate(_ request: Request, _ promise: Promise, _ driver: Int32, at time: Milliseconds)
    -> InsertionResult
  {
    let itinerary = itineraries[Int(driver)]
    let start = start(of: driver, at: time, from: .actual)
    legs?.anchor(
      driver, at: start.place, start.time, arrive: itinerary.stops.first?.arrive ?? itinerary.arrival)
    return search(request, promise, driver, time, start, .actual)
  }

  private func makeLegs() {
    legs = LegTable(origins: drivers.lazy.map(\.origin.position), space: space)
    for driver in active where !isReserved[Int(driver)] {
      legs?.update(driver, drivers[Int(driver)], itineraries[Int(driver)])
    }
  }
}
