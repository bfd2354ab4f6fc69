import Glibc

/// Processor seconds that this thread has used: steadier than the wall's where the machine is shared.
public func processorSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

/// The processor seconds that `body` takes.
public func processorSeconds(of body: () throws -> Void) rethrows -> Double {
  let start = processorSeconds()
  try body()
  return processorSeconds() - start
}

/// The middle one of `values`, or the mean of the middle two.
///
/// - Precondition: there is a value.
public func median(_ values: [Double]) -> Double {
  let sorted = values.sorted()
  let middle = sorted.count / 2
  return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/// `value` with `decimals` decimals, right-aligned to `width` characters.
public func cell(_ value: Double, _ decimals: Int, width: Int = 10) -> String {
  var scale = 1.0
  for _ in 0..<decimals { scale *= 10 }
  let scaled = Int((value.magnitude * scale).rounded())
  var digits = String(scaled)
  digits = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
  let split = digits.index(digits.endIndex, offsetBy: -decimals)
  let text =
    (value < 0 ? "-" : "") + digits[..<split] + (decimals > 0 ? "." + digits[split...] : "")
  return String(repeating: " ", count: max(0, width - text.count)) + text
}

/// A small generator of the benchmark's own numbers: SplitMix64.
public struct BenchmarkNumbers {
  private var state: UInt64

  /// Creates the sequence of `seed`.
  public init(seed: UInt64) { state = seed }

  /// The next number of 0 ..< 1.
  public mutating func uniform() -> Double {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return Double((z ^ (z >> 31)) >> 11) * 0x1p-53
  }
}
