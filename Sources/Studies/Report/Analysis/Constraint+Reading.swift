import Foundation
public import Markets
public import Metrics
import Scenario

extension Constraint {
  /// Parses `text`, such as `driver_detour_s.mean<=120`, as a constraint on a figure of `study`.
  ///
  /// - Throws: `ReportError` if the text is not a constraint, or the figure is not in the study.
  public init(_ text: String, in study: StudyTable) throws(ReportError) {
    self = try Self.read(text) { name throws(ReportError) in try study.figure(name) }
  }

  /// Parses `text` as a constraint on any known figure.
  ///
  /// - Throws: `ReportError` if the text is not a constraint, or the figure is unknown.
  public init(_ text: String) throws(ReportError) {
    self = try Self.read(text) { name throws(ReportError) in try FigureColumn(reading: name) }
  }

  private static func read(
    _ text: String, _ figure: (String) throws(ReportError) -> FigureColumn
  ) throws(ReportError) -> Constraint {
    let signs = [("<=", true), (">=", false), ("≤", true), ("≥", false)]
    for (sign, isUpper) in signs {
      guard let place = text.range(of: sign) else { continue }
      let name = text[..<place.lowerBound].trimmingCharacters(in: .whitespaces)
      let number = text[place.upperBound...].trimmingCharacters(in: .whitespaces)
      guard let limit = Double(number), limit.isFinite else { break }
      return Constraint(try figure(name), limit, isUpper: isUpper)
    }
    throw .badConstraint(text: text)
  }
}

extension FigureColumn {
  /// Finds the figure called `name` in `list`.
  ///
  /// - Throws: `ReportError.unknownFigure`, which suggests the most similar name.
  public init(reading name: String, among list: FigureList = Markets.figures) throws(ReportError) {
    guard let figure = list.named(name) else {
      let begun = list.columns.first { $0.name == name + ".mean" }?.name
      let nearest = begun ?? nearestName(to: name, among: list.columns.map(\.name))
      throw .unknownFigure(name: name, nearest: nearest, examples: list.examples)
    }
    self = figure
  }
}
