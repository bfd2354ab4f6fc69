import JSON5
public import Quantities
import Statistics

extension Performance {
  /// The distribution of the durations of the matcher's calls, microseconds.
  public struct Decisions: Sendable {
    public var count: Int
    /// The wall-clock time, which includes preemption by other processes.
    public var wall: Distribution
    /// The processor time from `CallClock`: at most 100 µs too low, and equal to the wall-clock time below 100 µs.
    public var processor: Distribution

    /// Summarises `times`; nil without calls.
    public init?(_ times: CallTimes) {
      guard let wall = Distribution(times.wall) else { return nil }
      count = times.wall.count
      self.wall = wall
      processor = times.heldUp.isEmpty ? wall : Distribution(times.processor) ?? wall
    }
  }

  /// A mean, the quantiles at 0.5, 0.9, 0.99 and 0.999, and the largest value, microseconds.
  ///
  /// Quantiles interpolate as in `Summary`.
  public struct Distribution: Hashable, Sendable {
    public var mean, p50, p90, p99, p999, max: Double

    /// Creates the distribution; nil without values.
    init?(_ nanoseconds: [UInt32]) {
      let sorted = nanoseconds.sortedByDigits()
      guard let last = sorted.last else { return nil }
      /// Returns the value at `share` of the way from the smallest to the largest.
      func quantile(_ share: Double) -> Double {
        let place = share * Double(sorted.count - 1)
        let (low, high) = (Int(place), min(Int(place) + 1, sorted.count - 1))
        let (before, behind) = (Double(sorted[low]), Double(sorted[high]))
        return (before + (place - Double(low)) * (behind - before)) / 1_000
      }
      mean = Double(sorted.reduce(0) { $0 + UInt64($1) }) / Double(sorted.count) / 1_000
      p50 = quantile(0.5)
      p90 = quantile(0.9)
      p99 = quantile(0.99)
      p999 = quantile(0.999)
      max = Double(last) / 1_000
    }
  }
}

extension Performance.Decisions {
  var json: JSON {
    .object(
      [JSON.Member("count", .integer(count))] + wall.members + [
        JSON.Member("processor", .object(processor.members))
      ])
  }
}

extension Performance.Distribution {
  fileprivate var members: [JSON.Member] {
    let named = [("mean", mean), ("p50", p50), ("p90", p90), ("p99", p99), ("p999", p999), ("max", max)]
    return named.map { JSON.Member($0, .rounded($1, decimals: 3)) }
  }
}
