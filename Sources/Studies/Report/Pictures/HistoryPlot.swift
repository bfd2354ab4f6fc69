import Quantities

/// Figures plotted over the commits at which they were measured: one curve each, relative to its first value.
public struct HistoryPlot: Sendable {
  /// The values of one figure; nil for a commit without a value.
  public struct Series: Sendable {
    public var name: String
    public var values: [Double?]

    /// Creates the series called `name`.
    public init(name: String, values: [Double?]) {
      self.name = name
      self.values = values
    }
  }

  /// The quantity with its unit, such as `processor time of an operation`.
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
  public func picture(named name: String, in layout: PictureLayout = PictureLayout()) -> Picture? {
    let curves = series.compactMap { series -> (name: String, rows: [[GnuplotCode]], values: [Double])? in
      guard let first = series.values.lazy.compactMap(\.self).first(where: { $0 > 0 }) else { return nil }
      let rows = series.values.enumerated().map { place, value in
        ["\(place)", Script.number(value.map { $0 / first })]
      }
      return (series.name, rows, series.values.compactMap { $0.map { $0 / first } })
    }
    guard !curves.isEmpty else { return nil }
    var script = Script(layout)
    let heading = [title, "as a multiple of the first value of each curve"]
    if layout.style == .page {
      let width = layout.letters(Script.titleWidth)
      script.add(title: layout.isNarrow ? heading.flatMap { Script.wrapped([$0], width: width) } : heading)
    }
    script.add(
      label: [layout.isTerse ? "value ÷ the first" : "\(title): value ÷ the first"], of: .y, in: layout)
    script.add("set logscale y 2")
    // Changes below a twentieth should not look significant.
    script.add("set yrange [*<0.9:1.1<*]")
    script.add("set format y \"%.2f\"")
    // A turned label takes the height of a line along the axis.
    let most = max(1, Int((layout.emsAcross - (layout.isNarrow ? 8 : 24)) / (layout.isTerse ? 1.5 : 2.4)))
    let step = (labels.count + most - 1) / most
    // The last word of a label is the commit.
    let labels = layout.isTerse ? labels.map { String($0.split(separator: " ").last ?? "") } : labels
    let longest = Double(labels.map(\.count).max() ?? 0)
    if layout.isTerse {
      let values = curves.flatMap { $0.values }
      let spread = Rounded.log2(max(1.1, (values.max() ?? 1)) / min(0.9, values.min() ?? 1))
      let rows = layout.isNarrow ? (curves.count + 1) / 2 : 0
      let ems = layout.emsDown - 0.62 * longest - 3 - 1.3 * Double(rows + (layout.style == .page ? 3 : 0))
      script.add("set ytics \(Rounded.pow(2, max(1, (spread / max(1, ems / 1.6)).rounded(.up))))")
    }
    let tics = stride(from: 0, to: labels.count, by: max(1, step)).map {
      "\(Script.tic(labels[$0])) \($0)" as GnuplotCode
    }
    script.add("set xtics (\(tics.joined(separator: ", "))) rotate by \(layout.isTerse ? 90 : 30) right")
    script.add("set xrange [-0.5:\(Double(labels.count) - 0.5)]")
    let layers = curves.enumerated().map { number, curve -> GnuplotCode in
      script.add(data: "curve\(number)", [curve.rows])
      return "$curve\(number) using 1:2 with linespoints dt \(1 + number / Script.colours.count) lw 2"
        + " lc rgb '\(Script.colours[number % Script.colours.count])' pt \(4 + number % 10) ps 1.2*S"
        + " title \(Script.quoted(Script.shortened(curve.name, to: layout.legendLetters)))"
    }
    script.plot(layers)
    return Picture(named: name, script: script, caption: layout.style == .page ? [] : heading)
  }
}
