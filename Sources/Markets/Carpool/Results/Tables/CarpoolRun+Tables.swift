public import Metrics
import Models
import Quantities
import Simulation
import Tables
import Travellers

extension CarpoolRun {
  /// The tables of a carpool run's result folder.
  public static let tables: RunTables<CarpoolRun> = RunTables(
    [
      RunTable(
        "requests", CarpoolTable.requests,
        columns: { $0.requestUsers.isEmpty ? CarpoolTable.requestsOfStrangers : CarpoolTable.requests }
      ) { run, source in run.requests.indices.lazy.map { RequestRow($0, source) } },
      RunTable("attempts", schema: CarpoolTable.attempts.schema) { run, tables throws(TableError) in
        let table = run.has(.choice) ? CarpoolTable.attempts : CarpoolTable.attemptsWithoutChoice
        try run.writeAttempts(table, into: &tables)
      },
      RunTable(
        "drivers", CarpoolTable.drivers,
        columns: { $0.driverUsers.isEmpty ? CarpoolTable.driversOfStrangers : CarpoolTable.drivers }
      ) { run, source in run.drivers.indices.lazy.map { DriverRow($0, source) } },
      RunTable("stops", schema: CarpoolTable.stops.schema) { run, tables throws(TableError) in
        // The number of the stop of the car follows from the rows before.
        var (number, isJoined) = (0, false)
        try run.writeByDriver(
          run.has(.sharedStops) ? CarpoolTable.stops : CarpoolTable.stopsOfEach, run.records.stops,
          driver: { $0.driver }, into: &tables
        ) { stop, sequence, source in
          number = sequence == 1 ? 1 : isJoined ? number : number + 1
          isJoined = stop.isJoined
          return StopRow(stop, sequence: sequence, number: number, source)
        }
      },
      RunTable("timeseries", CarpoolTable.timeseries) { TimeSeries(of: $0).intervals },
    ] + featureTables,
    onRequest: [
      RunTable("tracks", schema: CarpoolTable.tracks.schema) { run, tables throws(TableError) in
        try run.writeByDriver(CarpoolTable.tracks, run.records.tracks, driver: { $0.driver }, into: &tables) {
          TrackRow($0, sequence: $1, $2)
        }
      },
      RunTable("candidates", CarpoolTable.candidates) { run, source in
        let candidates = run.records.candidates
        return run.order(of: candidates, by: \.request).lazy.map { CandidateRow(candidates[$0], source) }
      },
      RunTable("events", CarpoolTable.events) { run, source in
        run.records.log.enumerated().lazy.map {
          CarpoolEventRow(source: source, event: $1, sequence: $0 + 1)
        }
      },
    ] + tablesOfServiceOnRequest,
    ofMachine: [
      RunTable("timing", schema: CarpoolTable.timing.schema) { run, tables throws(TableError) in
        try run.writeAttempts(CarpoolTable.timing, into: &tables)
      }
    ])

  /// Returns the indices of `records` sorted by request; records of the same request retain their order.
  func order<Record>(of records: [Record], by request: (Record) -> RequestIndex) -> [Int] {
    ResultTables.order(of: records.count, keys: requests.count) { Int(request(records[$0])) }
  }

  /// Writes a table of the attempts sorted by request; attempts of the same request stay in the order of the matcher's
  /// calls.
  private func writeAttempts(
    _ table: Table<CarpoolAttemptRow>, into tables: inout ResultTables
  ) throws(TableError) {
    var writer = try tables.writer(of: table)
    let attempts = records.attempts
    let order = order(of: attempts, by: \.request)
    try RowSource.with(self) { source throws(TableError) in
      try attempts.withUnsafeBufferPointer { attempts throws(TableError) in
        guard let first = attempts.baseAddress else { return }
        for place in order.indices {
          // Attempts of one request are far apart in memory; without prefetching, each would be a cache miss.
          if place + 24 < order.count { Memory.fetch(elementAt: first + order[place + 24]) }
          try writer.append(CarpoolAttemptRow(first + order[place], source))
        }
      }
    }
    tables.finish(table.schema, try writer.close())
  }

  /// Writes a table of `records` sorted by driver, numbered from 1 within each driver's trip; records of the same
  /// driver stay in chronological order.
  @inline(__always)
  private func writeByDriver<Record, Row>(
    _ table: Table<Row>, _ records: [Record], driver: (Record) -> DriverIndex,
    into tables: inout ResultTables, row: (Record, Int, UnsafePointer<RowSource>) -> Row
  ) throws(TableError) {
    var writer = try tables.writer(of: table)
    let order = ResultTables.order(of: records.count, keys: drivers.count) { Int(driver(records[$0])) }
    try RowSource.with(self) { source throws(TableError) in
      var last = DriverIndex.none
      var sequence = 0
      for index in order {
        let record = records[index]
        let owner = driver(record)
        sequence = owner == last ? sequence + 1 : 1
        last = owner
        try writer.append(row(record, sequence, source))
      }
    }
    tables.finish(table.schema, try writer.close())
  }
}

extension RunTable where Run == CarpoolRun {
  /// Creates the entry for `table`, called `name`, whose rows `rows` creates from a run and their source. Runs for
  /// which `isPart` is true have the table, with the columns of `columns`, or all columns if that is nil.
  @inline(__always)
  init<Row: ResultRow, Rows: Sequence<Row> & SendableMetatype>(
    _ name: String, _ table: @autoclosure @escaping @Sendable () -> Table<Row>,
    where isPart: @escaping @Sendable (CarpoolRun) -> Bool = { _ in true },
    columns: (@Sendable (CarpoolRun) -> Table<Row>)? = nil,
    rows: @escaping @Sendable (CarpoolRun, UnsafePointer<RowSource>) -> Rows
  ) {
    self.init(name, schema: table().schema, where: isPart) { run, tables throws(TableError) in
      try RowSource.with(run) { source throws(TableError) in
        try tables.write(columns?(run) ?? table(), rows(run, source))
      }
    }
  }
}
