public import Quantities

/// The search criteria of a passenger who plans ahead, in addition to the request.
public struct Seek: Equatable, Sendable {
  /// The earliest and the latest departure sought; with `isByArrival`, arrival.
  public var earliest: Milliseconds
  public var latest: Milliseconds
  public var isByArrival: Bool
  /// The start time of the trip, at which an instant request is submitted.
  public var leaving: Milliseconds
  /// The maximum straight-line walking distance to a stop, and from one.
  public var access: Metres
  public var egress: Metres
  /// The maximum price of a seat, in the smallest currency unit; the greatest number: any price.
  public var means: Int64
  /// The time after submission during which the passenger watches for new offers, if none was found.
  public var alert: Milliseconds
  /// Whether the passenger, without a booking by the start time, makes an instant request.
  public var fallsBack: Bool
  /// The seat booked according to a record, without a search; nil: the passenger searches.
  public var recorded: RecordedBooking?

  /// Creates the criteria of a passenger who leaves between `earliest` and `latest`.
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

/// A seat booked according to a file.
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
