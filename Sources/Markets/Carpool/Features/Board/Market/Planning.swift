import Board
import Lifecycle
import Matching
import Quantities
import Spaces
import Travellers

/// The state of the board in a run; a class, so that runs without a board carry only a pointer.
final class Planning {
  let setup: BoardSetup
  let drivers: [Driver]
  let requests: [Request]
  var board: Board
  /// All board searches, in chronological order.
  var bookings: [BookingRecord] = []
  /// The records of published trips, by driver index.
  var offers: [OfferRecord]
  /// The index of each request's last search; -1 for none.
  private var lastBooking: [Int32]
  /// Whether each request watches for new trips, and whether its next attempt is deferred until a trip appears or the
  /// departure time is reached.
  private var isWatching: [Bool]
  private var isStaying: [Bool]
  /// The number of board cycles, by request, of requests that now seek an immediate ride.
  private(set) var cyclesAhead: [Int32]
  /// The seats that are reserved but not confirmed, by request.
  var holds: [RequestIndex: Hold] = [:]
  /// The passengers who will not appear at their stop.
  var absent: Set<RequestIndex> = []
  /// The earliest time at which each published car could reach each of its stops without passengers; reservations must
  /// be answered before then.
  private var soonest: [[Milliseconds]]

  /// A reserved seat in a car's plan, not yet accepted by the driver.
  struct Hold {
    /// The party's request, from its boarding stop to its alighting stop.
    let request: Request
    let promise: Promise
    let insertion: Insertion
    let metres: Metres
    let candidate: BoardCandidate
  }

  init?(_ setup: SimulationSetup) {
    guard let board = setup.board else { return nil }
    self.setup = board
    drivers = setup.drivers
    requests = setup.requests
    self.board = Board(
      drivers: drivers, trips: board.trips, rules: board.rules, geometry: setup.spaces.geometry)
    offers = Array(repeating: OfferRecord(), count: drivers.count)
    lastBooking = Array(repeating: -1, count: requests.count)
    isWatching = Array(repeating: false, count: requests.count)
    isStaying = Array(repeating: false, count: requests.count)
    cyclesAhead = Array(repeating: 0, count: requests.count)
    soonest = Array(repeating: [], count: drivers.count)
  }

  func trip(of driver: DriverIndex) -> PublishedTrip? { setup.trips[Int(driver)] }
  func seek(of request: RequestIndex) -> Seek? { setup.seeks[Int(request)] }

  /// Returns whether, at `time`, `request` seeks a seat on the board rather than an immediate ride.
  func looksOnBoard(_ request: RequestIndex, at time: Milliseconds) -> Bool {
    guard let seek = seek(of: request) else { return false }
    return !(seek.fallsBack && time >= seek.leaving)
  }

  /// Returns whether `request` is booked without the driver's answer: `driver` allows automatic acceptance, or the
  /// booking comes from a file.
  func booksAtOnce(_ request: RequestIndex, with driver: DriverIndex) -> Bool {
    trip(of: driver)?.booksAtOnce == true || seek(of: request)?.recorded != nil
  }

  // MARK: - Bookings

  /// The last search of `request`.
  subscript(request: RequestIndex) -> BookingRecord? {
    get { lastBooking[Int(request)] < 0 ? nil : bookings[Int(lastBooking[Int(request)])] }
    set {
      guard let newValue, lastBooking[Int(request)] >= 0 else { return }
      bookings[Int(lastBooking[Int(request)])] = newValue
    }
  }

  /// Records a search.
  func add(_ booking: BookingRecord) {
    lastBooking[Int(booking.request)] = Int32(bookings.count)
    bookings.append(booking)
  }

  /// Ends the reservation or booking of `request`, if there is one.
  func close(_ request: RequestIndex, _ fate: BookingFate, at time: Milliseconds) {
    guard let booking = self[request], booking.fate == .reserved || booking.fate == .booked else { return }
    self[request]?.fate = fate
    self[request]?.ended = time
    // Whether the passenger comes was drawn for this seat only.
    absent.remove(request)
  }

  // MARK: - Alerts

  /// Returns the time until which `request` watches for new trips.
  func watchEnd(of request: Request, _ seek: Seek) -> Milliseconds {
    min(seek.leaving, request.submit.saturatingAdd(seek.alert))
  }

  /// Returns whether the next attempt of `request` is deferred until a trip appears or the departure time is reached.
  func isWaiting(_ request: RequestIndex) -> Bool { isStaying[Int(request)] }
  func wait(_ request: RequestIndex) { isStaying[Int(request)] = true }
  func stopWaiting(_ request: RequestIndex) { isStaying[Int(request)] = false }

  /// Switches `request` to searching for an immediate ride, after `cycles` cycles on the board.
  func leaveBoard(_ request: RequestIndex, after cycles: Int32) {
    stopWaiting(request)
    cyclesAhead[Int(request)] = cycles
  }

  func watch(_ request: RequestIndex, _ query: BoardQuery) {
    isWatching[Int(request)] = true
    board.watch(request, query)
  }

  func unwatch(_ request: RequestIndex) {
    guard isWatching[Int(request)] else { return }
    isWatching[Int(request)] = false
    board.unwatch(request)
  }

  // MARK: - Cars

  /// Records the plan of `driver`, who has no passengers yet.
  func enlist(_ driver: DriverIndex, depart: Milliseconds, _ itinerary: Itinerary) {
    soonest[Int(driver)] = [depart] + itinerary.stops.map(\.arrive)
  }

  /// Returns the earliest time at which the car of `driver` could be at stop `stop`.
  func soonest(of driver: DriverIndex, at stop: Int) -> Milliseconds { soonest[Int(driver)][stop] }

  /// Returns the positions in the driver's plan at which the passenger of `candidate` boards and alights, as numbers of
  /// preceding stops; nil if the car has left the boarding stop.
  func positions(
    of candidate: BoardCandidate, in itinerary: Itinerary, hasDeparted: Bool
  ) -> (pickup: Int, dropoff: Int)? {
    guard let trip = trip(of: candidate.driver) else { return nil }
    let stops = itinerary.stops
    func place(of stop: Int) -> Int? { stops.firstIndex { $0.waypoint == stop } }
    let pickup = candidate.from == 0 ? (hasDeparted ? nil : 0) : place(of: candidate.from).map { $0 + 1 }
    let dropoff = candidate.to == trip.stops.count - 1 ? stops.count : place(of: candidate.to)
    guard let pickup, let dropoff, pickup <= dropoff else { return nil }
    return (pickup, dropoff)
  }

  /// Returns a passenger who does not appear at the first stop in `stops`; nil if all do.
  func absentee(at stops: [PlannedStop]) -> RequestIndex? {
    for stop in stops {
      if stop.isPickup, absent.contains(stop.request) { return stop.request }
      if !stop.isJoined { break }
    }
    return nil
  }

  /// Updates the free seats of `driver` on the board, leg by leg, from the car's plan.
  func refresh(_ driver: DriverIndex, _ offer: Driver, _ itinerary: Itinerary) {
    guard let trip = trip(of: driver) else { return }
    let ahead = itinerary.stops.count { $0.waypoint != nil }
    var leg = trip.stops.count - 2 - ahead
    var (persons, pieces) = (itinerary.onBoard, itinerary.luggageOnBoard)
    var seats = [Int16](repeating: offer.seats, count: trip.stops.count - 1)
    var luggage = [Int16](repeating: offer.luggageRoom, count: trip.stops.count - 1)
    func note() {
      seats[leg] = min(seats[leg], offer.seats - persons)
      luggage[leg] = min(luggage[leg], offer.luggageRoom - pieces)
    }
    note()
    for stop in itinerary.stops {
      if stop.waypoint != nil {
        leg += 1
      } else {
        persons += stop.isPickup ? stop.partySize : -stop.partySize
        pieces += stop.isPickup ? stop.luggage : -stop.luggage
      }
      note()
    }
    board.setFree(seats, luggage: luggage, of: driver)
  }
}
