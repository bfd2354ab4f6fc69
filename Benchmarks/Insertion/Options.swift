import BenchmarkSuite
import Foundation

/// The arguments of the benchmark.
struct Options {
  private(set) var data = "../shared/data/chengdu"
  /// The walking distance of passengers, metres.
  private(set) var walk = 0.0
  /// The number of listed meeting places; 0: every node is one.
  private(set) var places = 0
  private(set) var sharesStops = false
  private(set) var threads = 1
  /// The numbers of drivers to measure, one row each.
  private(set) var sizes: [Int] = []

  /// Parses `arguments`.
  ///
  /// - Throws: `Misuse` for an unknown option, or a value that is missing or out of range.
  init(_ arguments: some Sequence<String>) throws(Misuse) {
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--data":
        guard let folder = rest.popFirst() else { throw .noValue(argument, "a folder") }
        data = folder
      case "--walk": walk = try Self.number(after: argument, &rest, "metres, from 0", from: 0)
      case "--places": places = try Self.number(after: argument, &rest, "a number of places, from 1", from: 1)
      case "--shared": sharesStops = true
      case "--threads":
        threads = try Self.number(after: argument, &rest, "a number of threads, from 1", from: 1)
      default:
        guard let size = Int(argument), size > 0 else { throw .unknown(argument) }
        sizes.append(size)
      }
    }
    if places > 0, walk == 0 { throw .placesWithoutWalk }
    if sizes.isEmpty { sizes = [1_000, 10_000, 50_000] }
  }

  private static func number<Number: LosslessStringConvertible & Comparable>(
    after option: String, _ rest: inout ArraySlice<String>, _ expected: String, from least: Number
  ) throws(Misuse) -> Number {
    guard let text = rest.popFirst() else { throw .noValue(option, expected) }
    guard let number = Number(text), number >= least else { throw .value(option, text, expected) }
    return number
  }

  /// Checks that all files of the carpool exist.
  ///
  /// - Throws: `Misuse.noData` with the missing files.
  func checkData() throws(Misuse) {
    let carpool = Set(sizes.map(Carpool.driversFile)).sorted() + [Carpool.requestsFile]
    let missing = carpool.filter { !FileManager.default.fileExists(atPath: data + "/" + $0) }
    if !missing.isEmpty { throw .noData(folder: data, missing: missing) }
  }

  /// Reads the carpool with `size` drivers.
  ///
  /// - Throws: errors of reading a scenario with the files of the folder.
  func carpool(drivers size: Int) throws -> Carpool {
    var carpool = try Carpool(folder: data, drivers: size)
    carpool.walk = walk
    carpool.places = places
    carpool.sharesStops = sharesStops
    return carpool
  }
}

/// The reason the benchmark cannot run as requested.
enum Misuse: Error {
  case unknown(String)
  case noValue(String, String)
  case value(String, String, String)
  case placesWithoutWalk
  case noData(folder: String, missing: [String])

  /// The exit status: 64 for wrong arguments, 65 for missing data.
  var status: Int32 { if case .noData = self { 65 } else { 64 } }

  var description: String {
    switch self {
    case .unknown(let argument):
      "\(argument): neither an option nor a number of drivers; expected [--data FOLDER] [--walk METRES] [--places COUNT] "
        + "[--shared] [--threads N] [DRIVERS ...]"
    case .noValue(let option, let expected): "\(option): expects \(expected)"
    case .value(let option, let text, let expected): "\(option): expects \(expected), got `\(text)`"
    case .placesWithoutWalk: "--places has no effect without --walk METRES: nobody walks to a meeting place"
    case .noData(let folder, let missing):
      "\(folder): no \(missing.joined(separator: ", ")); give the folder of the carpool of Chengdu with --data FOLDER"
    }
  }
}
