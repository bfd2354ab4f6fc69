public import Quantities
public import Spaces

/// A trip that a driver publishes before the departure: where and when the car stops, and what a seat costs between.
///
///     Rabat 08:00 ─ Casablanca 09:10 ─ Settat 10:00 ─ Marrakesh 12:00       four stops, three legs, six prices
public struct PublishedTrip: Equatable, Sendable {
  /// The time from which it stands on the board.
  public var publish: Milliseconds
  /// The stops in the order of the way: the first is the driver's origin, the last the destination.
  public var stops: [Stop]
  /// The price of a seat from stop i to stop j > i, in the smallest unit of money: by i, then by j.
  public var prices: [Int64]
  /// True if the car, if it has room, is found by those who ask now.
  public var takesInstant: Bool
  /// True if the driver leaves it to the service to say yes.
  public var booksAtOnce: Bool

  /// A place where the car stops.
  public struct Stop: Equatable, Sendable {
    public var place: Place
    /// The time at which the car leaves, as published, and not earlier; of the last stop, at which it arrives.
    public var time: Milliseconds

    /// Creates a stop.
    public init(_ place: Place, at time: Milliseconds) {
      self.place = place
      self.time = time
    }
  }

  /// Publishes a trip.
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

  /// The number of pairs i < j of `count` stops.
  public static func pairs(of count: Int) -> Int { count * (count - 1) / 2 }

  /// The place in `prices` of the pair `from` < `to`.
  public func place(ofPriceFrom from: Int, to: Int) -> Int {
    Self.place(ofPriceFrom: from, to: to, stops: stops.count)
  }

  /// The place among the prices of a trip of `count` stops of the pair `from` < `to`.
  public static func place(ofPriceFrom from: Int, to: Int, stops count: Int) -> Int {
    from * (2 * count - from - 1) / 2 + (to - from - 1)
  }

  /// The price of a seat from stop `from` to stop `to`, in the smallest unit of money.
  public func price(from: Int, to: Int) -> Int64 { prices[place(ofPriceFrom: from, to: to)] }
}
