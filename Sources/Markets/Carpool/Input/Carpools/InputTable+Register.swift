import Tables

extension InputTable {
  static let register = InputTable(
    "register",
    "A row per passenger and car of a register of carpools: `trips.file` in the format `carpools`. Date and time may stand in two columns,"
      + " `journey_start_date` and `journey_start_time`, likewise for the end.",
    [
      InputColumn(
        "journey_id", .identifier, .identifier, .required,
        "The passenger's journey: a whole number, or a name."),
      InputColumn("trip_id", .none, .text, .required, "The car's trip, which its passengers share."),
      InputColumn(
        "journey_start_datetime", .none, .text, .required,
        "When the passenger got on, such as `2026-05-18T07:40:00+02:00`; rounded up if it is a multiple of ten minutes.",
        hasOtherNames: true),
      InputColumn(
        "journey_end_datetime", .none, .text, .optional, "When the passenger got off, likewise.",
        fallback: "the start and `journey_duration`", hasOtherNames: true),
      InputColumn(
        "journey_start_lon", .coordinate, .decimal, .required,
        "Longitude of the pickup; cut to its decimals. Empty if it is not published."),
      InputColumn("journey_start_lat", .coordinate, .decimal, .required, "Latitude of the pickup, likewise."),
      InputColumn(
        "journey_end_lon", .coordinate, .decimal, .required, "Longitude of the drop-off, likewise."),
      InputColumn("journey_end_lat", .coordinate, .decimal, .required, "Latitude of the drop-off, likewise."),
      InputColumn(
        "passenger_seats", .count, .integer, .optional, "The seats that the passenger took.",
        replaces: ["demand.party_size"]),
      InputColumn(
        "journey_duration", .none, .decimal, .optional,
        "Minutes from start to end, if the file has no end."),
    ])
}
