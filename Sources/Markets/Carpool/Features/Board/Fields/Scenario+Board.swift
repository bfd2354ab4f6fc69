public import Board
import JSON5
public import Quantities
public import Scenario
public import Statistics

extension Scenario {
  /// The board of trips planned ahead: publishers, seekers, and incidents until the departure.
  public struct Board: Equatable, Sendable {
    /// The source of published trips.
    public var offers = Offers.none
    /// The source of passengers who plan ahead.
    public var seeks = Seeks.none
    /// The rules of searching and ranking published trips.
    public var rules = BoardRules()
    /// The maximum delay of a car at a stop, relative to the published time.
    public var tolerance = Milliseconds(600_000)
    /// The time from a reservation to the driver's answer, seconds.
    public var confirmation = Law.lognormal(median: 1_800, sigma: 1)
    /// The time limit for the answer.
    public var confirmationTimeout = Milliseconds(21_600_000)
    /// The probability that the driver declines a reservation.
    public var declineProbability = 0.1
    public var passengerCancelProbability = 0.0
    /// The probability that the driver cancels the whole trip between publishing and departure.
    public var tripCancelProbability = 0.0
    public var noShowProbability = 0.0

    public init() {}
  }

  /// The source of published trips.
  public enum Offers: Equatable, Sendable {
    /// Nobody publishes.
    case none
    /// A share of the drivers publishes.
    case synthetic(SyntheticOffers)
    /// Trips listed in files, in addition to the drivers of `supply`.
    case recorded(RecordedOffers)
  }

  /// The trips published by a share of the drivers.
  public struct SyntheticOffers: Equatable, Sendable {
    /// The share of the drivers who publish.
    public var share = 0.3
    /// The time from publishing to the departure, seconds.
    public var lead = Law.lognormal(median: 28_800, sigma: 1)
    /// The places where passing cars stop; nil: the centres of the zones in which drivers are drawn.
    public var stops: [StopPlace]?
    /// The maximum distance of a place from the straight line between origin and destination.
    public var within: Metres = 5_000
    /// The scheduled dwell time at a stop.
    public var dwell = Milliseconds(120_000)
    public var price = SeatPrice()
    public var takesInstantShare = 1.0
    public var atOnceShare = 0.0

    public init() {}
  }

  /// A place where passing cars stop.
  public struct StopPlace: Equatable, Sendable {
    public var name = ""
    public var x = 0.0
    public var y = 0.0

    /// Creates the defaults; the place has no default.
    public init() {}
  }

  /// The price of a seat, in units of the currency.
  public struct SeatPrice: Equatable, Sendable {
    /// The price per kilometre along the route.
    public var perKm = 0.25
    /// The increment to which prices are rounded, subject to the cost limit below; 0: no rounding.
    public var step = 5.0
    /// The driver's cost per kilometre; divided by the number of seats, it limits the price of a seat.
    public var costPerKm = 1.5
    /// Whether the driver may earn more than the trip costs.
    public var mayProfit = false

    public init() {}
  }

  /// Published trips listed in files; the attributes replace missing columns and empty fields.
  public struct RecordedOffers: Equatable, Sendable {
    public var file = ""
    /// The column names in the file of offers, keyed by the standard names; the files of stops and prices use the
    /// standard names.
    public var columns: [String: String] = [:]
    public var stopsFile = ""
    /// The file of prices for individual pairs of stops; nil: prices come from the file of stops.
    public var pricesFile: String?
    /// The attributes of drivers not given in the file.
    public var attributes = DriverAttributes()

    /// Creates the defaults; the files have no defaults.
    public init() {}
  }

  /// The source of passengers who plan ahead.
  public enum Seeks: Equatable, Sendable {
    /// Nobody plans ahead.
    case none
    /// A share of the requests plans ahead.
    case synthetic(SyntheticSeeks)
    /// Seats booked according to a file, in addition to the requests of `demand`.
    case recorded(RecordedSeeks)
  }

  /// The seats sought by a share of the requests.
  public struct SyntheticSeeks: Equatable, Sendable {
    /// The share of the requests that plan ahead.
    public var share = 0.3
    /// The time from the search to the desired departure, seconds.
    public var lead = Law.lognormal(median: 14_400, sigma: 1)
    /// The length of the window after the desired time of departure or arrival.
    public var window = Milliseconds(3_600_000)
    /// The share of these passengers who state a desired arrival time.
    public var byArrivalShare = 0.0
    public var access: Metres = 1_500
    public var egress: Metres = 1_500
    /// The maximum price of a seat per direct kilometre, in units of the currency; nil: any price.
    public var meansPerKm: Double?
    /// The time after the search during which the passenger watches for new offers; nil: until the passenger gives up.
    public var alert: Milliseconds?
    public var fallback = Fallback.instant

    public init() {}
  }

  /// The fallback of a passenger without a seat at departure time.
  public enum Fallback: String, CaseIterable, Sendable {
    /// Makes an instant request.
    case instant
    /// Uses another mode.
    case none
  }

  /// Seats booked according to a file; the attributes replace missing columns and empty fields.
  public struct RecordedSeeks: Equatable, Sendable {
    public var file = ""
    /// The file's column names, keyed by the standard names.
    public var columns: [String: String] = [:]
    /// The attributes of passengers not given in the file.
    public var attributes = RequestAttributes()

    /// Creates the defaults; the file has no default.
    public init() {}
  }
}

extension CarpoolFields {
  /// The fields of trips planned ahead, and of users over several days.
  static var boardFields: [Field<Self>] {
    [
      Field(
        "board", \.board, orAbsent: .object(Scenario.Board.members),
        "Trips published in advance. `null`: none."),
      Field(
        "users", \.users, orAbsent: .object(Scenario.Users.members),
        "A population that travels over several days and supplies the sides of kind `users`. `null`: everybody travels once."
      ),
    ]
  }

  /// Checks that sides, board and users are consistent.
  static func checkBoard(_ checked: Checked<Self>, _ faults: inout Faults) {
    let fields = checked.value
    if fields.usesUsers, fields.users == nil {
      checked.conflict(
        "a side of kind `users` requires the field `users`; give it, such as {count: 1000}",
        ["supply", "demand", "users"], &faults)
    }
    if !fields.usesUsers, fields.users != nil {
      checked.conflict(
        "no side is of kind `users`, so the field `users` is not used; give supply or demand {kind: \"users\"}",
        ["users", "supply", "demand"], &faults)
    }
    if case .recorded = fields.board?.seeks {
      if case .recorded = fields.board?.offers { return }
      checked.conflict(
        "recorded bookings require recorded offers; give board.offers of kind `recorded`",
        ["board.seeks", "board.offers", "board"], &faults)
    }
  }

  /// Checks that the scenario's period is exactly as long as the users' days.
  static func checkDays(_ checked: Checked<Scenario>, _ faults: inout Faults) {
    guard let users = checked.value.fields(of: Self.self).users else { return }
    let time = checked.value.time
    if let duration = time.duration, duration != users.period {
      let period = JSON.number(users.period.seconds).compact
      checked.conflict(
        "the \(users.days) days of `users` take \(period) s; give time.duration_s: \(period), or null",
        ["time.duration_s", "time", "users.days", "users"], &faults)
    }
    if let start = time.start, start != start.midnight {
      checked.conflict(
        "the days of `users` begin at midnight, but time.start does not; give it the time 00:00:00",
        ["time.start", "users"], &faults)
    }
  }

  private var usesUsers: Bool {
    if case .users = supply { return true }
    if case .users = demand { return true }
    return false
  }
}
