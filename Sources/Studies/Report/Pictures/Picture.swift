public import Metrics

/// A picture: a gnuplot script for one layout, without the terminal's settings.
public struct Picture: Sendable {
  /// A kind of picture of a study.
  public enum Kind: String, CaseIterable, Sendable {
    case heatmap
    case curves
    case surface
    case pareto
    case morris
    case sobol
  }

  /// The file name without extension, such as `heatmap-match_rate`.
  public let name: String
  /// The description of the picture, for a caption below it; empty if the title describes it.
  public let caption: [String]
  private let code: GnuplotCode
  /// The lines that draw it.
  public var script: String { code.text }

  /// Returns the lines that draw it in `format`.
  func script(for format: PictureFormat) -> String { code.text(for: format) }

  /// Creates the picture of `kind` showing `figures`, whose names distinguish it from other pictures of the same
  /// study.
  init(kind: Kind, figures: [String], script: Script, caption: [String] = []) {
    self.init(named: ([kind.rawValue] + figures).joined(separator: "-"), script: script, caption: caption)
  }

  /// Creates a picture of another kind.
  init(named name: String, script: Script, caption: [String] = []) {
    self.name = name
    self.caption = caption
    code = script.code
  }
}

/// A request for a picture of a study.
public struct PictureRequest: Sendable {
  public var study: StudyTable
  /// The selection from the study, for the caption; empty if there was none.
  public var chosen = ""
  /// The field along the horizontal axis; nil: the first that varies.
  public var x: String?
  /// The field along the vertical axis, or the one with a curve per value; nil: the next that varies.
  public var y: String?
  /// The first line of the title; nil: the picture's default.
  public var title: String?
  /// The bounds for choosing the point to mark; empty: no point is chosen.
  public var constraints: [Constraint]
  /// The bounds to be drawn: those of the chosen point, or else those under which the study was tuned.
  var limits: [Constraint] { constraints.isEmpty ? study.tunedBounds : constraints }
  /// The figures; kinds of picture that show fewer use the first ones.
  public var figures: [FigureColumn]
  public var layout = PictureLayout()

  /// Creates a request.
  public init(
    _ study: StudyTable, chosen: String = "", x: String? = nil, y: String? = nil,
    figures: [FigureColumn]? = nil, title: String? = nil, constraints: [Constraint] = []
  ) {
    self.title = title
    self.constraints = constraints
    self.study = study
    self.chosen = chosen
    self.x = x
    self.y = y
    self.figures = figures ?? study.figures.tradeOff
  }

  /// Returns the picture of `kind`.
  ///
  /// - Throws: `ReportError`, with the remedy, if the study does not allow this kind.
  public func picture(_ kind: Picture.Kind) throws(ReportError) -> Picture {
    switch kind {
    case .heatmap: try HeatMap(self).picture
    case .curves: try Curves(self).picture
    case .surface: try SurfacePlot(self).picture
    case .pareto: try FrontPlot(self).picture
    case .morris: try ScreeningPlot(self).picture
    case .sobol: try SobolPlot(self).picture
    }
  }

  /// Returns the lines of the title after the first: the source of the means, and the selection.
  func caption(_ more: String...) -> [String] { caption(more) }

  func caption(_ more: [String]) -> [String] {
    let counts = Set(study.points.map(\.runs.count)).sorted()
    let runs =
      counts == [1]
      ? "one run a point"
      : counts.count == 1
        ? "means of \(counts[0]) replications"
        : "means of \(counts[0]) to \(counts[counts.count - 1]) replications"
    return [Script.shortened(study.name, to: 60), runs] + more + StudyTable.parts(of: chosen)
  }

  /// Returns the title and the caption of a picture.
  ///
  /// The `page` style shows the caption below the title if there is room. Otherwise there is no title unless one is
  /// requested.
  ///
  /// - Parameters:
  ///   - usual: the title's first line if none is requested.
  ///   - paragraphs: the rest of the text; each paragraph starts on a new line.
  func heading(_ usual: String, _ paragraphs: [[String]]) -> (title: [String], caption: [String]) {
    let width = layout.letters(Script.titleWidth)
    let first = title.map { Script.wrapped([$0], width: width) }
    guard layout.style == .page else {
      return (first ?? [], [usual] + paragraphs.joined().filter { !$0.isEmpty })
    }
    let usually = layout.across < 1 ? Script.wrapped([usual], width: width) : [usual]
    let lines = (first ?? usually) + paragraphs.flatMap { Script.wrapped($0, width: width) }
    guard layout.isLow, lines.count > layout.titleLines else { return (lines, []) }
    // What does not fit above the plot is for a caption.
    return (Array((first ?? usually).prefix(layout.titleLines)), paragraphs.joined().filter { !$0.isEmpty })
  }

  /// Checks that some point is within the bounds, as every kind of picture requires.
  ///
  /// - Throws: `ReportError` if there is none.
  public func checkBounds() throws(ReportError) { _ = try chosenPoint() }

  /// Returns the best point in the first figure within the bounds; nil if there are no bounds.
  func chosenPoint() throws(ReportError) -> ChosenPoint? {
    constraints.isEmpty ? nil : try ChosenPoint(study, figures[0], subjectTo: constraints)
  }

  /// Returns the caption's text about the bounds and the point chosen under them.
  func boundWords(_ chosen: ChosenPoint?) -> [String] {
    chosen?.caption ?? limits.map { "bound: \($0)" }
  }

  /// Returns the indices of the fields along the axes: those requested, or else the first that vary.
  func axes(_ count: Int, for what: String) throws(ReportError) -> [Int] {
    let varied = study.parameters.indices.filter { study.values(of: $0).count > 1 }
    var chosen: [Int] = []
    for name in [x, y].prefix(count).compactMap({ $0 }) { chosen.append(try study.parameter(name)) }
    if x == nil, let y, count == 2 {
      let other = try study.parameter(y)
      chosen = varied.filter { $0 != other }.prefix(1) + [other]
    }
    if Set(chosen).count < chosen.count {
      throw .impossible(what: what, reason: "--x and --y name the same field")
    }
    for index in varied where chosen.count < count && !chosen.contains(index) { chosen.append(index) }
    let rest = varied.filter { !chosen.contains($0) }
    if let free = rest.first {
      let name = study.parameters[free]
      throw .impossible(
        what: what,
        reason: "\(study.folder) also varies \(name); choose one value, as --at"
          + " '\(name)=\(study.values(of: free)[0])'")
    }
    return chosen
  }
}
