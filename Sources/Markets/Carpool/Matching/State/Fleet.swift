public import Quantities
public import Spaces
public import Travellers

/// The current supply of a market: every driver with their plan and availability.
///
/// Changed by the simulation and read by the matcher; belongs to one run, and so to one thread. Its mutable state is
/// exempt from exclusivity checks, which took 7 % of a day's instructions on a plane: queries read plans, and change
/// only their own state.
public final class Fleet {
  /// All drivers of the run, in the order of their ids, or by time if that does not affect results (`TimeOrder`). A
  /// `DriverIndex` is an index in this list.
  public let drivers: [Driver]
  public let terms: Terms
  /// The spaces in which drivers travel, by departure time.
  public let spaces: DailySpaces
  /// The names of the requests, used as keys for the policy's draws.
  public var requestNames = Names.numbers
  /// The position, reported or true, from which the policy evaluates cars.
  public let vantage: Vantage
  /// Each driver's plan; undefined for inactive drivers.
  @exclusivity(unchecked) public internal(set) var itineraries: FixedList<Itinerary>
  /// The indices of the drivers who have announced their trip and not yet arrived, in no particular order.
  @exclusivity(unchecked) public private(set) var active: [DriverIndex] = []
  @exclusivity(unchecked) private var presences: FixedList<Presence>
  /// The number of active drivers with an open offer.
  @exclusivity(unchecked) private var reserved = 0
  private let idle: Itinerary
  /// The relations between passengers and drivers; nil: none.
  let acquaintance: (any Acquaintance)?
  /// The meeting points of walking passengers; nil: the nodes of a network, or the points of a grid.
  let meetingPlaces: MeetingPlaces?
  /// Whether any driver's departure is flexible.
  let hasFreeDepartures: Bool
  /// Whether phones may be offline.
  private let hasOfflinePhones: Bool
  /// The finder of nearby drivers and the inserter, both of which are notified of every change.
  @exclusivity(unchecked) var finder: CircleFinder
  @exclusivity(unchecked) var inserter: Inserter
  /// The cached results of pairs evaluated in windows.
  @exclusivity(unchecked) var knownPairs: KnownPairs
  /// The threads that share a window's searches; nil: a single thread.
  var team: SearchTeam?
  /// The meeting points of recently queried requests.
  var meetingTables = MeetingTables()
  /// The search for transfers; nil: no transfers.
  let transfers: TransferSearch?

  /// The status of a driver in the fleet.
  private struct Presence: Listed {
    typealias Index = DriverIndex

    /// The driver's index in `active`; -1 for an inactive driver.
    var placeInActive: Int32 = -1
    /// Whether the driver has an open offer.
    var isReserved = false
    /// Whether the trip is planned, even if it cannot be found by the rule.
    var isEnlisted = false
    /// Whether the driver was hidden from all queries after announcing the trip.
    var isWithdrawn = false
    /// The number of requests completed since the announcement.
    var served: Int32 = 0
    /// If the driver's phone is offline, the time of the last contact; otherwise `.never`.
    var lastHeard = Milliseconds.never
  }

  /// Creates a fleet without active drivers.
  ///
  /// - Parameters:
  ///   - vantage: whether the policy uses reported or true positions.
  ///   - acquaintance: the relations between passengers and drivers; nil: none.
  ///   - meetingPlaces: the meeting points of walking passengers; nil: the nodes of a network, or the points of a grid.
  ///   - hasOfflinePhones: whether phones may be offline.
  ///   - questions: the expected number of queries per second of simulated time; results do not depend on it.
  /// - Precondition: `drivers` are in ascending order of id, or their order is irrelevant.
  public init(
    drivers: [Driver], terms: Terms, spaces: DailySpaces, vantage: Vantage = .reported,
    acquaintance: (any Acquaintance)? = nil, meetingPlaces: MeetingPlaces? = nil,
    hasOfflinePhones: Bool = false, questions: Double = .infinity
  ) {
    self.meetingPlaces = meetingPlaces
    self.acquaintance = acquaintance
    self.hasOfflinePhones = hasOfflinePhones
    hasFreeDepartures = drivers.contains(where: \.isFlexible)
    self.drivers = drivers
    self.terms = terms
    self.spaces = spaces
    self.vantage = vantage
    let nowhere = Place(position: Position(x: 0, y: 0))
    idle = Itinerary(standingAt: nowhere)
    itineraries = FixedList(repeating: idle, count: drivers.count)
    presences = FixedList(repeating: Presence(), count: drivers.count)
    finder = CircleFinder(
      drivers: drivers, terms: terms, vantage: vantage, geometry: spaces.geometry, questions: questions)
    inserter = Inserter(
      drivers: drivers, terms: terms, spaces: spaces,
      keepsArrivals: vantage == .actual && terms.insertion.keepsArrivals)
    // Without drivers waiting at their origins, or with changing preferences, findings would not stay valid
    // for long.
    knownPairs = KnownPairs(
      drivers: drivers.count,
      isInUse: hasFreeDepartures && vantage == .reported && terms.walking.reach == 0 && acquaintance == nil
        && !hasOfflinePhones)
    transfers = terms.transfer.map { TransferSearch($0, drivers: drivers.count, in: spaces.base) }
  }

  /// Creates a fleet without active drivers, which drives in `space` at all times of day.
  ///
  /// - Precondition: `drivers` are in ascending order of id, or their order is irrelevant.
  public convenience init(
    drivers: [Driver], terms: Terms, space: any Space, vantage: Vantage = .reported
  ) {
    self.init(drivers: drivers, terms: terms, spaces: DailySpaces(space), vantage: vantage)
  }

  /// Returns the space for the whole trip of `driver`, determined by the departure; all travel times of the driver are
  /// computed in it.
  public func space(of driver: DriverIndex) -> any Space { spaces.space(at: drivers[driver].depart) }

  /// The geometry for straight lines between positions, the same for all drivers.
  public var geometry: Geometry { spaces.geometry }

  /// Returns whether the trip of `driver` is planned or under way, even if it cannot be found by queries.
  public func isUnderWay(_ driver: DriverIndex) -> Bool {
    isActive(driver) || presences[driver].isEnlisted
  }

  /// Returns the time of the position of `driver` that is known at `time`: `time` itself, unless the phone is offline.
  func known(_ driver: DriverIndex, at time: Milliseconds) -> Milliseconds {
    hasOfflinePhones ? min(time, presences[driver].lastHeard) : time
  }

  /// Returns whether `driver` has announced the trip and has not arrived.
  public func isActive(_ driver: DriverIndex) -> Bool { presences[driver].placeInActive >= 0 }

  /// Returns whether `driver` was hidden by `withdraw` after announcing the trip.
  public func isWithdrawn(_ driver: DriverIndex) -> Bool { presences[driver].isWithdrawn }

  /// Returns whether `driver` belongs in the index of reports: available, with a route, and with an online phone.
  func isIndexed(_ driver: DriverIndex) -> Bool {
    isAvailable(driver) && !drivers[driver].waits
      && (!hasOfflinePhones || presences[driver].lastHeard == .never)
  }

  /// Returns whether `driver` has an open offer.
  func isReserved(_ driver: DriverIndex) -> Bool { presences[driver].isReserved }

  /// The number of active drivers. Reading `active` from another module would include an exclusivity check, which takes
  /// longer than the read itself.
  public var activeCount: Int { active.count }

  /// The number of available drivers.
  var askableCount: Int { active.count - reserved }

  /// The plan of `driver`, read in place and, unlike `itineraries`, without an exclusivity check in other modules.
  public subscript(driver: DriverIndex) -> Itinerary {
    unsafeAddress { itineraries.address(of: driver) }
  }

  /// Prefetches the data of `driver`; called shortly before the next step in the driver's plan.
  public func fetch(_ driver: DriverIndex) { Memory.fetch(itineraries, at: Int(driver)) }

  /// Returns the number of requests that `driver` has completed since the announcement.
  public func served(by driver: DriverIndex) -> Int32 { presences[driver].served }

  /// Returns whether `driver` is available: active and without an open offer.
  public func isAvailable(_ driver: DriverIndex) -> Bool { isActive(driver) && !presences[driver].isReserved }
}

// MARK: - Lifecycle

extension Fleet {
  /// Makes `driver` available for matching from `time` on.
  public func announce(_ driver: DriverIndex, at time: Milliseconds) {
    precondition(!isActive(driver), "a driver announces one trip")
    if !presences[driver].isEnlisted { plan(driver, solo: drivers[driver].solo, at: time) }
    presences[driver].placeInActive = Int32(active.count)
    presences[driver].isWithdrawn = false
    active.append(driver)
    show(driver, at: time)
  }

  private func plan(_ driver: DriverIndex, solo: Travel? = nil, at time: Milliseconds) {
    let offer = drivers[driver]
    itineraries[driver] =
      offer.waits
      ? Itinerary(standingAt: offer.origin, until: offer.depart, waits: true)
      : Itinerary(
        from: offer.origin, to: offer.destination,
        depart: offer.isFlexible ? max(time, offer.departAlone) : offer.depart, space: space(of: driver),
        solo: solo)
    itineraries[driver].isFree = offer.isFlexible
    forgetWay(of: driver)
  }

  private func forgetWay(of driver: DriverIndex) {
    takeNoteOfChange(driver)
    finder.forgetWay(of: driver)
    inserter.sights.forget(driver)
    transfers?.forgetWay(of: driver)
  }

  /// Records that the plan or the availability of `driver` has changed, so that later windows evaluate the driver
  /// again.
  func takeNoteOfChange(_ driver: DriverIndex) {
    knownPairs.change(driver, isFree: itineraries[driver].isFree)
  }

  /// Removes `driver`, who has arrived, from the market.
  public func retire(_ driver: DriverIndex) {
    precondition(isUnderWay(driver), "only a driver under way can retire")
    if isActive(driver) { conceal(driver) }
    presences[driver] = Presence()
    itineraries[driver] = idle
    finder.forget(driver)
    inserter.sights.remove(driver)
    transfers?.forgetWay(of: driver)
  }

  /// Hides `driver` from all queries from now on; the driver completes the plan.
  public func withdraw(_ driver: DriverIndex) {
    guard isActive(driver) else { return }
    conceal(driver)
    presences[driver].placeInActive = -1
    presences[driver].isReserved = false
    presences[driver].isEnlisted = true
    presences[driver].isWithdrawn = true
  }

  private func conceal(_ driver: DriverIndex) {
    takeNoteOfChange(driver)
    finder.hide(driver)
    inserter.remove(driver)
    if presences[driver].isReserved { reserved -= 1 }
    let hole = presences[driver].placeInActive
    let last = active.removeLast()
    if last != driver {
      active[Int(hole)] = last
      presences[last].placeInActive = hole
    }
  }

  /// Opens an offer to `driver`, who is not available to other passengers until the offer is answered.
  public func reserve(_ driver: DriverIndex) {
    precondition(isAvailable(driver), "a driver has one open offer at a time")
    presences[driver].isReserved = true
    reserved += 1
    takeNoteOfChange(driver)
    finder.hide(driver)
    inserter.hide(driver)
  }

  /// Closes the open offer of `driver`, if there is one.
  public func release(_ driver: DriverIndex, at time: Milliseconds) {
    guard presences[driver].isReserved else { return }
    presences[driver].isReserved = false
    reserved -= 1
    show(driver, at: time)
  }

  /// Records that `driver` makes the next planned stop, and returns the stop.
  public func makeStop(_ driver: DriverIndex) -> PlannedStop {
    let stop = itineraries[driver].makeStop()
    inserter.sights.forget(driver)
    if !stop.isPickup, stop.waypoint == nil { presences[driver].served += 1 }
    if isAvailable(driver) { inserter.show(driver, itineraries) }
    return stop
  }

  /// Adds the stops of `insertion` for `request`, which has index `index` in the run, to the driver's plan at `time`.
  ///
  /// - Parameter ready: the time at which a walking passenger reaches the pickup.
  public func accept(
    _ request: Request, as index: RequestIndex, promise: Promise, insertion: Insertion,
    by driver: DriverIndex,
    at time: Milliseconds, ready: Milliseconds = .zero
  ) {
    let pickup = PlannedStop(
      request: index, isPickup: true, partySize: request.partySize, luggage: request.luggage,
      place: request.origin, earliest: max(request.earliestPickup, ready), duration: request.boarding,
      ready: ready,
      latest: promise.latestPickup, maxRide: .never)
    let dropoff = PlannedStop(
      request: index, isPickup: false, partySize: request.partySize, luggage: request.luggage,
      place: request.destination, earliest: request.earliestDropoff, duration: request.alighting,
      latest: promise.latestDropoff, maxRide: promise.maxRide)
    // Off networks every way has a known length.
    if insertion.pickupAfter == insertion.dropoffAfter, request.origin.isNode {
      knowDirectWay(of: request, in: space(of: driver))
    }
    var stops: [PlannedStop] = []
    stops.reserveCapacity(itineraries[driver].stops.count + 2)
    stops += itineraries[driver].stops[..<insertion.pickupAfter]
    stops.append(pickup)
    stops += itineraries[driver].stops[insertion.pickupAfter..<insertion.dropoffAfter]
    stops.append(dropoff)
    stops += itineraries[driver].stops[insertion.dropoffAfter...]
    replan(driver, consume stops, at: time)
  }

  /// Removes the stops of request `index`, whose party is not on board, from the plan of `driver`.
  public func drop(_ index: RequestIndex, from driver: DriverIndex, at time: Milliseconds) {
    let stops = itineraries[driver].stops
    precondition(
      stops.contains { $0.request == index && $0.isPickup }, "nobody who is on board is ever dropped")
    replan(driver, stops.filter { $0.request != index }, at: time)
  }

  /// Removes request `index`, a no-show for whom `driver` has stopped, from the driver's plan.
  public func leaveBehind(_ index: RequestIndex, by driver: DriverIndex, at time: Milliseconds) {
    itineraries[driver].leaveBehind(index)
    replan(driver, itineraries[driver].stops.filter { $0.request != index }, at: time)
  }

  private func replan(_ driver: DriverIndex, _ stops: consuming [PlannedStop], at time: Milliseconds) {
    if isFree(driver, at: time) { return replanDeparture(driver, stops, at: time) }
    let diversion = diversion(of: driver, at: time)
    itineraries[driver].replan(
      consume stops, from: diversion, now: time, known: known(driver, at: time), terms: terms,
      space: space(of: driver))
    showPlan(of: driver, at: time)
  }

  /// Updates the search structures after the plan of `driver` has changed.
  func showPlan(of driver: DriverIndex, at time: Milliseconds) {
    forgetWay(of: driver)
    guard isAvailable(driver) else { return }
    finder.hide(driver)
    show(driver, at: time)
  }

  /// Adds the available `driver` to all search structures.
  private func show(_ driver: DriverIndex, at time: Milliseconds) {
    takeNoteOfChange(driver)
    showPosition(of: driver, at: time)
    inserter.show(driver, itineraries)
  }

  /// Adds the position of the available `driver` to the finder.
  private func showPosition(of driver: DriverIndex, at time: Milliseconds) {
    if isIndexed(driver) {
      finder.show(driver, itineraries, at: time)
    } else {
      finder.show(unindexed: driver)
    }
  }
}

// MARK: - Published trips

extension Fleet {
  /// Plans the published trip of `driver`, with its intermediate stops; queries cannot find the trip until it is
  /// announced.
  public func enlist(_ driver: DriverIndex, waypoints: [PlannedStop], at time: Milliseconds) {
    precondition(!isUnderWay(driver), "a driver makes one trip")
    plan(driver, at: time)
    presences[driver].isEnlisted = true
    if !waypoints.isEmpty { replan(driver, waypoints, at: time) }
  }

  /// Returns the result of inserting the request of `inquiry` into the plan of `driver`, with the pickup after `pickup`
  /// stops and the drop-off after `dropoff` stops.
  public func evaluate(
    _ inquiry: Inquiry, into driver: DriverIndex, pickupAfter pickup: Int, dropoffAfter dropoff: Int
  ) -> InsertionResult {
    inserter.evaluate(
      inquiry, into: driver, from: start(of: driver, at: inquiry.time, from: .actual), in: self,
      only: (pickup, dropoff))
  }
}

// MARK: - Phones

extension Fleet {
  /// Records that the phone of `driver` goes offline at `time`: from then on, only the last report is known, except to
  /// policies that use true positions.
  public func lose(_ driver: DriverIndex, at time: Milliseconds) {
    precondition(hasOfflinePhones, "the phones of this fleet are always online")
    guard vantage == .reported, presences[driver].lastHeard == .never else { return }
    presences[driver].lastHeard = time
    guard isAvailable(driver) else { return }
    finder.hide(driver)
    finder.show(unindexed: driver)
  }

  /// Records that the phone of `driver` is online again.
  public func regain(_ driver: DriverIndex, at time: Milliseconds) {
    guard presences[driver].lastHeard != .never else { return }
    if isAvailable(driver) { finder.hide(driver) }
    presences[driver].lastHeard = .never
    if isAvailable(driver) { showPosition(of: driver, at: time) }
  }
}
