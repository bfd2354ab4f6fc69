public import Metrics
import Scenario
public import Statistics

/// The Pareto front of a study's points in several figures, based on the means.
public struct FrontFinding: Sendable {
  public let figures: [FigureColumn]
  /// The better direction of each figure.
  public let directions: [Direction]
  /// The constraints that the means at `points` satisfy.
  public let constraints: [Constraint]
  /// The points that have values of all figures and satisfy the constraints.
  public let points: [StudyTable.Point]
  /// The means, one row per point and one column per figure.
  public let means: [[Double]]
  /// The front among `points`, and its knee.
  public let front: ParetoFront

  /// Computes the front in `figures` of the points of `study` that satisfy `constraints`.
  ///
  /// - Throws: `ReportError.impossible` for a single figure, a figure without a better direction, or fewer than
  ///   two points.
  public init(
    _ study: StudyTable, _ figures: [FigureColumn], subjectTo constraints: [Constraint] = []
  ) throws(ReportError) {
    let what = "the Pareto front"
    guard figures.count >= 2 else {
      throw .impossible(what: what, reason: "requires at least two figures; name them with --figure")
    }
    if let neutral = figures.first(where: { $0.direction == nil }) {
      throw .impossible(
        what: what, reason: "for \(neutral.name), neither higher nor lower is better; choose another figure")
    }
    let complete = study.points.filter { point in
      figures.allSatisfy { point.statistics($0).count > 0 } && point.keeps(constraints)
    }
    guard complete.count >= 2 else {
      guard constraints.isEmpty else {
        let words = constraints.map(\.description).joined(separator: ", ")
        throw .impossible(
          what: what,
          reason:
            "requires two points that respect \(words), but there is \(complete.isEmpty ? "none" : "only one"); relax it"
        )
      }
      throw .impossible(
        what: what,
        reason: "requires two points with values of \(figures.map(\.name).joined(separator: ", "))")
    }
    self.figures = figures
    self.constraints = constraints
    directions = figures.compactMap(\.direction)
    points = complete
    means = complete.map { point in figures.map { point.statistics($0).mean ?? 0 } }
    front = ParetoFront(means, directions)
  }

  /// The indices of the front's points, ordered by the first figure.
  public var ordered: [Int] { front.members.sorted { (means[$0][0], $0) < (means[$1][0], $1) } }
}

/// Quantiles of a figure over the runs of each point, with distribution-free intervals.
///
/// The intervals require independent observations, such as replications. The waits within one run are not independent,
/// because a long wait leaves fewer drivers for the next request, so they get no such interval; their quantiles
/// (`wait_s.p95`) are ordinary figures of a run.
public struct QuantileFinding: Sendable {
  /// The probabilities, ascending.
  public static let probabilities = [0.5, 0.95]

  /// A quantile at a point.
  public struct Quantile: Sendable {
    /// The estimate, interpolated between order statistics (type 7).
    public let value: Double
    /// Its interval, with a confidence of at least 95 %; nil for too few runs.
    public let interval: QuantileInterval?
  }

  /// The quantiles of the figure at one point.
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
        what: "the quantiles of \(figure.name) over the runs", reason: "require at least two runs of a point")
    }
  }
}

/// The shortfall of a study from its precision target for a figure.
public struct PrecisionFinding: Sendable {
  public let figure: FigureColumn
  /// The required half-width of the 95 % interval, as a share of the mean.
  public let halfWidth: Double
  /// The maximum number of replications.
  public let most: Int
  /// The number of points that miss the target.
  public let missing: Int
  /// The estimated number of replications needed to reach the target at all points; nil if unknown.
  public let wanted: Int?

  /// Finds the points of `study` that miss its precision target; nil if there is no target, or every point reaches
  /// it.
  public init?(_ study: StudyTable) {
    guard let asked = study.precision, let figure = study.figures.named(asked.figure) else { return nil }
    let rule = StoppingRule(halfWidth: asked.halfWidth)
    let missed = study.points.filter { !rule.isMet(by: $0.statistics(figure)) }
    guard !missed.isEmpty else { return nil }
    self.figure = figure
    halfWidth = asked.halfWidth
    most = asked.maxReplications
    missing = missed.count
    let estimates = missed.compactMap { rule.estimate($0.runs.count, $0.statistics(figure)) }
    wanted = estimates.count == missed.count ? estimates.max() : nil
  }
}
