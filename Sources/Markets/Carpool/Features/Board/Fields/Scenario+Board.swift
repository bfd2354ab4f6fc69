public import Board
public import Quantities
public import Scenario
public import Statistics

extension Scenario {
  /// The board of trips planned ahead: who publishes, who looks for a seat, and what may go wrong until the departure.
  public struct Board: Equatable, Sendable {
    /// The origin of published trips.
    public var offers = Offers.none
    /// The origin of passengers who plan ahead.
    public var seeks = Seeks.none
    /// The rules by which published trips are found and put in order.
    public var rules = BoardRules()
    /// The longest time after the published one at which a car may come to a stop.
    public var tolerance = Milliseconds(600_000)
    /// Seconds from a reservation to the driver's answer.
    public var confirmation = Law.lognormal(median: 1_800, sigma: 1)
    /// The time for which an answer is awaited.
    public var confirmationTimeout = Milliseconds(21_600_000)
    /// The probability that the driver declines a reservation.
    public var declineProbability = 0.1
    public var passengerCancelProbability = 0.0
    /// The probability that the driver calls the whole trip off between publishing and departure.
    public var tripCancelProbability = 0.0
    public var noShowProbability = 0.0

    public init() {}
  }

  /// The origin of published trips.
  public enum Offers: Equatable, Sendable {
    /// Nobody publishes.
    case none
    /// A share of the drivers publishes.
    case synthetic(SyntheticOffers)
    /// Trips that files list, beside the drivers of `supply`.
    case recorded(RecordedOffers)
  }

  /// The trips that a share of the drivers publishes.
  public struct SyntheticOffers: Equatable, Sendable {
    /// The share of the drivers who publish.
    public var share = 0.3
    /// Seconds from publishing to the departure.
    public var lead = Law.lognormal(median: 28_800, sigma: 1)
    /// The places where cars stop if they come by; nil for the centres of the zones that drivers are drawn in.
    public var stops: [StopPlace]?
    /// The farthest that a place on the way may lie from the straight line between origin and destination.
    public var within: Metres = 5_000
    /// The time that the published times allow at a stop.
    public var dwell = Milliseconds(120_000)
    public var price = SeatPrice()
    public var takesInstantShare = 1.0
    public var atOnceShare = 0.0

    public init() {}
  }

  /// A place where cars stop that come by.
  public struct StopPlace: Equatable, Sendable {
    public var name = ""
    public var x = 0.0
    public var y = 0.0

    /// Creates the defaults; the place has none.
    public init() {}
  }

  /// The price of a seat, in units of the currency.
  public struct SeatPrice: Equatable, Sendable {
    /// The price of a kilometre along the way.
    public var perKm = 0.25
    /// Prices are whole multiples of it, where the next rule lets them; 0 for any.
    public var step = 5.0
    /// The cost of a kilometre to the driver: shared by all seats, it is the most that a seat may cost.
    public var costPerKm = 1.5
    /// True if the driver may take more than the trip costs.
    public var mayProfit = false

    public init() {}
  }

  /// Published trips that files list; the attributes stand for absent columns and empty fields.
  public struct RecordedOffers: Equatable, Sendable {
    public var file = ""
    /// The names of columns in the file of offers, by the standard names; the files of stops and prices have standard names.
    public var columns: [String: String] = [:]
    public var stopsFile = ""
    /// Prices of single pairs of stops; nil where the stops' file says them all.
    public var pricesFile: String?
    /// The attributes of the drivers where the file does not say them.
    public var attributes = DriverAttributes()

    /// Creates the defaults; the files have none.
    public init() {}
  }

  /// The origin of passengers who plan ahead.
  public enum Seeks: Equatable, Sendable {
    /// Nobody plans ahead.
    case none
    /// A share of the requests plans ahead.
    case synthetic(SyntheticSeeks)
    /// Seats that a file says are booked, beside the requests of `demand`.
    case recorded(RecordedSeeks)
  }

  /// The seats that a share of the requests looks for.
  public struct SyntheticSeeks: Equatable, Sendable {
    /// The share of the requests that plan ahead.
    public var share = 0.3
    /// Seconds from the search to the time when the passenger wants to leave.
    public var lead = Law.lognormal(median: 14_400, sigma: 1)
    /// The longest time after the wished one at which the passenger may leave, or arrive.
    public var window = Milliseconds(3_600_000)
    /// The share of them that wish for a time of arrival.
    public var byArrivalShare = 0.0
    public var access: Metres = 1_500
    public var egress: Metres = 1_500
    /// The most that a seat may cost for a direct kilometre, in units of the currency; nil for any price.
    public var meansPerKm: Double?
    /// The time after the search for which new offers are watched; nil until the passenger gives up.
    public var alert: Milliseconds?
    public var fallback = Fallback.instant

    public init() {}
  }

  /// The fallback of a passenger who has found no seat by the time to leave.
  public enum Fallback: String, CaseIterable, Sendable {
    /// Asks for a seat now.
    case instant
    /// Travels otherwise.
    case none
  }

  /// Seats that a file says are booked; the attributes stand for absent columns and empty fields.
  public struct RecordedSeeks: Equatable, Sendable {
    public var file = ""
    /// The names that the file gives to columns, by ours.
    public var columns: [String: String] = [:]
    /// The attributes of the passengers where the file does not say them.
    public var attributes = RequestAttributes()

    /// Creates the defaults; the file has none.
    public init() {}
  }
}
