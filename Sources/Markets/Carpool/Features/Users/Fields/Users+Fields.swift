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
        Field("od", \.od, Scenario.OriginDestination.shape, "How homes and places to go to are drawn."),
        Field(
          "profile", \.profile, orNull: Scenario.Profile.shape,
          "How habitual times lie over the day: weights of equal parts of it, or steps; `null` for evenly."),
        Field("favourites", \.favourites, .integer(1, to: 1_000), "The places that each user returns to."),
        Field(
          "favourite_share", \.favouriteShare, .share,
          "The probability that a trip goes to one of them; other trips go to a newly drawn place."),
        Field(
          "history_share", \.historyShare, .share, unwrittenAt: 0,
          "The probability that a user takes the trip from the history instead: it goes where one of their earlier trips"
            + " went, each of them as likely; nobody has a history on their first trip."
        ).idle("nobody has a history on one day (`days` is 1)") { $0.days == 1 },
        Field(
          "time_sd_s", \.timeDeviation, .seconds(.from(0, to: 86_400)),
          "The standard deviation of a day's time around the user's habit."),
        Field("returns", \.returns, .boolean, "Whether they travel home again on the same day."),
        Field(
          "stay", \.stay, .law(),
          "From departure to departure for home; anybody who would leave after midnight stays."
        ).idle("nobody travels home again (`returns` is false)") { !$0.returns },
        Field(
          "churn", \.churn, orNull: .object(ChurnRules.members),
          "When unserved users leave the service; `null` if nobody does."),
      ])
  }
}
