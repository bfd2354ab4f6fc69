public import Quantities
import Scenario

/// The reason a simulated run has no results.
public enum RunError: Error, Hashable, Sendable {
  /// The run was so long that the time series would have too many rows.
  case tooManyIntervals(end: Milliseconds, interval: Milliseconds)
}

extension RunError {
  /// Throws if the time series of a run that ended at `end` would be too long to be useful.
  public static func check(end: Milliseconds, interval: Milliseconds) throws(RunError) {
    guard max(0, end.rawValue) / interval.rawValue < Scenario.Results.mostIntervals else {
      throw .tooManyIntervals(end: end, interval: interval)
    }
  }
}

extension RunError: CustomStringConvertible {
  /// The fault with its remedy.
  public var description: String {
    switch self {
    case .tooManyIntervals(let end, let interval):
      "results.interval_s: the run ended at \(end.seconds) s, which gives more than"
        + " \(Scenario.Results.mostIntervals) rows of \(interval.seconds) s; give a longer interval, or a"
        + " time.horizon_s, which ends the run"
    }
  }
}
