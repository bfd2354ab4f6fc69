public import Quantities
public import Spaces
public import Travellers

/// The supply of a market at one moment: every driver, what each has planned, and who can be asked.
///
/// Shared by the simulation, which moves it, and the matcher, which looks at it; it belongs to one run, and so to one thread.
/// Its changing state is not checked for exclusive access on each look, which took 7 % of the instructions of a day on a plane:
/// the finder and the inserter read plans while they are asked, and change nothing but themselves.
public final class Fleet {
  /// All drivers of the run, in the order of id, or of time where that changes no result (`TimeOrder`); a driver's index in it is its name everywhere else.
  public let drivers: [Driver]
  public let terms: Terms
  /// The spaces in which the drivers drive, by the time of their departure.
  public let spaces: DailySpaces
  /// The names of the requests, which key what a policy draws.
  public var requestNames = Names.numbers
  /// The vantage from which the policy takes cars to go on.
  public let vantage: Vantage
  /// The plan of each driver; meaningless for a driver who is not active.
  @exclusivity(unchecked) public internal(set) var itineraries: FixedList<Itinerary>
  /// Indexes of the drivers who have announced their trip and have not arrived, in no particular order.
  @exclusivity(unchecked) public private(set) var active: [DriverIndex] = []
  @exclusivity(unchecked) private var presences: FixedList<Presence>
  /// The number of active drivers who have an open offer.
  @exclusivity(unchecked) private var reserved = 0
  private let idle: Itinerary
  /// The knowledge of passengers and drivers about each other; nil where they know what they see.
  let acquaintance: (any Acquaintance)?
  /// True if the departure of some driver is part of the plan.
  let hasFreeDepartures: Bool
  /// True if phones go offline.
  private let hasOfflinePhones: Bool
  /// The finder, which knows who is near, and the inserter, which knows who would go how far out of the way: both hear of every change.
  @exclusivity(unchecked) var finder: Finder
  @exclusivity(unchecked) var inserter: Inserter
  /// The pairs that windows have looked at.
  @exclusivity(unchecked) var knownPairs: KnownPairs
  /// The threads among which searches of a window are divided; nil for one thread.
  var team: SearchTeam?
  /// The places where passengers who asked last may be met.
  var meetingTables = MeetingTables()
  /// The search for transfers; nil where nobody transfers.
  let transfers: TransferSearch?

  /// The presence of a driver in the fleet.
  private struct Presence: Listed {
    typealias Index = DriverIndex

    /// The place of the driver in `active`; -1 for one who is not there.
    var placeInActive: Int32 = -1
    /// True if an offer is open.
    var isReserved = false
    /// True if the trip is planned, although the rule may not find it yet.
    var isEnlisted = false
    /// Requests dropped off since the announcement.
    var served: Int32 = 0
    /// The time at which the service last heard of a driver whose phone is offline; `.never` of one whose phone is not.
    var lastHeard = Milliseconds.never
  }

  /// Creates a fleet in which nobody is active yet.
  ///
  /// - Parameters:
  ///   - vantage: what the policy goes by: reported positions, or the true ones.
  ///   - acquaintance: what passengers and drivers know of each other beside what they see.
  ///   - hasOfflinePhones: whether phones go offline.
  ///   - questions: how many are expected a second; no result depends on it.
  /// - Precondition: `drivers` are in ascending order of id, or nothing goes by their places.
  public init(
    drivers: [Driver], terms: Terms, spaces: DailySpaces, vantage: Vantage = .reported,
    acquaintance: (any Acquaintance)? = nil, hasOfflinePhones: Bool = false, questions: Double = .infinity
  ) {
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
    finder = Finder(
      drivers: drivers, terms: terms, vantage: vantage, geometry: spaces.geometry, questions: questions)
    inserter = Inserter(
      drivers: drivers, terms: terms, spaces: spaces,
      keepsArrivals: vantage == .actual && terms.insertion.keepsArrivals)
    // Where nobody waits at the origin, and where minds may change, nothing is known for long.
    knownPairs = KnownPairs(
      drivers: drivers.count,
      isInUse: hasFreeDepartures && vantage == .reported && terms.walking.reach == 0 && acquaintance == nil
        && !hasOfflinePhones)
    transfers = terms.transfer.map { TransferSearch($0, drivers: drivers.count, in: spaces.base) }
  }

  /// Creates a fleet in which nobody is active yet and which drives in `space` at all times.
  ///
  /// - Precondition: `drivers` are in ascending order of id, or nothing goes by their places.
  public convenience init(
    drivers: [Driver], terms: Terms, space: any Space, vantage: Vantage = .reported
  ) {
    self.init(drivers: drivers, terms: terms, spaces: DailySpaces(space), vantage: vantage)
  }

  /// The space of the whole trip of `driver`, that of its departure: every question about the driver's times is
  /// asked of it.
  public func space(of driver: DriverIndex) -> any Space { spaces.space(at: drivers[driver].depart) }

  /// The geometry of straight lines between positions, for all drivers.
  public var geometry: Geometry { spaces.geometry }

  /// Tells whether the trip of `driver` is planned or under way, no matter who may find it.
  public func isUnderWay(_ driver: DriverIndex) -> Bool {
    isActive(driver) || presences[driver].isEnlisted
  }

  /// The time of which the service knows where `driver` is at `time`: that time, unless the phone is offline.
  func known(_ driver: DriverIndex, at time: Milliseconds) -> Milliseconds {
    hasOfflinePhones ? min(time, presences[driver].lastHeard) : time
  }

  /// Tells whether `driver` has announced the trip and has not arrived.
  public func isActive(_ driver: DriverIndex) -> Bool { presences[driver].placeInActive >= 0 }

  /// Tells whether the index of reports is to hold `driver`: one who can be asked and has a way, and whose phone is not offline.
  func isIndexed(_ driver: DriverIndex) -> Bool {
    isAvailable(driver) && !drivers[driver].waits
      && (!hasOfflinePhones || presences[driver].lastHeard == .never)
  }

  /// Tells whether `driver` has an open offer.
  func isReserved(_ driver: DriverIndex) -> Bool { presences[driver].isReserved }

  /// The number of active drivers: other modules read `active` with a check for exclusive access, which takes longer than all else.
  public var activeCount: Int { active.count }

  /// The number of drivers who can be asked.
  var askableCount: Int { active.count - reserved }

  /// The plan of `driver`, which is one of `itineraries`: read where it stands, and without the check for exclusive access that other
  /// modules make of these.
  public subscript(driver: DriverIndex) -> Itinerary {
    unsafeAddress { itineraries.address(of: driver) }
  }

  /// Fetches what is kept of `driver`, whose next step is taken soon.
  public func fetch(_ driver: DriverIndex) { Memory.fetch(itineraries, at: Int(driver)) }

  /// Returns the number of requests that `driver` has dropped off since the announcement.
  public func served(by driver: DriverIndex) -> Int32 { presences[driver].served }

  /// Tells whether `driver` can be asked: active and without an open offer.
  public func isAvailable(_ driver: DriverIndex) -> Bool { isActive(driver) && !presences[driver].isReserved }
}

// MARK: - Lifecycle

extension Fleet {
  /// Lets `driver` be matched from `time` on.
  public func announce(_ driver: DriverIndex, at time: Milliseconds) {
    precondition(!isActive(driver), "a driver announces one trip")
    if !presences[driver].isEnlisted { plan(driver, solo: drivers[driver].solo, at: time) }
    presences[driver].placeInActive = Int32(active.count)
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

  /// Takes note that `driver` has another plan, or can be asked or not, so that windows look again.
  func takeNoteOfChange(_ driver: DriverIndex) {
    knownPairs.change(driver, isFree: itineraries[driver].isFree)
  }

  /// Takes `driver`, who has arrived, out of the market.
  public func retire(_ driver: DriverIndex) {
    precondition(isUnderWay(driver), "only a driver under way can retire")
    if isActive(driver) { conceal(driver) }
    presences[driver] = Presence()
    itineraries[driver] = idle
    finder.forget(driver)
    inserter.sights.remove(driver)
    transfers?.forgetWay(of: driver)
  }

  /// Hides `driver` from all questions from now on, who goes on with what is planned.
  public func withdraw(_ driver: DriverIndex) {
    guard isActive(driver) else { return }
    conceal(driver)
    presences[driver].placeInActive = -1
    presences[driver].isReserved = false
    presences[driver].isEnlisted = true
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

  /// Opens an offer to `driver`, who cannot be asked by others until it is answered.
  public func reserve(_ driver: DriverIndex) {
    precondition(isAvailable(driver), "a driver has one open offer at a time")
    presences[driver].isReserved = true
    reserved += 1
    takeNoteOfChange(driver)
    finder.hide(driver)
    inserter.hide(driver)
  }

  /// Closes the open offer of `driver`; has no effect on a driver who has none.
  public func release(_ driver: DriverIndex, at time: Milliseconds) {
    guard presences[driver].isReserved else { return }
    presences[driver].isReserved = false
    reserved -= 1
    show(driver, at: time)
  }

  /// Takes note that `driver` makes the first stop ahead.
  public func makeStop(_ driver: DriverIndex) -> PlannedStop {
    let stop = itineraries[driver].makeStop()
    inserter.sights.forget(driver)
    if !stop.isPickup, stop.waypoint == nil { presences[driver].served += 1 }
    if isAvailable(driver) { inserter.show(driver, itineraries) }
    return stop
  }

  /// Plans the stops of `insertion` for `request`, which is the run's `index`, from `time` on.
  ///
  /// - Parameter ready: when a passenger who walks is at the pickup.
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
    // Off networks every way knows its length.
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

  /// Takes the stops of request `index`, which is not on board, out of the plan of `driver`.
  public func drop(_ index: RequestIndex, from driver: DriverIndex, at time: Milliseconds) {
    let stops = itineraries[driver].stops
    precondition(
      stops.contains { $0.request == index && $0.isPickup }, "nobody who is on board is ever dropped")
    replan(driver, stops.filter { $0.request != index }, at: time)
  }

  /// Takes request `index` out of the plan of `driver`, who has stopped for a passenger who does not come.
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

  /// Lets `driver` be found by a plan that has changed.
  func showPlan(of driver: DriverIndex, at time: Milliseconds) {
    forgetWay(of: driver)
    guard isAvailable(driver) else { return }
    finder.hide(driver)
    show(driver, at: time)
  }

  /// Lets `driver`, who can be asked, be found.
  private func show(_ driver: DriverIndex, at time: Milliseconds) {
    takeNoteOfChange(driver)
    showPosition(of: driver, at: time)
    inserter.show(driver, itineraries)
  }

  /// Lets the position of `driver`, who can be asked, be found.
  private func showPosition(of driver: DriverIndex, at time: Milliseconds) {
    if isIndexed(driver) {
      finder.show(driver, itineraries, at: time)
    } else {
      finder.show(unindexed: driver)
    }
  }
}

// MARK: - Cars that wait

extension Fleet {
  /// Sends `driver`, whose car is free, to `place`, where it waits.
  ///
  /// - Returns: when it is there.
  public func move(_ driver: DriverIndex, to place: Place, at time: Milliseconds) -> Milliseconds {
    let diversion = diversion(of: driver, at: time)
    itineraries[driver].move(
      to: place, from: diversion, now: known(driver, at: time), terms: terms, space: space(of: driver))
    showPlan(of: driver, at: time)
    return itineraries[driver].arrival
  }
}

// MARK: - Published trips

extension Fleet {
  /// Plans the published trip of `driver` with its stops on the way; the rule does not find it before it is announced.
  public func enlist(_ driver: DriverIndex, waypoints: [PlannedStop], at time: Milliseconds) {
    precondition(!isUnderWay(driver), "a driver makes one trip")
    plan(driver, at: time)
    presences[driver].isEnlisted = true
    if !waypoints.isEmpty { replan(driver, waypoints, at: time) }
  }

  /// Returns the result of taking `inquiry` along with the pickup behind so many of the stops of `driver` and the drop-off behind so
  /// many.
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
  /// The phone of `driver` goes offline at `time`: what it reported last is all that is known from then on, but to a policy
  /// that knows where cars really are.
  public func lose(_ driver: DriverIndex, at time: Milliseconds) {
    precondition(hasOfflinePhones, "the phones of this fleet are always online")
    guard vantage == .reported, presences[driver].lastHeard == .never else { return }
    presences[driver].lastHeard = time
    guard isAvailable(driver) else { return }
    finder.hide(driver)
    finder.show(unindexed: driver)
  }

  /// The phone of `driver` is online again.
  public func regain(_ driver: DriverIndex, at time: Milliseconds) {
    guard presences[driver].lastHeard != .never else { return }
    if isAvailable(driver) { finder.hide(driver) }
    presences[driver].lastHeard = .never
    if isAvailable(driver) { showPosition(of: driver, at: time) }
  }
}
