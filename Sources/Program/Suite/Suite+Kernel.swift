import EventKernel
import Quantities
import Statistics

extension Suite {
  /// The hold model: pop, then push again, at a constant number of pending events (Jones 1986,
  /// doi:10.1145/5684.5686).
  static let hold = Benchmark(
    "kernel/hold", .micro, "pop an event, push it again: the hold model, exponential increments",
    unit: "pending events", sizes: [100, 1_000, 10_000, 100_000, 1_000_000], small: 10_000, growth: true
  ) { pending, _ in
    let holds = 200_000
    return Work.arranged(holds, "hold") {
      var kernel = Kernel<Held>()
      var draws = draws(.holds, pending)
      let increments = (0..<1 << 12).map { _ in Milliseconds(Int64(draws.exponential(mean: 1e6))) }
      for number in 0..<pending {
        let time = Milliseconds(Int64(draws.exponential(mean: 1e6) * draws.uniform()))
        kernel.schedule(Held(number: Int32(number)), at: time)
      }
      let model = HoldModel(kernel: kernel, increments: increments)
      // The initial filling of the ladder belongs to the preparation.
      model.run(2 * min(pending, 10_000))
      return {
        let before = model.kernel.counts
        let checksum = model.run(holds)
        let counts = model.kernel.counts
        return Outcome(
          checksum,
          [
            "events": counts.executed - before.executed,
            "heap_operations": counts.executed + counts.scheduled - before.executed - before.scheduled,
          ])
      }
    }
  }

  /// Timeouts: in a simulation with patience most events are cancelled.
  static let cancel = Benchmark(
    "kernel/cancel", .micro, "schedule an event, cancel it again", unit: "pending events",
    sizes: [100, 1_000, 10_000, 100_000, 1_000_000]
  ) { pending, _ in
    let rounds = 100_000
    return Work.arranged(rounds, "round") {
      let model = HoldModel(kernel: Kernel<Held>(), increments: [Milliseconds(1000)])
      var draws = draws(.holds, pending)
      for number in 0..<pending {
        model.kernel.schedule(
          Held(number: Int32(number)), at: Milliseconds(Int64(draws.exponential(mean: 1e6))))
      }
      return {
        var checksum = Checksum()
        for round in 0..<rounds {
          let handle = model.kernel.schedule(
            Held(number: Int32(round)), after: Milliseconds(Int64(round &* 7919 % 1_000_003)))
          checksum.add(model.kernel.cancel(handle) ? 1 : 0)
        }
        checksum.add(model.kernel.pending)
        return Outcome(checksum, ["heap_operations": 2 * rounds])
      }
    }
  }

  /// The event of the hold model, with its number.
  private struct Held: BitwiseCopyable { var number: Int32 }

  /// A kernel for holds.
  private final class HoldModel {
    var kernel: Kernel<Held>
    private let increments: [Milliseconds]
    private var draw = 0

    init(kernel: consuming Kernel<Held>, increments: [Milliseconds]) {
      self.kernel = kernel
      self.increments = increments
    }

    @discardableResult
    func run(_ holds: Int) -> Checksum {
      var checksum = Checksum()
      for _ in 0..<holds {
        guard let (time, event) = kernel.next() else { break }
        checksum.add(time.rawValue ^ Int64(event.number) << 40)
        kernel.schedule(event, after: increments[draw & (increments.count - 1)])
        draw &+= 1
      }
      return checksum
    }
  }
}

/// Returns the random numbers of a benchmark, determined by purpose and size.
func draws(_ purpose: Purpose, _ size: Int) -> KeyedGenerator {
  KeyedGenerator(seed: 1, replication: 0, purpose: purpose, UInt64(size))
}
