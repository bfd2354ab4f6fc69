public import Board
import JSON5
public import Quantities
public import Scenario
public import Statistics

extension Scenario {
  /// The board for trips planned ahead: published trips, planned requests, cancellations and no-shows.
  public struct Board: Equatable, Sendable {
    /// The source of published trips.
    public var offers = Offers.none
    /// The source of passengers who plan ahead.
    public var seeks = Seeks.none
    /// The rules for searching and ranking published trips.
    public var rules = BoardRules()
    /// The maximum delay of a car at a stop, relative to the published time.
    public var tolerance = Milliseconds(600_000)
    /// The time from a reservation to the driver's answer, in seconds.
    public var confirmation = Law.lognormal(median: 1_800, sigma: 1)
    /// The time limit for the driver's answer.
    public var confirmationTimeout = Milliseconds(21_600_000)
    /// The probability that the driver declines a reservation.
    public var declineProbability = 0.1
    public var passengerCancelProbability = 0.0
    /// The probability that the driver cancels the whole trip between publication and departure.
    public var tripCancelProbability = 0.0
    public var noShowProbability = 0.0

    public init() {}
  }

  /// The source of published trips.
  public enum Offers: Equatable, Sendable {
    /// No published trips.
    case none
    /// A fraction of the drivers publish their trips.
    case synthetic(SyntheticOffers)
    /// Trips listed in files, in addition to the drivers of `supply`.
    case recorded(RecordedOffers)
  }

  /// Trips published by a fraction of the drivers.
  public struct SyntheticOffers: Equatable, Sendable {
    /// The fraction of drivers who publish their trips.
    public var share = 0.3
    /// The time from publication to departure, in seconds.
    public var lead = Law.lognormal(median: 28_800, sigma: 1)
    /// The places where drivers with published trips may stop; nil: the centres of the zones in which drivers are
    /// drawn.
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

  /// A place where drivers with published trips may stop.
  public struct StopPlace: Equatable, Sendable {
    public var name = ""
    public var x = 0.0
    public var y = 0.0

    /// Creates an unnamed place at (0, 0); the scenario must set name and coordinates.
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

  /// Published trips listed in files, with default attributes for missing columns and empty fields.
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

    /// Creates the defaults; the scenario must name the files.
    public init() {}
  }

  /// The source of passengers who plan ahead.
  public enum Seeks: Equatable, Sendable {
    /// Nobody plans ahead.
    case none
    /// A fraction of the requests are planned ahead.
    case synthetic(SyntheticSeeks)
    /// Bookings listed in a file, in addition to the requests of `demand`.
    case recorded(RecordedSeeks)
  }

  /// Search criteria drawn for a fraction of the requests, which are planned ahead.
  public struct SyntheticSeeks: Equatable, Sendable {
    /// The fraction of requests that are planned ahead.
    public var share = 0.3
    /// The time from the search to the desired departure, in seconds.
    public var lead = Law.lognormal(median: 14_400, sigma: 1)
    /// The length of the window after the desired time of departure or arrival.
    public var window = Milliseconds(3_600_000)
    /// The fraction of these passengers who state a desired arrival time.
    public var byArrivalShare = 0.0
    public var access: Metres = 1_500
    public var egress: Metres = 1_500
    /// The maximum price of a seat per direct kilometre, in units of the currency; nil: no limit.
    public var meansPerKm: Double?
    /// The time after the search during which the passenger watches for new offers; nil: until the passenger gives up.
    public var alert: Milliseconds?
    public var fallback = Fallback.instant

    public init() {}
  }

  /// The fallback of a passenger without a seat at departure time.
  public enum Fallback: String, CaseIterable, Sendable {
    /// The passenger makes an instant request.
    case instant
    /// The passenger uses another mode.
    case none
  }

  /// Bookings listed in a file, with default attributes for missing columns and empty fields.
  public struct RecordedSeeks: Equatable, Sendable {
    public var file = ""
    /// The file's column names, keyed by the standard names.
    public var columns: [String: String] = [:]
    /// The attributes of passengers not given in the file.
    public var attributes = RequestAttributes()

    /// Creates the defaults; the scenario must name the file.
    public init() {}
  }
}

extension CarpoolFields {
  /// The scenario fields `board` and `users`.
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

  /// Checks that the simulated period, if given, equals the users' days, and that it starts at midnight.
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
