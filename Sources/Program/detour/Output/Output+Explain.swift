/// The forms of the `explain` output for a carpool request, and the parts common to all markets.
extension Output {
  /// The member for the passenger's walks, in scenarios in which passengers walk.
  private static let walk = Form.Member(
    "walk",
    .object([
      .init("pickup_x", .number, "the longitude or x of the meeting point at the pickup"),
      .init("pickup_y", .number, "the latitude or y of the meeting point at the pickup"),
      .init("dropoff_x", .number, "the longitude or x of the meeting point at the drop-off"),
      .init("dropoff_y", .number, "the latitude or y of the meeting point at the drop-off"),
      .init("walk_to_pickup_m", .number, "the straight-line walk to the pickup, in metres"),
      .init("walk_to_pickup_s", .number, "the walking time to the pickup, in seconds"),
      .init("walk_from_dropoff_m", .number, "the straight-line walk from the drop-off, in metres"),
      .init("walk_from_dropoff_s", .number, "the walking time from the drop-off, in seconds"),
    ]), "the meeting points and the passenger's walks; only if passengers walk", mayLack: true)

  /// The form of a search for a transfer.
  private static let transfer = Form.Member(
    "transfer",
    .object([
      .init(
        "first_drivers", .integer,
        "the number of drivers near the pickup with free seats and compatible wishes"),
      .init("second_drivers", .integer, "the number of such drivers who pass near the destination"),
      .init("evaluated", .integer, "the number of rides evaluated, because no bound pruned them"),
      .init("fate", .text, "its outcome"),
      .init("first_driver_id", .text, "the driver to the transfer point", mayLack: true),
      .init("second_driver_id", .text, "the driver from the transfer point", mayLack: true),
      .init("x", .number, "the longitude or x of the transfer point", mayLack: true),
      .init("y", .number, "the latitude or y of the transfer point", mayLack: true),
      .init(
        "planned_dropoff_s", .number, "the planned arrival of the first car at the transfer point",
        mayLack: true),
      .init("planned_pickup_s", .number, "the planned pickup by the second car", mayLack: true),
      .init("wait_s", .number, "the wait at the transfer point", mayLack: true),
      .init(
        "first_time_to_pickup_s", .number, "the first driver's time to the pickup", mayLack: true),
      .init("first_detour_s", .number, "the detour of the first driver", mayLack: true),
      .init("second_detour_s", .number, "the detour of the second driver", mayLack: true),
      .init("first_cost_ms", .integer, "the cost of the first ride", mayLack: true),
      .init("second_cost_ms", .integer, "the cost of the second ride", mayLack: true),
    ]), "the search for a transfer, which succeeded if drivers are given; only with `matching.transfer`",
    mayLack: true)

  /// The members of an attempt that are common to all markets.
  static let ofAnyAttempt: [Form.Member] = [
    .init("cycle", .integer, "the number of the cycle, from 1"),
    .init("attempt", .integer, "the number of the attempt within its cycle, from 1"),
    .init("time_s", .number, "when"), .init("outcome", .text, "the outcome of the attempt"),
    .init("cause", .optional(.text), "the cause of failure"),
  ]

  static let remedy = Form.Member(
    "remedy", .optional(.text), "a possible remedy; null if no stage failed", mayLack: true)

  static let funnel = Form.Member(
    "funnel", .map(.optional(.integer)),
    "the number of candidates left after each stage, by column of attempts.csv; null if not counted")

  private static let ofCarpool = Form.object(
    ofAnyAttempt + [
      .init("driver", .optional(.text), "the driver who received the offer"),
      .init("bound_by", .optional(.text), "the binding limit"),
      .init(
        "drivers",
        .objects([
          .init("driver", .text, "the driver"),
          .init(
            "failed", .optional(.text), "the stage at which the driver was rejected; null for a candidate"),
          .init("pickup_m", .optional(.number), "the distance from the last reported position to the pickup"),
          .init("route_m", .optional(.number), "the distance from the route to the destination"),
          .init("cost", .optional(.number), "the cost by which the policy compares; null unless a candidate"),
          .init(
            "time_to_pickup_s", .optional(.number),
            "the time to the pickup, in seconds; null unless a candidate"),
          .init("detour_s", .optional(.number), "the added detour; null unless a candidate"),
          .init(
            "agreement", .optional(.number),
            "the share of wishes met; only for candidates, and for drivers rejected for required wishes"),
          .init("seats", .integer, "the seats of the car without passengers"),
          .init("luggage_room", .integer, "the luggage capacity of the car without passengers"),
          .init("limit", .optional(.text), "the violated limit"),
          .init(
            "limit_value", .optional(.number),
            "the value that violates the limit: seconds, seconds since the start, or a ratio"),
          .init("limit_bound", .optional(.number), "the largest value that the limit allows"), walk,
          .init(
            "at_the_door",
            .object([
              .init("cost", .optional(.integer), "the cost; null if a limit would be violated"),
              .init("detour_s", .optional(.number), "the added detour; null if a limit would be violated"),
              .init("limit", .optional(.text), "the limit that would be violated"),
            ]), "the same driver without any walking; only if passengers walk", mayLack: true
          ),
        ]), "the drivers who came closest to a match; empty for a search on the board"),
      funnel.lackable,
      .init(
        "window",
        .object([
          .init("window_s", .number, "its length"),
          .init("requests", .integer, "the number of requests decided"),
          .init("drivers", .integer, "the number of drivers in feasible pairs"),
          .init("pairs", .integer, "the number of feasible pairs"),
          .init("found", .integer, "the number of pairs chosen"),
        ]), "the window in which the request was decided; only with `matching.batch`", mayLack: true),
      .init("remark", .text, "the explanation given by an external policy", mayLack: true), transfer,
      .init(
        "obstacle",
        .object([
          .init(
            "verified_s", .optional(.number), "the time at which the passenger is verified; null for never"),
          .init("wallet", .optional(.number), "the balance of the wallet, in units of the currency"),
          .init("fare", .optional(.number), "the fare, if known without an offer"),
          .init("fare_limit", .optional(.number), "the maximum fare, with `money.cap`"),
        ]), "the obstacle to a match: verification or money", mayLack: true),
      .init(
        "choice",
        .object([
          .init("wait_s", .number, "the offered wait"),
          .init("ride_s", .number, "the offered ride time"),
          .init("walk_m", .number, "the total walking distance, in metres"),
          .init("price", .optional(.number), "the price, in units of the currency; null without money"),
          .init("alternative_s", .optional(.number), "the duration of the alternative; null for none"),
          .init(
            "alternative_cost", .optional(.number),
            "the cost of the alternative; null if money does not count"),
          .init("utility", .number, "V: the utility of the ride minus the utility of the alternative"),
          .init("probability", .number, "1 ÷ (1 + e^(−V)), rounded to millionths"),
          .init(
            "draw", .number,
            "the passenger's random draw; the ride is accepted if it is below the probability"),
          .init("accepted", .flag, "whether the passenger accepted"),
        ]), "the passenger's choice; only with `demand.choice`, if a driver was found", mayLack: true),
      .init(
        "board", .map(.integer), "the number of trips left after each stage, by column of bookings.csv",
        mayLack: true),
      .init(
        "trips",
        .objects([
          .init("driver", .text, "the driver of the trip"),
          .init("failed", .optional(.text), "the stage at which the trip was rejected; null for a candidate"),
          .init("begins_s", .optional(.number), "the departure from the first stop"),
          .init("ends_s", .optional(.number), "the arrival at the last stop"),
          .init(
            "origin_m", .optional(.number),
            "the distance from the origin to the nearest stop of the trip, if none is within reach"),
          .init(
            "destination_m", .optional(.number),
            "the distance from the nearest stop of the trip to the destination, if none is within reach"),
          .init(
            "can_come", .optional(.flag),
            "whether the car can take the passenger and keep all promises; null without a seat"),
          .init("limit", .optional(.text), "the limit that prevents this"),
          .init("seat", .optional(.object(seat)), "the best seat on the trip"),
        ]), "the published trips that came closest to a booking; only for a search on the board",
        mayLack: true),
      .init(
        "reservation",
        .object(
          [
            .init("seats", .integer, "the number of seats"),
            .init("total", .number, "the total price, in units of the currency"),
            .init("confirmed_s", .optional(.number), "the time at which the driver accepted"),
            .init("fate", .text, "its outcome"),
            .init("ended_s", .optional(.number), "the end of the reservation"),
          ] + seat), "the reservation", mayLack: true),
      messages,
    ])

  /// A seat on a trip of the board.
  private static let seat: [Form.Member] = [
    .init("driver", .text, "the driver"),
    .init("from_stop", .integer, "the number of the boarding stop, from 0"),
    .init("to_stop", .integer, "the number of the alighting stop"),
    .init("from_s", .optional(.number), "the departure from the boarding stop"),
    .init("to_s", .optional(.number), "the arrival at the alighting stop"),
    .init("price", .number, "the price of a seat, in units of the currency"),
    .init("walk_to_stop_m", .number, "the walk to the stop, in metres"),
    .init("walk_from_stop_m", .number, "the walk from the stop, in metres"),
    .init("walk_s", .number, "the total walking time"),
    .init(
      "shift_s", .number,
      "the time after the earliest desired departure, or before the latest desired arrival"),
    .init("agreement", .number, "the share of wishes met"),
    .init("score", .integer, "the score by which trips are compared, in milliseconds"),
  ]

  private static let messages = Form.Member(
    "messages",
    .objects([
      .init("kind", .text, "the kind of message"),
      .init("sent_s", .number, "the time of the first transmission"),
      .init(
        "arrived_s", .optional(.number),
        "the time at which it was read or received; null if all transmissions were lost"),
      .init("tries", .integer, "the number of transmissions"),
    ]), "the resulting messages; only with `channel`", mayLack: true)

  /// The members that only requests of the carpool have.
  private static let ofOneRequest: [Form.Member] = [
    .init("luggage", .integer, "pieces of luggage", mayLack: true),
    .init(
      "slack",
      .object([
        .init("leave_s", .number, "the earliest departure"),
        .init("latest_dropoff_s", .optional(.number), "the latest arrival"),
      ]), "the earliest departure and the latest arrival; only if given", mayLack: true),
    .init(
      "role",
      .object([
        .init("driver", .text, "the passenger's id as a driver"),
        .init(
          "use", .words(["left_market", "rode", "bound", "undecided", "left_alone"]), "the use of the car"),
        .init(
          "time_s", .optional(.number), "the time at which the driver was bound to a passenger, or left alone"
        ),
        .init("request", .optional(.text), "the first request carried"),
      ]), "the use of the car of a person with a flexible role", mayLack: true),
    .init(
      "provisional",
      .objects([
        .init("driver", .text, "the driver"),
        .init("from_s", .number, "the end of the first window that chose the pair"),
        .init("until_s", .optional(.number), "the end of the pair; null if the run ended earlier"),
        .init("windows", .integer, "the number of windows that chose the pair"),
        .init("cost", .integer, "the cost of the pair, in milliseconds"),
        .init("fate", .text, "its outcome"),
      ]), "the provisional pairs, in order; only with `matching.batch.commit: latest`", mayLack: true),
    .init(
      "cancellation",
      .object([
        .init("time_s", .number, "when"), .init("driver", .text, "the driver on the way"),
        .init("agreed_s", .number, "the time at which the driver had accepted"),
        .init("planned_pickup_s", .number, "the planned pickup"),
      ]), "the passenger's cancellation", mayLack: true),
    .init(
      "ahead",
      .object([
        .init("recorded", .flag, "whether the booking is read from a file"),
        .init("by_arrival", .flag, "whether the desired time is an arrival"),
        .init("earliest_s", .number, "the earliest desired time"),
        .init("latest_s", .optional(.number), "the latest desired time"),
        .init("access_m", .number, "the maximum walk to a stop"),
        .init("egress_m", .number, "the maximum walk from a stop"),
        .init(
          "means", .optional(.number), "the maximum seat price, in units of the currency; null: no limit"),
      ]), "the wishes of a passenger who plans ahead", mayLack: true),
    .init("pays", .words(["wallet", "cash"]), "the means of payment; only with `money`", mayLack: true),
    .init(
      "payments",
      .objects([
        .init("kind", .text, "the purpose, as in payments.csv"),
        .init("amount", .number, "the amount, in units of the currency"),
        .init("time_s", .number, "when"),
      ]), "the payments for the request; only with `money`", mayLack: true),
    .init(
      "verification",
      .object([
        .init(
          "state", .words(["never_registered", "from_the_start", "refused", "later"]),
          "the state of verification"),
        .init("verified_s", .optional(.number), "the time of verification; null for never"),
        .init("refused_applications", .integer, "the number of refused applications"),
      ]), "the passenger's verification; only with `verification`", mayLack: true),
    messages,
  ]

  private static let outages = Form.Member(
    "outages",
    .objects([
      .init("due_s", .number, "the due time of the attempt"),
      .init("from_s", .number, "the start of the outage"),
      .init("to_s", .number, "the end of the outage"),
      .init("lost", .flag, "whether the attempt failed; otherwise it was made when the outage ended"),
    ]), "the attempts due during an outage, in order; only with `channel.outages`", mayLack: true)

  static let explain = Output(
    "explain", "The course of a request, attempt by attempt.",
    .object(
      [
        .init("run", .text, "the folder of the run"), .init("market", .text, "the market"),
        .init("id", .text, "the request"),
        .init("outcome", .text, "its outcome", mayLack: true),
        .init("cause", .optional(.text), "the cause of failure", mayLack: true),
        .init("submitted_s", .number, "the submission time", mayLack: true),
        .init("party_size", .integer, "the number of persons", mayLack: true),
        .init("direct_s", .optional(.number), "the duration of the direct trip, in seconds", mayLack: true),
        .init("direct_m", .optional(.number), "the length of the direct trip, in metres", mayLack: true),
        .init(
          "match",
          .optional(
            .object([
              .init("time_s", .number, "when"), .init("driver", .text, "the driver"),
              .init("detour_s", .number, "the driver's added detour, in seconds"),
              .init("pickup_s", .optional(.number), "the time of the pickup"),
              .init("dropoff_s", .optional(.number), "the time of the drop-off"), walk,
            ])), "the final match; null if not matched", mayLack: true),
        .init(
          "attempts", .list(.either([ofCarpool, ofServices, ofShifts, ofOrders])),
          "the attempts, in order, with fields that depend on the market", mayLack: true), remedy, outages,
      ] + ofOneRequest + ofJobs + ofSignUps + ofOneOrder + [
        .init("lines", .list(.text), "the explanation in words")
      ]))
}
