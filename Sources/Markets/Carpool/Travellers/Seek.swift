public import Quantities

/// The seat that a passenger who plans ahead looks for on the board, beside the request itself.
public struct Seek: Equatable, Sendable {
  /// The times at which the passenger wants to leave at the earliest and at the latest; with `isByArrival`, to arrive.
  public var earliest: Milliseconds
  public var latest: Milliseconds
  public var isByArrival: Bool
  /// The time at which the trip is to begin: an instant request is submitted then.
  public var leaving: Milliseconds
  /// The distance that the passenger walks to a stop, and from one, as the crow flies.
  public var access: Metres
  public var egress: Metres
  /// The most that a seat may cost, in the smallest unit of money; the greatest number for any price.
  public var means: Int64
  /// The time after the submission for which the passenger watches new offers, if none was found.
  public var alert: Milliseconds
  /// True if the passenger, who has found none by then, asks for a seat now when it is time to leave.
  public var fallsBack: Bool
  /// The seat that the passenger has by a record, and looks for no other; nil for one who searches.
  public var recorded: RecordedBooking?

  /// Creates what a passenger who leaves between `earliest` and `latest` looks for.
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

/// A seat that a file says is booked.
public struct RecordedBooking: Equatable, Sendable {
  public var driver: DriverIndex
  /// The numbers of the stops, from 0.
  public var from: Int
  public var to: Int

  /// Creates a booking.
  public init(driver: DriverIndex, from: Int, to: Int) {
    self.driver = driver
    self.from = from
    self.to = to
  }
}
