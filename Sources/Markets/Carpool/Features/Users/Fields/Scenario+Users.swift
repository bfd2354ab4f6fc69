public import Community
public import Quantities
public import Scenario
public import Statistics

extension Scenario {
  /// Users over several days: their homes, destinations, times and roles.
  public struct Users: Equatable, Sendable {
    public var count = 0
    /// The number of consecutive days in one run, midnight to midnight.
    public var days = 1
    /// The probability that a user travels on a day.
    public var travelShare = 0.6
    /// The share with a car.
    public var carShare = 0.5
    /// The daily probability that a user with a car drives instead of riding.
    public var drivesShare = 0.8
    /// The homes, and the destinations from there.
    public var od = OriginDestination.uniform(Uniform())
    /// The distribution of habitual times over the day; nil: uniform.
    public var profile: Profile?
    /// The number of favourite destinations per user.
    public var favourites = 3
    /// The probability that a trip goes to a favourite; other trips go anywhere.
    public var favouriteShare = 0.8
    /// The probability that a trip repeats the destination of an earlier trip of the user, each equally
    /// likely.
    public var historyShare = 0.0
    /// The standard deviation of a day's departure around the user's habit.
    public var timeDeviation = Milliseconds(900_000)
    /// Whether users travel home again.
    public var returns = true
    /// The time from departure to the departure home, seconds; users who would leave after midnight stay.
    public var stay = Law.lognormal(median: 28_800, sigma: 0.3)
    /// The rules of churn after failures; nil: no churn.
    public var churn: ChurnRules?

    /// The length of a day.
    public static let day = Milliseconds(86_400_000)
    /// The length of all days.
    public var period: Milliseconds { Int64(days) * Self.day }

    /// Creates the defaults; the number has no default.
    public init() {}
  }
}
