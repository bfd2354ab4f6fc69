import Carpool
import Lifecycle
import Matching
import Metrics
import Run
import Simulation
import Tables
import Travellers

/// The tables of a run as its page needs them, travellers by their places in the tables.
struct PageTables {
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
      CarpoolTable.requests.schema,
      [.word("request_id"), .word("outcome"), .word("cause"), .word("driver_id"), .word("probe")]
        + [.required("submit_s"), .required("party_size")] + Self.requestNumbers.map { .number($0) })
    attempts = try run.table(
      CarpoolTable.attempts.schema,
      [.group("request_id"), .word("outcome"), .word("driver_id")]
        + ["cycle", "attempt", "time_s", "drivers_active"].map { .required($0) }
        + (["answered_s"] + Self.stageColumns).map { .number($0) })
    drivers = try run.table(
      CarpoolTable.drivers.schema,
      [.word("driver_id"), .word("outcome"), .required("seats")] + Self.driverNumbers.map { .number($0) })
    stops = try run.table(
      CarpoolTable.stops.schema,
      [.group("driver_id"), .word("kind"), .word("request_id"), .number("leave_s"), .number("party_size")]
        + ["arrive_s", "x", "y", "on_board_after"].map { .required($0) })
    timeseries = try run.table(
      CarpoolTable.timeseries.schema,
      CarpoolTable.timeseries.schema.columnNames.dropFirst().map {
        ["from_s", "to_s"].contains($0) ? .required($0) : .number($0)
      })
    tracks =
      try run.has(CarpoolTable.tracks.schema)
      ? run.table(
        CarpoolTable.tracks.schema,
        [.group("driver_id"), .required("time_s"), .required("x"), .required("y")])
      : nil

    // Ids ascend in the tables, so that a name stands for its row.
    func names(_ table: RecordedTable, _ column: String, _ file: TableSchema) throws -> [String] {
      let ids = table.words(column)
      guard ids.texts.count == table.count else {
        throw PageError.damaged(folder: run.folder, what: "\(file.fileName) has a \(column) twice")
      }
      return ids.texts
    }
    requestNames = try names(requests, "request_id", CarpoolTable.requests.schema)
    driverNames = try names(drivers, "driver_id", CarpoolTable.drivers.schema)
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
      // Blocks give how many rows each traveller has: they have to stand in the travellers' order.
      var last = -1
      for group in table?.groups(column) ?? [] {
        guard let place = known[group.text], Int(place) > last else {
          throw PageError.damaged(
            folder: run.folder, what: "the rows of \(column) \(group.text) do not stand where they belong")
        }
        rows[Int(place)] = group.rows
        last = Int(place)
      }
      return rows
    }
    attemptsOfRequest = try rows(of: attempts, "request_id", in: known.request)
    stopsOfDriver = try rows(of: stops, "driver_id", in: known.driver)
    tracksOfDriver = try rows(of: tracks, "driver_id", in: known.driver)
  }

  private static let requestNumbers = [
    "origin_x", "origin_y", "destination_x", "destination_y", "match_s", "pickup_s", "dropoff_s", "wait_s",
  ]
  static let stageColumns = Stage.allCases.map(\.column)
  private static let driverNumbers = [
    "depart_s", "passengers_served", "detour_s", "origin_x", "origin_y",
  ]

  /// When each request stopped waiting, as far as the tables say it: at its pickup, when nothing was tried any more, or
  /// when a passenger who left had waited for `patience`.
  func ends(patience: Int64?) -> [Int64] {
    let (submits, pickups) = (requests.numbers("submit_s"), requests.numbers("pickup_s"))
    let (times, answers) = (attempts.numbers("time_s"), attempts.numbers("answered_s"))
    let outcomes = requests.words("outcome")
    return pickups.indices.map { place in
      if pickups[place] != RecordedTable.none { return pickups[place] }
      let last = attemptsOfRequest[place].last.map { max(times[$0], answers[$0]) } ?? submits[place]
      let hasLeft =
        outcomes.texts[Int(outcomes.places[place])] == RequestOutcome.cancelledByPassenger.rawValue
      guard hasLeft, let patience else { return last }
      return max(last, submits[place] + patience)
    }
  }

  /// Of how many passengers the stories take a few seconds: each attempt looks at every driver on the road, and closely at
  /// those within r.
  var affordableStories: Int {
    guard attempts.count > 0 else { return .max }
    let active = attempts.numbers("drivers_active").reduce(0.0) { $0 + Double($1) }
    let near = attempts.numbers(Stage.radius.column).reduce(0.0) { $0 + Double(max(0, $1)) }
    let looks = max(1, (active + 20 * near) / Double(requests.count))
    return max(200, Int(min(1e9, 2e7 / looks)))
  }
}

/// Rows of the input that took no part.
extension PageTables {
  /// How many rows of `table`, which has outcomes, were refused.
  func refused(in table: RecordedTable) -> Int {
    let outcomes = table.words("outcome")
    return outcomes.places.count { outcomes.texts[Int($0)] == RequestOutcome.refusedInput.rawValue }
  }

  /// Why requests were refused, the most frequent cause first.
  var refusalCauses: [(cause: String, count: Int)] {
    let (outcomes, causes) = (requests.words("outcome"), requests.words("cause"))
    var counts = Array(repeating: 0, count: causes.texts.count)
    for (outcome, cause) in zip(outcomes.places, causes.places)
    where outcomes.texts[Int(outcome)] == RequestOutcome.refusedInput.rawValue { counts[Int(cause)] += 1 }
    return zip(causes.texts, counts).filter { $1 > 0 }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
      .map { (cause: $0, count: $1) }
  }
}
