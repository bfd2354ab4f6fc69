public import Community
public import Quantities
public import Scenario
public import Statistics

extension Scenario {
  /// The same people over days: where they live and go, when, and in which role.
  public struct Users: Equatable, Sendable {
    public var count = 0
    /// Days that follow each other in one run, midnight to midnight.
    public var days = 1
    /// The probability that a user travels on a day.
    public var travelShare = 0.6
    /// The share that has a car.
    public var carShare = 0.5
    /// The probability that somebody with a car drives rather than asks for a seat, on a day.
    public var drivesShare = 0.8
    /// The homes, and the places that users go to from there.
    public var od = OriginDestination.uniform(Uniform())
    /// The course of their habitual times over the day; nil for evenly.
    public var profile: Profile?
    /// The places that each returns to.
    public var favourites = 3
    /// The probability that a trip goes to one of them; the others go anywhere.
    public var favouriteShare = 0.8
    /// The probability that a trip goes where one of the user's earlier trips went, each of them as likely.
    public var historyShare = 0.0
    /// The standard deviation of a day's time around the user's habit.
    public var timeDeviation = Milliseconds(900_000)
    /// True if they travel home again.
    public var returns = true
    /// Seconds from setting out to setting out for home; who would leave after midnight stays.
    public var stay = Law.lognormal(median: 28_800, sigma: 0.3)
    /// The rules by which those who are not served leave the service; nil if nobody does.
    public var churn: ChurnRules?

    /// A day.
    public static let day = Milliseconds(86_400_000)
    /// All of them.
    public var period: Milliseconds { Int64(days) * Self.day }

    /// Creates the defaults; the number has none.
    public init() {}
  }
}
