import Quantities
package import Scenario
import Statistics

extension Scenario.DriverAttributes: SideFields {
  package static let travellers = "drivers"
  package static var ends: Shape<Scenario.OriginDestination> { Scenario.OriginDestination.shapeOfCars }
  package static let tripsOfUsers = "The trips on which `users` drive."
  package static var fieldsOfLists: [Field<Scenario.RecordedSide<Self>>] {
    [
      Field(
        "default_depart_s", \.defaultDepart, orNull: .seconds(),
        "The departure of rows without `depart_s`; `null` makes its absence a fault.")
    ]
  }

  package static func fields<Root>(
    _ place: WritableKeyPath<Root, Self>, filesTellTraits: Bool
  ) -> [Field<Root>] {
    [
      Field(
        "seats", place.appending(path: \.seats), .integer(0, to: 100),
        "Free seats, the driver's own not counted."),
      Field(
        "luggage_room", place.appending(path: \.luggageRoom), .integer(0, to: 1_000),
        "Free pieces of luggage."),
      Field(
        "announce_before_s", place.appending(path: \.announceBefore), .seconds(),
        "How long before departure the driver can be matched; in the place of the announcement of `trips` where it is not 0."
      ),
      Field(
        "max_detour_s", place.appending(path: \.maxDetour), orNull: .seconds(),
        "The driver's own limit on the total detour; `null` takes that of `matching.limits`."
      ).idle { $1.carpool.withoutOwnTrips },
      Field(
        "max_detour_ratio", place.appending(path: \.maxDetourRatio), orNull: .number(.from(0, to: 1e6)),
        "The driver's own limit on detour ÷ solo time; `null` takes that of `matching.limits`."
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
        Field("age_mean", \.ageMean, .number(.from(0, to: 150), "years"), "The mean age before bounding."),
        Field(
          "age_sd", \.ageDeviation, .number(.from(0, to: 150), "years"),
          "The standard deviation before bounding."),
        Field("age_min", \.youngest, .integer(0, to: 150), "The minimum age, in years."),
        Field("age_max", \.oldest, .integer(0, to: 150), "The maximum age, in years."),
      ],
      check: { checked, faults in
        if checked.value.youngest > checked.value.oldest {
          checked.conflict("age_min lies above age_max; swap them", ["age_min", "age_max"], &faults)
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
          "The share that wants companions with the same smoking habit."),
        Field("sex_share", \.sexShare, .share, "The share that wants companions of their own sex."),
        Field("age_share", \.ageShare, .share, "The share that wants companions of about their own age."),
        Field(
          "age_span", \.ageSpan, .integer(0, to: 150), "The age difference that this wish allows, in years."
        ).idle("nobody wishes about age (`age_share` is 0)") { $0.ageShare == 0 },
        Field("required_share", \.requiredShare, .share, "The share of those with a wish who insist on it.")
          .idle("nobody has a wish (the other shares are 0)") { !$0.areAny },
      ])
  }

  /// Whether any preference has a positive share.
  var areAny: Bool { smokerShare > 0 || sexShare > 0 || ageShare > 0 }

  /// The reason preferences have no effect on a side without `persons`.
  static let withoutTraits =
    "wishes follow the own traits, and this side has none; give its `persons`, as {}, or leave `wishes` out"
}
