import CarpoolScenario
import Ground
public import Scenario
public import Tables

extension InputTable {
  /// The tables read by carpool scenarios, in documentation order.
  public static let ofCarpool = [
    requests, drivers, trips, register, zones, matrix, nodeWeights, offers, offerStops, offerPrices, bookings,
    friends, meetingPlaces,
  ]

  static let requests = InputTable(
    "requests", "A row per request: `demand.file`.",
    [
      InputColumn(
        "request_id", .identifier, .identifier, .required, "The request: a whole number, or a name."),
      InputColumn("submit_s", .seconds, .decimal, .required, "The submission time."),
    ] + InputColumn.end("origin", "the pickup") + InputColumn.end("destination", "the drop-off")
      + InputColumn.requestTerms(of: "demand") + [
        InputColumn(
          "price", .currency, .decimal, .requiredIf("`money.price` is `\"recorded\"`"), "The seat price."
        ),
        InputColumn(
          "alternative_s", .seconds, .decimal,
          .requiredIf("`demand.choice.alternative` is `\"recorded\"`"),
          "The duration of the party's alternative to a ride, from door to door, 0 or more."),
        InputColumn(
          "alternative_cost", .currency, .decimal,
          .requiredIf(
            "`demand.choice.alternative` is `\"recorded\"` and `demand.choice.weights.price` is not 0"),
          "The cost of the alternative for the party, 0 or more."),
      ])

  static let drivers = InputTable(
    "drivers", "A row per driver: `supply.file`.",
    [InputColumn("driver_id", .identifier, .identifier, .required, "The driver: a whole number, or a name.")]
      + InputColumn.end("origin", "the start")
      + InputColumn.end("destination", "the end; empty for a car that waits for passengers").map(\.mayBeEmpty)
      + [
        InputColumn(
          "depart_s", .seconds, .decimal, .requiredUnless("`supply.default_depart_s` is given"),
          "The driver's departure, or the start of waiting.", replaces: ["supply.default_depart_s"]),
        InputColumn(
          "announce_s", .seconds, .decimal, .optional, "The time from which the driver can be matched.",
          fallback: "`depart_s` less `supply.announce_before_s`", replaces: ["supply.announce_before_s"]),
        InputColumn(
          "latest_arrive_s", .seconds, .decimal, .optional, "The driver's latest arrival.",
          fallback: "according to `supply.flexibility_s`"),
        InputColumn(
          "latest_depart_s", .seconds, .decimal, .optional,
          "The latest departure; the driver then has a flexible departure."),
        InputColumn(
          "end_s", .seconds, .decimal, .optional, "The end of the service of a car without a destination."),
      ] + InputColumn.driverTerms(of: "supply"))

  static let trips = InputTable(
    "trips",
    "A row per recorded trip, which becomes a driver or a request at random: `trips.file`. The column names are those of the"
      + " format `taxi`; other formats of `trips.format` differ.",
    [
      InputColumn(
        "id", .identifier, .identifier, .optional, "The trip.", fallback: "the number of the row, from 1",
        hasOtherNames: true),
      InputColumn(
        "pickup_datetime", .none, .text, .required,
        "The date and time of the pickup, such as `2008-05-22 07:30:00`; the format `announcements` has the announcement, the"
          + " earliest departure and the latest arrival in minutes since midnight."),
      InputColumn("pickup_longitude", .coordinate, .decimal, .required, "Longitude of the pickup."),
      InputColumn("pickup_latitude", .coordinate, .decimal, .required, "Latitude of the pickup."),
      InputColumn("dropoff_longitude", .coordinate, .decimal, .required, "Longitude of the drop-off."),
      InputColumn("dropoff_latitude", .coordinate, .decimal, .required, "Latitude of the drop-off."),
      InputColumn(
        "passenger_count", .count, .integer, .optional, "The number of passengers; 0 counts as 1.",
        replaces: ["demand.party_size"]),
      InputColumn(
        "role", .none, .text, .optional,
        "The role of the traveller: `driver`, `rider` or, with a car and flexible, `either`.",
        fallback: "drawn, or determined by the ids of the format `announcements`"),
    ])

  static let zones = InputTable(
    "zones",
    "A row per point zone: `zones` of an `od` of kind `matrix`, which may also be a GeoJSON file of polygons.",
    [
      InputColumn(
        "zone", .identifier, .text, .required,
        "The name of the zone; `zone_name` may name another column.",
        hasOtherNames: true),
      InputColumn("lon", .coordinate, .decimal, .requiredUnless("`x` and `y` are given"), "Longitude."),
      InputColumn("lat", .coordinate, .decimal, .requiredUnless("`x` and `y` are given"), "Latitude."),
      InputColumn(
        "x", .coordinate, .decimal, .requiredUnless("`lon` and `lat` are given"),
        "The x coordinate in metres, or the longitude."
      ),
      InputColumn(
        "y", .coordinate, .decimal, .requiredUnless("`lon` and `lat` are given"),
        "The y coordinate in metres, or the latitude."
      ),
    ])

  static let matrix = InputTable(
    "matrix",
    "A row per pair of zones and, if hourly, per hour: `trips` of an `od` of kind `matrix`, which may also be an"
      + " OMX file.",
    [
      InputColumn("origin", .identifier, .text, .required, "The origin zone."),
      InputColumn("destination", .identifier, .text, .required, "The destination zone."),
      InputColumn(
        "number", .count, .decimal, .required, "The number of trips, 0 to 1e12; fractions are allowed."),
      InputColumn(
        "hour", .count, .integer, .optional,
        "The local hour in which the trips begin, 0 to 23; if the column is present, every row requires a value."
      ),
    ])

  static let nodeWeights = InputTable(
    "node_weights", "A row per node of the network: `node_weights` of an `od` of kind `matrix`.",
    [
      InputColumn("node_id", .identifier, .integer, .required, "The node."),
      InputColumn(
        "weight", .none, .decimal, .required,
        "The weight of the node as a trip end within its zone, 0 to 1e12; 0 for nodes without a row."),
    ])

  static let meetingPlaces = InputTable(
    "meeting_places",
    "A row per place at which passengers who walk may be met: `matching.meeting.file`. The columns of the French file of carpool"
      + " places (`id_lieu`, `nom_lieu`, `Xlong`, `Ylat`) and of GTFS (`stop_id`, `stop_name`, `stop_lon`, `stop_lat`) are known too.",
    [
      InputColumn("id", .identifier, .text, .required, "The place.", hasOtherNames: true),
      InputColumn("lon", .coordinate, .decimal, .requiredUnless("`x` and `y` are given"), "Longitude."),
      InputColumn("lat", .coordinate, .decimal, .requiredUnless("`x` and `y` are given"), "Latitude."),
      InputColumn(
        "x", .coordinate, .decimal, .requiredUnless("`lon` and `lat` are given"),
        "The x coordinate in metres, or the longitude."
      ),
      InputColumn(
        "y", .coordinate, .decimal, .requiredUnless("`lon` and `lat` are given"),
        "The y coordinate in metres, or the latitude."
      ),
      InputColumn("name", .none, .text, .optional, "The name of the place; not used."),
      InputColumn(
        "capacity", .count, .integer, .optional, "Not used: a place has room for any number of cars."),
      InputColumn(
        "location_type", .none, .integer, .optional,
        "The kind of a row of GTFS: only stops, of kind 0, are taken.",
        fallback: "0"),
    ])

  static let offers = InputTable(
    "offers", "A row per trip published on the board: `board.offers.file`.",
    [
      InputColumn(
        "offer_id", .identifier, .identifier, .required, "The offer, which becomes a driver with this id."),
      InputColumn(
        "publish_s", .seconds, .decimal, .required,
        "The time of publication, not after the time of the first stop."),
    ]
      + InputColumn.driverTerms(of: "board.offers").map { $0.name == "seats" ? $0.required : $0 } + [
        InputColumn(
          "takes_instant", .none, .boolean, .optional,
          "Whether the car is also available to instant requests.",
          fallback: "true"),
        InputColumn(
          "books_at_once", .none, .boolean, .optional,
          "Whether seats are booked without the driver's answer.",
          fallback: "false"),
      ])

  static let offerStops = InputTable(
    "offer_stops",
    "A row per stop of an offer, in travel order, at least two per offer: `board.offers.stops_file`.",
    [
      InputColumn("offer_id", .identifier, .identifier, .required, "The offer."),
      InputColumn(
        "sequence", .count, .integer, .required, "The number of the stop, increasing along the trip."),
      InputColumn(
        "time_s", .seconds, .decimal, .required,
        "The departure at the stop, or the arrival at the last one."),
    ] + InputColumn.end("stop", "the stop") + [
      InputColumn(
        "price", .currency, .decimal, .optional,
        "The seat price from the first stop to this one, non-decreasing along the trip.",
        fallback: "the price file has all pairs of stops")
    ])

  static let offerPrices = InputTable(
    "offer_prices", "A row per pair of stops with a separate price: `board.offers.prices_file`.",
    [InputColumn("offer_id", .identifier, .identifier, .required, "The offer.")] + InputColumn.stopPair + [
      InputColumn(
        "price", .currency, .decimal, .required, "The seat price from the first stop to the second.")
    ])

  static let bookings = InputTable(
    "bookings", "A row per seat booked on the board: `board.seeks.file`.",
    [
      InputColumn(
        "booking_id", .identifier, .identifier, .required,
        "The booking, which becomes a request with this id."
      ),
      InputColumn("submit_s", .seconds, .decimal, .required, "The booking time."),
      InputColumn("offer_id", .identifier, .identifier, .required, "The offer booked."),
    ] + InputColumn.stopPair
      + InputColumn.end("origin", "where the passenger sets out; empty for the stop", isOptional: true)
      + InputColumn.end("destination", "where the passenger goes; empty for the stop", isOptional: true)
      + InputColumn.requestTerms(of: "board.seeks", isBooking: true))

  static let friends = InputTable(
    "friends", "A row per pair of friends: the file of `friends.network` of kind `recorded`.",
    [
      InputColumn(
        "user_a", .identifier, .identifier, .required,
        "The first user: the `user_id` of a driver or request, or the number of a user drawn by `users`, from 1."
      ),
      InputColumn("user_b", .identifier, .identifier, .required, "The second user, in the same form."),
    ])
}

extension Scenario {
  /// Returns whether parties may have a car, by the scenario's share or by the column `role` of a file in `folder`.
  public func mayHaveOwnCars(_ folder: String) -> Bool {
    if demand.attributes?.carShare ?? 0 > 0 || demand.isTrips { return true }
    guard case .recorded(let side) = demand else { return false }
    let rows = try? CSVReader(contentsOf: FilePath.path(of: side.file, in: folder), columns: side.columns)
    return rows?.has("role") ?? false
  }
}

extension InputColumn {
  /// Returns the columns of a driver's terms and traits, for rows of drivers or offers. The fields of the scenario's
  /// `object` replace missing values.
  fileprivate static func driverTerms(of object: String) -> [InputColumn] {
    func own(_ name: String, _ unit: Unit, _ type: ColumnType, _ meaning: String) -> InputColumn {
      InputColumn(name, unit, type, .optional, meaning, replaces: ["\(object).\(name)"])
    }
    return [
      own("seats", .count, .integer, "The number of free seats, excluding the driver's."),
      own("luggage_room", .count, .integer, "The luggage capacity, in pieces."),
      own("max_detour_s", .seconds, .decimal, "The driver's individual limit on the total detour."),
      own("max_detour_ratio", .ratio, .decimal, "The driver's individual limit on detour ÷ solo time."),
    ] + person(of: object)
  }

  /// Returns the columns of a party's terms and traits, for rows of requests or bookings.
  ///
  /// - Parameter isBooking: whether times missing in a row are derived from the stops of an offer.
  fileprivate static func requestTerms(of object: String, isBooking: Bool = false) -> [InputColumn] {
    func fields(_ name: String) -> [String] { isBooking ? [] : ["\(object).\(name)"] }
    return [
      InputColumn(
        "earliest_pickup_s", .seconds, .decimal, .optional, "The earliest pickup.",
        fallback: isBooking ? "the time of the stop" : "`submit_s`, or according to `\(object).lead_s`",
        replaces: fields("lead_s")),
      InputColumn(
        "latest_pickup_s", .seconds, .decimal, .optional, "The latest pickup.",
        fallback: "no individual limit"),
      InputColumn(
        "earliest_dropoff_s", .seconds, .decimal, .optional, "The earliest drop-off.", fallback: "no limit"),
      InputColumn(
        "latest_dropoff_s", .seconds, .decimal, .optional, "The latest drop-off.",
        fallback: "according to `\(object).flexibility_s`", replaces: fields("flexibility_s")),
      InputColumn(
        "boarding_s", .seconds, .decimal, .optional, "The boarding time.",
        fallback: "`behaviour.stop_duration_s`"),
      InputColumn(
        "alighting_s", .seconds, .decimal, .optional, "The alighting time.",
        fallback: "`behaviour.stop_duration_s`"),
      InputColumn(
        "max_ride_s", .seconds, .decimal, .optional, "The maximum ride time.", fallback: "no individual limit"
      ),
      InputColumn(
        "party_size", .count, .integer, .optional, "The party size, 1 to 100.",
        replaces: ["\(object).party_size"]),
      InputColumn(
        "luggage", .count, .integer, .optional, "The number of pieces of luggage.",
        replaces: ["\(object).luggage"]),
      InputColumn(
        "patience_s", .seconds, .decimal, .optional, "The party's patience: how long it waits for a match.",
        fallback: "`behaviour.patience_s`"),
      InputColumn(
        "probe", .none, .boolean, .optional,
        isBooking
          ? "Not used: a booking is never a probe."
          : "Whether the request is a probe: for measurement, never assigned.",
        replaces: fields("probe_share")),
      InputColumn(
        "role", .none, .text, .optional,
        "The role: `rider`, or `either` if the party has a car and may drive.",
        fallback: isBooking ? "`rider`" : "drawn by `\(object).car_share`", replaces: fields("car_share")),
    ] + person(of: object)
  }

  /// Returns the columns of a traveller's traits and preferences.
  private static func person(of object: String) -> [InputColumn] {
    func column(
      _ name: String, _ unit: Unit, _ type: ColumnType, _ meaning: String, _ fields: [String]
    ) -> InputColumn {
      InputColumn(
        name, unit, type, .optional, meaning,
        fallback: "drawn by `\(object).\(fields[0].prefix { $0 != "." })`",
        replaces: fields.map { "\(object).\($0)" })
    }
    return [
      column("smoker", .none, .boolean, "Whether the person smokes.", ["persons.smoker_share"]),
      column("sex", .none, .text, "The sex: `f` or `m`.", ["persons.female_share"]),
      column(
        "age", .years, .integer, "The age, 0 to 150.",
        ["persons.age_mean", "persons.age_sd", "persons.age_min", "persons.age_max"]),
      column(
        "wants_smoker", .none, .boolean, "Whether companions must smoke (true) or not (false).",
        ["wishes.smoker_share"]),
      column(
        "wants_sex", .none, .text, "The desired sex of companions: `f` or `m`.", ["wishes.sex_share"]),
      column(
        "wants_age_min", .years, .integer, "The minimum age of companions.",
        ["wishes.age_share", "wishes.age_span"]),
      column(
        "wants_age_max", .years, .integer, "The maximum age of companions.",
        ["wishes.age_share", "wishes.age_span"]),
      column(
        "wants_required", .none, .boolean, "Whether the wishes are requirements rather than preferences.",
        ["wishes.required_share"]),
      InputColumn(
        "user_id", .identifier, .identifier, .optional,
        "The user, if the same person has several rows: a whole number, or a name.",
        fallback: "a separate user"),
    ]
  }

  /// The columns that identify two stops of an offer.
  fileprivate static let stopPair = [
    InputColumn(
      "from_stop", .count, .integer, .required, "The boarding stop, by its `sequence`."),
    InputColumn("to_stop", .count, .integer, .required, "The alighting stop, by its `sequence`."),
  ]

  /// This column, made mandatory in every file.
  fileprivate var required: InputColumn {
    InputColumn(name, unit, type, .required, meaning, fallback: fallback, replaces: replaces)
  }

  /// This column, with optional values.
  fileprivate var mayBeEmpty: InputColumn {
    InputColumn(name, unit, type, .optional, meaning, fallback: fallback, replaces: replaces)
  }
}
