import Tables

extension InputTable {
  static let register = InputTable(
    "register",
    "A row per passenger and car of a carpool register: `trips.file` in the format `carpools`. Date and time may be in two columns,"
      + " `journey_start_date` and `journey_start_time`, and correspondingly for the end.",
    [
      InputColumn(
        "journey_id", .identifier, .identifier, .required,
        "The passenger's journey: a whole number, or a name."),
      InputColumn("trip_id", .none, .text, .required, "The car's trip, which its passengers share."),
      InputColumn(
        "journey_start_datetime", .none, .text, .required,
        "The boarding time, such as `2026-05-18T07:40:00+02:00`; rounded up if it is a multiple of ten minutes.",
        hasOtherNames: true),
      InputColumn(
        "journey_end_datetime", .none, .text, .optional, "The alighting time, in the same form.",
        fallback: "the start and `journey_duration`", hasOtherNames: true),
      InputColumn(
        "journey_start_lon", .coordinate, .decimal, .required,
        "The longitude of the pickup, truncated to its decimals; empty if not published."),
      InputColumn(
        "journey_start_lat", .coordinate, .decimal, .required, "The latitude of the pickup, in the same form."
      ),
      InputColumn(
        "journey_end_lon", .coordinate, .decimal, .required,
        "The longitude of the drop-off, in the same form."),
      InputColumn(
        "journey_end_lat", .coordinate, .decimal, .required, "The latitude of the drop-off, in the same form."
      ),
      InputColumn(
        "passenger_seats", .count, .integer, .optional, "The seats that the passenger took.",
        replaces: ["demand.party_size"]),
      InputColumn(
        "journey_duration", .none, .decimal, .optional,
        "The duration in minutes, if the file has no end."),
    ])
}
