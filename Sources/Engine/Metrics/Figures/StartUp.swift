public import Quantities
public import Statistics

/// The start-up of an initially empty run: its matches over a stationary period, in batches for MSER-5.
///
/// The series is the number of matches in each of 500 equal intervals, grouped for MSER-5 into a hundred batches of
/// five, so a deletion is a whole number of hundredths of the period. Matches are nearly independent between intervals,
/// as required to distinguish a start-up from chance; numbers of drivers on the road are not, and their hourly
/// fluctuations would be taken for a start-up. The mean over replications reveals more than a single run (Hoad,
/// Robinson and Davies 2010).
public struct StartUp: Hashable, Sendable {
  /// The number of batches in the period.
  public static let batchCount = 100

  /// The length of the period, which begins at 0.
  public let period: Milliseconds
  /// The number of matches in each batch, or its mean over several runs.
  public let matches: [Double]

  /// Creates the series of `matches` in equal parts of `period`.
  ///
  /// - Precondition: there are `batchCount` of them, all finite; the period is positive.
  public init(period: Milliseconds, matches: [Double]) {
    precondition(
      matches.count == Self.batchCount && matches.allSatisfy(\.isFinite), "a number for each batch")
    precondition(period > .zero, "the period is positive")
    self.period = period
    self.matches = matches
  }

  /// Creates the series from the number of matches in each batch of `period`.
  ///
  /// The result is nil unless `period` is positive and there are `batchCount` counts, all whole numbers from 0 to 10¹².
  public init?(period: Milliseconds, counts: [Double?]) {
    let matches = counts.compactMap { $0 }.filter { (0...1e12).contains($0) && $0.rounded() == $0 }
    guard period > .zero, counts.count == Self.batchCount, matches.count == counts.count else { return nil }
    self.init(period: period, matches: matches)
  }

  /// Counts the matches at `times`, in any order, within `period`.
  ///
  /// - Complexity: one pass over the times.
  @inlinable
  public init(of times: some Sequence<Milliseconds>, over period: Milliseconds) {
    var counts = Array(repeating: 0.0, count: Self.batchCount)
    for time in times where time < period {
      counts[Int(time.rawValue * Int64(Self.batchCount) / period.rawValue)] += 1
    }
    self.init(period: period, matches: counts)
  }

  /// Creates the mean of `runs`; nil if there are none, or their periods differ.
  public init?(meanOf runs: [StartUp]) {
    guard let first = runs.first, runs.allSatisfy({ $0.period == first.period }) else { return nil }
    let means = first.matches.indices.map { batch in
      runs.reduce(0) { $0 + $1.matches[batch] } / Double(runs.count)
    }
    self.init(period: first.period, matches: means)
  }

  /// The result of MSER-5; nil if there is no match.
  public var truncation: WarmUpTruncation? {
    matches.allSatisfy { $0 == 0 } ? nil : WarmUpTruncation(batchMeans: matches)
  }

  /// The adequacy of a warm-up; the raw value is the name in warm_up.csv.
  public enum Verdict: String, CaseIterable, Sendable {
    case longEnough = "long_enough"
    case tooShort = "too_short"
    case noSteadyState = "no_steady_state"
  }

  /// Returns the adequacy of a warm-up of `warmUp`.
  public func verdict(warmUp: Milliseconds) -> Verdict {
    deleted.map { warmUp >= $0 ? .longEnough : .tooShort } ?? .noSteadyState
  }

  /// The initial period deleted by MSER-5; nil if MSER-5 finds no steady state.
  public var deleted: Milliseconds? {
    guard let truncation, truncation.verdict == .found else { return nil }
    let batches = Int64(truncation.truncated / WarmUpTruncation.batch)
    return Milliseconds(period.rawValue * batches / Int64(Self.batchCount))
  }
}
