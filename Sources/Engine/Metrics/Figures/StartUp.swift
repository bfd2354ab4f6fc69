public import Quantities
public import Statistics

/// The start-up of a run that begins empty: its matches over a period in which nothing changes by the clock, in batches
/// for MSER-5.
///
/// The series is the matches in each of 500 equal intervals; a hundred batches of five are what MSER-5 looks at, so a
/// deletion is a whole number of hundredths of the period. Matches are nearly independent from one interval to the next,
/// which the truncation needs to tell a start-up from chance; numbers of drivers on the road are not, and with them it
/// takes the ups and downs of an hour for a start-up. The mean over replications shows more than one run (Hoad, Robinson
/// and Davies 2010).
public struct StartUp: Hashable, Sendable {
  /// The number of batches in the period.
  public static let batchCount = 100

  /// The length of the period; it begins at 0.
  public let period: Milliseconds
  /// The matches in each batch; of several runs, their mean.
  public let matches: [Double]

  /// Creates the series of `matches` in equal parts of `period`.
  ///
  /// - Precondition: there are `batchCount` of them, none of them infinite; the period is positive.
  public init(period: Milliseconds, matches: [Double]) {
    precondition(
      matches.count == Self.batchCount && matches.allSatisfy(\.isFinite), "a number for each batch")
    precondition(period > .zero, "the period is positive")
    self.period = period
    self.matches = matches
  }

  /// Counts the matches that were made at the moments `times`, in any order, within `period`.
  ///
  /// - Complexity: one pass over them.
  @inlinable
  public init(of times: some Sequence<Milliseconds>, over period: Milliseconds) {
    var counts = Array(repeating: 0.0, count: Self.batchCount)
    for time in times where time < period {
      counts[Int(time.rawValue * Int64(Self.batchCount) / period.rawValue)] += 1
    }
    self.init(period: period, matches: counts)
  }

  /// The mean of `runs`; nil of none, or where their periods differ.
  public init?(meanOf runs: [StartUp]) {
    guard let first = runs.first, runs.allSatisfy({ $0.period == first.period }) else { return nil }
    let means = first.matches.indices.map { batch in
      runs.reduce(0) { $0 + $1.matches[batch] } / Double(runs.count)
    }
    self.init(period: first.period, matches: means)
  }

  /// The verdict of MSER-5; nil where there is no match at all.
  public var truncation: WarmUpTruncation? {
    matches.allSatisfy { $0 == 0 } ? nil : WarmUpTruncation(batchMeans: matches)
  }

  /// The adequacy of a warm-up; the raw value is the name in warm_up.csv.
  public enum Verdict: String, CaseIterable, Sendable {
    case longEnough = "long_enough"
    case tooShort = "too_short"
    case noSteadyState = "no_steady_state"
  }

  /// The adequacy of a warm-up of `warmUp`.
  public func verdict(warmUp: Milliseconds) -> Verdict {
    deleted.map { warmUp >= $0 ? .longEnough : .tooShort } ?? .noSteadyState
  }

  /// The time that MSER-5 deletes at the front; nil where it shows no steady state.
  public var deleted: Milliseconds? {
    guard let truncation, truncation.verdict == .found else { return nil }
    let batches = Int64(truncation.truncated / WarmUpTruncation.batch)
    return Milliseconds(period.rawValue * batches / Int64(Self.batchCount))
  }
}
