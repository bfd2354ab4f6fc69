import Community
import Quantities
package import Scenario
import Statistics

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
          "The standard deviation of the daily departure around the user's habitual time."),
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
