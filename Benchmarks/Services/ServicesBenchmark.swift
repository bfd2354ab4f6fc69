import BenchmarkSupport
import Foundation
import Quantities

/// A week of services: our side of the comparison with `services_simpy.py`, which reads what `write` writes.
///
/// usage: ServicesBenchmark (time | serve | write) JOBS [FILE]
@main
struct ServicesBenchmark {
  static func main() throws {
    // As a study does, whose runs follow one another.
    Memory.keepFreed()
    let words = Array(CommandLine.arguments.dropFirst())
    guard words.count >= 2, let count = Int(words[1]), count >= 10 else { usage() }
    let week = ServiceWeek(jobs: count, providers: count / 10)
    switch (words[0], words.count) {
    case ("time", 2):
      let samples = try (0..<5).map { _ in try week.sample() }
      let seconds = median(samples.map(\.seconds))
      print(
        "\(count) jobs over \(count / 10) providers: \(cell(seconds, 3, width: 0)) s of processor time,"
          + " \(cell(seconds / Double(count) * 1e6, 2, width: 0)) µs a job, median of 5")
      print(samples[0].json)
    case ("serve", 2): try answerEachLine { try week.sample() }
    case ("write", 3): try week.text.write(toFile: words[2], atomically: true, encoding: .utf8)
    default: usage()
    }
  }

  private static func usage() -> Never {
    FileHandle.standardError.write(
      Data("usage: ServicesBenchmark (time | serve | write) JOBS [FILE]\n".utf8))
    exit(64)
  }
}
