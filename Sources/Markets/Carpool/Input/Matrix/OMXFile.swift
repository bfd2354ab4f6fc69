import CHDF5
import CarpoolScenario
import Scenario
import Tables

/// A file of matrices in the Open Matrix format (https://github.com/osPlanning/omx/wiki/Specification): HDF5 with square arrays
/// under `data`, and lists of the zones' names under `lookup`.
struct OMXFile: ~Copyable {
  private let file: OpaquePointer
  let path: String

  /// Opens the file at `path`.
  init(contentsOf path: String) throws(OMXError) {
    guard detour_hdf5_is_there() != 0 else { throw OMXError([.noLibrary]) }
    guard let file = detour_hdf5_open(path) else { throw OMXError([.notHDF5]) }
    self.file = file
    self.path = path
  }

  deinit { detour_hdf5_close(file) }

  /// Reads the trips of `layers` between the zones of `map`.
  ///
  /// - Parameters:
  ///   - layers: the matrices that are added up, with their hours; nil for the only one.
  ///   - lookup: the list of the zones' names; nil for the only one, or the numbers from 1 where there is none.
  /// - Throws: Everything that is wrong with the file.
  func cells(
    of layers: [Scenario.MatrixTrips.Layer]?, lookup: String?, between map: ZoneMap?
  ) throws(OMXError) -> [TripMatrix.Cell] {
    var problems: [OMXError.Problem] = []
    let present = names(in: "data")
    let wanted = layers ?? (present.count == 1 ? [Scenario.MatrixTrips.Layer(name: present[0])] : [])
    if wanted.isEmpty { problems.append(.whichLayer(present: present)) }
    problems += wanted.filter { !present.contains($0.name) }.map { .noLayer($0.name, present: present) }
    let found = wanted.filter { present.contains($0.name) }
    let sizes = found.map { (name: $0.name, extents: extents(of: "data/\($0.name)")) }
    problems += sizes.filter { $0.extents.count != 2 || $0.extents[0] != $0.extents[1] }.map {
      .notSquare($0.name)
    }
    guard problems.isEmpty, let size = sizes.first?.extents[0] else { throw OMXError(problems) }
    problems += sizes.filter { $0.extents[0] != size }.map { .otherSize($0.name, sizes[0].name) }
    let (bytes, isTooLarge) = size.multipliedReportingOverflow(by: size * 16)
    if isTooLarge || bytes > PhysicalMemory.bytes { problems.append(.tooLarge(size)) }
    var zones: [String] = []
    do throws(OMXError) { zones = try names(ofZones: size, lookup) } catch { problems += error.problems }
    guard problems.isEmpty else { throw OMXError(problems) }
    let isHourly = found.contains { !$0.isAllDay }
    var gathered = OMXCells(zones: zones, places: map.map { map in zones.map(map.zone) })
    for layer in found {
      guard let values = read("data/\(layer.name)", count: size * size) else {
        throw OMXError([.notSquare(layer.name)])
      }
      gathered.add(values, of: layer, isHourly: isHourly)
    }
    if !gathered.problems.isEmpty { throw OMXError(gathered.problems) }
    return gathered.cells
  }

  /// The names of the zones in the order of rows and columns.
  private func names(ofZones size: Int, _ lookup: String?) throws(OMXError) -> [String] {
    let present = names(in: "lookup")
    guard let name = lookup ?? (present.count <= 1 ? present.first : nil) else {
      if present.isEmpty { return (1...max(1, size)).map(String.init) }
      throw OMXError([.whichLookup(present: present)])
    }
    guard present.contains(name) else { throw OMXError([.noLookup(name, present: present)]) }
    guard extents(of: "lookup/\(name)") == [size], let values = read("lookup/\(name)", count: size) else {
      throw OMXError([.badLookup(name, size)])
    }
    return values.map { Int64(exactly: $0).map(String.init) ?? "\($0)" }
  }

  /// The names of the members of a group, sorted; none where there is no group.
  private func names(in group: String) -> [String] {
    (0..<max(0, detour_hdf5_count(file, group))).compactMap { index in
      var name = [CChar](repeating: 0, count: 1024)
      let length = detour_hdf5_name(file, group, index, &name, name.count)
      guard length > 0, length < name.count else { return nil }
      return String(decoding: name.prefix(Int(length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }.sorted()
  }

  /// The extents of an array of numbers of one or two dimensions; none where there is no such array.
  private func extents(of array: String) -> [Int] {
    var extents: [UInt64] = [0, 0]
    let dimensions = detour_hdf5_extents(file, array, &extents)
    guard dimensions == 1 || dimensions == 2 else { return [] }
    return extents.prefix(Int(dimensions)).map { Int(clamping: $0) }
  }

  private func read(_ array: String, count: Int) -> [Double]? {
    var values = [Double](repeating: 0, count: count)
    return detour_hdf5_read(file, array, &values) == 0 ? values : nil
  }
}

/// The cells that are read, and what is wrong with them.
private struct OMXCells {
  let zones: [String]
  /// The zones of rows and columns among those of the zones' file, nil where it has none of that name; nil where that file is not
  /// known, and the numbers alone are looked at.
  let places: [Int32?]?
  private(set) var cells: [TripMatrix.Cell] = []
  private(set) var problems: [OMXError.Problem] = []
  private var strangers: Set<Int> = []

  /// The faults of cells after which no more are looked for.
  private static let enough = 1_000

  init(zones: [String], places: [Int32?]?) {
    self.zones = zones
    self.places = places
  }

  /// Adds the cells of a layer: its trips are spread evenly over its hours.
  mutating func add(_ values: [Double], of layer: Scenario.MatrixTrips.Layer, isHourly: Bool) {
    let hours = isHourly ? layer.from..<layer.to : 0..<1
    for row in zones.indices where problems.count < Self.enough {
      for column in zones.indices where values[row * zones.count + column] != 0 {
        let number = values[row * zones.count + column]
        guard (0...MatrixTable.most).contains(number) else {
          problems.append(.badNumber(layer.name, zones[row], zones[column], number))
          continue
        }
        guard let places else { continue }
        guard let origin = places[row], let destination = places[column] else {
          for zone in [row, column] where places[zone] == nil && strangers.insert(zone).inserted {
            problems.append(.unknownZone(zones[zone]))
          }
          continue
        }
        for hour in hours {
          cells.append(
            TripMatrix.Cell(
              hour: UInt8(hour), origin: origin, destination: destination,
              number: number / Double(hours.count)))
        }
      }
    }
  }
}

/// Everything that is wrong with a file of matrices.
struct OMXError: Error {
  let problems: [Problem]

  init(_ problems: [Problem]) { self.problems = problems }

  /// One of the things that are wrong.
  enum Problem {
    case noLibrary
    case notHDF5
    case whichLayer(present: [String])
    case noLayer(String, present: [String])
    case notSquare(String)
    case otherSize(String, String)
    case tooLarge(Int)
    case whichLookup(present: [String])
    case noLookup(String, present: [String])
    case badLookup(String, Int)
    case unknownZone(String)
    case badNumber(String, String, String, Double)
  }
}

extension OMXError.Problem {
  /// The fault, and what would be right.
  var sentence: String {
    switch self {
    case .noLibrary:
      "OMX files are read by libhdf5, which is not on this machine; install it (Debian: libhdf5-103-1), or give a CSV file"
    case .notHDF5: "this is no HDF5 file that can be read; give an OMX file, or a CSV file that ends in .csv"
    case .whichLayer(let present):
      "the file has \(Self.list(present, "matrices")); name those that hold the trips (`layers`)"
    case .noLayer(let name, let present):
      "there is no matrix \(name); the file has \(Self.list(present, "matrices"))"
    case .notSquare(let name): "matrix \(name) is no square of numbers"
    case .otherSize(let name, let first): "matrix \(name) is of another size than \(first)"
    case .tooLarge(let size): "\(size) zones are more than fit into the memory of this machine"
    case .whichLookup(let present):
      "the file names its zones in \(Self.list(present, "ways")); say in which (`lookup`)"
    case .noLookup(let name, let present):
      "there is no lookup \(name); the file has \(Self.list(present, "lookups"))"
    case .badLookup(let name, let size): "lookup \(name) is no list of \(size) numbers, one for each zone"
    case .unknownZone(let name): "zone \(name) has trips and does not stand in the file of the zones"
    case .badNumber(let layer, let origin, let destination, let number):
      "matrix \(layer) has \(number) trips from zone \(origin) to zone \(destination); from 0 to 1e12 may be"
    }
  }

  private static func list(_ names: [String], _ things: String) -> String {
    names.isEmpty ? "no \(things)" : "the \(things) \(names.prefix(20).joined(separator: ", "))"
  }
}
