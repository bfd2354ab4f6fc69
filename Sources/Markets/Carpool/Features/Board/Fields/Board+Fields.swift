import Board
import Quantities
package import Scenario
import Statistics

extension Scenario.Board {
  package static var members: Members<Self> {
    Members(
      Self(),
      [
        Field("offers", \.offers, Scenario.Offers.shape, "Where published trips come from."),
        Field("seeks", \.seeks, Scenario.Seeks.shape, "Where passengers who plan ahead come from."),
        Field(
          "weights", \.rules.weights, .object(BoardRules.Weights.members),
          "The score of a trip found: a weighted sum of times; the lowest wins."
        ).idle { board, _ in board.withoutBookings ?? board.withoutChoice },
        Field(
          "walk_speed_ms", \.rules.walkingSpeed, .number(.from(0.01, to: 100), "m/s"),
          "How fast passengers walk to a stop and from it, as the crow flies."
        ).idle { board, _ in board.withoutBookings },
        Field(
          "tolerance_s", \.tolerance, .seconds(),
          "The delay at a stop that the promise to booked passengers allows."
        ).idle { board, _ in board.withoutBookings },
      ] + confirmationFields + [
        Field(
          "passenger_cancel_probability", \.passengerCancelProbability, .share,
          "The probability that a passenger cancels a booking before the departure."
        ).idle { board, _ in board.withoutBookings },
        Field(
          "trip_cancel_probability", \.tripCancelProbability, .share,
          "The probability that the driver calls off the whole trip between publication and departure."
        ).idle("nobody publishes a trip (`offers` is of kind `none`)") { $0.offers == .none },
        Field(
          "no_show_probability", \.noShowProbability, .share,
          "The probability that a passenger with a booking does not show up at the stop."
        ).idle { board, _ in board.withoutBookings },
      ])
  }

  /// The fields of drivers' answers to a reservation, and their delay.
  private static var confirmationFields: [Field<Self>] {
    [
      Field("confirm_delay", \.confirmation, .law(), "From a reservation to the driver's answer."),
      Field(
        "confirm_timeout_s", \.confirmationTimeout, .seconds(),
        "How long an answer is awaited; it must come before the car can be at the stop."),
      Field(
        "decline_probability", \.declineProbability, .share,
        "The probability that the driver declines a reservation."),
    ].idle { board, _ in board.withoutBookings ?? board.withoutQuestion }
  }

  /// The reason no seat is ever booked; nil if seats may be.
  private var withoutBookings: String? {
    if offers == .none { return "nobody publishes a trip that could be booked (`offers` is of kind `none`)" }
    return seeks == .none ? "nobody plans ahead (`seeks` is of kind `none`)" : nil
  }

  /// The reason no trip is ever chosen among others.
  private var withoutChoice: String? {
    if case .recorded = seeks { "recorded bookings say themselves which trip they are of" } else { nil }
  }

  /// The reason no driver is ever asked about a reservation.
  private var withoutQuestion: String? {
    if case .recorded = seeks { return "recorded bookings are agreed already" }
    if case .synthetic(let trips) = offers, trips.atOnceShare == 1 {
      return "every driver lets the service say yes (`at_once_share` is 1)"
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
          "What the smallest unit of the price of a seat is worth, as a centime."),
        Field("shift", \.shift, weight, "The weight of the time between the wish and the trip."),
        Field("walking", \.walking, weight, "The weight of the time to walk, to the stop and from it."),
        Field("star_s", \.star, .seconds(), "What a star of the driver's rating is worth.")
          .idle { $1.carpool.ratings == nil ? "nobody is rated (there is no `ratings`)" : nil },
        Field("preference_s", \.preference, .seconds(), "The penalty when all wishes are unmet.")
          .idle { $0.preference == .zero ? nil : $1.carpool.withoutWishes },
      ])
  }
}

extension Scenario.Offers {
  package static var shape: Shape<Self> {
    .union([
      Kind("none", Self.none, { $0 == .none }, "Nobody publishes a trip."),
      Kind(
        "synthetic", Scenario.SyntheticOffers.members, Self.synthetic,
        { if case .synthetic(let offers) = $0 { offers } else { nil } },
        "A share of the drivers of `supply` publishes."),
      Kind(
        "recorded", Scenario.RecordedOffers.members, Self.recorded,
        { if case .recorded(let offers) = $0 { offers } else { nil } },
        "Trips that files list, beside the drivers of `supply`; the other fields stand for absent columns and empty"
          + " values."),
    ])
  }
}

extension Scenario.SyntheticOffers {
  package static var members: Members<Self> {
    Members(
      Self(),
      [
        Field("share", \.share, .share, "The share of drivers who publish."),
        Field("lead", \.lead, .law(), "From publishing to the departure."),
        Field(
          "stops", \.stops, orNull: Shape<Scenario.StopPlace>.object(Scenario.StopPlace.members).list(),
          "Where cars stop that come by; `null` for the centres of the zones that drivers are drawn in, if any."
        ),
        Field(
          "within_m", \.within, .metres(),
          "How far a place on the way may lie from the straight line between origin and destination."
        ).idle { offers, scenario in
          offers.stops == nil && !scenario.carpool.drawsDriversInZones
            ? "there is no place to stop at on the way (no `stops`, and no zones of drivers)" : nil
        },
        Field(
          "dwell_s", \.dwell, .seconds(),
          "The dwell time at a stop in the published times, `behaviour.stop_duration_s` at least."),
        Field("price", \.price, .object(Scenario.SeatPrice.members), "What a seat costs."),
        Field(
          "takes_instant_share", \.takesInstantShare, .share,
          "The share of published cars that instant requests can find too."),
        Field(
          "at_once_share", \.atOnceShare, .share,
          "The share of drivers who let the service accept for them, so that a seat is booked at once."),
      ])
  }
}

extension Scenario.StopPlace {
  package static var members: Members<Self> {
    let coordinate = Shape<Double>.number(.from(-1e8, to: 1e8), "m or °")
    return Members(
      Self(),
      [
        Field("name", \.name, .label, entersIdentity: false, "The name, for people."),
        Field("x", \.x, coordinate, isRequired: true, "Metres east, or longitude."),
        Field("y", \.y, coordinate, isRequired: true, "Metres north, or latitude."),
      ])
  }
}

extension Scenario.SeatPrice {
  package static var members: Members<Self> {
    let amount = Shape<Double>.number(.from(0, to: 1e6), "currency")
    return Members(
      Self(),
      [
        Field("per_km", \.perKm, amount, "What a seat costs a kilometre along the way."),
        Field(
          "step", \.step, amount, "Prices are rounded to whole multiples of it; 0 leaves them as they are."
        ).idle("seats cost nothing (`per_km` is 0)") { $0.perKm == 0 },
        Field(
          "cost_per_km", \.costPerKm, amount,
          "What a kilometre costs the driver: shared by all seats, it is the most that a seat may cost."
        ).idle("drivers may profit (`may_profit`)") { $0.mayProfit },
        Field(
          "may_profit", \.mayProfit, .boolean,
          "Whether the seats together may cost more than the trip does."),
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
        Field("stops_file", \.stopsFile, .file, isRequired: true, "The file of their stops, likewise."),
        Field(
          "prices_file", \.pricesFile,
          fileOrNull:
            "The file of prices of single pairs of stops, likewise; `null` for those of the stops' file."),
        .columns(\.columns, of: "The offers' file's"),
      ] + Scenario.DriverAttributes.fields(\.attributes, filesTellTraits: true))
  }
}

extension Scenario.Seeks {
  package static var shape: Shape<Self> {
    .union([
      Kind("none", Self.none, { $0 == .none }, "Nobody plans ahead."),
      Kind(
        "synthetic", Scenario.SyntheticSeeks.members, Self.synthetic,
        { if case .synthetic(let seeks) = $0 { seeks } else { nil } },
        "A share of the requests of `demand` plans ahead."),
      Kind(
        "recorded", Scenario.RecordedSeeks.members, Self.recorded,
        { if case .recorded(let seeks) = $0 { seeks } else { nil } },
        "Booked seats that a file lists, beside the requests of `demand`; the other fields stand for absent columns and"
          + " empty values."),
    ])
  }
}

extension Scenario.SyntheticSeeks {
  package static var members: Members<Self> {
    Members(
      Self(),
      [
        Field("share", \.share, .share, "The share of requests that plan ahead."),
        Field("lead", \.lead, .law(), "From the search to the time when the passenger wants to leave."),
        Field(
          "window_s", \.window, .seconds(), "How much later than wished the passenger may leave, or arrive."),
        Field(
          "by_arrival_share", \.byArrivalShare, .share,
          "The share of them that states an arrival time rather than a departure time."),
        Field("access_m", \.access, .metres(), "The longest walk to a stop, as the crow flies."),
        Field("egress_m", \.egress, .metres(), "The longest walk from a stop, likewise."),
        Field(
          "means_per_km", \.meansPerKm, orNull: .number(.from(0, to: 1e6), "currency"),
          "The most that a seat may cost for a direct kilometre; `null` for any price."),
        Field(
          "alert_s", \.alert, orNull: .seconds(),
          "How long after the search they watch new offers if they found none; `null` until they give up."),
        Field(
          "fallback", \.fallback, .oneOf,
          "What a passenger without a seat does at the time to leave: `instant` requests one now, `none` travels otherwise."
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
              "it is about passengers who ask now; give `board.passenger_cancel_probability`"
            }
            : field
        })
  }
}
