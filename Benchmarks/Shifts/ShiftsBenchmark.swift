import BenchmarkSupport
import Foundation
import Quantities

/// A festival's sign-up: our side of the comparison with `shifts_simpy.py`, which reads what `write` writes.
///
/// usage: ShiftsBenchmark (time | serve | write) VOLUNTEERS [FILE]
@main
struct ShiftsBenchmark {
  static func main() throws {
    // As a study does, whose runs follow one another.
    Memory.keepFreed()
    let words = Array(CommandLine.arguments.dropFirst())
    guard words.count >= 2, let count = Int(words[1]), count > 0 else { usage() }
    let weeks = FestivalWeeks(count: count)
    switch (words[0], words.count) {
    case ("time", 2):
      let samples = try (0..<5).map { _ in try weeks.sample() }
      let seconds = median(samples.map(\.seconds))
      print(
        "\(samples[0].units) sign-ups of \(count) volunteers: \(cell(seconds, 3, width: 0)) s of processor time,"
          + " \(cell(seconds / Double(samples[0].units) * 1e9, 0, width: 0)) ns a sign-up, median of 5")
      print(samples[0].json)
    case ("serve", 2): try answerEachLine { try weeks.sample() }
    case ("write", 3): try weeks.text.write(toFile: words[2], atomically: true, encoding: .utf8)
    default: usage()
    }
  }

  private static func usage() -> Never {
    FileHandle.standardError.write(
      Data("usage: ShiftsBenchmark (time | serve | write) VOLUNTEERS [FILE]\n".utf8))
    exit(64)
  }
}
