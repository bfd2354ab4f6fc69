import BenchmarkSuite
import Foundation
import Synchronization

/// Counts the instructions of benchmarks with valgrind's cachegrind: nearly reproducible, regardless of the machine's
/// load.
final class Cachegrind: Sendable {
  /// A copy of the program without debug information, which valgrind may be unable to read.
  private let program: Program
  private let folder: URL
  /// The minimum instruction count of each process so far.
  private let fewest = Mutex<[Subject: Int]>([:])

  /// A case with its number of repetitions.
  private struct Subject: Hashable {
    var item: Case
    var repetitions: Int
  }

  /// Prepares to count the instructions of `program`, called `label`.
  ///
  /// The labels of two compared programs have the same length, so that their command lines do too.
  /// - Throws: `BenchError.noProgram` if a tool is missing, with installation advice.
  init(_ program: Program, label: String) throws(BenchError) {
    for (tool, package) in [("valgrind", "valgrind"), ("strip", "binutils"), ("setarch", "util-linux")] {
      let found = try? Program.call(["sh", "-c", "command -v \(tool)"], preload: nil)
      guard found?.status == 0 else {
        throw .noProgram(
          path: tool, reason: "is not on the PATH: install it with `apt-get install \(package)`")
      }
    }
    folder = FileManager.default.temporaryDirectory.appending(path: "detour-\(label)-\(UUID().uuidString)")
    let copy = folder.appending(path: "detour").path(percentEncoded: false)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let call = try Program.call(["strip", "-g", "-o", copy, program.path], preload: nil)
      guard call.status == 0 else { throw BenchError.noProgram(path: program.path, reason: call.explanation) }
    } catch let error as BenchError {
      throw error
    } catch {
      throw .unwritable(path: folder.path, reason: "\(error.localizedDescription)")
    }
    var stripped = try Program(path: copy)
    stripped.scenarios = program.scenarios
    self.program = stripped
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Returns the instruction count of one repetition of `item`: that of a process with one repetition, minus that of
  /// a process with the preparation alone. Every further call counts both again, and uses the minimum of each:
  /// effects of the loader, the allocator and other threads only increase a count.
  ///
  /// - Throws: `Omission` if a process failed or cachegrind printed no number.
  func instructions(of item: Case, in surroundings: Surroundings) throws(Omission) -> Int {
    let once = try count(item, repetitions: 1, surroundings)
    return once - (try count(item, repetitions: 0, surroundings))
  }

  private func count(_ item: Case, repetitions: Int, _ surroundings: Surroundings) throws(Omission) -> Int {
    var log = ""
    let wrapper = [
      "setarch", "-R", "valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null",
    ]
    _ = try program.measure(
      item, Program.Mode(repetitions: repetitions, wrapper: wrapper, isTimed: false), in: surroundings
    ) { log = $0 }
    // ==123== I   refs:      19,574,579
    guard let line = log.split(separator: "\n").last(where: { $0.contains("refs:") }),
      let digits = line.split(separator: ":").last, let number = Int(digits.filter(\.isNumber))
    else { throw Omission(item: item, reason: "cachegrind gave no number of instructions", isFailure: true) }
    return fewest.withLock { fewest in
      let subject = Subject(item: item, repetitions: repetitions)
      let least = min(number, fewest[subject] ?? number)
      fewest[subject] = least
      return least
    }
  }
}
