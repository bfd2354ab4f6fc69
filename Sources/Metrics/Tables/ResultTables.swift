import Quantities
import Simulation
public import Tables
import Travellers

/// The tables of a run as they are written into a folder, and what is known of them afterwards.
public struct ResultTables: Sendable {
  /// The tables that make the fingerprint, in its order: those of events. The summary has a digest of its own in the
  /// manifest, so that a new figure changes no fingerprint.
  public static let fingerprinted: [TableSchema] = [
    RunTable.requests.schema, RunTable.attempts.schema, RunTable.drivers.schema, RunTable.stops.schema,
    RunTable.timeseries.schema,
  ]

  /// The rows and the digest of each table written, in the order of writing.
  public private(set) var receipts: [(table: TableSchema, receipt: TableFile.Receipt)] = []
  private let folder: String?
  private let runID: String

  /// Prepares to write into the existing folder `folder`; nil writes no file, for the fingerprint alone.
  public init(folder: String?, runID: String) {
    self.folder = folder
    self.runID = runID
  }

  /// Writes the six tables of `run` that hang on scenario and seed alone, with the figures that were taken from it.
  ///
  /// - Throws: `TableError.unwritable` where the folder is missing, full or not to be written in.
  /// - Complexity: linear in requests, attempts, drivers, stops and intervals.
  public mutating func write(_ run: FinishedRun, figures: Figures, course: TimeSeries) throws(TableError) {
    try RowSource.with(run) { source throws(TableError) in
      try write(RunTable.requests, run.requests.indices.lazy.map { RequestRow($0, source) })
      try writeAttempts(RunTable.attempts, run, source)
      try write(RunTable.drivers, run.drivers.indices.lazy.map { DriverRow($0, source) })
      try writeByDriver(RunTable.stops, run.records.stops, of: run.drivers.count, driver: { $0.driver }) {
        StopRow($0, sequence: $1, source)
      }
    }
    try write(RunTable.timeseries, course.intervals)
    try write(
      RunTable.summary, figures.rows.lazy.map { SummaryRow(identity: run.identity, figure: $0) })
  }

  /// Writes `timing.csv`, which depends on the machine.
  public mutating func writeTiming(of run: FinishedRun) throws(TableError) {
    try RowSource.with(run) { source throws(TableError) in
      try writeAttempts(RunTable.timing, run, source)
    }
  }

  /// Writes `candidates.csv`, of which the records hold something only where a run was asked for it.
  public mutating func writeCandidates(of run: FinishedRun) throws(TableError) {
    let candidates = run.records.candidates
    let order = Self.order(of: candidates.count, keys: run.requests.count) { Int(candidates[$0].request) }
    try RowSource.with(run) { source throws(TableError) in
      try write(RunTable.candidates, order.lazy.map { CandidateRow(candidates[$0], source) })
    }
  }

  /// Writes `tracks.csv`, likewise.
  public mutating func writeTracks(of run: FinishedRun) throws(TableError) {
    try RowSource.with(run) { source throws(TableError) in
      try writeByDriver(RunTable.tracks, run.records.tracks, of: run.drivers.count, driver: { $0.driver }) {
        TrackRow($0, sequence: $1, source)
      }
    }
  }

  /// Writes `events.csv`, likewise.
  public mutating func writeEvents(of run: FinishedRun) throws(TableError) {
    try RowSource.with(run) { source throws(TableError) in
      try write(
        RunTable.events,
        run.records.log.enumerated().lazy.map { EventRow(source: source, event: $1, sequence: $0 + 1) })
    }
  }

  /// Writes `table` from `rows`.
  private mutating func write<Row>(_ table: Table<Row>, _ rows: some Sequence<Row>) throws(TableError) {
    var writer = try writer(of: table)
    for row in rows { try writer.append(row) }
    receipts.append((table.schema, try writer.close()))
  }

  private func writer<Row>(of table: Table<Row>) throws(TableError) -> TableWriter<Row> {
    try table.writer(
      to: folder.map { $0 + "/" + table.schema.fileName },
      constant: table.constant.map { _ in runID })
  }

  /// Writes a table of the attempts by request; those of one request stay in the order of the calls.
  private mutating func writeAttempts(
    _ table: Table<AttemptRow>, _ run: FinishedRun, _ source: UnsafePointer<RowSource>
  ) throws(TableError) {
    var writer = try writer(of: table)
    let attempts = run.records.attempts
    let order = Self.order(of: attempts.count, keys: run.requests.count) {
      Int(attempts[$0].request)
    }
    // Attempts of one request lie far apart in memory. A block of them is fetched in one go, where many fetches
    // are under way at a time; taken one by one between the writing, each would be waited for.
    let blockLength = 256
    var block: [AttemptRecord] = []
    block.reserveCapacity(blockLength)
    var start = 0
    while start < order.count {
      let end = min(start + blockLength, order.count)
      block.removeAll(keepingCapacity: true)
      for position in start..<end { block.append(attempts[order[position]]) }
      try block.withUnsafeBufferPointer { block throws(TableError) in
        for place in block.indices { try writer.append(AttemptRow(block.baseAddress! + place, source)) }
      }
      start = end
    }
    receipts.append((table.schema, try writer.close()))
  }

  /// Writes a table of `records` by driver, each with its number within the driver's trip, from 1; those of one driver stay in
  /// the order of the log.
  @inline(__always)
  private mutating func writeByDriver<Record, Row>(
    _ table: Table<Row>, _ records: [Record], of drivers: Int, driver: (Record) -> DriverIndex,
    row: (Record, Int) -> Row
  ) throws(TableError) {
    var writer = try writer(of: table)
    var last = DriverIndex.none
    var sequence = 0
    for index in Self.order(of: records.count, keys: drivers, by: { Int(driver(records[$0])) }) {
      let record = records[index]
      let owner = driver(record)
      sequence = owner == last ? sequence + 1 : 1
      last = owner
      try writer.append(row(record, sequence))
    }
    receipts.append((table.schema, try writer.close()))
  }

  /// The fingerprint of the tables written: equal scenarios and seeds have equal ones.
  ///
  /// - Precondition: those tables have been written.
  public var fingerprint: Fingerprint {
    Fingerprint(
      digests: Self.fingerprinted.map { schema in
        guard let entry = receipts.first(where: { $0.table.name == schema.name }) else {
          preconditionFailure("\(schema.fileName) has not been written")
        }
        return (schema.name, entry.receipt.sha256)
      })
  }

  /// The indexes 0 ..< `count` ordered by `key`, a number in 0 ..< `keys`; equal keys keep their order.
  ///
  /// - Complexity: O(count + keys), by counting.
  static func order(of count: Int, keys: Int, by key: (Int) -> Int) -> [Int] {
    var next = [Int](repeating: 0, count: keys + 1)
    for index in 0..<count { next[key(index) + 1] += 1 }
    for value in 0..<keys { next[value + 1] += next[value] }
    return [Int](unsafeUninitializedCapacity: count) { order, filled in
      for index in 0..<count {
        let value = key(index)
        order[next[value]] = index
        next[value] += 1
      }
      filled = count
    }
  }
}
