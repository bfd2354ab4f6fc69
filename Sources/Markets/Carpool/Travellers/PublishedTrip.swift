public import Quantities
public import Spaces

/// A trip published by a driver before the departure, with stops, times and seat prices.
///
///     Rabat 08:00 ─ Casablanca 09:10 ─ Settat 10:00 ─ Marrakesh 12:00       four stops, three legs, six prices
public struct PublishedTrip: Equatable, Sendable {
  /// The time at which it appears on the board.
  public var publish: Milliseconds
  /// The stops in driving order: the first is the driver's origin, the last the destination.
  public var stops: [Stop]
  /// The price of a seat from stop i to stop j > i, in the smallest currency unit: by i, then by j.
  public var prices: [Int64]
  /// Whether the car, if it has room, can also be found by instant requests.
  public var takesInstant: Bool
  /// Whether the service accepts bookings without asking the driver.
  public var booksAtOnce: Bool

  /// A stop of the car.
  public struct Stop: Equatable, Sendable {
    public var place: Place
    /// The published departure, and the earliest one; for the last stop, the arrival.
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

  /// Returns the index in `prices` of the pair `from` < `to`.
  public func place(ofPriceFrom from: Int, to: Int) -> Int {
    Self.place(ofPriceFrom: from, to: to, stops: stops.count)
  }

  /// Returns the index of the pair `from` < `to` in the prices of a trip with `count` stops.
  public static func place(ofPriceFrom from: Int, to: Int, stops count: Int) -> Int {
    from * (2 * count - from - 1) / 2 + (to - from - 1)
  }

  /// Returns the price of a seat from stop `from` to stop `to`, in the smallest currency unit.
  public func price(from: Int, to: Int) -> Int64 { prices[place(ofPriceFrom: from, to: to)] }
}
