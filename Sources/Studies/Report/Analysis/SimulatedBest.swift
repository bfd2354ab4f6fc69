public import Metrics
import Quantities
public import Statistics

/// The best of the simulated points whose means satisfy given bounds.
public struct SimulatedBest: Sendable {
  public let figure: FigureColumn
  public let direction: Direction
  public let constraints: [Constraint]
  /// The number of points with means within the bounds.
  public let keeping: Int
  public let point: StudyTable.Point
  /// The other points within the bounds whose figure equals that of the best point in every replication.
  public let equals: [StudyTable.Point]
  /// The share of resamples in which the point, or one equal to it, is the best.
  public let share: Double
  /// The share of resamples in which the point is within the bounds.
  public let keepingShare: Double
  /// The number of resamples on which both shares are based.
  public let resamples: Int

  /// Finds the point of `study` with the best mean of `figure`.
  ///
  /// - Throws: `ReportError.impossible` if the figure has no better direction, or no point is within the
  ///   bounds.
  public init(
    _ study: StudyTable, _ figure: FigureColumn, subjectTo constraints: [Constraint]
  ) throws(ReportError) {
    let what = "the best simulated point of \(figure.name)"
    guard let direction = figure.direction else {
      throw .impossible(what: what, reason: "neither higher nor lower is better; choose another figure")
    }
    let means = study.points.map { $0.statistics(figure).mean }
    let kept = study.points.indices.filter { means[$0] != nil && study.points[$0].keeps(constraints) }
    guard let best = kept.max(by: { Self.isWorse(means[$0], means[$1], direction) }) else {
      throw .impossible(
        what: what,
        reason: study.nearestToKeeping(constraints, among: means.indices.filter { means[$0] != nil }))
    }
    let values = study.points.observed([figure] + constraints.map(\.figure))
    let bounds = zip(constraints, values.dropFirst()).map {
      BestShare.Bound($1, $0.limit, isUpper: $0.isUpper)
    }
    let again = BestShare(values[0], direction, subjectTo: bounds, seed: 1)
    self.figure = figure
    self.direction = direction
    self.constraints = constraints
    keeping = kept.count
    point = study.points[best]
    let same = kept.filter { $0 != best && values[0][$0] == values[0][best] }
    equals = same.map { study.points[$0] }
    share = ([best] + same).reduce(0) { $0 + again.shares[$1] }
    keepingShare = again.keeping[best]
    resamples = again.resamples
  }

  private static func isWorse(_ a: Double?, _ b: Double?, _ direction: Direction) -> Bool {
    guard let a, let b else { return false }
    return direction.gain(a) < direction.gain(b)
  }
}

extension StudyTable.Point {
  /// Returns whether the point's means satisfy `constraints`; a figure without a value violates its
  /// constraint.
  func keeps(_ constraints: [Constraint]) -> Bool {
    constraints.allSatisfy { constraint in
      statistics(constraint.figure).mean.map { constraint.slack($0) >= 0 } ?? false
    }
  }
}

extension StudyTable {
  /// Returns the message that no point satisfies `constraints`. It names the nearest point: the one whose worst
  /// violation, as a share of the limit, is smallest.
  ///
  /// - Parameter places: the indices of the points considered.
  func nearestToKeeping(_ constraints: [Constraint], among places: [Int]) -> String {
    let bounds = constraints.map(\.description).joined(separator: ", ")
    func slacks(_ point: Point) -> [(constraint: Constraint, slack: Double)]? {
      let slacks = constraints.compactMap { constraint in
        point.statistics(constraint.figure).mean.map { (constraint, constraint.slack($0)) }
      }
      return slacks.count == constraints.count ? slacks : nil
    }
    func worst(_ point: Point) -> Double {
      slacks(point)?.map { $0.slack / $0.constraint.scale }.min() ?? -.infinity
    }
    guard let nearest = places.map({ points[$0] }).max(by: { worst($0) < worst($1) }),
      let passed = slacks(nearest)?.filter({ $0.slack < 0 }), !passed.isEmpty
    else {
      return "no simulated point\(places.isEmpty ? " with values of the figures" : "") respects \(bounds)"
    }
    let words = passed.map {
      "\($0.constraint) is violated by \(Words.number(-$0.slack, $0.constraint.figure.unit))"
    }
    return
      "no simulated point respects \(bounds); the nearest is \(Words.setting(parameters, nearest.values)), where"
      + " \(words.joined(separator: " and ")): relax it, or extend the study in that direction"
  }
}

extension [StudyTable.Point] {
  /// Returns the values of each of `figures`, by point and by seed and replication; nil where the point lacks the
  /// run, or the run lacks the figure.
  func observed(_ figures: [FigureColumn]) -> [[[Double?]]] {
    var column: [StudyTable.Key: Int] = [:]
    for run in lazy.flatMap(\.runs) where column[run.key] == nil { column[run.key] = column.count }
    return figures.map { figure in
      map { point in
        var row = [Double?](repeating: nil, count: column.count)
        for run in point.runs {
          if let value = run[figure], let place = column[run.key] { row[place] = row[place] ?? value }
        }
        return row
      }
    }
  }
}
