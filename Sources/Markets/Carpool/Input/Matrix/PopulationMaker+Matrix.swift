import CarpoolScenario
import Ground
import Quantities
import Scenario
import Spaces
import Tables

extension PopulationMaker {
  /// Returns the sampler of trips by `od`; for a matrix, its files are read.
  func sampler(
    _ od: Scenario.OriginDestination, _ population: inout Population
  ) throws(SynthesisError) -> TripSampler {
    var sampler: MatrixSampler?
    if let trips = od.matrix { sampler = try matrix(trips, &population) }
    return TripSampler(od, matrix: sampler, in: territory, longest: carpool.input.longestTrip)
  }

  /// Reads the zones, the trips between them and the weights of nodes.
  ///
  /// - Throws: `SynthesisError` with all faults of these files. If the zones are faulty, missing zones in the
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

  /// Reads the trips between the zones of `map`; without a map, only checks for faults.
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

  /// Adds the files of a matrix to the input files.
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
  /// The files with their roles, in the order in which they enter a run's identity.
  var files: [(role: String, file: String)] {
    [("zones", zones), ("matrix", trips)] + (nodeWeights.map { [("node_weights", $0)] } ?? [])
  }
}

/// The weights of nodes in a CSV file.
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
