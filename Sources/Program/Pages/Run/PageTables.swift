import Carpool
import Lifecycle
import Matching
import Run
import Simulation
import Tables
import Travellers

/// The tables of a run in the form used by its page, with travellers as indices.
struct PageTables {
  let requests: RecordedTable
  let attempts: RecordedTable
  let drivers: RecordedTable
  let stops: RecordedTable
  /// Whether several parties may share a stop of a car; stops are then numbered.
  let sharesStops: Bool
  let timeseries: RecordedTable
  /// The tracks; nil if they were not recorded.
  let tracks: RecordedTable?
  /// The cancellations; nil if no passenger cancels an approaching car.
  let cancellations: RecordedTable?
  /// The provisional pairs; nil if pairs are binding at once.
  let pairs: RecordedTable?
  /// The walks to and from cars; nil if nobody walks.
  let walks: RecordedTable?
  /// The index of each walk's request.
  let requestOfWalk: [Int64]
  let requestNames: [String]
  let driverNames: [String]
  /// The index of each cancellation's request.
  let requestOfCancellation: [Int64]
  /// The indices of each pair's request and driver.
  let requestOfPair: [Int64]
  let driverOfPair: [Int64]
  /// The index of each request's driver, −1 for none.
  let driverOfRequest: [Int64]
  /// The index of each stop's request, −1 for none.
  let requestOfStop: [Int64]
  /// The index of the driver asked in each attempt, −1 for none.
  let driverOfAttempt: [Int64]
  /// The rows of each request's attempts, and of each driver's stops and track.
  let attemptsOfRequest: [Range<Int>]
  let stopsOfDriver: [Range<Int>]
  let tracksOfDriver: [Range<Int>]

  /// Reads the tables.
  ///
  /// - Throws: `TableError`, `RecordedRunError` or `PageError` if the folder is damaged.
  init(_ run: RecordedRun) throws {
    requests = try run.table(CarpoolTable.requests.schema, Self.requestColumns)
    attempts = try run.table(CarpoolTable.attempts.schema, Self.attemptColumns)
    drivers = try run.table(CarpoolTable.drivers.schema, Self.driverColumns)
    sharesStops = try run.columnNames(of: CarpoolTable.stops.schema).contains("stop")
    stops = try run.table(
      CarpoolTable.stops.schema, Self.stopColumns + (sharesStops ? [.required("stop")] : []))
    timeseries = try run.table(CarpoolTable.timeseries.schema, Self.timeseriesColumns)
    let hasTracks = run.has(CarpoolTable.tracks.schema)
    tracks = try hasTracks ? run.table(CarpoolTable.tracks.schema, Self.trackColumns) : nil

    let hasCancellations = run.has(CarpoolTable.cancellations.schema)
    cancellations =
      try hasCancellations
      ? run.table(CarpoolTable.cancellations.schema, [.word("request_id"), .required("cancelled_s")]) : nil

    let hasPairs = run.has(CarpoolTable.provisional.schema)
    pairs = try hasPairs ? run.table(CarpoolTable.provisional.schema, Self.pairColumns) : nil

    walks =
      try run.has(CarpoolTable.walks.schema) ? run.table(CarpoolTable.walks.schema, Self.walkColumns) : nil

    let requestRoll = try Roll(requests, "request_id", CarpoolTable.requests.schema, run)
    let driverRoll = try Roll(drivers, "driver_id", CarpoolTable.drivers.schema, run)
    requestNames = requestRoll.names
    driverNames = driverRoll.names
    driverOfRequest = try driverRoll.places(in: requests)
    requestOfCancellation = try cancellations.map { try requestRoll.places(in: $0) } ?? []
    requestOfPair = try pairs.map { try requestRoll.places(in: $0) } ?? []
    driverOfPair = try pairs.map { try driverRoll.places(in: $0) } ?? []
    requestOfWalk = try walks.map { try requestRoll.places(in: $0) } ?? []
    requestOfStop = try requestRoll.places(in: stops)
    driverOfAttempt = try driverRoll.places(in: attempts)
    attemptsOfRequest = try requestRoll.rows(in: attempts)
    stopsOfDriver = try driverRoll.rows(in: stops)
    tracksOfDriver = try driverRoll.rows(in: tracks)
  }

  static let stageColumns = Stage.allCases.map(\.column)

  private static let requestColumns: [RecordedTable.Want] =
    ["request_id", "outcome", "cause", "driver_id", "probe"].map { .word($0) }
    + ["submit_s", "party_size"].map { .required($0) }
    + ["origin_x", "origin_y", "destination_x", "destination_y"].map { .number($0) }
    + ["match_s", "pickup_s", "dropoff_s", "wait_s"].map { .number($0) }
  private static let attemptColumns: [RecordedTable.Want] =
    [.group("request_id"), .word("outcome"), .word("driver_id"), .word("binding_limit")]
    + ["cycle", "attempt", "time_s", "drivers_active"].map { .required($0) }
    + (["answered_s"] + stageColumns).map { .number($0) }
  private static let driverColumns: [RecordedTable.Want] =
    [.word("driver_id"), .word("outcome"), .required("seats")]
    + ["depart_s", "passengers_served", "detour_s", "origin_x", "origin_y", "destination_x"].map {
      .number($0)
    }
  private static let stopColumns: [RecordedTable.Want] =
    [.group("driver_id"), .word("kind"), .word("request_id"), .number("leave_s"), .number("party_size")]
    + ["arrive_s", "x", "y", "on_board_after"].map { .required($0) }
  private static let timeseriesColumns: [RecordedTable.Want] =
    CarpoolTable.timeseries.schema.columnNames.dropFirst().map {
      ["from_s", "to_s"].contains($0) ? .required($0) : .number($0)
    }
  private static let trackColumns: [RecordedTable.Want] =
    [.group("driver_id"), .required("time_s"), .required("x"), .required("y")]
  private static let walkColumns: [RecordedTable.Want] =
    [.word("request_id"), .required("cycle"), .required("attempt")]
    + ["walk_to_pickup_s", "walk_from_dropoff_s", "pickup_x", "pickup_y", "dropoff_x", "dropoff_y"].map {
      .number($0)
    }
  private static let pairColumns: [RecordedTable.Want] =
    [.word("request_id"), .word("driver_id"), .required("from_s"), .number("until_s")]

  /// Returns the times at which requests stopped waiting, as far as the tables contain them: at the pickup, after the
  /// last attempt, at a passenger's cancellation, or after `patience`.
  func ends(patience: Int64?) -> [Int64] {
    let (submits, pickups) = (requests.numbers("submit_s"), requests.numbers("pickup_s"))
    let (times, answers) = (attempts.numbers("time_s"), attempts.numbers("answered_s"))
    let (outcomes, causes) = (requests.words("outcome"), requests.words("cause"))
    let cancelled = Dictionary(
      zip(requestOfCancellation, cancellations?.numbers("cancelled_s") ?? []), uniquingKeysWith: max)
    return pickups.indices.map { place in
      if pickups[place] != RecordedTable.none { return pickups[place] }
      if let time = cancelled[Int64(place)] { return time }
      let last = attemptsOfRequest[place].last.map { max(times[$0], answers[$0]) } ?? submits[place]
      let hasLeft =
        outcomes[place] == RequestOutcome.cancelledByPassenger.rawValue
        && causes[place] != Cause.choice.rawValue
      guard hasLeft, let patience else { return last }
      return max(last, submits[place] + patience)
    }
  }

  /// The number of passengers whose stories take a few seconds to compute: each attempt examines every driver on the
  /// road, and those within the radius in detail.
  var affordableStories: Int {
    guard attempts.count > 0 else { return .max }
    let active = attempts.numbers("drivers_active").reduce(0.0) { $0 + Double($1) }
    let near = attempts.numbers(Stage.radius.column).reduce(0.0) { $0 + Double(max(0, $1)) }
    let looks = max(1, (active + 20 * near) / Double(requests.count))
    return max(200, Int(min(1e9, 2e7 / looks)))
  }
}

/// Input rows excluded from the run.
extension PageTables {
  /// Returns the number of refused rows in `table`, which has a column of outcomes.
  func refused(in table: RecordedTable) -> Int {
    let outcomes = table.words("outcome")
    return outcomes.places.count { outcomes.texts[Int($0)] == RequestOutcome.refusedInput.rawValue }
  }

  /// The causes of refused requests, the most frequent first.
  var refusalCauses: [(cause: String, count: Int)] {
    let (outcomes, causes) = (requests.words("outcome"), requests.words("cause"))
    var counts = Array(repeating: 0, count: causes.texts.count)
    for (outcome, cause) in zip(outcomes.places, causes.places)
    where outcomes.texts[Int(outcome)] == RequestOutcome.refusedInput.rawValue { counts[Int(cause)] += 1 }
    return zip(causes.texts, counts).filter { $1 > 0 }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
      .map { (cause: $0, count: $1) }
  }
}

/// The rows of a table by name, for references from other tables: travellers, jobs, providers.
struct Roll {
  let names: [String]
  private let placeOfName: [String: Int64]
  private let column: String
  private let folder: String

  /// Reads the names in `column` of `table`, which must be unique.
  init(_ table: RecordedTable, _ column: String, _ schema: TableSchema, _ run: RecordedRun) throws {
    names = table.words(column).texts
    guard names.count == table.count else {
      throw PageError.damaged(folder: run.folder, what: "\(schema.fileName) has a \(column) twice")
    }
    placeOfName = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, Int64($0)) })
    self.column = column
    folder = run.folder
  }

  /// Returns the index of the name in each row of `table`, −1 for none.
  func places(in table: RecordedTable) throws -> [Int64] {
    let words = table.words(column)
    let places = try words.texts.map { text -> Int64 in
      if text.isEmpty { return -1 }
      guard let place = placeOfName[text] else {
        throw PageError.damaged(
          folder: folder, what: "no table has the \(column) \(text) that others name")
      }
      return place
    }
    return words.places.map { places[Int($0)] }
  }

  /// Returns the rows of `table` for each name.
  func rows(in table: RecordedTable?) throws -> [Range<Int>] {
    var rows = [Range<Int>](repeating: 0..<0, count: names.count)
    // Blocks store the number of rows for each name: they must be in the order of the names.
    var last = -1
    for group in table?.groups(column) ?? [] {
      guard let place = placeOfName[group.text], Int(place) > last else {
        throw PageError.damaged(
          folder: folder, what: "the rows of \(column) \(group.text) do not stand where they belong")
      }
      rows[Int(place)] = group.rows
      last = Int(place)
    }
    return rows
  }
}
