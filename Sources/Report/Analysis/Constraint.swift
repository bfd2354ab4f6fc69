import Foundation
public import Metrics

/// A bound on a figure: `driver_detour_s.mean<=120`.
public struct Constraint: Hashable, Sendable {
  public let figure: FigureColumn
  /// In the figure's unit.
  public let limit: Double
  /// Whether `limit` is the greatest value allowed; otherwise the least.
  public let isUpper: Bool

  /// Reads `text`, whose figure must be one of `study`.
  ///
  /// - Throws: `ReportError` where the text is no constraint, or its figure none of the study's.
  public init(_ text: String, in study: StudyTable) throws(ReportError) {
    let signs = [("<=", true), (">=", false), ("≤", true), ("≥", false)]
    for (sign, isUpper) in signs {
      guard let place = text.range(of: sign) else { continue }
      let name = text[..<place.lowerBound].trimmingCharacters(in: .whitespaces)
      let number = text[place.upperBound...].trimmingCharacters(in: .whitespaces)
      guard let limit = Double(number), limit.isFinite else { break }
      figure = try study.figure(name)
      self.limit = limit
      self.isUpper = isUpper
      return
    }
    throw .badConstraint(text: text)
  }
}

extension Constraint: CustomStringConvertible {
  public var description: String { "\(figure.name) \(isUpper ? "≤" : "≥") \(limit.formatted(.plain))" }
}

extension FormatStyle where Self == FloatingPointFormatStyle<Double> {
  /// As few digits as say the number, without marks between thousands, in every country alike.
  static var plain: Self {
    FloatingPointFormatStyle<Double>(locale: Locale(identifier: "en_US_POSIX")).grouping(.never)
      .precision(.significantDigits(1...6))
  }
}
