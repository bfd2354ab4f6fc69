public import Metrics
public import Statistics

/// The Pareto front of a study's points in some figures, by their means.
public struct FrontFinding: Sendable {
  public let figures: [FigureColumn]
  /// The better direction of each figure.
  public let directions: [Direction]
  /// The constraints satisfied by its points, by their means.
  public let constraints: [Constraint]
  /// The points with all figures and within the constraints.
  public let points: [StudyTable.Point]
  /// The means, one row per point and one column per figure.
  public let means: [[Double]]
  /// The front among `points`, and its knee.
  public let front: ParetoFront

  /// Computes the front in `figures` of the points of `study` within `constraints`.
  ///
  /// - Throws: `ReportError.impossible` for a single figure, a figure without a better direction, or fewer than
  ///   two points.
  public init(
    _ study: StudyTable, _ figures: [FigureColumn], subjectTo constraints: [Constraint] = []
  ) throws(ReportError) {
    let what = "the Pareto front"
    guard figures.count >= 2 else {
      throw .impossible(what: what, reason: "needs two figures or more; name them with --figure")
    }
    if let neutral = figures.first(where: { $0.direction == nil }) {
      throw .impossible(what: what, reason: "of \(neutral.name) neither way is better; choose another figure")
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
            "needs two points that keep \(words), here is \(complete.isEmpty ? "none" : "one"); loosen it")
      }
      throw .impossible(
        what: what, reason: "needs two points with \(figures.map(\.name).joined(separator: ", "))")
    }
    self.figures = figures
    self.constraints = constraints
    directions = figures.compactMap(\.direction)
    points = complete
    means = complete.map { point in figures.map { point.statistics($0).mean ?? 0 } }
    front = ParetoFront(means, directions)
  }

  /// The indices of the front's points, in the order of the first figure.
  public var ordered: [Int] { front.members.sorted { (means[$0][0], $0) < (means[$1][0], $1) } }
}
