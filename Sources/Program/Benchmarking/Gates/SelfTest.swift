import BenchmarkSuite
import Foundation
public import JSON5
import Statistics
import Tables

/// A test of the time gate's error rates: its rules applied to measured pairs of a program against itself.
///
/// Series are resampled from one long series in blocks of consecutive pairs, to preserve drifts of the machine
/// (moving block bootstrap, Künsch 1989, doi:10.1214/aos/1176347265); slowdowns are simulated by multiplying the
/// second times.
public struct SelfTest: Sendable {
  /// The numbers of the gate's answers over many series.
  public struct Tally: Sendable, Hashable {
    /// The simulated ratio.
    public let ratio: Double
    public fileprivate(set) var yes = 0
    public fileprivate(set) var no = 0
    public fileprivate(set) var cannotTell = 0

    /// The number of series.
    public var count: Int { yes + no + cannotTell }
  }

  /// The range of possible times, in seconds.
  private static let times = 1e-9...1e9
  /// The block length of the bootstrap, in pairs.
  static let block = 5
  /// The measured pairs, in order.
  public let pairs: [(first: Double, second: Double)]

  /// Reads a table with the columns `base_s` and `head_s`, as printed by `detour bench race`.
  ///
  /// - Throws: `TableError` for faults of the table; `BenchError.unreadable` if it has too few pairs.
  public init(contentsOf path: String) throws {
    var rows = try CSVReader(contentsOf: path)
    let (base, head) = (rows.column("base_s"), rows.column("head_s"))
    try rows.checkColumns()
    var pairs: [(first: Double, second: Double)] = []
    while rows.next() { pairs.append((rows.double(base), rows.double(head))) }
    try rows.finish()
    guard pairs.count >= 100,
      pairs.allSatisfy({ Self.times.contains($0.first) && Self.times.contains($0.second) })
    else {
      throw BenchError.unreadable(
        file: path, reason: "has \(pairs.count) pairs; 100 or more are needed, of 1e-9 to 1e9 seconds")
    }
    self.pairs = pairs
  }

  /// Evaluates the gate on `studies` series with the simulated `ratio`.
  public func tally(ratio: Double, pairs: ClosedRange<Int> = 20...60, studies: Int) -> Tally {
    var draws = KeyedGenerator(
      seed: 1, replication: 0, purpose: .selfTest, UInt64((ratio * 1000).rounded()))
    var tally = Tally(ratio: ratio)
    for _ in 0..<studies {
      switch Gates.time("", pairs: pairs, measure: { series($0, ratio, &draws) }).answer {
      case .yes: tally.yes += 1
      case .no: tally.no += 1
      case .cannotTell: tally.cannotTell += 1
      }
    }
    return tally
  }

  private func series(_ count: Int, _ ratio: Double, _ draws: inout KeyedGenerator) -> Gates.Series {
    var series: Gates.Series = []
    while series.count < count {
      let start = draws.integer(in: 0..<pairs.count - Self.block + 1)
      series += pairs[start..<start + Self.block].prefix(count - series.count).map {
        ($0.first, $0.second * ratio)
      }
    }
    return series
  }
}

extension SelfTest {
  /// Returns the proportions of the answers as JSON, over 1,000 series for each of the ratios `slowdowns`.
  public func json(file: String, slowdowns: [Double]) -> JSON {
    let rows = slowdowns.map { ratio in
      let tally = tally(ratio: ratio, studies: 1000)
      func share(_ count: Int) -> JSON { .number(Double(count) / Double(tally.count)) }
      return JSON.object([
        .init("slowdown", .number(ratio - 1)), .init("yes", share(tally.yes)), .init("no", share(tally.no)),
        .init("cannot_tell", share(tally.cannotTell)),
      ])
    }
    return [
      "file": .text(file), "pairs": .integer(pairs.count),
      "slowdowns": .list(rows),
    ]
  }
}
