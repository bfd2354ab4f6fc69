public import Quantities
public import Travellers

/// All bookable published trips of a run, indexed by place and time.
///
///     var board = Board(drivers: drivers, trips: trips, rules: BoardRules(), geometry: .plane)
///     board.publish(7)
///     board.search(query, excluding: [], top: 3) { _ in 1 }.candidates.first      // driver 7, from stop 0 to stop 2
///
/// A self-contained module: it is updated by events, and its results equal those of a scan over all trips. The code
/// that owns the cars' plans sets the free seats.
public struct Board: ~Copyable {
  let rules: BoardRules
  let geometry: Geometry
  let frame: GridFrame
  var store: TripStore
  /// The number of trips on the board, by first time and by last time.
  private var starts: RankedCount
  private var ends: RankedCount
  /// The indexes created by searches so far, one for each cell width and kind of time window.
  var indexes: [StopIndex] = []
  /// The number of searches so far.
  var searches = 0
  /// The drivers found by the current search; stored to reuse the memory.
  var found: [DriverIndex] = []
  var pairs: [StopPair] = []
  var alerts: AlertIndex

  /// Creates an empty board.
  ///
  /// - Parameters:
  ///   - drivers: all drivers of the run.
  ///   - trips: the trip of each driver; nil for drivers who publish nothing.
  /// - Precondition: the times of a trip's stops never decrease.
  public init(drivers: [Driver], trips: [PublishedTrip?], rules: BoardRules, geometry: Geometry) {
    precondition(drivers.count == trips.count, "a trip or nil for each driver")
    self.rules = rules
    self.geometry = geometry
    store = TripStore(drivers: drivers, trips: trips)
    frame = GridFrame(around: store.stops.map(\.position), geometry: geometry)
    starts = RankedCount(of: trips.lazy.compactMap { $0?.stops.first?.time })
    ends = RankedCount(of: trips.lazy.compactMap { $0?.stops.last?.time })
    alerts = AlertIndex(frame)
  }

  /// The number of trips on the board.
  public private(set) var count = 0

  /// Returns whether the trip of `driver` is on the board.
  public func shows(_ driver: DriverIndex) -> Bool { store.trips[Int(driver)].isOnBoard }

  /// Publishes the trip of `driver` with all its seats free, unless it is already on the board or was withdrawn.
  ///
  /// - Precondition: the driver has a trip to publish.
  public mutating func publish(_ driver: DriverIndex) {
    precondition(store.trips[Int(driver)].count > 0, "a driver without a published trip")
    guard store.trips[Int(driver)].state == .unpublished else { return }
    store.trips[Int(driver)].state = .onBoard
    let trip = store.trips[Int(driver)]
    for stop in trip.stops { store.legs[stop] = TripStore.Leg(seats: trip.seats, luggage: trip.luggageRoom) }
    changeCount(by: 1, trip)
    refresh(trip)
  }

  /// Permanently removes the trip of `driver`, which was cancelled or completed. If it has not been published yet, it
  /// never will be.
  public mutating func withdraw(_ driver: DriverIndex) {
    let wasOnBoard = store.trips[Int(driver)].isOnBoard
    store.trips[Int(driver)].state = .withdrawn
    guard wasOnBoard else { return }
    let trip = store.trips[Int(driver)]
    changeCount(by: -1, trip)
    refresh(trip)
  }

  /// Sets the numbers of free seats and luggage places on each leg of the trip of `driver`; leg i leads from stop i to
  /// stop i + 1. Without `luggage`, the luggage places stay unchanged.
  public mutating func setFree(_ seats: [Int16], luggage: [Int16]? = nil, of driver: DriverIndex) {
    let stops = store.trips[Int(driver)].stops
    precondition(seats.count == stops.count - 1, "seats for each leg")
    precondition((luggage?.count ?? seats.count) == seats.count, "luggage room for each leg")
    for (leg, free) in seats.enumerated() { store.legs[stops.lowerBound + leg].seats = free }
    guard let luggage else { return }
    for (leg, free) in luggage.enumerated() { store.legs[stops.lowerBound + leg].luggage = free }
  }

  /// Records that the car of `driver` has left stop number `stop`, counted from 0; this stop and earlier ones can no
  /// longer be booked.
  public mutating func leave(_ stop: Int, of driver: DriverIndex) {
    guard store.trips[Int(driver)].open <= Int32(stop) else { return }
    store.trips[Int(driver)].open = Int32(stop) + 1
    let trip = store.trips[Int(driver)]
    if trip.isOnBoard { refresh(trip) }
  }

  /// Sets the displayed rating of `driver`, in thousandths of a star; 0: none.
  public mutating func rate(_ driver: DriverIndex, milliStars: Int32) {
    store.trips[Int(driver)].milliStars = milliStars
  }

  /// Returns the number of trips on the board that are under way at some time within the window of `query`.
  func published(_ query: BoardQuery) -> Int32 {
    guard query.earliest <= query.latest else { return 0 }
    let over = query.earliest.rawValue == .min ? 0 : ends.count(through: query.earliest - Milliseconds(1))
    // Trips over by then have begun as well.
    return starts.count(through: query.latest) - over
  }

  private mutating func changeCount(by change: Int32, _ trip: TripStore.Trip) {
    let times = store.times(of: trip)
    starts.add(change, at: times.start)
    ends.add(change, at: times.end)
    count += Int(change)
  }

  private mutating func refresh(_ trip: TripStore.Trip) {
    for index in indexes.indices { indexes[index].refresh(trip) }
  }
}

/// The rules for searching and ranking published trips.
public struct BoardRules: Equatable, Sendable {
  /// The weights in the score of a displayed trip; lower scores are better. Each converts its quantity to milliseconds.
  public struct Weights: Equatable, Sendable {
    /// Milliseconds per smallest currency unit of the seat price.
    public var price = 60.0
    /// Milliseconds per millisecond by which the trip differs from the desired time.
    public var shift = 1.0
    /// Milliseconds per millisecond of walking to and from the stops.
    public var walking = 2.0
    /// The value of one star of the driver's rating.
    public var star = Milliseconds(60_000)
    /// The cost if none of the preferences is met.
    public var preference = Milliseconds(300_000)

    public init() {}
  }

  public var weights = Weights()
  /// The walking speed along a straight line, in metres per second.
  public var walkingSpeed = 1.3

  public init() {}
}

extension Board {
  /// Makes `request` watch for new trips that match `query`, replacing its previous watch.
  public mutating func watch(_ request: RequestIndex, _ query: BoardQuery) {
    alerts.add(request, query)
  }

  /// Ends the watch of `request`.
  public mutating func unwatch(_ request: RequestIndex) { alerts.remove(request) }

  /// Returns the watching requests that match the newly published trip of `driver` in distance, time and seats, in
  /// ascending order.
  ///
  /// - Parameter now: the current time: stops that can no longer be reached on foot in time are excluded. The
  ///   `notBefore` of a query applies as well.
  /// - Complexity: O(requests that watch the cells that contain the stops).
  public mutating func watchers(
    of driver: DriverIndex, at now: Milliseconds = Milliseconds(.min)
  ) -> [RequestIndex] {
    let trip = store.trips[Int(driver)]
    guard trip.isOnBoard else { return [] }
    return alerts.candidates(store.stops[trip.stops].dropFirst(Int(trip.open))).filter { request in
      guard var query = alerts.query(of: request) else { return false }
      query.notBefore = max(query.notBefore, now)
      return findPairs(driver, query, Reach(query, geometry)) && !pairs.isEmpty
    }
  }
}

extension BoardRules {
  /// Returns the time to walk `distance` metres.
  ///
  /// - Precondition: the walking speed is positive.
  public func walkingTime(_ distance: Metres) -> Milliseconds {
    Milliseconds(seconds: distance / walkingSpeed)
  }

  /// Returns the score of a displayed trip, in whole milliseconds: lower is better.
  ///
  /// - Parameters:
  ///   - price: the price of a seat, in the smallest currency unit.
  ///   - shift: the difference between the desired time and the time of the trip.
  ///   - walking: the total walking time to and from the stops.
  ///   - milliStars: the displayed rating, in thousandths of a star.
  ///   - agreement: the proportion of the stated preferences that are met.
  public func score(
    price: Int64, shift: Milliseconds, walking: Milliseconds, milliStars: Int32, agreement: Double
  ) -> Int64 {
    let score =
      weights.price * Double(price) + weights.shift * Double(shift.rawValue).magnitude
      + weights.walking * Double(walking.rawValue)
      - Double(weights.star.rawValue) * (Double(milliStars) / 1000)
      + Double(weights.preference.rawValue) * (1 - agreement)
    // An extreme weight must not stop a run: such trips come last, in the order of their drivers.
    return Int64(min(max(score.rounded(), -0x1p62), 0x1p62))
  }
}
