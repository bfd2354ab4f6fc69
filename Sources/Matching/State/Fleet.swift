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
  /// Where the drivers drive, by the time of their departure.
  public let spaces: DailySpaces
  /// From where the policy takes cars to go on.
  public let vantage: Vantage
  /// What each driver has planned; meaningless for a driver who is not active.
  public private(set) var itineraries: [Itinerary]
  /// Indexes of the drivers who have announced their trip and have not arrived, in no particular order.
  public private(set) var active: [DriverIndex] = []
  private var presences: [Presence]
  /// How many active drivers have an open offer.
  private var reserved = 0
  /// How many entries of the index of drivers searches have compared with a circle so far: a measure of work.
  public var indexProbes: Int { index.probes }
  private var index: CandidateIndex
  let bounds: InsertionBounds
  private var insertions = InsertionSearch()
  private let idle: Itinerary

  /// How a driver is there.
  private struct Presence: Listed {
    typealias Index = DriverIndex

    /// Where in `active` the driver stands; -1 for one who is not there.
    var placeInActive: Int32 = -1
    /// Whether an offer is open.
    var isReserved = false
  }

  /// Creates a fleet in which nobody is active yet.
  ///
  /// - Parameter vantage: what the policy goes by: reported positions, or the true ones.
  /// - Precondition: `drivers` are in ascending order of id.
  public init(drivers: [Driver], terms: Terms, spaces: DailySpaces, vantage: Vantage = .reported) {
    self.drivers = drivers
    self.terms = terms
    self.spaces = spaces
    self.vantage = vantage
    bounds = InsertionBounds(drivers: drivers, spaces: spaces)
    let nowhere = Place(position: Position(x: 0, y: 0))
    idle = Itinerary(standingAt: nowhere)
    itineraries = Array(repeating: idle, count: drivers.count)
    presences = Array(repeating: Presence(), count: drivers.count)
    index = CandidateIndex(
      origins: drivers.lazy.map(\.origin.position), radius: terms.radius,
      spacing: vantage == .actual ? 0 : terms.spacing, geometry: spaces.geometry)
  }

  /// Creates a fleet in which nobody is active yet and which drives in `space` at all times.
  ///
  /// - Precondition: `drivers` are in ascending order of id.
  public convenience init(
    drivers: [Driver], terms: Terms, space: any Space, vantage: Vantage = .reported
  ) {
    self.init(drivers: drivers, terms: terms, spaces: DailySpaces(space), vantage: vantage)
  }

  /// The space of the whole trip of `driver`, that of its departure: every question about the driver's times is
  /// asked of it.
  public func space(of driver: DriverIndex) -> any Space { spaces.space(at: drivers[driver].depart) }

  /// How straight lines run between positions, for all drivers.
  public var geometry: Geometry { spaces.geometry }

  /// Whether `driver` has announced the trip and has not arrived.
  public func isActive(_ driver: DriverIndex) -> Bool { presences[driver].placeInActive >= 0 }

  /// Whether `driver` can be asked: active and without an open offer.
  public func isAvailable(_ driver: DriverIndex) -> Bool { isActive(driver) && !presences[driver].isReserved }
}

// MARK: - Lifecycle

extension Fleet {
  /// Lets `driver` be matched from `time` on.
  public func announce(_ driver: DriverIndex, at time: Milliseconds) {
    precondition(!isActive(driver), "a driver announces one trip")
    let offer = drivers[driver]
    itineraries[driver] = Itinerary(
      from: offer.origin, to: offer.destination, depart: offer.depart, space: space(of: driver))
    presences[driver].placeInActive = Int32(active.count)
    active.append(driver)
    show(driver, at: time)
  }

  /// Takes `driver`, who has arrived, out of the market.
  public func retire(_ driver: DriverIndex) {
    precondition(isActive(driver), "only an active driver can retire")
    index.remove(driver)
    bounds.remove(driver)
    if presences[driver].isReserved { reserved -= 1 }
    let hole = presences[driver].placeInActive
    let last = active.removeLast()
    if last != driver {
      active[Int(hole)] = last
      presences[last].placeInActive = hole
    }
    presences[driver] = Presence()
    itineraries[driver] = idle
  }

  /// Opens an offer to `driver`, who cannot be asked by others until it is answered.
  public func reserve(_ driver: DriverIndex) {
    precondition(isAvailable(driver), "a driver has one open offer at a time")
    presences[driver].isReserved = true
    reserved += 1
    index.remove(driver)
    bounds.hide(driver)
  }

  /// Closes the open offer of `driver`; has no effect on a driver who has none.
  public func release(_ driver: DriverIndex, at time: Milliseconds) {
    guard isActive(driver), presences[driver].isReserved else { return }
    presences[driver].isReserved = false
    reserved -= 1
    show(driver, at: time)
  }

  /// Takes note that `driver` makes the first stop ahead.
  public func makeStop(_ driver: DriverIndex) -> PlannedStop {
    let stop = itineraries[driver].makeStop()
    if !presences[driver].isReserved { bounds.update(driver, itineraries[driver]) }
    return stop
  }

  /// Plans the stops of `insertion` for `request`, which is the run's `index`, from `time` on.
  public func accept(
    _ request: Request, as index: RequestIndex, promise: Promise, insertion: Insertion,
    by driver: DriverIndex,
    at time: Milliseconds
  ) {
    var stops = itineraries[driver].stops
    let pickup = PlannedStop(
      request: index, isPickup: true, partySize: request.partySize, luggage: request.luggage,
      place: request.origin, earliest: request.earliestPickup, latest: promise.latestPickup, maxRide: .never)
    let dropoff = PlannedStop(
      request: index, isPickup: false, partySize: request.partySize, luggage: request.luggage,
      place: request.destination, earliest: .zero, latest: promise.latestDropoff, maxRide: promise.maxRide)
    stops.insert(dropoff, at: insertion.dropoffAfter)
    stops.insert(pickup, at: insertion.pickupAfter)
    replan(driver, stops, at: time)
  }

  /// Takes the stops of request `index`, which is not on board, out of the plan of `driver`.
  public func drop(_ index: RequestIndex, from driver: DriverIndex, at time: Milliseconds) {
    let stops = itineraries[driver].stops
    precondition(
      stops.contains { $0.request == index && $0.isPickup }, "nobody who is on board is ever dropped")
    replan(driver, stops.filter { $0.request != index }, at: time)
  }

  private func replan(_ driver: DriverIndex, _ stops: [PlannedStop], at time: Milliseconds) {
    let diversion = itineraries[driver].track.diversion(at: time, geometry: geometry)
    itineraries[driver].replan(
      stops, from: diversion, now: time, terms: terms, space: space(of: driver))
    guard !presences[driver].isReserved else { return }
    index.remove(driver)
    show(driver, at: time)
  }

  /// Lets `driver`, who can be asked, be found.
  private func show(_ driver: DriverIndex, at time: Milliseconds) {
    index.insert(driver, itineraries[driver], at: time)
    bounds.update(driver, itineraries[driver])
  }
}

// MARK: - Asking

extension Fleet {
  /// The position that `driver` has reported at `time`.
  public func report(of driver: DriverIndex, at time: Milliseconds) -> Report {
    itineraries[driver].track.report(at: time, spacing: terms.spacing, geometry: geometry)
  }

  /// The position by which `driver` is found: the reported one, or the true one if the policy goes by it.
  func searchedReport(of driver: DriverIndex, at time: Milliseconds) -> Report {
    itineraries[driver].track.report(at: time, spacing: searchSpacing, geometry: geometry)
  }

  /// The metres between the route points by which drivers are found.
  var searchSpacing: Metres { vantage == .actual ? 0 : terms.spacing }

  /// Whether a route point of `driver` after `report` lies within r of `target`.
  public func passes(_ driver: DriverIndex, near target: Position, after report: Report) -> Bool {
    itineraries[driver].track.passes(
      within: terms.radius, of: target, after: report, spacing: searchSpacing, geometry: geometry)
  }

  /// Whether `driver` has seats and luggage room for the party on some leg ahead.
  public func hasRoom(for request: Request, in driver: DriverIndex) -> Bool {
    InsertionSearch.hasRoom(for: request, driver: drivers[driver], in: itineraries[driver])
  }

  /// The best pair of stops for `request` with `driver`, as seen from `vantage` at `time`.
  public func bestInsertion(
    of request: Request, promise: Promise, into driver: DriverIndex, at time: Milliseconds,
    from vantage: Vantage
  ) -> InsertionResult {
    let start = start(of: driver, at: time, from: vantage)
    return search(request, promise, driver, time, start, vantage)
  }

  /// The best pair of stops for `request` with `driver`, who has sent `report`, as the matcher sees it.
  func bestInsertion(
    of request: Request, promise: Promise, into driver: DriverIndex, at time: Milliseconds,
    after report: Report
  ) -> InsertionResult {
    let start = itineraries[driver].track.diversion(from: report, at: time)
    return search(request, promise, driver, time, start, .reported)
  }

  private func search(
    _ request: Request, _ promise: Promise, _ driver: DriverIndex, _ time: Milliseconds, _ start: Diversion,
    _ vantage: Vantage
  ) -> InsertionResult {
    let offer = drivers[driver]
    let space = space(of: driver)
    let question = InsertionQuestion(
      driver: offer, request: request, direct: direct(of: request, in: space), promise: promise, terms: terms,
      space: space, now: time, start: start, vantage: vantage,
      objective: self.vantage == .actual ? terms.insertion.objective : .addedDriving,
      agreement: agreement(of: request, with: offer))
    return insertions.search(question, in: itineraries[driver])
  }

  /// How long the way from the request's origin to its destination takes in `space`: that of a driver, who may
  /// have departed in another slice of the day than the one that the direct trip of `request` was timed in.
  private func direct(of request: Request, in space: any Space) -> Milliseconds {
    if space === spaces.space(at: request.directDeparture) { return request.direct.duration }
    return space.duration(from: request.origin, to: request.destination, hub: .origin)
  }

  /// The metres that `insertion` adds to the way of `driver`, as seen from `vantage` at `time`.
  public func addedMetres(
    of request: Request, by insertion: Insertion, to driver: DriverIndex, at time: Milliseconds,
    from vantage: Vantage
  ) -> Metres {
    let itinerary = itineraries[driver]
    let space = space(of: driver)
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

  private func start(of driver: DriverIndex, at time: Milliseconds, from vantage: Vantage) -> Diversion {
    switch vantage {
    case .reported:
      itineraries[driver].track.diversion(from: report(of: driver, at: time), at: time)
    case .actual:
      itineraries[driver].track.diversion(at: time, geometry: geometry)
    }
  }

  /// Finds the available drivers, `excluded` left out, of the first two stages: whose report lies within r of
  /// `pickup`, and who have a route point ahead within r of `dropoff`.
  ///
  /// - Parameter found: receives those of the second stage, in ascending order of id.
  /// - Returns: how many there are in the first stage, whatever their route.
  func findDrivers(
    near pickup: Position, passing dropoff: Position, at time: Milliseconds, excluded: [DriverIndex],
    into found: inout [DriverIndex]
  ) -> Int {
    if index.isStale(at: time) {
      index.rebuild(
        at: time, active: active, isAvailable: { !presences[$0].isReserved }, itineraries: itineraries)
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
        guard geometry.isWithin(terms.radius, pickup, report.position) else { return }
        byAHair += 1
      }
      if sighting.mayPass, passes(driver, near: dropoff, after: report) { found.append(driver) }
    }
    for driver in excluded where isAvailable(driver) {
      index.insert(driver, itineraries[driver], at: time)
    }
    found.sort()
    return surely + byAHair
  }
}

// MARK: - The best insertion of all

extension Fleet {
  /// How many drivers can be asked.
  var askableCount: Int { active.count - reserved }

  /// Begins a search for the best insertion of `request` over all drivers.
  ///
  /// - Returns: how many lie in the circle around the pickup, and how many of them pass that around the
  ///   drop-off; nil where the circles do not bind.
  func beginSearch(for request: Request, _ promise: Promise, at time: Milliseconds, excluded: [DriverIndex])
    -> (inRadius: Int, onRoute: Int)?
  {
    if !bounds.isInUse {
      bounds.isInUse = true
      for driver in bounds.neighbourly(active) where !presences[driver].isReserved {
        bounds.update(driver, itineraries[driver])
      }
    }
    bounds.begin(request, promise: promise, at: time, terms: terms) { direct(of: request, in: $0) }
    guard terms.insertion.usesRadius else {
      bounds.collectAll()
      return nil
    }
    var found: [DriverIndex] = []
    let inRadius = findDrivers(
      near: request.origin.position, passing: request.destination.position, at: time, excluded: excluded,
      into: &found)
    bounds.collect(found)
    return (inRadius, found.count)
  }

  /// The driver with the lowest bound of those left; nil when none of them can be worth `least` or less.
  func nextDriver(worth least: Int64) -> DriverIndex? { bounds.next(worth: least) }

  /// Evaluates all pairs of stops of `driver` from where the car really is, which the bounds then know.
  func evaluate(_ request: Request, _ promise: Promise, _ driver: DriverIndex, at time: Milliseconds)
    -> InsertionResult
  {
    let itinerary = itineraries[driver]
    let start = start(of: driver, at: time, from: .actual)
    bounds.anchor(
      driver, at: start.place, start.time, arrive: itinerary.stops.first?.arrive ?? itinerary.arrival)
    return search(request, promise, driver, time, start, .actual)
  }
}
