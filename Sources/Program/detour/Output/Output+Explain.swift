/// The forms of the `explain` output for a carpool request, and the parts common to all markets.
extension Output {
  /// The member for the passenger's walks, in scenarios in which passengers walk.
  private static let walk = Form.Member(
    "walk",
    .object([
      .init("pickup_x", .number, "longitude or x of where the passenger gets on"),
      .init("pickup_y", .number, "latitude or y of it"),
      .init("dropoff_x", .number, "longitude or x of where the passenger gets off"),
      .init("dropoff_y", .number, "latitude or y of it"),
      .init("walk_to_pickup_m", .number, "metres on foot to the pickup, as the crow flies"),
      .init("walk_to_pickup_s", .number, "seconds"),
      .init("walk_from_dropoff_m", .number, "metres on foot from the drop-off, likewise"),
      .init("walk_from_dropoff_s", .number, "seconds"),
    ]), "where they meet and how far the passenger walks; only where passengers walk", mayLack: true)

  /// The form of a search for a transfer.
  private static let transfer = Form.Member(
    "transfer",
    .object([
      .init("first_drivers", .integer, "drivers near the pickup with seats, whose wishes agree"),
      .init("second_drivers", .integer, "those who pass near the destination, likewise"),
      .init("evaluated", .integer, "rides that no bound dismissed"),
      .init("fate", .text, "its fate"),
      .init("first_driver_id", .text, "who takes the passenger to the place", mayLack: true),
      .init("second_driver_id", .text, "who takes the passenger on", mayLack: true),
      .init("x", .number, "longitude or x of the place", mayLack: true),
      .init("y", .number, "latitude or y of it", mayLack: true),
      .init("planned_dropoff_s", .number, "when the first car is to be there", mayLack: true),
      .init("planned_pickup_s", .number, "when the second is to pick the passenger up", mayLack: true),
      .init("wait_s", .number, "the wait at the place", mayLack: true),
      .init(
        "first_time_to_pickup_s", .number, "how long the first driver takes to the pickup", mayLack: true),
      .init("first_detour_s", .number, "the detour of the first driver", mayLack: true),
      .init("second_detour_s", .number, "the detour of the second driver", mayLack: true),
      .init("first_cost_ms", .integer, "the cost of the first ride", mayLack: true),
      .init("second_cost_ms", .integer, "that of the second", mayLack: true),
    ]), "a transfer that was looked for, and found if it has drivers; only with `matching.transfer`",
    mayLack: true)

  /// The members of an attempt that are common to all markets.
  static let ofAnyAttempt: [Form.Member] = [
    .init("cycle", .integer, "from 1"), .init("attempt", .integer, "from 1, in its cycle"),
    .init("time_s", .number, "when"), .init("outcome", .text, "what came of it"),
    .init("cause", .optional(.text), "why it failed"),
  ]

  static let remedy = Form.Member(
    "remedy", .optional(.text), "what may help; null where no stage failed", mayLack: true)

  static let funnel = Form.Member(
    "funnel", .map(.optional(.integer)),
    "how many each stage left, by the columns of attempts.csv; null where nobody counted")

  private static let ofCarpool = Form.object(
    ofAnyAttempt + [
      .init("driver", .optional(.text), "who was asked"),
      .init("bound_by", .optional(.text), "the limit that bound"),
      .init(
        "drivers",
        .objects([
          .init("driver", .text, "who"),
          .init("failed", .optional(.text), "the stage that failed; null of candidates"),
          .init("pickup_m", .optional(.number), "from the last report to the pickup"),
          .init("route_m", .optional(.number), "from the route to the destination"),
          .init("cost", .optional(.number), "what the policy compares by; null unless a candidate"),
          .init("time_to_pickup_s", .optional(.number), "seconds to the pickup; null unless a candidate"),
          .init("detour_s", .optional(.number), "the added detour; null unless a candidate"),
          .init(
            "agreement", .optional(.number),
            "the share of the wishes met; of candidates, and where required wishes do not agree"),
          .init("seats", .integer, "the car's free seats, without passengers"),
          .init("luggage_room", .integer, "the car's room for luggage, likewise"),
          .init("limit", .optional(.text), "the limit that failed"),
          .init(
            "limit_value", .optional(.number),
            "the value beyond that limit: seconds, seconds since the start, or a ratio"),
          .init("limit_bound", .optional(.number), "the largest value that the limit allows"), walk,
          .init(
            "at_the_door",
            .object([
              .init("cost", .optional(.integer), "the cost; null where a limit would fail"),
              .init("detour_s", .optional(.number), "the added detour, likewise"),
              .init("limit", .optional(.text), "the limit that would fail"),
            ]), "the same driver for a passenger who does not walk; only where passengers walk", mayLack: true
          ),
        ]), "who came nearest; none of a search on the board"),
      funnel.lackable,
      .init(
        "window",
        .object([
          .init("window_s", .number, "its length"), .init("requests", .integer, "requests decided"),
          .init("drivers", .integer, "drivers with whom pairs could be made"),
          .init("pairs", .integer, "pairs that could be made"),
          .init("found", .integer, "pairs that were made"),
        ]), "the window whose requests were decided together; only with `matching.batch`", mayLack: true),
      .init("remark", .text, "the explanation of an outside policy", mayLack: true), transfer,
      .init(
        "obstacle",
        .object([
          .init("verified_s", .optional(.number), "when the passenger is verified; null for never"),
          .init("wallet", .optional(.number), "what the wallet held, in units of the currency"),
          .init("fare", .optional(.number), "what the ride costs, where it is known without an offer"),
          .init("fare_limit", .optional(.number), "the most that the ride costs, with `money.cap`"),
        ]), "why the passenger could not be matched, by `verification` or `money`", mayLack: true),
      .init(
        "choice",
        .object([
          .init("wait_s", .number, "the wait that the passenger was offered"),
          .init("ride_s", .number, "the ride"), .init("walk_m", .number, "metres on foot, both ways"),
          .init("price", .optional(.number), "the price, in units of the currency; null without money"),
          .init("alternative_s", .optional(.number), "how long the alternative takes; null for none"),
          .init("alternative_cost", .optional(.number), "what it costs; null where no money counts"),
          .init("utility", .number, "V: the utility of the ride less that of the alternative"),
          .init("probability", .number, "1 ÷ (1 + e^(−V)), in whole millionths"),
          .init("draw", .number, "accepted if below it"),
          .init("accepted", .flag, "whether the passenger accepted"),
        ]), "the passenger's choice; only with `demand.choice`, where a driver was found", mayLack: true),
      .init(
        "board", .map(.integer), "how many trips each stage left, by the columns of bookings.csv",
        mayLack: true),
      .init(
        "trips",
        .objects([
          .init("driver", .text, "who offers it"),
          .init("failed", .optional(.text), "the stage that failed; null of candidates"),
          .init("begins_s", .optional(.number), "when the trip leaves its first stop"),
          .init("ends_s", .optional(.number), "when it is at its last stop"),
          .init(
            "origin_m", .optional(.number), "from the origin to its nearest stop, where no stop is in reach"),
          .init("destination_m", .optional(.number), "from its nearest stop to the destination, likewise"),
          .init("can_come", .optional(.flag), "whether the car can keep all promises; null without a seat"),
          .init("limit", .optional(.text), "the limit that keeps it from coming"),
          .init("seat", .optional(.object(seat)), "the best seat on it"),
        ]), "the trips on the board that came nearest; only of a search on the board", mayLack: true),
      .init(
        "reservation",
        .object(
          [
            .init("seats", .integer, "how many"),
            .init("total", .number, "what they cost, in units of the currency"),
            .init("confirmed_s", .optional(.number), "when the driver agreed"),
            .init("fate", .text, "its fate"),
            .init("ended_s", .optional(.number), "when it came to its end"),
          ] + seat), "the seat that was reserved", mayLack: true),
      messages,
    ])

  /// A seat on a trip of the board.
  private static let seat: [Form.Member] = [
    .init("driver", .text, "whose car"), .init("from_stop", .integer, "the stop where it is taken, from 0"),
    .init("to_stop", .integer, "the stop where it is left"),
    .init("from_s", .optional(.number), "when the car leaves the one"),
    .init("to_s", .optional(.number), "when it is at the other"),
    .init("price", .number, "of a seat, in units of the currency"),
    .init("walk_to_stop_m", .number, "metres on foot to the stop"),
    .init("walk_from_stop_m", .number, "metres on foot from the stop"),
    .init("walk_s", .number, "how long both walks take"),
    .init("shift_s", .number, "after the earliest departure wished, or before the latest arrival"),
    .init("agreement", .number, "the share of the wishes met"),
    .init("score", .integer, "what trips are compared by, milliseconds"),
  ]

  private static let messages = Form.Member(
    "messages",
    .objects([
      .init("kind", .text, "its kind"), .init("sent_s", .number, "when it was sent"),
      .init("arrived_s", .optional(.number), "when it was read or received; null if every try was lost"),
      .init("tries", .integer, "how often it was sent"),
    ]), "the messages that it brought about; only with `channel`", mayLack: true)

  /// The members that only requests of the carpool have.
  private static let ofOneRequest: [Form.Member] = [
    .init("luggage", .integer, "pieces of luggage", mayLack: true),
    .init(
      "slack",
      .object([
        .init("leave_s", .number, "when they can leave"),
        .init("latest_dropoff_s", .optional(.number), "by when they have to be there"),
      ]), "when they can leave and have to be there; only where that was said", mayLack: true),
    .init(
      "role",
      .object([
        .init("driver", .text, "the car as a driver"),
        .init(
          "use", .words(["left_market", "rode", "bound", "undecided", "left_alone"]), "what they did with it"),
        .init("time_s", .optional(.number), "when they were bound to take somebody along, or left alone"),
        .init("request", .optional(.text), "the first request that they took along"),
      ]), "the car of somebody who may ride or drive", mayLack: true),
    .init(
      "provisional",
      .objects([
        .init("driver", .text, "with whom"),
        .init("from_s", .number, "the end of the window that paired them first"),
        .init("until_s", .optional(.number), "when the pair ended; null if the run ended before"),
        .init("windows", .integer, "how many windows paired them"),
        .init("cost", .integer, "its cost, milliseconds"),
        .init("fate", .text, "its fate"),
      ]), "the pairs that windows made, in their order; only where pairs bind late", mayLack: true),
    .init(
      "cancellation",
      .object([
        .init("time_s", .number, "when"), .init("driver", .text, "who was on the way"),
        .init("agreed_s", .number, "when the driver had agreed"),
        .init("planned_pickup_s", .number, "when the pickup was planned"),
      ]), "the passenger's cancellation", mayLack: true),
    .init(
      "ahead",
      .object([
        .init("recorded", .flag, "whether a file says the booking"),
        .init("by_arrival", .flag, "whether they wish for a time of arrival"),
        .init("earliest_s", .number, "the earliest time wished"),
        .init("latest_s", .optional(.number), "the latest time wished"),
        .init("access_m", .number, "how far they walk to a stop"),
        .init("egress_m", .number, "how far they walk from one"),
        .init(
          "means", .optional(.number), "the most for a seat, in units of the currency; null for any price"),
      ]), "what somebody who plans ahead wishes for", mayLack: true),
    .init("pays", .words(["wallet", "cash"]), "how they pay; only with `money`", mayLack: true),
    .init(
      "payments",
      .objects([
        .init("kind", .text, "of payments.csv"), .init("amount", .number, "in units of the currency"),
        .init("time_s", .number, "when"),
      ]), "the money that moved for the request; only with `money`", mayLack: true),
    .init(
      "verification",
      .object([
        .init(
          "state", .words(["never_registered", "from_the_start", "refused", "later"]),
          "whether they are verified"),
        .init("verified_s", .optional(.number), "from when on; null for never"),
        .init("refused_applications", .integer, "how many applications were refused"),
      ]), "whether the passenger is verified; only with `verification`", mayLack: true),
    messages,
  ]

  private static let outages = Form.Member(
    "outages",
    .objects([
      .init("due_s", .number, "when the attempt was due"),
      .init("from_s", .number, "when the service failed"),
      .init("to_s", .number, "when the service returned"),
      .init("lost", .flag, "whether the attempt failed; otherwise it was made when the service returned"),
    ]), "the attempts that were due in an outage, in their order; only with `channel.outages`", mayLack: true)

  static let explain = Output(
    "explain", "What became of a request, attempt by attempt.",
    .object(
      [
        .init("run", .text, "the folder of the run"), .init("market", .text, "the market"),
        .init("id", .text, "the request"),
        .init("outcome", .text, "its fate", mayLack: true),
        .init("cause", .optional(.text), "why it failed", mayLack: true),
        .init("submitted_s", .number, "when it was submitted", mayLack: true),
        .init("party_size", .integer, "persons", mayLack: true),
        .init("direct_s", .optional(.number), "the direct trip", mayLack: true),
        .init("direct_m", .optional(.number), "the direct trip", mayLack: true),
        .init(
          "match",
          .optional(
            .object([
              .init("time_s", .number, "when"), .init("driver", .text, "with whom"),
              .init("detour_s", .number, "how far the driver goes out of the way"),
              .init("pickup_s", .optional(.number), "when the pickup was"),
              .init("dropoff_s", .optional(.number), "when the drop-off was"), walk,
            ])), "null of those that were not matched", mayLack: true),
        .init(
          "attempts", .list(.either([ofCarpool, ofServices, ofShifts, ofOrders])),
          "in their order, with what each market says of them", mayLack: true), remedy, outages,
      ] + ofOneRequest + ofJobs + ofSignUps + ofOneOrder + [
        .init("lines", .list(.text), "the account in words")
      ]))
}
