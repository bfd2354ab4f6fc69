import Metrics
import Statistics

/// The best point of a study in a figure, among those whose means satisfy given bounds.
struct ChosenPoint {
  let point: StudyTable.Point
  private let constraints: [Constraint]
  private let settings: [String]

  /// Chooses among the points of `study`.
  ///
  /// - Throws: `ReportError.impossible` if the figure has no better direction, or no point is within the bounds.
  init(_ study: StudyTable, _ figure: FigureColumn, subjectTo constraints: [Constraint]) throws(ReportError) {
    let what = "the chosen point"
    guard let direction = figure.direction else {
      throw .impossible(
        what: what,
        reason:
          "for \(figure.name), neither higher nor lower is better; name another figure first with --figure"
      )
    }
    let allowed = study.points.compactMap { point in
      point.statistics(figure).mean.flatMap { mean in
        constraints.allSatisfy { $0.holds(at: point) } ? (point: point, gain: direction.gain(mean)) : nil
      }
    }
    // Of equal ones the first.
    guard let first = allowed.first else {
      let bounds = constraints.map(\.description).joined(separator: ", ")
      throw .impossible(what: what, reason: "no point of \(study.folder) respects \(bounds); relax it")
    }
    point = allowed.dropFirst().reduce(first) { $1.gain > $0.gain ? $1 : $0 }.point
    self.constraints = constraints
    settings = Self.settings(of: point, in: study)
  }

  /// The caption lines: the bounds, and the point.
  var caption: [String] { constraints.map { "bound: \($0)" } + Self.captioned("chosen: ", settings) }

  /// Returns the settings of `point` as pieces of a caption.
  static func settings(of point: StudyTable.Point, in study: StudyTable) -> [String] {
    zip(study.parameters, point.values).map { "\($0) = \($1)" }
  }

  /// Returns `pieces` with `word` before the first.
  static func captioned(_ word: String, _ pieces: [String]) -> [String] {
    [word + (pieces.first ?? "the one point")] + pieces.dropFirst()
  }

  /// The text in the legend.
  static let legend: GnuplotCode = "title 'best within the bounds'"
}

extension Constraint {
  /// Returns whether the mean over the runs of `point` satisfies the bound; false if there is no mean.
  func holds(at point: StudyTable.Point) -> Bool {
    point.statistics(figure).mean.map { isUpper ? $0 <= limit : $0 >= limit } ?? false
  }
}
