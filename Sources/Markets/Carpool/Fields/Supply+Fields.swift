import Quantities
package import Scenario
import Statistics

extension Scenario.DriverAttributes: SideFields {
  package static let travellers = "drivers"
  package static var ends: Shape<Scenario.OriginDestination> { Scenario.OriginDestination.shapeOfCars }
  package static let tripsOfUsers = "The trips of `users` as drivers."
  package static var fieldsOfLists: [Field<Scenario.RecordedSide<Self>>] {
    [
      Field(
        "default_depart_s", \.defaultDepart, orNull: .seconds(),
        "The departure of rows without `depart_s`. `null`: `depart_s` is required.")
    ]
  }

  package static func fields<Root>(
    _ place: WritableKeyPath<Root, Self>, filesTellTraits: Bool
  ) -> [Field<Root>] {
    [
      Field(
        "seats", place.appending(path: \.seats), .integer(0, to: 100),
        "The number of free seats, excluding the driver's."),
      Field(
        "luggage_room", place.appending(path: \.luggageRoom), .integer(0, to: 1_000),
        "The luggage capacity, in pieces."),
      Field(
        "announce_before_s", place.appending(path: \.announceBefore), .seconds(),
        "How long before departure the driver can be matched; if not 0, overrides the announcement time in `trips`."
      ),
      Field(
        "max_detour_s", place.appending(path: \.maxDetour), orNull: .seconds(),
        "The driver's individual limit on the total detour. `null`: the limit of `matching.limits`."
      ).idle { $1.carpool.withoutOwnTrips },
      Field(
        "max_detour_ratio", place.appending(path: \.maxDetourRatio), orNull: .number(.from(0, to: 1e6)),
        "The driver's individual limit on detour ÷ solo time. `null`: the limit of `matching.limits`."
      ).idle { $1.carpool.withoutOwnTrips },
    ] + departureFields(place) + traitFields(place, filesTellTraits: filesTellTraits)
  }
}

extension Scenario.Persons {
  package static var members: Members<Self> {
    Members(
      Self(),
      [
        Field("smoker_share", \.smokerShare, .share, "The share of smokers."),
        Field("female_share", \.femaleShare, .share, "The share of women."),
        Field(
          "age_mean", \.ageMean, .number(.from(0, to: 150), "years"),
          "The mean age before truncation to the bounds."),
        Field(
          "age_sd", \.ageDeviation, .number(.from(0, to: 150), "years"),
          "The standard deviation of age before truncation to the bounds."),
        Field("age_min", \.youngest, .integer(0, to: 150), "The minimum age, in years."),
        Field("age_max", \.oldest, .integer(0, to: 150), "The maximum age, in years."),
      ],
      check: { checked, faults in
        if checked.value.youngest > checked.value.oldest {
          checked.conflict("age_min exceeds age_max; swap them", ["age_min", "age_max"], &faults)
        }
      })
  }
}

extension Scenario.Wishes {
  package static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "smoker_share", \.smokerShare, .share,
          "The share of persons who want companions with the same smoking habit."),
        Field("sex_share", \.sexShare, .share, "The share of persons who want companions of their own sex."),
        Field(
          "age_share", \.ageShare, .share, "The share of persons who want companions of about their own age."),
        Field(
          "age_span", \.ageSpan, .integer(0, to: 150),
          "The maximum age difference accepted under `age_share`, in years."
        ).idle("nobody has a wish about age (`age_share` is 0)") { $0.ageShare == 0 },
        Field(
          "required_share", \.requiredShare, .share,
          "The share of persons whose wishes are requirements, among those with wishes."
        )
        .idle("nobody has a wish (the other shares are 0)") { !$0.areAny },
      ])
  }

  /// Whether any preference has a positive probability.
  var areAny: Bool { smokerShare > 0 || sexShare > 0 || ageShare > 0 }

  /// The reason why preferences have no effect on a side without `persons`.
  static let withoutTraits =
    "wishes are based on personal traits, and this side has none; give `persons`, such as {}, or leave `wishes` out"
}
