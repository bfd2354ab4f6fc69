public import Metrics

/// A picture as a gnuplot script without its terminal: the same lines make the SVG and the PNG.
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

  /// The file's name without its ending: `heatmap-match_rate`.
  public let name: String
  /// The lines that draw it.
  public let script: String

  /// Creates the picture of `kind` that shows `figures`, the names of which tell it from others of its study.
  init(kind: Kind, figures: [String], script: Script) {
    self.init(named: ([kind.rawValue] + figures).joined(separator: "-"), script: script)
  }

  /// Creates a picture of another kind.
  init(named name: String, script: Script) {
    self.name = name
    self.script = script.text
  }
}

/// The subject of a picture, of those that a study allows.
public struct PictureRequest: Sendable {
  public var study: StudyTable
  /// The choice from the study, for the caption; empty where there was none.
  public var chosen = ""
  /// The field along the horizontal axis; nil for the first that varies.
  public var x: String?
  /// The field along the vertical axis, or of which each value has a curve; nil for the next that varies.
  public var y: String?
  /// The first line of the title; nil for what the picture shows.
  public var title: String?
  /// Bounds that the chosen point keeps, which is marked; without any, no point is chosen.
  public var constraints: [Constraint]
  /// Bounds that are drawn: those that the chosen point keeps, or else those under which the study was tuned.
  var limits: [Constraint] { constraints.isEmpty ? study.tunedBounds : constraints }
  /// The figures; the first ones count where a picture shows fewer.
  public var figures: [FigureColumn]

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

  /// The picture of `kind`.
  ///
  /// - Throws: `ReportError` where the study cannot give it, with what would help.
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

  /// The lines below the picture's first: whose means these are, and what was held.
  func caption(_ more: String...) -> [String] { caption(more) }

  func caption(_ more: [String]) -> [String] {
    let counts = Set(study.points.map(\.runs.count)).sorted()
    let runs =
      counts == [1]
      ? "one run a point"
      : counts.count == 1
        ? "means of \(counts[0]) replications"
        : "means of \(counts[0]) to \(counts[counts.count - 1]) replications"
    return Script.wrapped([Script.shortened(study.name, to: 60), runs] + more + StudyTable.parts(of: chosen))
  }

  /// The title's first line: what was asked for, or else `usual`.
  func heading(_ usual: String) -> [String] { title.map { Script.wrapped([$0]) } ?? [usual] }

  /// Checks that a point keeps the bounds, which every kind of picture needs.
  ///
  /// - Throws: `ReportError` where none does.
  public func checkBounds() throws(ReportError) { _ = try chosenPoint() }

  /// The point that keeps the bounds and is best in the first figure; nil without bounds.
  func chosenPoint() throws(ReportError) -> ChosenPoint? {
    constraints.isEmpty ? nil : try ChosenPoint(study, figures[0], subjectTo: constraints)
  }

  /// The words of the caption about the bounds, and about the point that was chosen under them.
  func boundWords(_ chosen: ChosenPoint?) -> [String] {
    chosen?.caption ?? limits.map { "bound: \($0)" }
  }

  /// The places of the fields along the axes: those asked for, else the first that vary.
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
