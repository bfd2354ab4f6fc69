import Foundation
import Glibc
import JSON5
import Metrics
import Processes
import Quantities

/// Executes one benchmark in this process and prints the results line by line.
///
/// Each line is a JSON object, so that the parent process, perhaps another version of the program, reads it
/// immediately and keeps the lines before a crash.
public struct Worker {
  /// The version of the output format.
  package static let format = 1

  private let benchmark: Benchmark
  private let size: Int
  private let surroundings: Surroundings

  /// Creates the worker for the benchmark of `item`; `own` is its scenario if it is not in the suite.
  ///
  /// - Throws: `BenchError.unknownBenchmark`.
  public init(_ item: Case, _ surroundings: Surroundings, own: OwnScenario? = nil) throws(BenchError) {
    guard let benchmark = own?.benchmark ?? Suite.all.first(where: { $0.name == item.benchmark }) else {
      throw .unknownBenchmark(item.benchmark, known: Suite.all.map(\.name))
    }
    self.benchmark = benchmark
    size = item.size
    self.surroundings = surroundings
  }

  /// Prepares the benchmark, executes it `repetitions` times (possibly none), and prints the result of each.
  ///
  /// - Parameter countsAll: whether to also collect the counts whose collection would slow down the work.
  /// - Throws: errors of the benchmark; `BenchError.unsteady` if two repetitions differ.
  public func work(repetitions: Int, countsAll: Bool) throws {
    let work = try benchmark.prepare(size, surroundings)
    say([
      .init("format", .integer(Self.format)), .init("benchmark", .text(benchmark.name)),
      .init("size", .integer(size)), .init("operations", .integer(work.operations)),
      .init("operation", .text(work.operation)), .init("compiler", .text(Machine.compiler)),
    ])
    if repetitions == 0 {
      // Prepared but not executed: the difference to one repetition is the work alone.
      _ = try work.arrange()
    }
    var first: Outcome?
    var figures: [CaseResult.Figure] = []
    for number in 0..<repetitions {
      let body = try work.arrange()
      let allocated = AllocationCount.now
      let (wall, processor) = (MachineClock.wall.seconds, Self.processorSeconds)
      let outcome = try body()
      let processorTime = Self.processorSeconds - processor
      let wallTime = MachineClock.wall.seconds - wall
      let allocations = AllocationCount.now.flatMap { now in allocated.map { now - $0 } }
      if let first, !first.isSame(as: outcome) { throw BenchError.unsteady(Case(benchmark.name, size)) }
      if first == nil { figures = outcome.figures() }
      first = Outcome(outcome.fingerprint, outcome.counts)
      let decisions = Self.isTimed ? Performance.Decisions(outcome.calls())?.processor : nil
      say([
        .init("repetition", .integer(number)), .init("cpu_s", .number(processorTime)),
        .init("wall_s", .number(wallTime)),
        .init("allocations", allocations.map { .integer($0) } ?? .null),
        .init("decision_s", decisions.map { CaseResult.Decisions($0).json } ?? .null),
        .init("fingerprint", .text(outcome.fingerprint)), .init("counts", Self.json(outcome.counts)),
      ])
    }
    if !figures.isEmpty { say([.init("figures", .list(figures.map(\.json)))]) }
    say([.init("peak_bytes", .integer(Performance.peakMemory()))])
    if countsAll { say([.init("census", Self.json(try work.census()))]) }
    say([.init("done", .boolean(true))])
  }

  /// The environment variable that turns off measuring times, whose sorting takes more instructions on a busy
  /// machine. It is a variable instead of an option because older versions ignore it.
  package static let untimed = "DETOUR_BENCH_UNTIMED"
  private static let isTimed = getenv(untimed) == nil

  /// The processor time of the work: this thread's, and that of ended child processes, such as those of policies.
  private static var processorSeconds: Double {
    MachineClock.thread.seconds + ChildProcess.endedProcessorSeconds
  }

  private func say(_ members: [JSON.Member]) {
    print(JSON.object(members).compact)
    fflush(nil)
  }

  private static func json(_ counts: [Count]) -> JSON {
    .object(counts.map { .init($0.name, .integer($0.value)) })
  }

}

/// The number of memory allocations of this process, if `libAllocationCount.so` was loaded before it.
enum AllocationCount {
  private typealias Reader = @convention(c) () -> Int64

  private static let reader: Reader? =
    dlsym(nil, "detour_allocation_count").map { unsafeBitCast($0, to: Reader.self) }

  /// The number of allocations so far; nil if not counted.
  static var now: Int? { reader.map { Int($0()) } }
}
