public import BenchmarkSuite
import Foundation
import Ground
import Markets
import RoadNetwork
import Scenario
import Tables

/// Measures cases one after the other, for `detour bench`.
public struct Session: Sendable {
  public var surroundings: Surroundings
  /// The number of repetitions of each case; nil: fifteen, or one for cases that take minutes.
  public var repetitions: Int?
  /// The cases whose instructions are counted.
  public var instructed: Set<Case> = []
  /// The library that counts allocations; nil: not counted.
  public var allocationLibrary: String?

  /// Creates a session with the library that counts allocations, if it is installed beside the program.
  public init(_ surroundings: Surroundings) {
    self.surroundings = surroundings
    allocationLibrary = (try? Program.this).flatMap(Self.library)
  }

  /// Returns `libAllocationCount.so` in the folder of `program`, or in `../lib/detour`, as installed by packages;
  /// nil if it is in neither.
  static func library(beside program: Program) -> String? {
    let folder = URL(filePath: program.path).deletingLastPathComponent()
    return ["", "../lib/detour/"].lazy
      .map { folder.appending(path: $0 + "libAllocationCount.so").standardized.path(percentEncoded: false) }
      .first { FileManager.default.fileExists(atPath: $0) }
  }

  /// Measures `items` with `program`; `heard` is called for each finished case.
  ///
  /// - Throws: `BenchError.noProgram` if instructions are requested and valgrind is missing.
  public func measure(
    _ items: [Case], with program: Program, heard: (Case, Result<CaseResult, Omission>) -> Void
  ) throws(BenchError) -> (results: [CaseResult], omissions: [Omission]) {
    var results: [CaseResult] = []
    var omissions: [Omission] = []
    let instruments = instructed.isEmpty ? nil : try Cachegrind(program, label: "this")
    for item in items {
      do throws(Omission) {
        try checkData(of: item)
        var result = try count(item, with: program)
        // Slow cases have been run once already, for counting.
        if repetitions != nil || !isSlow(item) && !isLong(result) {
          result.samples = try program.measure(
            item, Program.Mode(repetitions: repetitions ?? 15), in: surroundings
          ).samples
        }
        if instructed.contains(item) {
          result.instructions = try instruments?.instructions(of: item, in: surroundings)
        }
        results.append(result)
        heard(item, .success(result))
      } catch {
        omissions.append(error)
        heard(item, .failure(error))
      }
    }
    return (results, omissions)
  }

  /// Returns the counts of `item`, obtained in a process separate from the timed ones.
  func count(_ item: Case, with program: Program) throws(Omission) -> CaseResult {
    // The first repetition also fills caches used by later ones: allocations are those of the second.
    let repetitions = isSlow(item) ? 1 : 2
    return try program.measure(
      item, Program.Mode(repetitions: repetitions, countsAll: true, preload: allocationLibrary),
      in: surroundings)
  }

  private func isSlow(_ item: Case) -> Bool {
    Suite.all.contains { $0.name == item.benchmark && item.size >= $0.slowSize ?? .max }
  }

  /// Returns whether the case is a user's scenario with long repetitions.
  private func isLong(_ result: CaseResult) -> Bool {
    result.item.isOwn && result.samples.contains { $0.wall >= OwnScenario.longRepetition }
  }

  /// - Throws: `Omission` if files required by `item` are missing.
  func checkData(of item: Case) throws(Omission) {
    let needed = Suite.all.first { $0.name == item.benchmark }?.data ?? []
    for name in needed where !FileManager.default.fileExists(atPath: surroundings.data + "/" + name) {
      throw Omission(
        item: item,
        reason:
          "requires \(surroundings.data)/\(name), which does not exist; give the folder of the data with --data",
        isFailure: false)
    }
  }
}

/// Detects the folders of prepared routing that are created beside networks when their scenarios are measured.
public struct RoutingWatch: Sendable {
  /// The folders that did not exist before measuring.
  private let missing: [String]

  /// Checks the networks of `scenarios` before measuring.
  public init(_ scenarios: [OwnScenario]) {
    missing = Set(scenarios.compactMap(\.routingFolder)).sorted()
      .filter { !FileManager.default.fileExists(atPath: $0) }
  }

  /// The routing folders created since the check.
  public var made: [String] { missing.filter { FileManager.default.fileExists(atPath: $0) } }
}

extension OwnScenario {
  /// The routing folder of the scenario's network; nil without a network.
  fileprivate var routingFolder: String? {
    guard let scenario = try? Scenario.load(contentsOf: path, markets: Markets.scenarios),
      case .network(let network) = scenario.space
    else { return nil }
    return RoutingIndex.folder(beside: FilePath.path(of: network.file, in: FilePath.folder(of: path)))
  }
}
