import Foundation
import JSON5
import Statistics

/// The growth of a figure with the size of the work.
public struct Growth: Hashable, Sendable {
  /// The power of 10 by which the figure grows when the size grows tenfold: the least-squares slope on log axes.
  public let slope: Double
  /// Two standard errors of the slope, from how the repetitions of each size scatter; 0 of what does not scatter.
  public let noise: Double
  /// The sizes that the slope was fitted over, ascending.
  public let sizes: [Int]

  /// The points that a slope is fitted through.
  package struct Points {
    private(set) var points: [(size: Int, value: Double, scatter: Double)]

    /// Instructions, which repeat.
    package init(instructions: [(size: Int, value: Int)]) {
      points = instructions.map { ($0.size, Double($0.value), 0) }
    }

    /// Median processor times, with the spread of the middle half of the repetitions.
    ///
    /// The repetitions of a size follow each other in one process, so what disturbs one disturbs all: more of them make
    /// the median no surer.
    package init(times results: [CaseResult]) {
      points = results.compactMap { result in
        let times = result.times
        guard let median = times.median, let low = times.p25, let high = times.p75, low > 0 else {
          return nil
        }
        // The middle half of a normal distribution is 1.349 standard deviations wide.
        return (result.item.size, median, log(high / low) / 1.349)
      }
    }

    package var sizes: [Int] { points.map(\.size) }

    /// The points of `sizes`.
    package func only(_ sizes: Set<Int>) -> Self {
      var some = self
      some.points.removeAll { !sizes.contains($0.size) }
      return some
    }

    /// The growth over them; nil of fewer than five.
    package var growth: Growth? {
      guard points.count >= 5, points.allSatisfy({ $0.size > 0 && $0.value > 0 }) else { return nil }
      let x = points.map { log(Double($0.size)) }
      let middle = x.reduce(0, +) / Double(x.count)
      let below = x.reduce(0) { $0 + ($1 - middle) * ($1 - middle) }
      guard below > 0 else { return nil }
      // The slope is a weighted sum of the logarithms, so their variances add up with the weights' squares.
      let weights = x.map { ($0 - middle) / below }
      let slope = zip(weights, points).reduce(0) { $0 + $1.0 * log($1.1.value) }
      let variance = zip(weights, points).reduce(0) { $0 + $1.0 * $1.0 * $1.1.scatter * $1.1.scatter }
      return Growth(slope: slope, noise: 2 * variance.squareRoot(), sizes: sizes.sorted())
    }
  }
}

extension ResultFile {
  /// The growth of a figure of a benchmark.
  public struct Line: Sendable {
    public let benchmark: Benchmark
    /// The figure that grows: `times` or `instructions`.
    public let figure: String
    public let growth: Growth
  }

  /// The growth of the benchmarks for which it is judged, as far as enough of their sizes were measured.
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

  /// The measurements of `benchmark`, by size.
  package func results(of benchmark: Benchmark) -> [CaseResult] {
    results.filter { $0.item.benchmark == benchmark.name }.sorted { $0.item.size < $1.item.size }
  }

  /// The growth, for programs.
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
