public import Metrics
public import Statistics

/// The share of a figure's variance over a study due to each parameter.
public struct SobolFinding: Sendable {
  /// One parameter with its indices.
  public struct Row: Sendable {
    public let parameter: String
    public let index: SobolIndices.Index
  }

  public let figure: FigureColumn
  /// The parameters, the greatest total index first.
  public let rows: [Row]
  /// The number of design rows used.
  public let count: Int

  /// Estimates the indices of the parameters of `study` from the rows of the design `saltelli`.
  ///
  /// - Throws: `ReportError.impossible` if the study has another design or fewer than two complete rows, or the
  ///   figure does not vary.
  public init(_ study: StudyTable, _ figure: FigureColumn) throws(ReportError) {
    let what = "the Sobol' indices of \(figure.name)"
    guard let places = study.rows else {
      throw .impossible(what: what, reason: "need a study of the design saltelli, as --design saltelli 128")
    }
    let rows = places.compactMap { row in Self.row(row.map { study.points[$0] }, figure) }
    guard rows.count >= 2 else {
      throw .impossible(what: what, reason: "need two whole rows or more with values of \(figure.name)")
    }
    let indices = SobolIndices(rows, seed: 1).indices
    guard !indices.isEmpty else {
      throw .impossible(
        what: what,
        reason: "it does not vary beyond the noise of the replications; vary more, or take more of them")
    }
    self.figure = figure
    count = rows.count
    self.rows = zip(study.parameters, indices).map { Row(parameter: $0, index: $1) }.enumerated().sorted {
      (-$0.element.index.total.value, $0.offset) < (-$1.element.index.total.value, $1.offset)
    }.map(\.element)
  }

  /// Returns the figure at the points of a row, over the replications common to all of them; nil if there are
  /// none.
  private static func row(_ points: [StudyTable.Point], _ figure: FigureColumn) -> SobolIndices.Row? {
    let values = points.observed([figure])[0]
    let shared = values[0].indices.filter { column in values.allSatisfy { $0[column] != nil } }
    guard !shared.isEmpty else { return nil }
    let responses = values.map { row in shared.compactMap { row[$0] } }
    return .init(a: responses[0], b: responses[1], mixed: Array(responses[2...]))
  }
}
