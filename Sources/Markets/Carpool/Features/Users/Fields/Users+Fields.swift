public import Community
public import Quantities
public import Scenario
public import Statistics

extension Scenario {
  /// Users who may travel on several days: their homes, destinations, times and roles.
  public struct Users: Equatable, Sendable {
    public var count = 0
    /// The number of consecutive days in one run, midnight to midnight.
    public var days = 1
    /// The probability that a user travels on a given day.
    public var travelShare = 0.6
    /// The fraction of users with a car.
    public var carShare = 0.5
    /// The daily probability that a user with a car drives instead of riding.
    public var drivesShare = 0.8
    /// The distribution of homes, and of destinations reached from there.
    public var od = OriginDestination.uniform(Uniform())
    /// The distribution of habitual times over the day; nil: uniform.
    public var profile: Profile?
    /// The number of favourite destinations per user.
    public var favourites = 3
    /// The probability that a trip goes to a favourite destination rather than to any other.
    public var favouriteShare = 0.8
    /// The probability that a trip repeats the destination of a random earlier trip of the user.
    public var historyShare = 0.0
    /// The standard deviation of the daily departure around the user's habitual departure.
    public var timeDeviation = Milliseconds(900_000)
    /// Whether users make a return trip home.
    public var returns = true
    /// The time from departure to the departure home, in seconds; users due to leave after midnight make no return
    /// trip.
    public var stay = Law.lognormal(median: 28_800, sigma: 0.3)
    /// The rules by which users leave the service after failures; nil: they never leave.
    public var churn: ChurnRules?

    /// The length of a day.
    public static let day = Milliseconds(86_400_000)
    /// The total length of all days.
    public var period: Milliseconds { Int64(days) * Self.day }

    /// Creates the defaults; the scenario must set the number of users.
    public init() {}
  }
}

extension Scenario.Users {
  package static var members: Members<Self> {
    Members(
      Self(),
      [
        Field("count", \.count, .integer(1, to: 50_000_000), isRequired: true, "The number of users."),
        Field(
          "days", \.days, .integer(1, to: 3_650), "The number of consecutive days, midnight to midnight."),
        Field("travel_share", \.travelShare, .share, "The probability that a user travels on a day."),
        Field("car_share", \.carShare, .share, "The share of users with a car."),
        Field(
          "drives_share", \.drivesShare, .share,
          "The probability that a user with a car drives on a day of travel, rather than requesting a seat."
        ).idle("nobody has a car (`car_share` is 0)") { $0.carShare == 0 },
        Field("od", \.od, Scenario.OriginDestination.shape, "The distribution of homes and destinations."),
        Field(
          "profile", \.profile, orNull: Scenario.Profile.shape,
          "The distribution of habitual times over the day: weights of equal parts, or steps. `null`: uniform."
        ),
        Field("favourites", \.favourites, .integer(1, to: 1_000), "The number of habitual places per user."),
        Field(
          "favourite_share", \.favouriteShare, .share,
          "The probability that a trip goes to a habitual place; other trips go to a newly drawn place."),
        Field(
          "history_share", \.historyShare, .share, unwrittenAt: 0,
          "The probability that a trip repeats the destination of one of the user's earlier trips instead, each equally"
            + " likely; a first trip has no history."
        ).idle("nobody has a history on a single day (`days` is 1)") { $0.days == 1 },
        Field(
          "time_sd_s", \.timeDeviation, .seconds(.from(0, to: 86_400)),
          "The standard deviation of the daily departure time around the user's usual time."),
        Field("returns", \.returns, .boolean, "Whether users travel back home on the same day."),
        Field(
          "stay", \.stay, .law(),
          "The time from the outward to the return departure; return trips after midnight are not made."
        ).idle("nobody travels back home (`returns` is false)") { !$0.returns },
        Field(
          "churn", \.churn, orNull: .object(ChurnRules.members),
          "Churn of unserved users. `null`: nobody leaves."),
      ])
  }
}
