import Metrics
import Tables

/// The range of the axis of a figure.
struct FigureAxis {
  let lower: Double
  let upper: Double
  /// The factor of the values on it.
  private let scale: Double

  /// The axis for points of these `means`, with room for their `intervals`.
  ///
  /// It does not reach where the figure cannot be: not below 0 where no mean is, and for a ratio not above 1.
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

  /// A dashed line across the picture at `limit`, upright where the axis is the horizontal one; nil where the axis does
  /// not reach it.
  func line(at limit: Double, isUpright: Bool) -> GnuplotCode? {
    guard (lower...upper).contains(limit) else { return nil }
    let place = scale * limit
    let ends: GnuplotCode =
      isUpright
      ? "from first \(place), graph 0 to first \(place), graph 1"
      : "from graph 0, first \(place) to graph 1, first \(place)"
    return "set arrow \(ends) nohead dt 2 lw 1.5 lc rgb '#a02020'"
  }

  /// `value` as a share of the axis.
  func share(of value: Double) -> Double { (value - lower) / (upper - lower) }

  /// The code as gnuplot takes it, in the unit of the figure's label.
  var code: GnuplotCode { "[\(scale * lower):\(scale * upper)]" }
}
