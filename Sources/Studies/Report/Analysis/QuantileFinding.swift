public import Metrics
public import Statistics

/// Quantiles of a figure over the runs of each point, with intervals that hold for any distribution.
///
/// Replications are independent, which the intervals need. The waits within one run are not: who waits long leaves fewer
/// drivers to the next, so no such interval is given of them; their own quantiles (`wait_s.p95`) are figures of a run
/// like others.
public struct QuantileFinding: Sendable {
  /// The probabilities, ascending.
  public static let probabilities = [0.5, 0.95]

  /// A quantile at a point.
  public struct Quantile: Sendable {
    /// The estimate, interpolated between order statistics (type 7).
    public let value: Double
    /// Its interval of 95 % or a little more; nil of too few runs.
    public let interval: QuantileInterval?
  }

  /// A point with values of the figure.
  public struct Row: Sendable {
    public let point: StudyTable.Point
    /// The runs in which the figure applies.
    public let count: Int
    /// One per probability.
    public let quantiles: [Quantile]
  }

  public let figure: FigureColumn
  /// The points at which the figure applies, in the order of the study.
  public let rows: [Row]

  /// Takes the quantiles of `figure` at each point of `study`.
  ///
  /// - Throws: `ReportError.impossible` where every point has one run.
  public init(_ study: StudyTable, _ figure: FigureColumn) throws(ReportError) {
    self.figure = figure
    rows = study.points.compactMap { point in
      let values = point.runs.compactMap { $0[figure] }.sorted()
      let quantiles = Self.probabilities.compactMap { probability in
        Summary.quantile(ofSorted: values, probability).map {
          Quantile(value: $0, interval: QuantileInterval(ofSorted: values, probability))
        }
      }
      return values.isEmpty ? nil : Row(point: point, count: values.count, quantiles: quantiles)
    }
    guard rows.contains(where: { $0.count > 1 }) else {
      throw .impossible(
        what: "the quantiles of \(figure.name) over the runs", reason: "need two runs of a point or more")
    }
  }
}
