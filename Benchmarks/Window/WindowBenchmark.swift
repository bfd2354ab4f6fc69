import Assignment
import BenchmarkSuite
import Foundation

/// The pairs of a window over ten thousand riders and as many drivers of Chengdu, for those who assign them: a table of row, column and
/// cost.
///
///     swift run -c release WindowBenchmark FOLDER TABLE
@main
struct WindowBenchmark {
  static func main() throws {
    let words = CommandLine.arguments
    guard words.count == 3 else {
      FileHandle.standardError.write(Data("usage: WindowBenchmark FOLDER TABLE\n".utf8))
      exit(64)
    }
    let graph = try Announced(folder: words[1], riders: 10_000).firstPairs()
    let rows = graph.pairs.map { "\($0.row),\($0.column),\($0.cost)\n" }
    try Data(("row,column,cost\n" + rows.joined()).utf8).write(to: URL(filePath: words[2]))
  }
}
