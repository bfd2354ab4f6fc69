public import Quantities
public import Spaces

/// A trip published by a driver before the departure, with stops, times and seat prices.
///
///     Rabat 08:00 ─ Casablanca 09:10 ─ Settat 10:00 ─ Marrakesh 12:00       four stops, three legs, six prices
public struct PublishedTrip: Equatable, Sendable {
  /// The time at which the trip appears on the board.
  public var publish: Milliseconds
  /// The stops in driving order: the first is the driver's origin, and the last is the destination.
  public var stops: [Stop]
  /// The price of a seat from stop i to stop j > i, in the smallest currency unit, ordered by i, then by j.
  public var prices: [Int64]
  /// Whether the car, if it has room, can be matched with instant requests too.
  public var takesInstant: Bool
  /// Whether the service accepts bookings without asking the driver.
  public var booksAtOnce: Bool

  /// A stop of the car.
  public struct Stop: Equatable, Sendable {
    public var place: Place
    /// The published departure, before which the car does not leave; for the last stop, the published arrival.
    public var time: Milliseconds

    /// Creates a stop.
    public init(_ place: Place, at time: Milliseconds) {
      self.place = place
      self.time = time
    }
  }

  /// Creates a published trip.
  ///
  /// - Precondition: there are at least two stops, and a price for each pair of them.
  public init(
    publish: Milliseconds, stops: [Stop], prices: [Int64], takesInstant: Bool = true,
    booksAtOnce: Bool = false
  ) {
    precondition(stops.count >= 2, "a trip has two ends")
    precondition(prices.count == Self.pairs(of: stops.count), "a price for each pair of stops")
    self.publish = publish
    self.stops = stops
    self.prices = prices
    self.takesInstant = takesInstant
    self.booksAtOnce = booksAtOnce
  }

  /// Returns the number of pairs i < j of `count` stops.
  public static func pairs(of count: Int) -> Int { count * (count - 1) / 2 }

  /// Returns the index in `prices` of the price from stop `from` to a later stop `to`.
  public func place(ofPriceFrom from: Int, to: Int) -> Int {
    Self.place(ofPriceFrom: from, to: to, stops: stops.count)
  }

  /// Returns the index of the price from stop `from` to a later stop `to` among the prices of a trip with `count`
  /// stops.
  public static func place(ofPriceFrom from: Int, to: Int, stops count: Int) -> Int {
    from * (2 * count - from - 1) / 2 + (to - from - 1)
  }

  /// Returns the price of a seat from stop `from` to stop `to`, in the smallest currency unit.
  public func price(from: Int, to: Int) -> Int64 { prices[place(ofPriceFrom: from, to: to)] }
}

/// The search criteria of a passenger who plans ahead, which complement the request.
public struct Seek: Equatable, Sendable {
  /// The earliest and the latest desired departure, or, with `isByArrival`, arrival.
  public var earliest: Milliseconds
  public var latest: Milliseconds
  public var isByArrival: Bool
  /// The start of the passenger's trip; without a booking, an instant request may be submitted then.
  public var leaving: Milliseconds
  /// The maximum straight-line walking distances to the first stop and from the last.
  public var access: Metres
  public var egress: Metres
  /// The maximum price that the passenger accepts per seat, in the smallest currency unit; `.max`: any price.
  public var means: Int64
  /// The time after submission during which the passenger watches for new offers, if none was found.
  public var alert: Milliseconds
  /// Whether the passenger submits an instant request if they have no booking by the start of the trip.
  public var fallsBack: Bool
  /// The booking given in a file, which replaces a search; nil: the passenger searches.
  public var recorded: RecordedBooking?

  /// Creates the criteria of a passenger who wants to leave between `earliest` and `latest`.
  public init(
    earliest: Milliseconds, latest: Milliseconds, isByArrival: Bool = false,
    leaving: Milliseconds? = nil, access: Metres, egress: Metres,
    means: Int64 = .max, alert: Milliseconds = .never, fallsBack: Bool = false,
    recorded: RecordedBooking? = nil
  ) {
    self.earliest = earliest
    self.latest = latest
    self.isByArrival = isByArrival
    self.leaving = leaving ?? earliest
    self.access = access
    self.egress = egress
    self.means = means
    self.alert = alert
    self.fallsBack = fallsBack
    self.recorded = recorded
  }
}

/// A seat booking given in a file.
public struct RecordedBooking: Equatable, Sendable {
  public var driver: DriverIndex
  /// The numbers of the stops at which the passenger boards and alights, from 0.
  public var from: Int
  public var to: Int

  /// Creates a booking.
  public init(driver: DriverIndex, from: Int, to: Int) {
    self.driver = driver
    self.from = from
    self.to = to
  }
}
