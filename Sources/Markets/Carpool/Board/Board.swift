public import Quantities
public import Travellers

/// All published trips of a run that can still be booked, found by place and time.
///
///     var board = Board(drivers: drivers, trips: trips, rules: BoardRules(), geometry: .plane)
///     board.publish(7)
///     board.search(query, excluding: [], top: 3) { _ in 1 }.candidates.first      // driver 7, from stop 0 to stop 2
///
/// A pure module: it is told what happens and answers questions, exactly as a scan over all trips would. Which seats are
/// free is not its business either: the keeper of the cars' plans says so.
public struct Board: ~Copyable {
  let rules: BoardRules
  let geometry: Geometry
  let frame: GridFrame
  var store: TripStore
  /// The trips on the board by their first and by their last time.
  private var starts: RankedCount
  private var ends: RankedCount
  /// The indexes that searches have needed so far, by width of cells and kind of window.
  var indexes: [StopIndex] = []
  /// The number of searches.
  var searches = 0
  /// The drivers that a search works with; kept so that its memory is.
  var found: [DriverIndex] = []
  var pairs: [StopPair] = []
  var alerts: AlertIndex

  /// An empty board.
  ///
  /// - Parameters:
  ///   - drivers: all drivers of the run.
  ///   - trips: what each of them will publish; nil for one who publishes nothing.
  /// - Precondition: the times of a trip's stops never go back.
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

  /// Tells whether the trip of `driver` is on the board.
  public func shows(_ driver: DriverIndex) -> Bool { store.trips[Int(driver)].isOnBoard }

  /// The trip of `driver` appears with all its seats free; nothing happens if it is there or has been withdrawn.
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

  /// The trip of `driver` disappears for good, called off or over; one that is not published yet never will be.
  public mutating func withdraw(_ driver: DriverIndex) {
    let wasOnBoard = store.trips[Int(driver)].isOnBoard
    store.trips[Int(driver)].state = .withdrawn
    guard wasOnBoard else { return }
    let trip = store.trips[Int(driver)]
    changeCount(by: -1, trip)
    refresh(trip)
  }

  /// Says how many seats, and pieces of luggage, are free on each leg of the trip of `driver`; leg i leads from stop i to
  /// stop i + 1. Without `luggage` its room stays what it was.
  public mutating func setFree(_ seats: [Int16], luggage: [Int16]? = nil, of driver: DriverIndex) {
    let stops = store.trips[Int(driver)].stops
    precondition(seats.count == stops.count - 1, "seats for each leg")
    precondition((luggage?.count ?? seats.count) == seats.count, "luggage room for each leg")
    for (leg, free) in seats.enumerated() { store.legs[stops.lowerBound + leg].seats = free }
    guard let luggage else { return }
    for (leg, free) in luggage.enumerated() { store.legs[stops.lowerBound + leg].luggage = free }
  }

  /// Takes note that the car of `driver` has left stop number `stop`, counted from 0: nobody books from it or from one before any more.
  public mutating func leave(_ stop: Int, of driver: DriverIndex) {
    guard store.trips[Int(driver)].open <= Int32(stop) else { return }
    store.trips[Int(driver)].open = Int32(stop) + 1
    let trip = store.trips[Int(driver)]
    if trip.isOnBoard { refresh(trip) }
  }

  /// Says what rating of `driver` is shown, in thousandths of a star; 0 where none is.
  public mutating func rate(_ driver: DriverIndex, milliStars: Int32) {
    store.trips[Int(driver)].milliStars = milliStars
  }

  /// The number of trips on the board that are under way at some time of the window of `query`.
  func published(_ query: BoardQuery) -> Int32 {
    guard query.earliest <= query.latest else { return 0 }
    let over = query.earliest.rawValue == .min ? 0 : ends.count(through: query.earliest - Milliseconds(1))
    // Whoever is over by then has begun as well.
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
