public import JSON5
import Quantities

/// A reproducible piece of work to be measured, in one or several sizes.
public struct Benchmark: Sendable {
  /// The kind of a benchmark.
  public enum Kind: String, Sendable, CaseIterable {
    /// A single component, on synthetic input.
    case micro
    /// A whole run.
    case macro
  }

  /// The name, `group/what`; never reused for other work, because results are compared by it.
  public let name: String
  /// The work in a few words.
  public let summary: String
  public let kind: Kind
  /// The unit of `sizes`.
  public let unit: String
  /// The measured sizes, ascending; at least five if their growth is judged.
  public let sizes: [Int]
  /// The size used in the small set of quick benchmarks; nil if not included.
  public let smallSize: Int?
  /// The size from which a repetition takes minutes, so that by default only one is done; nil if there is none.
  public let slowSize: Int?
  /// Whether the growth with size of instructions, and of times in files, is compared with a reference.
  public let hasGrowth: Bool
  /// The size above which growth is judged by times only, because valgrind would take a quarter of an hour.
  public let largestCounted: Int
  /// The required files, relative to the data folder; the benchmark is omitted, with a message, if they are
  /// missing.
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
  /// The benchmark as JSON.
  public var json: JSON {
    [
      "name": .text(name), "summary": .text(summary), "kind": .text(kind.rawValue),
      "unit": .text(unit), "sizes": .list(sizes.map { .integer($0) }),
      "small_size": .integer(smallSize),
      "needs": .list(data.map { .text($0) }),
    ]
  }
}

/// The locations of benchmark input.
public struct Surroundings: Sendable, Hashable {
  /// The folder of the shipped scenarios.
  public var scenarios: String
  /// The folder of real networks and trips, not part of the project.
  public var data: String

  /// Creates the locations.
  public init(scenarios: String, data: String) {
    self.scenarios = scenarios
    self.data = data
  }
}

/// A benchmark prepared at one size.
struct Work {
  /// The number of operations in one repetition.
  let operations: Int
  /// The name of an operation, in the singular.
  let operation: String
  /// Prepares one repetition, outside the measurement, and returns the function to be measured.
  let arrange: () throws -> () throws -> Outcome
  /// Returns the counts whose collection would slow down a measured repetition.
  var census: () throws -> [Count] = { [] }

  /// Returns work of `operations` operations, called `operation`, with a function that prepares a repetition.
  static func arranged(
    _ operations: Int, _ operation: String, _ arrange: @escaping () throws -> () throws -> Outcome
  ) -> Work {
    Work(operations: operations, operation: operation, arrange: arrange)
  }
}

extension Work {
  /// Creates work whose repetitions need no preparation.
  init(
    _ operations: Int, _ operation: String, census: @escaping () throws -> [Count] = { [] },
    _ body: @escaping () throws -> Outcome
  ) {
    self.init(operations: operations, operation: operation, arrange: { body }, census: census)
  }
}

/// The outcome of a repetition.
struct Outcome {
  /// A hash of the results: identical in every repetition, on every machine and in every version.
  var fingerprint: String
  /// The work counts, equally reproducible.
  var counts: [Count] = []
  /// The figures of a run, the main ones first; computed after the measurement.
  var figures: () -> [CaseResult.Figure] = { [] }
  /// The durations of single calls; computed after the measurement.
  var calls: () -> CallTimes = { CallTimes() }

  init(_ fingerprint: String, _ counts: [Count] = []) {
    self.fingerprint = fingerprint
    self.counts = counts
  }

  /// Creates the outcome with a checksum.
  init(_ checksum: Checksum, _ counts: KeyValuePairs<String, Int> = [:]) {
    self.init(checksum.text, counts.map { Count($0, $1) })
  }

  /// Returns whether `other` is the same outcome.
  func isSame(as other: Outcome) -> Bool { fingerprint == other.fingerprint && counts == other.counts }
}

/// A count of operations.
public struct Count: Hashable, Sendable {
  /// The name in snake case, like the names of columns.
  public let name: String
  public let value: Int

  /// Creates a count.
  package init(_ name: String, _ value: Int) {
    self.name = name
    self.value = value
  }
}

/// A running hash of numbers (FNV-1a over words, http://www.isthe.com/chongo/tech/comp/fnv/).
package struct Checksum {
  private var state: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Creates the checksum of no values.
  package init() {}

  package mutating func add(_ value: some BinaryInteger) {
    state = (state ^ UInt64(truncatingIfNeeded: value)) &* 0x0000_0100_0000_01b3
  }

  package mutating func add(_ value: Double) { add(value.bitPattern) }

  package mutating func add(_ values: some Sequence<some BinaryInteger>) {
    for value in values { add(value) }
  }

  package var text: String {
    let digits = String(state, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
