public import Quantities
import Tables

/// The figures of a run's requests in the two halves of a time span. In steady state they differ by chance alone.
public struct Halves: Hashable, Sendable {
  /// A figure in both halves, in the unit of its metric.
  public struct Row: Hashable, Sendable {
    public let figure: String
    public let first: Double
    public let second: Double
  }

  /// The time span of both halves.
  public let span: Range<Milliseconds>
  /// The figures available in both halves, in the order of summary.csv.
  public let rows: [Row]

  /// Computes the figures of the halves of `span`: ratios and other numbers, and the means of distributions, but no counts.
  ///
  /// - Parameters:
  ///   - isTimed: whether a metric is computed only from the requests of the half.
  ///   - measure: computes the figures of the requests submitted within a time span; nil if the market has none.
  public init?(
    of span: Range<Milliseconds>, where isTimed: (Metric) -> Bool,
    by measure: (Range<Milliseconds>) -> Figures?
  ) {
    let middle = Self.middle(of: span)
    guard let first = measure(span.lowerBound..<middle), let second = measure(middle..<span.upperBound)
    else { return nil }
    self.span = span
    rows = first.rows.compactMap { row in
      guard isTimed(row.metric), row.unit != .count, row.statistic == .value || row.statistic == .mean,
        let other = second[row.metric, row.statistic]
      else { return nil }
      return Row(
        figure: FigureColumn(row.metric, row.statistic).name, first: row.value, second: other)
    }
  }

  /// Returns the time at which the second half of `span` begins.
  public static func middle(of span: Range<Milliseconds>) -> Milliseconds {
    Milliseconds((span.lowerBound.rawValue + span.upperBound.rawValue) / 2)
  }
}
