import Foundation
import Glibc
import JSON5
import Metrics
import Processes
import Quantities

/// Carries out one benchmark in this process and says what came of it, line by line.
///
/// Each line is a JSON object, so that whoever started the process, perhaps another version of the program, reads
/// it as it comes and still has the lines before a crash.
public struct Worker {
  /// The version of what is printed.
  package static let format = 1

  private let benchmark: Benchmark
  private let size: Int
  private let surroundings: Surroundings

  /// Takes the benchmark of `item`; `own` is the scenario that it is, where it is none of the suite.
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

  /// Prepares the benchmark, does it `repetitions` times (perhaps not at all), and prints what came of each.
  ///
  /// - Parameter countsAll: whether also to count what would slow the work down.
  /// - Throws: What the benchmark throws; `BenchError.unsteady` where two repetitions differ.
  public func work(repetitions: Int, countsAll: Bool) throws {
    let work = try benchmark.prepare(size, surroundings)
    say([
      .init("format", .integer(Self.format)), .init("benchmark", .text(benchmark.name)),
      .init("size", .integer(size)), .init("operations", .integer(work.operations)),
      .init("operation", .text(work.operation)), .init("compiler", .text(Machine.compiler)),
    ])
    if repetitions == 0 {
      // What is arranged and not done: the difference to one repetition is the work alone.
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

  /// The variable of the environment that says that nobody wants times: to sort them takes more instructions on a busy
  /// machine than on a quiet one. A variable and no option, since older versions do not know it and need not.
  package static let untimed = "DETOUR_BENCH_UNTIMED"
  private static let isTimed = getenv(untimed) == nil

  /// The processor time of the work: of this thread, and of processes that it started and that have ended, such as
  /// those of policies.
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

/// The number of blocks of memory that this process has requested, where `libAllocationCount.so` was loaded before it.
enum AllocationCount {
  private typealias Reader = @convention(c) () -> Int64

  private static let reader: Reader? =
    dlsym(nil, "detour_allocation_count").map { unsafeBitCast($0, to: Reader.self) }

  /// The number of allocations so far; nil if nobody counts.
  static var now: Int? { reader.map { Int($0()) } }
}
