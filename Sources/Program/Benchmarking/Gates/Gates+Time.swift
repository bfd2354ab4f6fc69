import Foundation
import Quantities
import Statistics

extension Gates {
  /// Processor times of the same work by two programs, measured alternately in random order.
  typealias Series = [(first: Double, second: Double)]

  /// Returns the finding on whether the second program of a pair is slower; `measure` returns a series of the given
  /// number of pairs.
  ///
  /// If the minimum number of pairs is inconclusive, pairs are added up to the maximum. *Slower* requires a ratio
  /// above the margin that is significant, confirmed in a second series; *no* requires an interval narrow enough to
  /// detect a difference of the margin.
  static func time(
    _ subject: String, pairs: ClosedRange<Int>, measure: (Int) throws -> Series
  ) rethrows -> Finding {
    var series = try measure(pairs.lowerBound)
    let finding = try judge(subject, series, measure)
    guard finding.answer == .cannotTell, pairs.upperBound > pairs.lowerBound else { return finding }
    series += try measure(pairs.upperBound - pairs.lowerBound)
    return try judge(subject, series, measure)
  }

  private static func judge(
    _ subject: String, _ series: Series, _ measure: (Int) throws -> Series
  ) rethrows -> Finding {
    let ratio = PairedRatio(series, seed: 1)
    if isSlower(ratio) {
      let second = PairedRatio(try measure(series.count), seed: 2)
      let confirmed = isSlower(second)
      return Finding(
        subject: subject, answer: confirmed ? .yes : .cannotTell,
        words: "\(words(ratio)); again \(words(second))" + (confirmed ? "" : ": not confirmed"))
    }
    let width = (ratio.interval.upperBound - ratio.interval.lowerBound) / ratio.estimate
    if width > widestInterval {
      return Finding(
        subject: subject, answer: .cannotTell,
        words: "\(words(ratio)): the interval is wider than \(Words.percent(widestInterval))")
    }
    return Finding(subject: subject, answer: .no, words: words(ratio))
  }

  static func isSlower(_ ratio: PairedRatio) -> Bool {
    ratio.estimate > 1 + timeMargin && ratio.pValue < timeLevel
  }

  private static func words(_ ratio: PairedRatio) -> String {
    let (low, high) = (ratio.interval.lowerBound, ratio.interval.upperBound)
    return "\(change(ratio.estimate, digits: 1)) [\(change(low, digits: 1)) … \(change(high, digits: 1))], "
      + String(format: "p %.4f, %d pairs", ratio.pValue, ratio.count)
  }
}
