import CHDF5
import CarpoolScenario
import Quantities
import Scenario
import Tables

/// A matrix file in the Open Matrix format (https://github.com/osPlanning/omx/wiki/Specification): HDF5 with square
/// arrays under `data`, and lists of zone names under `lookup`.
struct OMXFile: ~Copyable {
  private let file: OpaquePointer
  let path: String

  /// The maximum size of a matrix in memory, in bytes.
  private let most: Int

  /// Opens the file at `path`.
  init(contentsOf path: String, limit: InputLimit = .current) throws(OMXError) {
    guard detour_hdf5_is_there() != 0 else {
      let trouble = String(cString: detour_hdf5_trouble())
      throw OMXError([trouble.isEmpty ? .noLibrary : .brokenLibrary(trouble)])
    }
    let size = try Self.size(ofFile: path)
    guard let file = detour_hdf5_open(path) else { throw OMXError([.notHDF5]) }
    self.file = file
    self.path = path
    most = limit.unpacked(from: size)
  }

  /// Returns the size of the file at `path`, in bytes; rejects named pipes, on which HDF5 would block.
  private static func size(ofFile path: String) throws(OMXError) -> Int {
    do throws(TableError) { return try OpenFile(path: path, rewinds: true).size } catch {
      throw OMXError([.table(error)])
    }
  }

  deinit { detour_hdf5_close(file) }

  /// Reads the trips of `layers` between the zones of `map`.
  ///
  /// - Parameters:
  /// - layers: the matrices to be added up, with their hours; nil: the only matrix in the file.
  /// - lookup: the list of zone names; nil: the only one in the file, or the numbers from 1 if there is none.
  /// - Throws: `OMXError`, listing all faults of the file.
  func cells(
    of layers: [Scenario.MatrixTrips.Layer]?, lookup: String?, between map: ZoneMap?
  ) throws(OMXError) -> [TripMatrix.Cell] {
    var problems: [OMXError.Problem] = []
    if isElsewhere("data") { throw OMXError([.elsewhere("data")]) }
    let present = names(in: "data")
    let wanted = layers ?? (present.count == 1 ? [Scenario.MatrixTrips.Layer(name: present[0])] : [])
    if wanted.isEmpty { problems.append(.whichLayer(present: present)) }
    problems += wanted.filter { !present.contains($0.name) }.map { .noLayer($0.name, present: present) }
    // A missing choice of the matrix and of the lookup are reported together.
    do throws(OMXError) { _ = try name(ofLookup: lookup) } catch { problems += error.problems }
    let found = wanted.filter { present.contains($0.name) }
    var sizes: [(name: String, size: Int)] = []
    for layer in found {
      do throws(OMXError) { sizes.append((layer.name, try size(of: layer.name))) } catch {
        problems += error.problems
      }
    }
    guard problems.isEmpty, let size = sizes.first?.size else { throw OMXError(problems) }
    problems += sizes.filter { $0.size != size }.map { .otherSize($0.name, sizes[0].name) }
    guard problems.isEmpty else { throw OMXError(problems) }
    let zones = try names(ofZones: size, lookup)
    let isHourly = found.contains { !$0.isAllDay }
    var gathered = OMXCells(
      zones: zones, areNumbered: lookup == nil && names(in: "lookup").isEmpty,
      places: map.map { map in zones.map(map.zone) }, most: most)
    for layer in found {
      guard let values = read("data/\(layer.name)", count: size * size) else {
        throw OMXError([.notSquare(layer.name)])
      }
      gathered.add(values, of: layer, isHourly: isHourly)
    }
    if !gathered.problems.isEmpty { throw OMXError(gathered.problems) }
    return gathered.cells
  }

  /// Returns the number of zones of matrix `name`; rejects a matrix that exceeds the memory limit.
  private func size(of name: String) throws(OMXError) -> Int {
    let path = "data/\(name)"
    if isElsewhere(path) { throw OMXError([.elsewhere(path)]) }
    let extents = try extents(of: path)
    guard extents.count == 2, extents[0] == extents[1] else { throw OMXError([.notSquare(name)]) }
    guard extents[0] > 0 else { throw OMXError([.noZones(name)]) }
    // Beyond this the number of bytes overflows.
    guard extents[0] <= 1 << 28, extents[0] * extents[0] <= most / MemoryLayout<Double>.size else {
      throw OMXError([.tooLarge(name, zones: extents[0], most)])
    }
    return extents[0]
  }

  /// Returns the name of the list of zone names: `lookup`, or the only one; nil if there is none.
  private func name(ofLookup lookup: String?) throws(OMXError) -> String? {
    if isElsewhere("lookup") { throw OMXError([.elsewhere("lookup")]) }
    let present = names(in: "lookup")
    if let lookup {
      guard present.contains(lookup) else { throw OMXError([.noLookup(lookup, present: present)]) }
    } else if present.count > 1 {
      throw OMXError([.whichLookup(present: present)])
    }
    return lookup ?? present.first
  }

  /// Returns the zone names in the order of rows and columns.
  func names(ofZones size: Int, _ lookup: String?) throws(OMXError) -> [String] {
    guard let name = try name(ofLookup: lookup) else { return (1...size).map(String.init) }
    let path = "lookup/\(name)"
    if isElsewhere(path) { throw OMXError([.elsewhere(path)]) }
    guard try extents(of: path) == [size] else { throw OMXError([.badLookup(name, size)]) }
    if let names = integers(path, count: size) { return names }
    guard let values = read(path, count: size) else { throw OMXError([.badLookup(name, size)]) }
    return values.map { Int64(exactly: $0).map(String.init) ?? "\($0)" }
  }

  /// Returns the integers of an array as text, without loss of digits; nil if the values are not integers.
  private func integers(_ array: String, count: Int) -> [String]? {
    var values = [Int64](repeating: 0, count: count)
    switch detour_hdf5_read_integers(file, array, UInt64(count), &values) {
    case 1: return values.map(String.init)
    case 2: return values.map { String(UInt64(bitPattern: $0)) }
    default: return nil
    }
  }

  /// Returns whether the link at `path` refers to another file.
  private func isElsewhere(_ path: String) -> Bool { detour_hdf5_is_elsewhere(file, path) != 0 }

  /// The maximum number of names read, because a damaged file may claim any number.
  private static let mostNames: Int64 = 10_000

  /// Returns the names of the members of a group, sorted; empty if there is no group.
  private func names(in group: String) -> [String] {
    (0..<min(Self.mostNames, max(0, detour_hdf5_count(file, group)))).compactMap { index in
      var name = [CChar](repeating: 0, count: 1024)
      let length = detour_hdf5_name(file, group, index, &name, name.count)
      guard length > 0, length < name.count else { return nil }
      return String(decoding: name.prefix(Int(length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }.ordered()
  }

  /// Returns the extents of a numerical array of one or two dimensions; empty if there is no such array.
  private func extents(of array: String) throws(OMXError) -> [Int] {
    var extents: [UInt64] = [0, 0]
    let dimensions = detour_hdf5_extents(file, array, &extents)
    if dimensions == -2 { throw OMXError([.elsewhere(array)]) }
    guard dimensions == 1 || dimensions == 2 else { return [] }
    return extents.prefix(Int(dimensions)).map { Int(clamping: $0) }
  }

  private func read(_ array: String, count: Int) -> [Double]? {
    var values = [Double](repeating: 0, count: count)
    return detour_hdf5_read(file, array, UInt64(count), &values) == 0 ? values : nil
  }
}

/// The cells read, with their faults.
private struct OMXCells {
  let zones: [String]
  /// Whether the file has no lookup, so that its zones are numbered from 1.
  let areNumbered: Bool
  /// The index of each row and column among the known zones, nil for unknown names. The array is nil if the zones are
  /// unknown, and only the numbers are checked.
  let places: [Int32?]?
  private(set) var cells: [TripMatrix.Cell] = []
  private(set) var problems: [OMXError.Problem] = []
  private var strangers: Set<Int> = []
  /// The maximum size of the cells, in bytes.
  private let most: Int

  /// The number of cell faults after which checking stops.
  private static let enough = 1_000

  init(zones: [String], areNumbered: Bool, places: [Int32?]?, most: Int) {
    self.zones = zones
    self.areNumbered = areNumbered
    self.places = places
    self.most = most
  }

  /// Adds the cells of a layer, spreading its trips evenly over its hours.
  mutating func add(_ values: [Double], of layer: Scenario.MatrixTrips.Layer, isHourly: Bool) {
    let hours = isHourly ? layer.from..<layer.to : 0..<1
    let count = cells.count + values.count { $0 != 0 } * hours.count
    guard count <= most / MemoryLayout<TripMatrix.Cell>.stride else {
      problems.append(.tooManyCells(layer.name, count, most))
      return
    }
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
            problems.append(.unknownZone(zones[zone], isNumbered: areNumbered))
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

/// All faults of a matrix file.
struct OMXError: Error {
  let problems: [Problem]

  init(_ problems: [Problem]) { self.problems = problems }

  /// A single fault.
  enum Problem {
    case noLibrary
    /// The HDF5 library is installed but cannot be loaded.
    case brokenLibrary(String)
    /// The file cannot be opened.
    case table(TableError)
    case notHDF5
    case whichLayer(present: [String])
    case noLayer(String, present: [String])
    case notSquare(String)
    case otherSize(String, String)
    case noZones(String)
    case tooLarge(String, zones: Int, Int)
    case tooManyCells(String, Int, Int)
    /// A link to another file, or an array stored in another file.
    case elsewhere(String)
    case whichLookup(present: [String])
    case noLookup(String, present: [String])
    case badLookup(String, Int)
    case unknownZone(String, isNumbered: Bool)
    case badNumber(String, String, String, Double)
  }
}

extension OMXError.Problem {
  /// The fault and its remedy, as one sentence.
  var sentence: String {
    switch self {
    case .noLibrary:
      "OMX files require libhdf5, which is not installed; install it (Debian: libhdf5-103-1), or give a CSV file"
    case .brokenLibrary(let reason):
      "libhdf5, which reads OMX files, cannot be loaded (\(reason.visible)); allow more memory, reinstall the library"
        + " (Debian: libhdf5-103-1), or give a CSV file"
    case .table(let error): error.description
    case .notHDF5: "this is not a readable HDF5 file; give an OMX file, or a CSV file with the extension .csv"
    case .whichLayer(let present):
      "the file has \(Self.list(present, "matrices")); name those with the trips (`layers`)"
    case .noLayer(let name, let present):
      "there is no matrix \(name.visible); the file has \(Self.list(present, "matrices"))"
    case .notSquare(let name): "matrix \(name.visible) is not a square matrix of numbers"
    case .otherSize(let name, let first): "matrix \(name.visible) differs in size from \(first.visible)"
    case .noZones(let name): "matrix \(name.visible) is empty: it has no zones"
    case .tooLarge(let name, let zones, let most):
      "matrix \(name.visible) of \(zones) zones requires more than \(most) bytes, and is probably not the intended file; if it is,"
        + " allow it with --max-input-bytes N"
    case .tooManyCells(let name, let count, let most):
      "up to matrix \(name.visible) there are \(count) cells with trips, counted per hour, which require more than \(most) bytes; name"
        + " fewer matrices or hours, or allow it with --max-input-bytes N"
    case .elsewhere(let name):
      "\(name.visible) lies in another file (an external link, external storage or a virtual dataset), which is not read; give a file"
        + " that contains its matrices"
    case .whichLookup(let present):
      "the file has \(Self.list(present, "lookups")); choose the one with the zone names (`lookup`)"
    case .noLookup(let name, let present):
      "there is no lookup \(name.visible); the file has \(Self.list(present, "lookups"))"
    case .badLookup(let name, let size):
      "lookup \(name.visible) is not a list of \(size) numbers, one per zone"
    case .unknownZone(let name, let isNumbered):
      "zone \(name.visible) has trips but is missing from the zone file"
        + (isNumbered ? "; without a lookup in the matrix file its zones are numbered from 1" : "")
    case .badNumber(let layer, let origin, let destination, let number):
      "matrix \(layer.visible) has \(number) trips from zone \(origin) to zone \(destination); give a number from 0 to 1e12"
    }
  }

  private static func list(_ names: [String], _ things: String) -> String {
    names.isEmpty
      ? "no \(things)" : "the \(things) \(names.prefix(20).map(\.visible).joined(separator: ", "))"
  }
}
