public import Metrics
public import Statistics

/// Quantiles of a figure over the runs of each point, with distribution-free intervals.
///
/// The intervals require independent observations, as replications are. The waits within one run are not
/// independent, because a long wait leaves fewer drivers for the next request, so they get no such interval; their
/// quantiles (`wait_s.p95`) are ordinary figures of a run.
public struct QuantileFinding: Sendable {
  /// The probabilities, ascending.
  public static let probabilities = [0.5, 0.95]

  /// A quantile at a point.
  public struct Quantile: Sendable {
    /// The estimate, interpolated between order statistics (type 7).
    public let value: Double
    /// Its interval at 95 % or slightly more; nil for too few runs.
    public let interval: QuantileInterval?
  }

  /// A point with values of the figure.
  public struct Row: Sendable {
    public let point: StudyTable.Point
    /// The number of runs with a value.
    public let count: Int
    /// The quantiles, one per probability.
    public let quantiles: [Quantile]
  }

  public let figure: FigureColumn
  /// The points with a value of the figure, in study order.
  public let rows: [Row]

  /// Computes the quantiles of `figure` at each point of `study`.
  ///
  /// - Throws: `ReportError.impossible` if every point has only one run.
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
