public import BenchmarkSuite
import Foundation
import Statistics

/// Two programs that do the same work alternately, on one processor.
public struct Race: Sendable {
  let item: Case
  let first: Program
  let second: Program
  let surroundings: Surroundings
  /// The number of repetitions per process; their median is the time of the process.
  var repetitions = 5

  /// Prepares a race between `first` and `second` on `item`.
  public init(item: Case, first: Program, second: Program, surroundings: Surroundings) {
    self.item = item
    self.first = first
    self.second = second
    self.surroundings = surroundings
  }

  /// Runs `pairs` pairs; the order within a pair is random, independently for each `series`.
  ///
  /// - Returns: for each pair, the processor times per repetition, in seconds.
  /// - Throws: `Omission` if a process failed.
  public func run(pairs: Int, series: UInt64) throws(Omission) -> [(first: Double, second: Double)] {
    var draws = KeyedGenerator(seed: series, replication: 0, purpose: .order)
    var times: [(first: Double, second: Double)] = []
    for _ in 0..<pairs {
      if draws.happens(withProbability: 0.5) {
        let one = try time(first)
        times.append((one, try time(second)))
      } else {
        let two = try time(second)
        times.append((try time(first), two))
      }
    }
    return times
  }

  private func time(_ program: Program) throws(Omission) -> Double {
    // The last processor: the first one handles most interrupts.
    let core = ProcessInfo.processInfo.activeProcessorCount - 1
    let mode = Program.Mode(repetitions: repetitions, wrapper: ["taskset", "-c", String(core)])
    let result = try program.measure(item, mode, in: surroundings)
    guard let median = result.times.median, median > 0 else {
      throw Omission(item: item, reason: "took too little time for the clock to measure", isFailure: true)
    }
    return median
  }
}
