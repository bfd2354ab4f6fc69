import Glibc

/// What a question costs: the processor time of this thread, so that other work on the machine counts less.
struct Measurement {
  /// Microseconds for each question, a value for each batch.
  var batches: [Double]

  /// The middle value: what is reported.
  var median: Double { batches.sorted()[batches.count / 2] }
  /// The least value: what the machine can do when nothing else disturbs it.
  var least: Double { batches.min() ?? 0 }

  /// Asks `count` questions in `batchCount` batches, after one batch that is not counted.
  init(count: Int, batchCount: Int = 11, _ ask: (Int) -> Void) {
    let size = max(1, count / batchCount)
    batches = []
    for batch in -1..<batchCount {
      let start = Self.threadMicroseconds()
      for index in 0..<size { ask((max(0, batch) * size + index) % count) }
      if batch >= 0 { batches.append((Self.threadMicroseconds() - start) / Double(size)) }
    }
  }

  /// The value of `make` and the seconds of processor time it took.
  static func seconds<Value>(_ make: () throws -> Value) rethrows -> (value: Value, seconds: Double) {
    let start = threadMicroseconds()
    let value = try make()
    return (value, (threadMicroseconds() - start) / 1_000_000)
  }

  private static func threadMicroseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1_000_000 + Double(time.tv_nsec) / 1_000
  }
}
