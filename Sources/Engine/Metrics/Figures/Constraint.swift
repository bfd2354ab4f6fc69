public import Foundation

/// A bound on a figure: `driver_detour_s.mean ≤ 120`.
public struct Constraint: Hashable, Sendable {
  public let figure: FigureColumn
  /// The limit in the figure's unit.
  public let limit: Double
  /// Whether `limit` is the greatest value allowed; otherwise the least.
  public let isUpper: Bool

  /// Creates a bound.
  public init(_ figure: FigureColumn, _ limit: Double, isUpper: Bool) {
    self.figure = figure
    self.limit = limit
    self.isUpper = isUpper
  }

  /// Returns the slack of `value`, in the figure's unit; negative if it violates the bound.
  public func slack(_ value: Double) -> Double { isUpper ? limit - value : value - limit }

  /// The unit of `slack` for comparing bounds: the limit, or 1 for a limit of 0.
  public var scale: Double { limit == 0 ? 1 : limit.magnitude }
}

extension Constraint: CustomStringConvertible {
  public var description: String { "\(figure.name) \(isUpper ? "≤" : "≥") \(limit.formatted(.plain))" }
}

extension FormatStyle where Self == FloatingPointFormatStyle<Double> {
  /// The shortest representation of the number, without thousands separators, in any locale.
  public static var plain: Self { digits(6) }

  /// Returns the same with at most `count` significant digits.
  public static func digits(_ count: Int) -> Self {
    FloatingPointFormatStyle<Double>(locale: Locale(identifier: "en_US_POSIX")).grouping(.never)
      .precision(.significantDigits(1...count))
  }
}
