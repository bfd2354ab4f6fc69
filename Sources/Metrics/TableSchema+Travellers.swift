extension TableSchema {
  /// A row per request: what was asked and what became of it.
  public static let requests = TableSchema(
    "requests", "A row per request: what was asked and what became of it.", key: ["request_id"],
    columns: [.runID, .id("request_id", "The request, as the demand file calls it.")]
      + asked + became + travelled + wishes("passenger"))

  private static let asked: [Column] = [
    .seconds("submit_s", "When the request was submitted."),
    .coordinate("origin_x", "Longitude or x of the pickup; the node's on a network."),
    .coordinate("origin_y", "Latitude or y of the pickup."),
    .coordinate("destination_x", "Longitude or x of the drop-off; the node's on a network."),
    .coordinate("destination_y", "Latitude or y of the drop-off."),
    .seconds(
      "direct_s",
      "Duration of the trip in a car of its own, at the travel times of the submission or of the earliest pickup, "
        + "whichever is later; empty where the row was refused before it was known."
    ),
    .metres("direct_m", "Length of the trip in a car of its own; empty like direct_s."),
    .count("party_size", "Persons in the party."),
    .count("luggage", "Pieces of luggage."),
    .boolean("smoker", "Whether the passenger smokes; empty where not known."),
    .word("sex", "The passenger's sex, f or m; empty where not known."),
    Column("age", .years, .integer, "The passenger's age; empty where not known."),
    .boolean(
      "probe", "Whether the request only measures: one attempt, never assigned, in no figure but coverage."),
  ]

  private static let became: [Column] = [
    .word("outcome", "How the request ended; see the list of request outcomes."),
    .word(
      "cause",
      "Of the last attempt, or why the request left or was refused; empty where it was served or hit."),
    .count("cycles", "Cycles with at least one attempt."),
    .count("attempts", "Calls of the matcher in total, over all cycles."),
    .seconds("first_match_s", "When the first accepted attempt was answered; empty where none was accepted."),
    .seconds(
      "match_s",
      "When the accepted attempt whose match held at the end was answered; empty where no match held."),
    .id("driver_id", "The driver of that match."),
    .seconds(
      "promised_pickup_s", "The latest pickup promised at that match; empty without a limit.",
      formula: "min(latest_pickup_s, submit_s + maximum wait)"),
    .seconds(
      "latest_dropoff_s", "The latest drop-off promised at that match; empty without a limit.",
      formula: "min(latest_dropoff_s of the input, submit_s + direct_s + allowance for wait and ride)"),
  ]

  private static let travelled: [Column] = [
    .seconds("pickup_s", "When the car arrived at the pickup stop; boarding follows."),
    .seconds("dropoff_s", "When the car arrived at the drop-off stop; alighting follows."),
    .seconds("time_to_match_s", "How long the match that held took.", formula: "match_s − submit_s"),
    .seconds("wait_s", "How long the passenger waited for the car.", formula: "pickup_s − submit_s"),
    .seconds(
      "ride_s", "How long the ride took, boarding included.", formula: "dropoff_s − pickup_s"),
    .metres("ride_m", "Road metres between pickup and drop-off."),
    .ratio(
      "passenger_detour_factor",
      "The passenger's ride against the direct trip; below 1 only in the car of a driver who left in a faster slice "
        + "of the day.", formula: "ride_s ÷ direct_s"),
    .seconds(
      "added_detour_s",
      "How much later the match made its driver arrive, stops included, as computed at acceptance; drivers.csv has the"
        + " realised total."
    ),
    .metres("added_detour_m", "Metres that the match added for its driver, likewise."),
    .ratio(
      "preference_agreement",
      "Share of the stated wishes that the match meets, both sides; 1 if none is stated."),
    .cost("cost", "Weighted cost of the match as of its acceptance; lower won."),
  ]

  /// A row per driver: what was offered and what was driven.
  public static let drivers = TableSchema(
    "drivers", "A row per driver: what was offered and what was driven.", key: ["driver_id"],
    columns: [.runID, .id("driver_id", "The driver, as the supply file calls it.")] + offered + driven
      + wishes("driver"))

  private static let offered: [Column] = [
    .coordinate("origin_x", "Longitude or x where the trip begins; the node's on a network."),
    .coordinate("origin_y", "Latitude or y where the trip begins."),
    .coordinate("destination_x", "Longitude or x where the trip ends; the node's on a network."),
    .coordinate("destination_y", "Latitude or y where the trip ends."),
    .seconds("depart_s", "When the driver departs."),
    .seconds(
      "solo_arrive_s", "When the driver would arrive without any passenger.", formula: "depart_s + solo_s"),
    .seconds("arrive_s", "When the driver arrived; empty where the driver has not."),
    .seconds(
      "solo_s",
      "Duration of the trip without any passenger, at the travel times of the departure; empty where the row was "
        + "refused before it was known."
    ),
    .metres("solo_m", "Length of the trip without any passenger; empty like solo_s."),
  ]

  private static let driven: [Column] = [
    .seconds("driven_s", "Duration of the trip as made, stops included.", formula: "arrive_s − depart_s"),
    .metres("driven_m", "Length of the trip as made; empty where the driver has not arrived."),
    .seconds(
      "detour_s", "The realised total detour in time, stops included.", formula: "arrive_s − solo_arrive_s"),
    .metres("detour_m", "The realised total detour in metres.", formula: "driven_m − solo_m"),
    .ratio("detour_ratio", "The realised total detour against the solo trip.", formula: "detour_s ÷ solo_s"),
    .seconds("max_detour_s", "The largest total detour that the driver accepts; empty without a limit."),
    .ratio("max_detour_ratio", "The same as a ratio to solo_s; empty without a limit."),
    .count("seats", "Free seats, the driver's own not counted."),
    .count("luggage_room", "Free room for luggage, pieces."),
    .boolean("smoker", "Whether the driver smokes; empty where not known."),
    .word("sex", "The driver's sex, f or m; empty where not known."),
    Column("age", .years, .integer, "The driver's age; empty where not known."),
    .count("offers", "Offers received."),
    .count("declines", "Offers that the driver declined."),
    .count("passengers_served", "Requests dropped off, a party counted once."),
    .count("max_on_board", "The largest number of passengers on board at a time, persons."),
    .word("outcome", "How the driver ended; see the list of driver outcomes."),
  ]

  /// What `who` wishes of those they share the car with; empty where no wish is stated.
  private static func wishes(_ who: String) -> [Column] {
    [
      .boolean("wants_smoker", "Whether the \(who) wishes for smokers; empty where it does not matter."),
      .word("wants_sex", "The sex that the \(who) wishes for, f or m; empty where it does not matter."),
      Column(
        "wants_age_min", .years, .integer, "The youngest age that the \(who) wishes for; empty for any."),
      Column("wants_age_max", .years, .integer, "The oldest age that the \(who) wishes for; empty for any."),
      .boolean(
        "wants_required", "Whether the \(who)'s wishes must be met; otherwise they count in the cost."),
    ]
  }
}
