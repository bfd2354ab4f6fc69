import BenchmarkSuite
import Foundation
import Synchronization

/// Counts the instructions of benchmarks, with valgrind's cachegrind: nearly the same number each time, however busy
/// the machine is.
final class Cachegrind: Sendable {
  /// A program without what a debugger needs, which valgrind may not be able to read.
  private let program: Program
  private let folder: URL
  /// The fewest instructions that each process took so far.
  private let fewest = Mutex<[Subject: Int]>([:])

  /// The subject that is counted.
  private struct Subject: Hashable {
    var item: Case
    var repetitions: Int
  }

  /// Prepares to count the instructions of `program`, which keeps the name `label`.
  ///
  /// Of two programs that are compared the labels have the same length, so that their command lines do.
  /// - Throws: `BenchError.noProgram` where a tool is missing, with what to install.
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

  /// The instructions of one repetition of `item`: of a process that does one, less those of one that only
  /// prepares it. Asked again, it counts again, and takes the fewest of each: what the loader, the allocator and other
  /// threads happen to do besides adds to a count and never takes from it.
  ///
  /// - Throws: `Omission` where a process failed or cachegrind gave no number.
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
