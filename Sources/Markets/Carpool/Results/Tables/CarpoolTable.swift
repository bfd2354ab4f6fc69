import Community
import Matching
import Metrics
import Quantities
import Simulation
import Synthesis
public import Tables
import Travellers

/// The tables of a carpool run's result folder, one file per table.
public enum CarpoolTable {}

/// The data from which a run's rows are made, at a fixed address while rows are written.
struct RowSource {
  let requests: UnsafeBufferPointer<Request>
  let drivers: UnsafeBufferPointer<Driver>
  let requestRecords: UnsafeBufferPointer<RequestRecord>
  let driverRecords: UnsafeBufferPointer<DriverRecord>
  let geometry: Geometry
  /// The number of decimals of coordinates, which are degrees on the globe, otherwise metres.
  let coordinateDecimals: Int
  /// The names of requests and drivers in files; not needed if ids are numbers.
  let requestNames, driverNames: Names
  let requestsHaveNames, driversHaveNames: Bool
  let userNames: Names
  /// The users by request index; empty if every traveller is a separate user.
  let requestUsers: UnsafeBufferPointer<UserIndex>
  /// The users by driver index; empty if every traveller is a separate user.
  let driverUsers: [UserIndex]
  /// The rides by request index; empty if nobody plans ahead or walks.
  let plannedRides: UnsafeBufferPointer<PlannedRide>
  /// The number of decimals of amounts of money.
  let currencyDecimals: Int
  /// The passengers' choices, to which attempts refer by index; empty if passengers accept every ride.
  let choices: [ChoiceRecord]

  /// Calls `body` with the address of the row source of `run`.
  static func with(
    _ run: CarpoolRun, _ body: (UnsafePointer<RowSource>) throws(TableError) -> Void
  ) throws(TableError) {
    try run.requests.withUnsafeBufferPointer { requests throws(TableError) in
      try run.drivers.withUnsafeBufferPointer { drivers throws(TableError) in
        try run.records.requests.withUnsafeBufferPointer { requestRecords throws(TableError) in
          try run.records.drivers.withUnsafeBufferPointer { driverRecords throws(TableError) in
            try run.plannedRides.withUnsafeBufferPointer { plannedRides throws(TableError) in
              try run.requestUsers.withUnsafeBufferPointer { requestUsers throws(TableError) in
                precondition(
                  requests.count == requestRecords.count && drivers.count == driverRecords.count,
                  "one record per request and driver")
                let source = RowSource(
                  requests: requests, drivers: drivers, requestRecords: requestRecords,
                  driverRecords: driverRecords, geometry: run.geometry,
                  coordinateDecimals: Unit.ofCoordinates(in: run.geometry).decimals,
                  requestNames: run.requestNames, driverNames: run.driverNames,
                  requestsHaveNames: !run.requestNames.isNumbers,
                  driversHaveNames: !run.driverNames.isNumbers,
                  userNames: run.users?.names ?? .numbers, requestUsers: requestUsers,
                  driverUsers: run.driverUsers,
                  plannedRides: plannedRides,
                  currencyDecimals: run.currency.decimals, choices: run.records.choices?.list ?? [])
                try withUnsafePointer(to: source) { source throws(TableError) in try body(source) }
              }
            }
          }
        }
      }
    }
  }

  /// Returns `position` in the coordinates of files; nil if the position is unknown.
  func coordinates(_ position: Position) -> Coordinates? {
    position.x.isFinite ? geometry.coordinates(of: position) : nil
  }
}

/// A row of a run's table, which holds little more than the addresses of its data.
protocol ResultRow: SendableMetatype {
  var source: UnsafePointer<RowSource> { get }
}

extension Column where Row: ResultRow {
  /// Returns a column for a request's name; `take` returns the request's index.
  @inline(__always)
  static func request(
    _ name: String, _ meaning: String, _ take: @escaping @Sendable (Row) -> RequestIndex?
  ) -> Column {
    Column(ColumnSchema(name, .identifier, .identifier, meaning)) { row, place in
      let source = row.pointee.source
      guard let index = take(row.pointee) else { return place }
      precondition(source.pointee.requests.indices.contains(Int(index)), "a request of the run")
      let id = source.pointee.requests[Int(index)].id
      return source.pointee.requestsHaveNames
        ? FieldText.store(source.pointee.requestNames.text(of: id), at: place)
        : FieldText.store(id, at: place)
    }
  }

  /// Returns a column for a driver's name; `take` returns the driver's index.
  @inline(__always)
  static func driver(
    _ name: String, _ meaning: String, _ take: @escaping @Sendable (Row) -> DriverIndex?
  ) -> Column {
    Column(ColumnSchema(name, .identifier, .identifier, meaning)) { row, place in
      let source = row.pointee.source
      guard let index = take(row.pointee) else { return place }
      precondition(source.pointee.drivers.indices.contains(Int(index)), "a driver of the run")
      let id = source.pointee.drivers[Int(index)].id
      return source.pointee.driversHaveNames
        ? FieldText.store(source.pointee.driverNames.text(of: id), at: place) : FieldText.store(id, at: place)
    }
  }

  /// Returns a column for a user's name; `take` returns the user's index.
  static func user(
    _ name: String, _ meaning: String, _ take: @escaping @Sendable (Row) -> UserIndex?
  ) -> Column {
    .identifier(name, meaning) { row in
      take(row).map { (Users.id(of: $0), row.source.pointee.userNames) }
    }
  }

  /// Returns a column for an amount of money; `take` returns it in the smallest currency unit.
  static func money(
    _ name: String, _ meaning: String, formula: String? = nil, _ take: @escaping @Sendable (Row) -> Int64?
  ) -> Column {
    Column(ColumnSchema(name, .currency, .decimal, meaning, formula: formula)) { row, place in
      let decimals = row.pointee.source.pointee.currencyDecimals
      return take(row.pointee).map { FieldText.store($0, decimals: decimals, at: place) } ?? place
    }
  }

  /// Returns a column for a coordinate.
  @inline(__always)
  static func coordinate(
    _ name: String, _ meaning: String, _ take: @escaping @Sendable (Row) -> Double?
  ) -> Column {
    Column(ColumnSchema(name, .coordinate, .decimal, meaning)) { row, place in
      let decimals = row.pointee.source.pointee.coordinateDecimals
      return take(row.pointee).map { FieldText.store($0, decimals: decimals, at: place) } ?? place
    }
  }
}

extension Column {
  /// Returns a column for a cost in weighted milliseconds.
  @inline(__always)
  static func cost(_ name: String, _ meaning: String, _ take: @escaping @Sendable (Row) -> Int64?) -> Column {
    integer(
      name, .milliseconds, meaning,
      formula: "a·time to pickup + b·detour + c·(1 − agreement), weights of the scenario", take)
  }

  /// Returns the columns for a traveller's traits: smoker, sex and age.
  @inline(__always)
  static func person(_ who: String, _ take: @escaping @Sendable (Row) -> Person) -> [Column] {
    [
      .boolean("smoker", "Whether the \(who) smokes; empty if unknown.") { take($0).smoker },
      .word("sex", "The \(who)'s sex, f or m; empty if unknown.") { take($0).sex },
      .integer("age", .years, "The \(who)'s age; empty if unknown.") { take($0).age },
    ]
  }

  /// Returns the columns for the preferences of `who` about fellow travellers; cells are empty if there is no
  /// preference.
  @inline(__always)
  static func wishes(_ who: String, _ take: @escaping @Sendable (Row) -> Wishes) -> [Column] {
    [
      .boolean(
        "wants_smoker", "Whether the \(who) wants smokers (true) or non-smokers (false); empty for no wish."
      ) {
        take($0).smoker
      },
      .word("wants_sex", "The sex desired by the \(who), f or m; empty for no wish.") {
        take($0).sex
      },
      .integer("wants_age_min", .years, "The minimum age desired by the \(who); empty for any.") {
        take($0).youngest
      },
      .integer("wants_age_max", .years, "The maximum age desired by the \(who); empty for any.") {
        take($0).oldest
      },
      .boolean(
        "wants_required", "Whether the \(who)'s wishes are requirements; otherwise they count in the cost."
      ) {
        let wishes = take($0)
        return wishes.isAny ? wishes.required : nil
      },
    ]
  }
}

extension Int32 {
  /// The count; nil if the policy does not compute it.
  var ifComputed: Int32? { self == Funnel.notComputed ? nil : self }
}

extension ListIndex {
  /// The index; nil if there is none.
  var ifAny: Self? { self == .none ? nil : self }
}

/// A point on a car's route, with the time at which the car passed it.
public struct TrackRow: ResultRow {
  let source: UnsafePointer<RowSource>
  let track: TrackRecord
  /// The number of the point within the driver's trip, counting from 1.
  let sequence: Int
  let position: Coordinates?

  init(_ track: TrackRecord, sequence: Int, _ source: UnsafePointer<RowSource>) {
    self.source = source
    self.track = track
    self.sequence = sequence
    position = source.pointee.coordinates(track.position)
  }
}

extension CarpoolTable {
  /// One row per bend, node and stop on a car's route (`--record tracks`).
  public static let tracks = Table<TrackRow>(
    "tracks",
    "A row per bend, node and stop on a car's path; between consecutive rows it drove straight at constant speed (on request).",
    key: ["driver_id", "sequence"], constant: .runID,
    columns: [
      .driver("driver_id", "The driver, by the id of the supply file.") { $0.track.driver },
      .count("sequence", "The number of the point within the driver's trip, from 1.") { $0.sequence },
      .seconds("time_s", "The time at this point.") { $0.track.time },
      .coordinate("x", "The longitude or x of the point.") { $0.position?.x },
      .coordinate("y", "The latitude or y of the point.") { $0.position?.y },
    ])
}

/// An event of a run.
public struct CarpoolEventRow: ResultRow {
  let source: UnsafePointer<RowSource>
  let event: EventRecord
  /// The number of the event, counting from 1.
  let sequence: Int
}

extension CarpoolTable {
  /// One row per event (`--record events`).
  public static let events = Table<CarpoolEventRow>(
    "events", "A row per event, in order of execution (on request).", key: ["sequence"],
    constant: .runID,
    columns: [
      .count("sequence", "The number of the event in order of execution, from 1.") { $0.sequence },
      .seconds("time_s", "The time of the event.") { $0.event.time },
      .word("event", "The kind of event; see the list of events.") { $0.event.kind },
      .request("request_id", "The request concerned; empty if none.") { $0.event.request.ifAny },
      .driver("driver_id", "The driver concerned; empty if none.") { $0.event.driver.ifAny },
    ])
}

extension CarpoolTable {
  /// One row per interval of simulated time.
  public static let timeseries = Table<TimeSeries.Interval>(
    "timeseries",
    "A row per interval: flows within [from_s, to_s), states just before to_s; excluding probes and refused rows.",
    key: ["from_s"], constant: .runID,
    columns: [
      .from { $0.from }, .to { $0.to },
      .count("drivers_active", "Drivers announced and not yet arrived, at the end of the interval.") {
        $0.driversActive
      },
      .count("requests_submitted", "Requests submitted in the interval.") { $0.requestsSubmitted },
      .count("matches", "Attempts accepted in the interval.") { $0.matches },
      .count("pickups", "The number of arrivals at pickup stops in the interval.") { $0.pickups },
      .count("dropoffs", "The number of arrivals at drop-off stops in the interval.") { $0.dropoffs },
      .count(
        "requests_waiting",
        "Requests waiting at the end of the interval: submitted, and not yet picked up, cancelled or given up."
      ) { $0.requestsWaiting },
      .count("passengers_on_board", "Persons picked up and not yet dropped off, at the interval's end.") {
        $0.passengersOnBoard
      },
      .ratio(
        "match_rate",
        "The share of the requests submitted in the interval that were ever matched, excluding those in progress.",
        formula: "ever matched ÷ submitted"
      ) { $0.matchRate },
      .decimal(
        "mean_time_to_match_s", .seconds,
        "The mean time to match over the matches made in the interval, defined like time_to_match_s of requests.csv.",
        formula: "mean(answered_s − submit_s)"
      ) { $0.meanTimeToMatch },
      .decimal(
        "mean_detour_s", .seconds,
        "The mean added detour of the matches made in the interval, as computed for the offer.",
        formula: "mean(detour_s of attempts.csv)"
      ) { $0.meanDetour },
    ])
}
