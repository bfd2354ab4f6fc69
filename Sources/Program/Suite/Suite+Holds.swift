import EventKernel
import HoldModelPeers
import Quantities
import Statistics

extension Suite {
  /// The hold model with constant increments, so that the events are cyclic.
  static let holdConstant = Benchmark(
    "kernel/hold-constant", .micro, "the hold model with constant increments", unit: "pending events",
    sizes: circleSizes
  ) { pending, _ in
    let circle = Circle(pending)
    return Work.arranged(circle.holds, "hold") {
      let model = HeldKernel(circle)
      return { Outcome(model.hold(circle.holds), [Count("holds", circle.holds)]) }
    }
  }

  /// The reference: a ladder queue in C++, which pops the same events.
  static let holdLadder = Benchmark(
    "kernel/hold-ladder", .micro, "the same hold model on a ladder queue in C++", unit: "pending events",
    sizes: circleSizes
  ) { pending, _ in
    let circle = Circle(pending)
    return Work.arranged(circle.holds, "hold") {
      let model = HeldLadder(circle)
      return { Outcome(model.hold(circle.holds), [Count("holds", circle.holds)]) }
    }
  }

  private static let circleSizes = [1_000, 10_000, 100_000, 1_000_000]
}

/// Cyclic events with a period of 1000 s, and their first times.
private struct Circle {
  let starts: [Int64]
  let increment: Int64 = 1_000_000

  init(_ pending: Int) {
    var draws = draws(.holds, pending)
    starts = (0..<pending).map { _ in Int64(1e6 * draws.uniform()) }
  }

  /// The number of holds before the measurement: two cycles.
  var warmUp: Int { 2 * starts.count }
  var holds: Int { max(200_000, 2 * starts.count) }
}

/// The kernel with cyclic events.
private final class HeldKernel {
  private struct Event: BitwiseCopyable { var number: UInt64 }

  private var kernel = Kernel<Event>()
  private let increment: Milliseconds
  private var checksum: UInt64 = 0

  init(_ circle: Circle) {
    increment = Milliseconds(circle.increment)
    for (number, start) in circle.starts.enumerated() {
      kernel.schedule(Event(number: UInt64(number)), at: Milliseconds(start))
    }
    _ = hold(circle.warmUp)
  }

  /// Performs `count` holds, and returns a checksum of the popped events, computed as in the reference.
  func hold(_ count: Int) -> String {
    // Accessed through the object at each event, the kernel would take twice as long.
    Self.hold(count, &kernel, increment, &checksum)
    return String(checksum, radix: 16)
  }

  private static func hold(
    _ count: Int, _ kernel: inout Kernel<Event>, _ increment: Milliseconds, _ checksum: inout UInt64
  ) {
    for _ in 0..<count {
      guard let (time, event) = kernel.next() else { break }
      checksum =
        (checksum ^ UInt64(bitPattern: time.rawValue) ^ event.number &<< 40) &* 0x9E37_79B9_7F4A_7C15
      kernel.schedule(event, after: increment)
    }
  }
}

/// The ladder queue with cyclic events.
private final class HeldLadder {
  private let ladder: OpaquePointer

  init(_ circle: Circle) {
    ladder = detour_ladder_create(
      circle.starts, Int64(circle.starts.count), circle.increment, Int64(circle.warmUp))
  }

  deinit { detour_ladder_destroy(ladder) }

  func hold(_ count: Int) -> String { String(detour_ladder_hold(ladder, Int64(count)), radix: 16) }
}

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

  /// Scheduling and cancelling timeouts: in simulations with patience, most events are cancelled.
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
