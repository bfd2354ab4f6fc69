import CarpoolScenario
import Ground
import Quantities
import Scenario
import Spaces
import Tables

extension PopulationMaker {
  /// Returns the sampler of trips by `od`, and reads the files of a trip matrix if it uses one.
  func sampler(
    _ od: Scenario.OriginDestination, _ population: inout Population
  ) throws(SynthesisError) -> TripSampler {
    var sampler: MatrixSampler?
    if let trips = od.matrix { sampler = try matrix(trips, &population) }
    return TripSampler(od, matrix: sampler, in: territory, longest: carpool.input.longestTrip)
  }

  /// Reads the zones, the trips between them, and the node weights.
  ///
  /// - Throws: `SynthesisError`, listing all faults of these files. If the zones are faulty, unknown zones in the
  ///   matrix are not reported.
  private func matrix(
    _ trips: Scenario.MatrixTrips, _ population: inout Population
  ) throws(SynthesisError) -> MatrixSampler {
    var faults: [SynthesisError.Fault] = []
    func read<Value>(_ body: () throws(TableError) -> Value) -> Value? {
      do throws(TableError) { return try body() } catch {
        faults.append(.table(error))
        return nil
      }
    }
    let zones = read { () throws(TableError) in
      try ZoneReader(
        path(of: trips.zones), file: trips.zones, nameKey: trips.zoneName,
        isGlobe: territory.space.geometry == .globe)
    }
    if let zones { faults += zones.faults }
    var table: MatrixTable?
    do throws(SynthesisError) {
      table = try self.table(trips, between: faults.isEmpty ? zones?.map : nil)
    } catch { faults += error.faults }
    let weights = trips.nodeWeights.flatMap { file in
      read { () throws(TableError) in try NodeWeights.read(path(of: file), in: territory) }
    }
    guard let zones, let table, faults.isEmpty else { throw SynthesisError(faults: faults) }
    guard let matrix = TripMatrix(table.cells, isHourly: table.isHourly) else {
      throw SynthesisError(.emptyMatrix(file: path(of: trips.trips)))
    }
    let geometry = territory.space.geometry
    let spread = trips.spread.map { radius in
      (radius: radius, centres: zones.map.zones.compactMap { $0.shape.point.map(geometry.position) })
    }
    var ends: [Int32: ZoneEnds] = [:]
    for zone in matrix.zones {
      let zoneAsRead = zones.map.zones[Int(zone)]
      do throws(ZoneProblem) {
        ends[zone] = try ZoneEnds(zoneAsRead, trips.ends, weights: weights, spread: spread, in: territory)
      } catch { faults.append(.zone(file: path(of: trips.zones), line: zoneAsRead.line, error)) }
    }
    guard faults.isEmpty else { throw SynthesisError(faults: faults) }
    try take(trips, zones, table.notices, rows: table.cells.count, into: &population)
    return MatrixSampler(
      matrix, file: trips.trips, names: zones.map.zones.map(\.name), ends: ends, in: territory,
      from: scenario.time.timeOfDay)
  }

  /// Reads the trips between the zones of `map`; if `map` is nil, only checks the file for faults.
  private func table(
    _ trips: Scenario.MatrixTrips, between map: ZoneMap?
  ) throws(SynthesisError) -> MatrixTable {
    let path = path(of: trips.trips)
    guard trips.isOMX else {
      do throws(TableError) {
        return try MatrixTable(contentsOf: path, file: trips.trips, between: map)
      } catch {
        throw SynthesisError(.table(error))
      }
    }
    do throws(OMXError) {
      let cells = try OMXFile(contentsOf: path).cells(of: trips.layers, lookup: trips.lookup, between: map)
      return MatrixTable(cells: cells, isHourly: trips.layers?.contains { !$0.isAllDay } ?? false)
    } catch {
      let told = error.problems.prefix(20).map { problem -> SynthesisError.Fault in
        if case .table(let error) = problem { return .table(error) }
        return .matrix(file: path, sentence: problem.sentence)
      }
      let more = error.problems.count - told.count
      throw SynthesisError(faults: told + (more > 0 ? [.more(file: path, faults: more)] : []))
    }
  }

  /// Adds the files of a matrix to the input files of `population`.
  private func take(
    _ trips: Scenario.MatrixTrips, _ zones: ZoneReader, _ notices: [InputNotice], rows: Int,
    into population: inout Population
  ) throws(SynthesisError) {
    var digests = InputDigests(folder: folder)
    do throws(TableError) {
      for (role, file) in trips.files {
        var input = try digests.input(role, file)
        if role == "matrix" { input.rows = rows }
        population.take(input, [])
      }
    } catch { throw SynthesisError(.table(error)) }
    population.inputNotices += zones.notices + notices
  }
}

extension Scenario.MatrixTrips {
  /// The files with their roles, in the order in which they are hashed into a run's identity.
  var files: [(role: String, file: String)] {
    [("zones", zones), ("matrix", trips)] + (nodeWeights.map { [("node_weights", $0)] } ?? [])
  }
}

/// The node weights read from a CSV file.
private enum NodeWeights {
  static func read(_ path: String, in territory: Territory) throws(TableError) -> [Int64: Double] {
    var rows = try CSVReader(contentsOf: path, as: .nodeWeights)
    let node = rows.column("node_id")
    let weight = rows.column("weight")
    try rows.checkColumns()
    var weights: [Int64: Double] = [:]
    while rows.next() {
      let id = rows.int64(node)
      let number = rows.double(weight)
      if territory.place(ofNode: id) == nil {
        rows.recordValue(node, expected: .other("a node of the network"))
      }
      if !(0...1e12).contains(number) {
        rows.recordValue(weight, expected: .other("a weight from 0 to 1e12"))
      }
      weights[id] = number
    }
    try rows.finish()
    return weights
  }
}

/// A trip matrix as read from its file.
struct MatrixTable {
  /// The maximum number of trips of a zone pair, which keeps all sums finite.
  static let most = 1e12

  var cells: [TripMatrix.Cell]
  /// Whether the numbers of trips depend on the hour.
  var isHourly: Bool
  var notices: [InputNotice] = []
}

extension MatrixTable {
  /// Reads a CSV file in long form at `path`, called `file` in messages: one row per pair of zones, and per hour if
  /// there are hours.
  ///
  /// - Parameter map: the zones; nil: the file is only checked for faults.
  /// - Throws: `TableError`, listing all faulty rows.
  init(contentsOf path: String, file: String, between map: ZoneMap?) throws(TableError) {
    var rows = try CSVReader(contentsOf: path, as: .matrix)
    let origin = rows.column("origin")
    let destination = rows.column("destination")
    let number = rows.column("number")
    let isHourly = rows.columnNames.contains("hour")
    let hour = isHourly ? rows.column("hour") : nil
    try rows.checkColumns()
    var cells: [TripMatrix.Cell] = []
    while rows.next() {
      // Each fault of a row is reported.
      let ends = (map?.zone(origin, &rows), map?.zone(destination, &rows))
      let trips = rows.double(number)
      if !(0...Self.most).contains(trips) {
        rows.recordValue(number, expected: .other("a number of trips from 0 to 1e12"))
      }
      let hour = hour.map { rows.int64($0, in: 0...23) } ?? 0
      if case (let from?, let to?) = ends {
        cells.append(
          TripMatrix.Cell(hour: UInt8(truncatingIfNeeded: hour), origin: from, destination: to, number: trips)
        )
      }
    }
    notices = rows.unknownColumns.map { .unknownColumn(file: file, name: $0.name, nearest: $0.nearest) }
    try rows.finish()
    self.cells = cells
    self.isHourly = isHourly
  }
}

/// The pairs of zones between which no possible trip was found, without duplicates, in order of occurrence.
struct PairFailures {
  private var pairs: [(origin: Int, destination: Int)] = []

  /// Adds a pair.
  mutating func add(_ origin: Int, _ destination: Int) {
    if !pairs.contains(where: { $0 == (origin, destination) }) { pairs.append((origin, destination)) }
  }

  /// Whether there are enough pairs for an error message.
  var areEnough: Bool { pairs.count >= 20 }

  /// Returns the error that lists all pairs; nil if there are none.
  func error(_ side: Side, _ matrix: MatrixSampler) -> SynthesisError? {
    guard !pairs.isEmpty else { return nil }
    return SynthesisError(
      faults: pairs.map { pair in
        .noTripBetween(
          side: side.field, origin: matrix.name(of: pair.origin),
          destination: matrix.name(of: pair.destination),
          draws: TripSampler.drawsOfPair)
      })
  }
}
