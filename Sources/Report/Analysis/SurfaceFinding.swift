public import Metrics
public import Statistics

/// A quadratic surface of one figure over what a study varies.
public struct SurfaceFinding: Sendable {
  public let figure: FigureColumn
  /// The paths of the parameters.
  public let parameters: [String]
  public let surface: ResponseSurface
  /// A surface per replication, where every point has the same ones; else empty.
  private let replications: [ResponseSurface]

  /// Fits the surface of `figure` to the runs of `study`.
  ///
  /// - Throws: `ReportError.impossible` where the study's points do not determine it.
  public init(_ study: StudyTable, _ figure: FigureColumn) throws(ReportError) {
    let what = "the response surface of \(figure.name)"
    let factors = try Factors(of: study, for: what)
    guard factors.indices.count <= 10 else {
      throw .impossible(what: what, reason: "takes at most 10 parameters; fix some of them with --at")
    }
    let points = study.points.filter { $0.statistics(figure).count > 0 }
    let coordinates = points.map(factors.coordinates)
    let paired = Self.paired(points, figure)
    let responses = paired ?? points.map { point in point.runs.compactMap { $0[figure] } }
    self.figure = figure
    parameters = factors.names
    do {
      surface = try ResponseSurface(points: coordinates, responses: responses, blocked: paired != nil)
      var surfaces: [ResponseSurface] = []
      for k in (paired?.first ?? []).indices {
        surfaces.append(try ResponseSurface(points: coordinates, responses: responses.map { [$0[k]] }))
      }
      replications = surfaces
    } catch {
      throw .impossible(
        what: what, reason: "\(error); vary less, or take more values of what varies")
    }
  }

  /// The interval of the surface's value at `point`, if its form is right; nil of single runs.
  ///
  /// Where every point has the same replications, each replication has a surface of its own, and the interval is that of
  /// their mean: it holds although the points share their random numbers.
  public func interval(at point: [Double], confidence: Double = 0.95) -> ClosedRange<Double>? {
    if replications.count > 1 {
      var statistics = RunningStatistics()
      for surface in replications { statistics.add(surface.value(at: point)) }
      return statistics.interval(confidence: confidence)
    }
    guard let error = surface.standardError(at: point) else { return nil }
    let reach = error * StudentT.quantile((1 + confidence) / 2, degreesOfFreedom: Double(surface.freedom))
    let value = surface.value(at: point)
    return value - reach...value + reach
  }

  /// The figure by point and replication, where every point has the same two or more; else nil.
  private static func paired(_ points: [StudyTable.Point], _ figure: FigureColumn) -> [[Double]]? {
    guard let keys = points.first?.runs.map(\.key), Set(keys).count == keys.count, keys.count > 1 else {
      return nil
    }
    var rows: [[Double]] = []
    for point in points {
      guard point.runs.count == keys.count else { return nil }
      let runs = Dictionary(point.runs.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
      let row = keys.compactMap { runs[$0]?[figure] }
      guard row.count == keys.count else { return nil }
      rows.append(row)
    }
    return rows
  }
}

/// The best point of a surface under constraints on others.
public struct BestPoint: Sendable {
  public let constraints: [Constraint]
  /// In the order of the surface's parameters.
  public let values: [Double]
  /// Which way was better.
  public let direction: Direction

  /// Looks for the best point of `finding` within the range of the study.
  ///
  /// - Throws: `ReportError.impossible` where neither way is better, no point keeps the constraints, or a figure among
  ///   them has no surface over the same points.
  public init(
    _ finding: SurfaceFinding, in study: StudyTable, subjectTo constraints: [Constraint]
  ) throws(ReportError) {
    let what = "the best point of \(finding.figure.name)"
    guard let direction = finding.figure.direction else {
      throw .impossible(what: what, reason: "neither way of it is better; choose another figure")
    }
    var bounds: [ResponseSurface.Bound] = []
    for constraint in constraints {
      let surface = try SurfaceFinding(study, constraint.figure).surface
      bounds.append(.init(surface, constraint.limit, isUpper: constraint.isUpper))
    }
    guard let values = finding.surface.best(direction, in: finding.surface.ranges, subjectTo: bounds) else {
      let words = constraints.map(\.description).joined(separator: ", ")
      throw .impossible(what: what, reason: "no point within the study's range keeps \(words); loosen it")
    }
    self.constraints = constraints
    self.values = values
    self.direction = direction
  }
}
