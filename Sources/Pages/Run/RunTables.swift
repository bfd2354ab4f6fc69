import JSON5
import Metrics
import Run
import Tables

/// The tables of a run as its page needs them, travellers by their places in the tables.
struct RunTables {
  let requests: RecordedTable
  let attempts: RecordedTable
  let drivers: RecordedTable
  let stops: RecordedTable
  let timeseries: RecordedTable
  /// nil where they were not recorded.
  let tracks: RecordedTable?
  let requestNames: [String]
  let driverNames: [String]
  /// For each request the place of its driver, −1 for none.
  let driverOfRequest: [Int64]
  /// For each stop the place of its request, −1 for none.
  let requestOfStop: [Int64]
  /// For each attempt the place of the driver asked, −1 for none.
  let driverOfAttempt: [Int64]
  /// For each request the rows of its attempts, for each driver those of the stops and of the track.
  let attemptsOfRequest: [Range<Int>]
  let stopsOfDriver: [Range<Int>]
  let tracksOfDriver: [Range<Int>]

  /// Reads them.
  ///
  /// - Throws: `TableError`, `RecordedRunError` or `PageError` where the folder is damaged.
  init(_ run: RecordedRun) throws {
    requests = try run.table(
      RunTable.requests.schema,
      [.word("request_id"), .word("outcome"), .word("cause"), .word("driver_id"), .word("probe")]
        + Self.requestNumbers.map { .number($0) })
    attempts = try run.table(
      RunTable.attempts.schema,
      [.group("request_id"), .word("outcome"), .word("cause"), .word("driver_id")]
        + Self.attemptNumbers.map { .number($0) })
    drivers = try run.table(
      RunTable.drivers.schema,
      [.word("driver_id"), .word("outcome")] + Self.driverNumbers.map { .number($0) })
    stops = try run.table(
      RunTable.stops.schema,
      [.group("driver_id"), .word("kind"), .word("request_id")] + Self.stopNumbers.map { .number($0) })
    timeseries = try run.table(
      RunTable.timeseries.schema, RunTable.timeseries.schema.columnNames.dropFirst().map { .number($0) })
    tracks =
      try run.has(RunTable.tracks.schema)
      ? run.table(
        RunTable.tracks.schema, [.group("driver_id"), .number("time_s"), .number("x"), .number("y")]) : nil

    // Ids ascend in the tables, so that a name stands for its row.
    func names(_ table: RecordedTable, _ column: String, _ file: TableSchema) throws -> [String] {
      let ids = table.words(column)
      guard ids.texts.count == table.count else {
        throw PageError.damaged(folder: run.folder, what: "\(file.fileName) has a \(column) twice")
      }
      return ids.texts
    }
    requestNames = try names(requests, "request_id", RunTable.requests.schema)
    driverNames = try names(drivers, "driver_id", RunTable.drivers.schema)
    let known = (
      request: Dictionary(uniqueKeysWithValues: requestNames.enumerated().map { ($1, Int64($0)) }),
      driver: Dictionary(uniqueKeysWithValues: driverNames.enumerated().map { ($1, Int64($0)) })
    )
    func places(of words: RecordedTable.Words, in known: [String: Int64], _ column: String) throws -> [Int64]
    {
      let place = try words.texts.map { text -> Int64 in
        if text.isEmpty { return -1 }
        guard let place = known[text] else {
          throw PageError.damaged(
            folder: run.folder, what: "no table has the \(column) \(text) that others name")
        }
        return place
      }
      return words.places.map { place[Int($0)] }
    }
    driverOfRequest = try places(of: requests.words("driver_id"), in: known.driver, "driver_id")
    requestOfStop = try places(of: stops.words("request_id"), in: known.request, "request_id")
    driverOfAttempt = try places(of: attempts.words("driver_id"), in: known.driver, "driver_id")
    func rows(of table: RecordedTable?, _ column: String, in known: [String: Int64]) throws -> [Range<Int>] {
      var rows = [Range<Int>](repeating: 0..<0, count: known.count)
      for group in table?.groups(column) ?? [] {
        guard let place = known[group.text], rows[Int(place)].isEmpty else {
          throw PageError.damaged(
            folder: run.folder, what: "the rows of \(column) \(group.text) do not stand where they belong")
        }
        rows[Int(place)] = group.rows
      }
      return rows
    }
    attemptsOfRequest = try rows(of: attempts, "request_id", in: known.request)
    stopsOfDriver = try rows(of: stops, "driver_id", in: known.driver)
    tracksOfDriver = try rows(of: tracks, "driver_id", in: known.driver)
  }

  private static let requestNumbers = [
    "submit_s", "origin_x", "origin_y", "destination_x", "destination_y", "party_size", "match_s", "pickup_s",
    "dropoff_s", "wait_s",
  ]
  static let funnelColumns = [
    "drivers_active", "in_radius", "on_route", "with_seats", "with_preferences", "within_limits",
  ]
  private static let attemptNumbers = ["cycle", "attempt", "time_s", "answered_s"] + funnelColumns
  private static let driverNumbers = [
    "depart_s", "arrive_s", "seats", "passengers_served", "detour_s", "origin_x", "origin_y",
  ]
  private static let stopNumbers = [
    "sequence", "arrive_s", "leave_s", "party_size", "x", "y", "odometer_m", "on_board_after",
  ]

  /// When each request stopped waiting: at its pickup, or when nothing was tried any more.
  var ends: [Int64] {
    let pickups = requests.numbers("pickup_s")
    let (times, answers) = (attempts.numbers("time_s"), attempts.numbers("answered_s"))
    return pickups.indices.map { place in
      if pickups[place] != RecordedTable.none { return pickups[place] }
      guard let last = attemptsOfRequest[place].last else { return requests.numbers("submit_s")[place] }
      return max(times[last], answers[last])
    }
  }
}
