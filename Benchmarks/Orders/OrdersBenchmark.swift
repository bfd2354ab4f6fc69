import BenchmarkSupport
import Foundation

/// A month of orders: our side of the comparison with `orders_simpy.py`, which reads what `write` writes.
///
/// usage: OrdersBenchmark (time | serve | write) ORDERS [FILE]
@main
struct OrdersBenchmark {
  static func main() throws {
    let words = Array(CommandLine.arguments.dropFirst())
    guard words.count >= 2, let count = Int(words[1]), count > 0 else { usage() }
    let month = PostcardMonth(count: count)
    switch (words[0], words.count) {
    case ("time", 2):
      let samples = try (0..<5).map { _ in try month.sample() }
      let seconds = median(samples.map(\.seconds))
      print(
        "\(count) orders: \(cell(seconds, 3, width: 0)) s of processor time,"
          + " \(cell(seconds / Double(count) * 1e9, 0, width: 0)) ns an order, median of 5")
      print(samples[0].json)
    case ("serve", 2): try answerEachLine { try month.sample() }
    case ("write", 3): try month.text.write(toFile: words[2], atomically: true, encoding: .utf8)
    default: usage()
    }
  }

  private static func usage() -> Never {
    FileHandle.standardError.write(
      Data("usage: OrdersBenchmark (time | serve | write) ORDERS [FILE]\n".utf8))
    exit(64)
  }
}
