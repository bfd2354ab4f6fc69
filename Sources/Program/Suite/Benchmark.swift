public import JSON5
import Quantities

/// A piece of work that is measured: always the same, of one or several sizes.
public struct Benchmark: Sendable {
  /// The kind of a benchmark.
  public enum Kind: String, Sendable, CaseIterable {
    /// One part, on synthetic input.
    case micro
    /// A whole run.
    case macro
  }

  /// `group/what`; never given to another piece of work, because results are compared by it.
  public let name: String
  /// The work, in a few words.
  public let summary: String
  public let kind: Kind
  /// The unit that `sizes` count.
  public let unit: String
  /// The sizes to be measured, ascending; five or more where the growth over them is judged.
  public let sizes: [Int]
  /// Its size in the small set, which is quick; nil where it is not part of that.
  public let smallSize: Int?
  /// The size from which a repetition takes minutes, and is done once if no number is asked for; nil if none does.
  public let slowSize: Int?
  /// True if the instructions over `sizes`, and the times in files, are held against a reference.
  public let hasGrowth: Bool
  /// Above this size growth is told by times alone, because valgrind would take a quarter of an hour.
  public let largestCounted: Int
  /// The files it needs, below the folder of data; it is left out, and that is said, where they are missing.
  public let data: [String]
  let prepare: @Sendable (Int, Surroundings) throws -> Work

  init(
    _ name: String, _ kind: Kind, _ summary: String, unit: String, sizes: [Int], small: Int? = nil,
    slow: Int? = nil, growth: Bool = false, counted: Int = .max, data: [String] = [],
    prepare: @escaping @Sendable (Int, Surroundings) throws -> Work
  ) {
    self.name = name
    self.kind = kind
    self.summary = summary
    self.unit = unit
    self.sizes = sizes
    smallSize = small
    slowSize = slow
    hasGrowth = growth
    largestCounted = counted
    self.data = data
    self.prepare = prepare
  }
}

extension Benchmark {
  /// The JSON for programs.
  public var json: JSON {
    [
      "name": .text(name), "summary": .text(summary), "kind": .text(kind.rawValue),
      "unit": .text(unit), "sizes": .list(sizes.map { .integer($0) }),
      "small_size": .integer(smallSize),
      "needs": .list(data.map { .text($0) }),
    ]
  }
}

/// The place of the input of benchmarks.
public struct Surroundings: Sendable, Hashable {
  /// The folder of the shipped scenarios.
  public var scenarios: String
  /// The folder of real networks and trips, which are not part of the project.
  public var data: String

  /// Names the folders.
  public init(scenarios: String, data: String) {
    self.scenarios = scenarios
    self.data = data
  }
}

/// A benchmark that is ready at one size.
struct Work {
  /// The number of operations of one repetition, of which `operation` is one.
  let operations: Int
  /// The name of an operation, in the singular.
  let operation: String
  /// Arranges one repetition, which is not measured, and hands out what is.
  let arrange: () throws -> () throws -> Outcome
  /// Counts what a repetition would be slowed down by counting; it is not measured.
  var census: () throws -> [Count] = { [] }

  /// Work of `operations` operations, called `operation` each, with what arranges a repetition behind them.
  static func arranged(
    _ operations: Int, _ operation: String, _ arrange: @escaping () throws -> () throws -> Outcome
  ) -> Work {
    Work(operations: operations, operation: operation, arrange: arrange)
  }
}

extension Work {
  /// A repetition that needs no arranging.
  init(
    _ operations: Int, _ operation: String, census: @escaping () throws -> [Count] = { [] },
    _ body: @escaping () throws -> Outcome
  ) {
    self.init(operations: operations, operation: operation, arrange: { body }, census: census)
  }
}

/// The outcome of a repetition.
struct Outcome {
  /// A hash of all that came out: the same each time, on every machine and in every version.
  var fingerprint: String
  /// Likewise.
  var counts: [Count] = []
  /// The figures of what was a run, those that people look at first in front; worked out after the measurement.
  var figures: () -> [CaseResult.Figure] = { [] }
  /// The times of single calls in it; worked out after the measurement.
  var calls: () -> CallTimes = { CallTimes() }

  init(_ fingerprint: String, _ counts: [Count] = []) {
    self.fingerprint = fingerprint
    self.counts = counts
  }

  /// An outcome that is a sum.
  init(_ checksum: Checksum, _ counts: KeyValuePairs<String, Int> = [:]) {
    self.init(checksum.text, counts.map { Count($0, $1) })
  }

  /// Tells whether `other` did the same.
  func isSame(as other: Outcome) -> Bool { fingerprint == other.fingerprint && counts == other.counts }
}

/// The number of times that something was done.
public struct Count: Hashable, Sendable {
  /// The name in snake case, as columns are.
  public let name: String
  public let value: Int

  /// Names the count.
  package init(_ name: String, _ value: Int) {
    self.name = name
    self.value = value
  }
}

/// A running hash of numbers (FNV-1a over words, http://www.isthe.com/chongo/tech/comp/fnv/).
struct Checksum {
  private var state: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ value: some BinaryInteger) {
    state = (state ^ UInt64(truncatingIfNeeded: value)) &* 0x0000_0100_0000_01b3
  }

  mutating func add(_ value: Double) { add(value.bitPattern) }

  mutating func add(_ values: some Sequence<some BinaryInteger>) { for value in values { add(value) } }

  var text: String {
    let digits = String(state, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
