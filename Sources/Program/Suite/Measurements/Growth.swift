import JSON5
import Quantities
import Statistics

/// The growth of a figure with the size of the work.
public struct Growth: Hashable, Sendable {
  /// The exponent of growth: the least-squares slope on log–log axes.
  public let slope: Double
  /// Two standard errors of the slope, from the spread of repetitions at each size; 0 for exact counts.
  public let noise: Double
  /// The sizes used for the slope, ascending.
  public let sizes: [Int]

  /// The points used to fit a slope.
  package struct Points {
    private(set) var points: [(size: Int, value: Double, scatter: Double)]

    /// Creates the points of instruction counts, which are reproducible.
    package init(instructions: [(size: Int, value: Int)]) {
      points = instructions.map { ($0.size, Double($0.value), 0) }
    }

    /// Creates the points of median processor times, with the interquartile spread of the repetitions.
    ///
    /// The repetitions at a size are consecutive in one process, so a disturbance affects all of them: more
    /// repetitions do not make the median more precise.
    package init(times results: [CaseResult]) {
      points = results.compactMap { result in
        let times = result.times
        guard let median = times.median, let low = times.p25, let high = times.p75, low > 0 else {
          return nil
        }
        // The interquartile range of a normal distribution is 1.349 standard deviations.
        return (result.item.size, median, Rounded.log(high / low) / 1.349)
      }
    }

    package var sizes: [Int] { points.map(\.size) }

    /// Returns the points at `sizes`.
    package func only(_ sizes: Set<Int>) -> Self {
      var some = self
      some.points.removeAll { !sizes.contains($0.size) }
      return some
    }

    /// The growth; nil for fewer than five points.
    package var growth: Growth? {
      guard points.count >= 5, points.allSatisfy({ $0.size > 0 && $0.value > 0 }) else { return nil }
      let x = points.map { Rounded.log(Double($0.size)) }
      let middle = x.reduce(0, +) / Double(x.count)
      let below = x.reduce(0) { $0 + ($1 - middle) * ($1 - middle) }
      guard below > 0 else { return nil }
      // The slope is a weighted sum of the logarithms, so the variances add up with squared weights.
      let weights = x.map { ($0 - middle) / below }
      let slope = zip(weights, points).reduce(0) { $0 + $1.0 * Rounded.log($1.1.value) }
      let variance = zip(weights, points).reduce(0) { $0 + $1.0 * $1.0 * $1.1.scatter * $1.1.scatter }
      return Growth(slope: slope, noise: 2 * variance.squareRoot(), sizes: sizes.ordered())
    }
  }
}

extension ResultFile {
  /// The growth of one figure of a benchmark.
  public struct Line: Sendable {
    public let benchmark: Benchmark
    /// The figure: `times` or `instructions`.
    public let figure: String
    public let growth: Growth
  }

  /// The growth of the benchmarks for which it is judged, if enough of their sizes were measured.
  public var growth: [Line] {
    Suite.all.filter(\.hasGrowth).flatMap { benchmark in
      let results = results(of: benchmark)
      let counted = results.compactMap { result in result.instructions.map { (result.item.size, $0) } }
      return [
        ("times", Growth.Points(times: results)), ("instructions", Growth.Points(instructions: counted)),
      ].compactMap { figure, points in
        points.growth.map { Line(benchmark: benchmark, figure: figure, growth: $0) }
      }
    }
  }

  /// Returns the measurements of `benchmark`, by size.
  package func results(of benchmark: Benchmark) -> [CaseResult] {
    results.filter { $0.item.benchmark == benchmark.name }.ordered { $0.item.size < $1.item.size }
  }

  /// The growth as JSON.
  var growthJSON: JSON {
    .list(
      growth.map { line in
        [
          "benchmark": .text(line.benchmark.name), "figure": .text(line.figure),
          "unit": .text(line.benchmark.unit), "slope": .number(line.growth.slope),
          "noise": .number(line.growth.noise),
          "sizes": .list(line.growth.sizes.map { .integer($0) }),
        ]
      })
  }
}
