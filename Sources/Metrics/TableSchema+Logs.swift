import Matching

extension TableSchema {
  /// A row per attempt: one call of the matcher, its funnel and its answer.
  public static let attempts = TableSchema(
    "attempts", "A row per attempt: one call of the matcher for one request.",
    key: ["request_id", "cycle", "attempt"], columns: attemptKey + funnel + answer)

  private static let attemptKey: [Column] = [
    .runID,
    .id("request_id", "The request, as the demand file calls it."),
    .count("cycle", "The cycle of the request, counted from 1."),
    .count("attempt", "The attempt within its cycle, counted from 1."),
  ]

  private static let funnel: [Column] =
    [
      .seconds("time_s", "When the matcher was called."),
      .count("drivers_active", "Drivers announced or under way, available or not."),
    ] + Stage.allCases.map { .count($0.column, $0.count) } + [
      .count(
        "bounded_out",
        "Drivers that a bound dismissed without an evaluation; empty where the policy has none."),
      .count("evaluated", "Drivers whose pairs of stops were evaluated."),
    ]

  private static let answer: [Column] = [
    .word("outcome", "How the attempt ended; see the list of attempt outcomes."),
    .word("cause", "Why the attempt failed; empty where it was accepted or hit."),
    .id("driver_id", "The driver that the request was offered to (for a probe: would have been)."),
    .coordinate(
      "reported_x", "Longitude or x of that driver's reported position; of the true one for `insertion`."),
    .coordinate(
      "reported_y", "Latitude or y of that driver's reported position; of the true one for `insertion`."),
    .seconds("time_to_pickup_s", "From the decision until that driver would reach the passenger."),
    .seconds(
      "detour_s",
      "How much later the request would make that driver arrive, stops included, as computed for the offer."),
    .metres("detour_m", "Metres that the request would add for that driver, likewise."),
    .word(
      "binding_limit", "The limit that failed for the driver that came nearest, where limits were the cause."),
    .cost("cost", "Weighted cost of the pair of stops that was offered; lower wins."),
    .seconds("answered_s", "When the driver's answer came; empty where none came."),
  ]

  /// A row per stop really made.
  public static let stops = TableSchema(
    "stops", "A row per stop really made.", key: ["driver_id", "sequence"],
    columns: [
      .runID,
      .id("driver_id", "The driver, as the supply file calls it."),
      .count("sequence", "The stop within the driver's trip, counted from 1."),
      .seconds("arrive_s", "When the car arrived at the stop."),
      .seconds("leave_s", "When the car left it; empty where it has not."),
      .word("kind", "What the stop was for: depart, pickup, dropoff or arrive."),
      .id("request_id", "The request served; empty at departure and arrival."),
      .count("party_size", "Persons who board or alight; empty at departure and arrival."),
      .coordinate("x", "Longitude or x of the stop."),
      .coordinate("y", "Latitude or y of the stop."),
      .metres("odometer_m", "Metres driven since departure."),
      .count("on_board_after", "Passengers on board when the car leaves, the driver not counted."),
    ])

  /// A row per attempt and driver (`--record candidates`).
  public static let candidates = TableSchema(
    "candidates",
    "A row per attempt and available driver within r of the pickup, or anywhere where r does not bind (on request).",
    key: ["request_id", "cycle", "attempt", "driver_id"], columns: attemptKey + diagnosis)

  private static let diagnosis: [Column] = [
    .id("driver_id", "The driver looked at."),
    .coordinate(
      "reported_x", "Longitude or x of the driver's reported position; of the true one for `insertion`."),
    .coordinate(
      "reported_y", "Latitude or y of the driver's reported position; of the true one for `insertion`."),
    .metres("pickup_distance_m", "Straight distance from the reported position to the pickup."),
    .metres(
      "route_distance_m",
      "Straight distance from the destination to the nearest later route point; empty for none."),
    .word("failed_stage", "The first stage of the funnel that dismissed the driver; empty for a candidate."),
    .word(
      "binding_limit", "The limit that the nearest pair of stops broke; empty where some pair keeps them all."
    ),
    .seconds(
      "time_to_pickup_s", "From the decision until the driver would reach the passenger; of the best pair."),
    .seconds("detour_s", "How much later the driver would arrive, stops included; of the best pair."),
    .ratio(
      "preference_agreement", "Share of the stated wishes that are met, both sides; 1 if none is stated."),
    .cost("cost", "Weighted cost of the best pair of stops; empty where no pair keeps every limit."),
  ]

  /// A row per event (`--record events`).
  public static let events = TableSchema(
    "events", "A row per event, in the order of execution (on request).", key: ["sequence"],
    columns: [
      .runID,
      .count("sequence", "The event's place in the order of execution, counted from 1."),
      .seconds("time_s", "When the event happened."),
      .word("event", "What happened; see the list of events."),
      .id("request_id", "The request concerned; empty where there is none."),
      .id("driver_id", "The driver concerned; empty where there is none."),
    ])
}
