import Board
import Quantities
package import Scenario
import Statistics

extension Scenario.Board {
  package static var members: Members<Self> {
    Members(
      Self(),
      [
        Field("offers", \.offers, Scenario.Offers.shape, "The source of published trips."),
        Field("seeks", \.seeks, Scenario.Seeks.shape, "The source of passengers who plan ahead."),
        Field(
          "weights", \.rules.weights, .object(BoardRules.Weights.members),
          "The score of a trip in the search results: a weighted sum of times; the lowest is best."
        ).idle { board, _ in board.withoutBookings ?? board.withoutChoice },
        Field(
          "walk_speed_ms", \.rules.walkingSpeed, .number(.from(0.01, to: 100), "m/s"),
          "The straight-line walking speed to and from stops."
        ).idle { board, _ in board.withoutBookings },
        Field(
          "tolerance_s", \.tolerance, .seconds(),
          "The maximum delay at a stop that the promise to booked passengers allows."
        ).idle { board, _ in board.withoutBookings },
      ] + confirmationFields + [
        Field(
          "passenger_cancel_probability", \.passengerCancelProbability, .share,
          "The probability that a passenger cancels a booking before departure."
        ).idle { board, _ in board.withoutBookings },
        Field(
          "trip_cancel_probability", \.tripCancelProbability, .share,
          "The probability that the driver cancels the whole trip between publication and departure."
        ).idle("no trips are published (`offers` is of kind `none`)") { $0.offers == .none },
        Field(
          "no_show_probability", \.noShowProbability, .share,
          "The probability that a passenger with a booking does not show up at the stop."
        ).idle { board, _ in board.withoutBookings },
      ])
  }

  /// The fields of drivers' answers to reservations and the delay of these answers.
  private static var confirmationFields: [Field<Self>] {
    [
      Field("confirm_delay", \.confirmation, .law(), "The time from a reservation to the driver's answer."),
      Field(
        "confirm_timeout_s", \.confirmationTimeout, .seconds(),
        "The time after which an unanswered reservation expires; the answer must also come before the car can reach the stop."
      ),
      Field(
        "decline_probability", \.declineProbability, .share,
        "The probability that the driver declines a reservation."),
    ].idle { board, _ in board.withoutBookings ?? board.withoutQuestion }
  }

  /// The reason no seat can ever be booked; nil if bookings are possible.
  private var withoutBookings: String? {
    if offers == .none { return "no trips are published for booking (`offers` is of kind `none`)" }
    return seeks == .none ? "nobody plans ahead (`seeks` is of kind `none`)" : nil
  }

  /// The reason passengers never choose among trips; nil if they may.
  private var withoutChoice: String? {
    if case .recorded = seeks { "recorded bookings name their trips" } else { nil }
  }

  /// The reason drivers are never asked about a reservation; nil if they may be.
  private var withoutQuestion: String? {
    if case .recorded = seeks { return "recorded bookings are already agreed" }
    if case .synthetic(let trips) = offers, trips.atOnceShare == 1 {
      return "the service confirms all reservations at once (`at_once_share` is 1)"
    }
    return nil
  }
}

extension BoardRules.Weights {
  static var members: Members<Self> {
    let weight = Shape<Double>.number(.from(0, to: 1e6))
    return Members(
      Self(),
      [
        Field(
          "price_ms", \.price, .number(.from(0, to: 1e6), "ms"),
          "The time equivalent to one smallest unit of the seat price, such as a cent."),
        Field(
          "shift", \.shift, weight,
          "The weight of the difference between the desired and the actual time of departure or arrival."),
        Field("walking", \.walking, weight, "The weight of the walking time to and from stops."),
        Field("star_s", \.star, .seconds(), "The time equivalent to one star of the driver's rating.")
          .idle { $1.carpool.ratings == nil ? "nobody is rated (there is no `ratings`)" : nil },
        Field(
          "preference_s", \.preference, .seconds(),
          "The cost if all wishes are unmet; it decreases in proportion to the share of wishes met."
        )
        .idle { $0.preference == .zero ? nil : $1.carpool.withoutWishes },
      ])
  }
}

extension Scenario.Offers {
  package static var shape: Shape<Self> {
    .union([
      Kind("none", Self.none, { $0 == .none }, "No published trips."),
      Kind(
        "synthetic", Scenario.SyntheticOffers.members, Self.synthetic,
        { if case .synthetic(let offers) = $0 { offers } else { nil } },
        "A share of the drivers of `supply` publish their trips."),
      Kind(
        "recorded", Scenario.RecordedOffers.members, Self.recorded,
        { if case .recorded(let offers) = $0 { offers } else { nil } },
        "Trips read from files, in addition to the drivers of `supply`; the other fields supply the values that the file lacks."
      ),
    ])
  }
}

extension Scenario.SyntheticOffers {
  package static var members: Members<Self> {
    Members(
      Self(),
      [
        Field("share", \.share, .share, "The share of drivers who publish their trip on the board."),
        Field("lead", \.lead, .law(), "The time from publication to departure."),
        Field(
          "stops", \.stops, orNull: Shape<Scenario.StopPlace>.object(Scenario.StopPlace.members).list(),
          "The stops at which passing cars can stop. `null`: the centres of the zones in which drivers are drawn, if any."
        ),
        Field(
          "within_m", \.within, .metres(),
          "The maximum distance of an intermediate stop from the straight line between origin and destination."
        ).idle { offers, scenario in
          offers.stops == nil && !scenario.carpool.drawsDriversInZones
            ? "there are no intermediate stops (no `stops`, and no zones of drivers)" : nil
        },
        Field(
          "dwell_s", \.dwell, .seconds(),
          "The dwell time at a stop in the published timetable; at least `behaviour.stop_duration_s`."),
        Field("price", \.price, .object(Scenario.SeatPrice.members), "The price of a seat."),
        Field(
          "takes_instant_share", \.takesInstantShare, .share,
          "The share of published cars that are also available to instant requests."),
        Field(
          "at_once_share", \.atOnceShare, .share,
          "The share of drivers for whom the service accepts reservations, so that seats are booked at once."),
      ])
  }
}

extension Scenario.StopPlace {
  package static var members: Members<Self> {
    let coordinate = Shape<Double>.number(.from(-1e8, to: 1e8), "m or °")
    return Members(
      Self(),
      [
        Field("name", \.name, .label, entersIdentity: false, "The display name."),
        Field("x", \.x, coordinate, isRequired: true, "The x coordinate in metres, or the longitude."),
        Field("y", \.y, coordinate, isRequired: true, "The y coordinate in metres, or the latitude."),
      ])
  }
}

extension Scenario.SeatPrice {
  package static var members: Members<Self> {
    let amount = Shape<Double>.number(.from(0, to: 1e6), "currency")
    return Members(
      Self(),
      [
        Field("per_km", \.perKm, amount, "The seat price per kilometre of the route."),
        Field(
          "step", \.step, amount, "The rounding step of prices; 0: no rounding."
        ).idle("seats cost nothing (`per_km` is 0)") { $0.perKm == 0 },
        Field(
          "cost_per_km", \.costPerKm, amount,
          "The driver's cost per kilometre; divided among all seats, it is the maximum seat price."
        ).idle("drivers may profit (`may_profit`)") { $0.mayProfit },
        Field(
          "may_profit", \.mayProfit, .boolean,
          "Whether the prices of all seats together may exceed the cost of the trip."),
      ])
  }
}

extension Scenario.RecordedOffers {
  package static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "file", \.file, .file, isRequired: true, "The file of offers, relative to the scenario's folder."),
        Field(
          "stops_file", \.stopsFile, .file, isRequired: true,
          "The file of the offers' stops, relative to the scenario's folder."),
        Field(
          "prices_file", \.pricesFile,
          fileOrNull:
            "The file of prices per pair of stops, relative to the scenario's folder. `null`: the prices in `stops_file`."
        ),
        .columns(\.columns, of: "The offers' file's"),
      ] + Scenario.DriverAttributes.fields(\.attributes, filesTellTraits: true))
  }
}

extension Scenario.Seeks {
  package static var shape: Shape<Self> {
    .union([
      Kind("none", Self.none, { $0 == .none }, "No passengers who plan ahead."),
      Kind(
        "synthetic", Scenario.SyntheticSeeks.members, Self.synthetic,
        { if case .synthetic(let seeks) = $0 { seeks } else { nil } },
        "A share of the requests of `demand` are planned ahead."),
      Kind(
        "recorded", Scenario.RecordedSeeks.members, Self.recorded,
        { if case .recorded(let seeks) = $0 { seeks } else { nil } },
        "Booked seats read from a file, in addition to the requests of `demand`; the other fields supply the values that the file "
          + "lacks."),
    ])
  }
}

extension Scenario.SyntheticSeeks {
  package static var members: Members<Self> {
    Members(
      Self(),
      [
        Field("share", \.share, .share, "The share of passengers who book ahead on the board."),
        Field("lead", \.lead, .law(), "The time from the search to the desired departure."),
        Field(
          "window_s", \.window, .seconds(), "The maximum delay after the desired departure or arrival time."),
        Field(
          "by_arrival_share", \.byArrivalShare, .share,
          "The share of passengers who state an arrival time instead of a departure time."),
        Field("access_m", \.access, .metres(), "The maximum straight-line walk to a stop."),
        Field("egress_m", \.egress, .metres(), "The maximum straight-line walk from a stop."),
        Field(
          "means_per_km", \.meansPerKm, orNull: .number(.from(0, to: 1e6), "currency"),
          "The maximum seat price per kilometre of the direct trip. `null`: no limit."),
        Field(
          "alert_s", \.alert, orNull: .seconds(),
          "The time after the search during which passengers without a trip watch new offers. `null`: until they give up."
        ),
        Field(
          "fallback", \.fallback, .oneOf,
          "What a passenger without a seat does at departure time: `instant`, submits an instant request; `none`, takes another mode."
        ),
      ])
  }
}

extension Scenario.RecordedSeeks {
  package static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "file", \.file, .file, isRequired: true, "The file of bookings, relative to the scenario's folder."),
        .columns(\.columns),
      ]
        + Scenario.RequestAttributes.fields(\.attributes, filesTellTraits: true).map { field in
          field.name == "cancel_probability"
            ? field.idle { _, _ in
              "it applies to instant requests; give `board.passenger_cancel_probability`"
            }
            : field
        })
  }
}
