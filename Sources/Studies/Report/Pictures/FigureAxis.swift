import Metrics
import Tables

/// The axis range of a figure.
struct FigureAxis {
  let lower: Double
  let upper: Double
  /// The factor applied to its values.
  private let scale: Double

  /// Creates the axis for points with these `means` and `intervals`.
  ///
  /// It excludes impossible values: below 0 if no mean is, and above 1 for a ratio.
  init(_ figure: FigureColumn, means: [Double], intervals: [ClosedRange<Double>] = []) {
    scale = figure.scaleInColumn
    let least = (means + intervals.map(\.lowerBound)).min() ?? 0
    let most = (means + intervals.map(\.upperBound)).max() ?? 1
    let margin = most > least ? 0.05 * (most - least) : max(0.1 * most.magnitude, 1e-3)
    let isPositive = means.allSatisfy { $0 >= 0 }
    let isShare = figure.unit == .ratio && isPositive && means.allSatisfy { $0 <= 1 }
    lower = isPositive ? max(0, least - margin) : least - margin
    upper = isShare ? min(1, most + margin) : most + margin
  }

  /// Returns a dashed line at `limit`, vertical if the axis is the horizontal one; nil if it lies outside the axis.
  func line(at limit: Double, isUpright: Bool) -> GnuplotCode? {
    guard (lower...upper).contains(limit) else { return nil }
    let place = scale * limit
    let ends: GnuplotCode =
      isUpright
      ? "from first \(place), graph 0 to first \(place), graph 1"
      : "from graph 0, first \(place) to graph 1, first \(place)"
    return "set arrow \(ends) nohead dt 2 lw 1.5 lc rgb '#a02020'"
  }

  /// Returns `value` as a share of the axis.
  func share(of value: Double) -> Double { (value - lower) / (upper - lower) }

  /// The ends of the range, in the unit of the figure's label.
  var ends: (lower: Double, upper: Double) { (scale * lower, scale * upper) }

  /// The range for gnuplot, in the unit of the figure's label.
  var code: GnuplotCode { "[\(scale * lower):\(scale * upper)]" }
}
