import Foundation

/// Figures over the commits at which they were measured: one curve each, as multiples of the first value.
public struct HistoryPlot: Sendable {
  /// One figure; nil for a commit without a value.
  public struct Series: Sendable {
    public var name: String
    public var values: [Double?]

    /// Creates the series called `name`.
    public init(name: String, values: [Double?]) {
      self.name = name
      self.values = values
    }
  }

  /// The quantity with its unit: `processor time of an operation`.
  public var title: String
  /// The labels below the horizontal axis: a date and a commit for each value.
  public var labels: [String]
  public var series: [Series]

  /// Creates the plot.
  ///
  /// - Precondition: every series has one value, or nil, per label.
  public init(title: String, labels: [String], series: [Series]) {
    precondition(series.allSatisfy { $0.values.count == labels.count }, "a value for each label")
    self.title = title
    self.labels = labels
    self.series = series
  }

  /// Returns the picture with the file name `name`; nil if no series has a value.
  public func picture(named name: String) -> Picture? {
    let curves = series.compactMap { series -> (String, [[GnuplotCode]])? in
      guard let first = series.values.lazy.compactMap(\.self).first(where: { $0 > 0 }) else { return nil }
      let rows = series.values.enumerated().map { place, value in
        ["\(place)", Script.number(value.map { $0 / first })]
      }
      return (series.name, rows)
    }
    guard !curves.isEmpty else { return nil }
    var script = Script()
    script.add("set title \(Script.quoted(title, "as a multiple of the first value of each curve"))")
    script.add("set ylabel \(Script.quoted("\(title): value ÷ the first"))")
    script.add("set logscale y 2")
    // Changes below a twentieth should not look significant.
    script.add("set yrange [*<0.9:1.1<*]")
    script.add("set format y \"%.2f\"")
    let tics = labels.enumerated().map { "\(Script.tic($1)) \($0)" as GnuplotCode }.joined(separator: ", ")
    script.add("set xtics (\(tics)) rotate by 30 right")
    script.add("set xrange [-0.5:\(Double(labels.count) - 0.5)]")
    let layers = curves.enumerated().map { number, curve -> GnuplotCode in
      script.add(data: "curve\(number)", [curve.1])
      return "$curve\(number) using 1:2 with linespoints dt \(1 + number / Script.colours.count) lw 2"
        + " lc rgb '\(Script.colours[number % Script.colours.count])' pt \(4 + number % 10) ps 1.2*S"
        + " title \(Script.quoted(Script.shortened(curve.0, to: 26)))"
    }
    script.plot(layers)
    return Picture(named: name, script: script)
  }
}
