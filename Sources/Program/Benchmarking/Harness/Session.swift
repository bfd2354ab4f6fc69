public import BenchmarkSuite
import Foundation

/// Measures cases one after the other, as `detour bench` does.
public struct Session: Sendable {
  public var surroundings: Surroundings
  /// The number of repetitions of each case; nil for fifteen, and one of what takes minutes.
  public var repetitions: Int?
  /// The cases whose instructions are counted as well.
  public var instructed: Set<Case> = []
  /// A library that counts allocations; nil where they are not counted.
  public var allocationLibrary: String?

  /// Creates the session with the library beside the program, if there is one.
  public init(_ surroundings: Surroundings) {
    self.surroundings = surroundings
    allocationLibrary = (try? Program.this).flatMap(Self.library)
  }

  /// `libAllocationCount.so` in the folder of `program`, or in `../lib/detour`, where packages have it; nil where it is
  /// in neither.
  static func library(beside program: Program) -> String? {
    let folder = URL(filePath: program.path).deletingLastPathComponent()
    return ["", "../lib/detour/"].lazy
      .map { folder.appending(path: $0 + "libAllocationCount.so").standardized.path(percentEncoded: false) }
      .first { FileManager.default.fileExists(atPath: $0) }
  }

  /// Measures `items` with `program`; `heard` is told of each as it is done.
  ///
  /// - Throws: `BenchError.noProgram` where instructions are asked for and valgrind is missing.
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
        // What takes minutes has been done once already, to count what it does.
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

  /// Counts what `item` does, in a process apart from those that are timed.
  func count(_ item: Case, with program: Program) throws(Omission) -> CaseResult {
    // The first repetition also makes what later ones find ready: allocations are those of the second.
    let repetitions = isSlow(item) ? 1 : 2
    return try program.measure(
      item, Program.Mode(repetitions: repetitions, countsAll: true, preload: allocationLibrary),
      in: surroundings)
  }

  private func isSlow(_ item: Case) -> Bool {
    Suite.all.contains { $0.name == item.benchmark && item.size >= $0.slowSize ?? .max }
  }

  /// Tells whether it is somebody's scenario whose repetitions turned out to be long.
  private func isLong(_ result: CaseResult) -> Bool {
    result.item.isOwn && result.samples.contains { $0.wall >= OwnScenario.longRepetition }
  }

  /// - Throws: `Omission` where `item` needs files that are not there.
  func checkData(of item: Case) throws(Omission) {
    let needed = Suite.all.first { $0.name == item.benchmark }?.data ?? []
    for name in needed where !FileManager.default.fileExists(atPath: surroundings.data + "/" + name) {
      throw Omission(
        item: item, reason: "needs \(surroundings.data)/\(name), which is not there; say where with --data",
        isFailure: false)
    }
  }
}
