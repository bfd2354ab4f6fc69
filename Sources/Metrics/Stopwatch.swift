import Glibc

/// Measures the phases of a program one after the other.
///
///     var watch = Stopwatch()
///     let records = watch.measure(Performance.simulation) { simulator.run() }
///     let performance = Performance(of: run, phases: watch.phases)
public struct Stopwatch {
  /// The phases measured so far.
  public private(set) var phases: [Performance.Phase] = []
  private let processor: clockid_t

  /// Creates a stopwatch.
  ///
  /// - Parameter ofThread: Whether only the processor time of the calling thread counts, because others do
  ///   other things meanwhile; otherwise it is that of the whole process.
  public init(ofThread: Bool = false) {
    processor = ofThread ? CLOCK_THREAD_CPUTIME_ID : CLOCK_PROCESS_CPUTIME_ID
  }

  /// Runs `body` as the phase `name`; also a phase that fails is measured.
  public mutating func measure<Result: ~Copyable, Failure: Error>(
    _ name: String, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let wall = Self.seconds(CLOCK_MONOTONIC)
    let cpu = Self.seconds(processor)
    defer {
      phases.append(
        Performance.Phase(
          name: name, wallSeconds: Self.seconds(CLOCK_MONOTONIC) - wall,
          cpuSeconds: Self.seconds(processor) - cpu))
    }
    return try body()
  }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
