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
    "kernel/hold-ladder", .micro, "the same holds on a ladder queue in C++", unit: "pending events",
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

  /// Makes `count` holds, and returns a checksum of the popped events, computed as in the reference.
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
