public import Board
public import Quantities
public import Scenario
public import Statistics

extension Scenario {
  /// The board of trips planned ahead: who publishes, who looks for a seat, and what may go wrong until the departure.
  public struct Board: Equatable, Sendable {
    /// Where published trips come from.
    public var offers = Offers.none
    /// Where passengers who plan ahead come from.
    public var seeks = Seeks.none
    /// How published trips are found and put in order.
    public var rules = BoardRules()
    /// How much later than published a car may come to a stop.
    public var tolerance = Milliseconds(600_000)
    /// Seconds from a reservation to the driver's answer.
    public var confirmation = Law.lognormal(median: 1_800, sigma: 1)
    /// How long an answer is awaited.
    public var confirmationTimeout = Milliseconds(21_600_000)
    /// That the driver says no to a reservation.
    public var declineProbability = 0.1
    public var passengerCancelProbability = 0.0
    /// That the driver calls the whole trip off between publishing and departure.
    public var tripCancelProbability = 0.0
    public var noShowProbability = 0.0

    public init() {}
  }

  /// Where published trips come from.
  public enum Offers: Equatable, Sendable {
    /// Nobody publishes.
    case none
    /// A share of the drivers publishes.
    case synthetic(SyntheticOffers)
    /// Trips that files list, beside the drivers of `supply`.
    case recorded(RecordedOffers)
  }

  /// What a share of the drivers publishes.
  public struct SyntheticOffers: Equatable, Sendable {
    /// How many of the drivers publish.
    public var share = 0.3
    /// Seconds from publishing to the departure.
    public var lead = Law.lognormal(median: 28_800, sigma: 1)
    /// Where cars stop if they come by; nil for the centres of the zones that drivers are drawn in.
    public var stops: [StopPlace]?
    /// How far a place on the way may lie from the straight line between origin and destination.
    public var within: Metres = 5_000
    /// How long the published times allow at a stop.
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

  /// What a seat costs, in units of the currency.
  public struct SeatPrice: Equatable, Sendable {
    /// Of a kilometre along the way.
    public var perKm = 0.25
    /// Prices are whole multiples of it, where the next rule lets them; 0 for any.
    public var step = 5.0
    /// What a kilometre costs the driver: shared by all seats, it is the most that a seat may cost.
    public var costPerKm = 1.5
    /// Whether the driver may take more than the trip costs.
    public var mayProfit = false

    public init() {}
  }

  /// Published trips that files list; the attributes stand for absent columns and empty fields.
  public struct RecordedOffers: Equatable, Sendable {
    public var file = ""
    public var stopsFile = ""
    /// Prices of single pairs of stops; nil where the stops' file says them all.
    public var pricesFile: String?
    /// What the drivers are where the file does not say it.
    public var attributes = DriverAttributes()

    /// Creates the defaults; the files have none.
    public init() {}
  }

  /// Where passengers who plan ahead come from.
  public enum Seeks: Equatable, Sendable {
    /// Nobody plans ahead.
    case none
    /// A share of the requests plans ahead.
    case synthetic(SyntheticSeeks)
    /// Seats that a file says are booked, beside the requests of `demand`.
    case recorded(RecordedSeeks)
  }

  /// What a share of the requests looks for.
  public struct SyntheticSeeks: Equatable, Sendable {
    /// How many of the requests plan ahead.
    public var share = 0.3
    /// Seconds from the search to the time when the passenger wants to leave.
    public var lead = Law.lognormal(median: 14_400, sigma: 1)
    /// How much later than wished the passenger may leave, or arrive.
    public var window = Milliseconds(3_600_000)
    /// How many of them wish for a time of arrival.
    public var byArrivalShare = 0.0
    public var access: Metres = 1_500
    public var egress: Metres = 1_500
    /// The most that a seat may cost for a direct kilometre, in units of the currency; nil for any price.
    public var meansPerKm: Double?
    /// How long after the search new offers are watched; nil until the passenger gives up.
    public var alert: Milliseconds?
    public var fallback = Fallback.instant

    public init() {}
  }

  /// What a passenger does who has found no seat by the time to leave.
  public enum Fallback: String, CaseIterable, Sendable {
    /// Asks for a seat now.
    case instant
    /// Travels otherwise.
    case none
  }

  /// Seats that a file says are booked; the attributes stand for absent columns and empty fields.
  public struct RecordedSeeks: Equatable, Sendable {
    public var file = ""
    /// What the passengers are where the file does not say it.
    public var attributes = RequestAttributes()

    /// Creates the defaults; the file has none.
    public init() {}
  }
}
