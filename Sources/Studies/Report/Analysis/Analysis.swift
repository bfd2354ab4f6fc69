public import Metrics

/// All that a study says beyond its table: the front, the best point, the surfaces, the quantiles, the
/// screening, each where its design allows.
public struct Analysis: Sendable {
  public let study: StudyTable
  /// The first one is what the best point is best in.
  public let figures: [FigureColumn]
  /// The front, or the reason there is none.
  public let front: Result<FrontFinding, ReportError>
  /// The best of the points that were simulated.
  public let simulated: Result<SimulatedBest, ReportError>
  /// One per figure.
  public let surfaces: [Result<SurfaceFinding, ReportError>]
  /// The best point of the first figure's surface.
  public let best: Result<BestPoint, ReportError>
  /// One per figure.
  public let quantiles: [Result<QuantileFinding, ReportError>]
  /// One per figure.
  public let screenings: [Result<ScreeningFinding, ReportError>]
  /// One per figure, of a study of the design `saltelli`; else none.
  public let sobol: [Result<SobolFinding, ReportError>]
  /// The figures at a point that was asked for and not simulated; nil where none was.
  public let prediction: Result<SurfacePrediction, ReportError>?
  /// One per figure where control variates were asked for; else none.
  public let controls: [Result<ControlFinding, ReportError>]
  /// The precision that the study asked for and did not reach; nil where it did.
  public let precision: PrecisionFinding?
  /// The drift of figures over the runs, or the reason it was not tested.
  public let trend: Result<TrendFinding, ReportError>

  /// Looks at `figures` of `study`, at what their surfaces say of `point`, keyed by the paths of the
  /// parameters, and at their means with control variates where these are asked for, those of `sample` among them; the
  /// constraints are to hold with a probability of `confidence` or more at the best point.
  public init(
    _ study: StudyTable, _ figures: [FigureColumn], subjectTo constraints: [Constraint] = [],
    at point: [String: Double]? = nil, controlled: Bool = false,
    by sample: InputSample? = nil, confidence: Double = 0.95
  ) {
    self.study = study
    self.figures = figures
    front = Self.result { () throws(ReportError) in try FrontFinding(study, figures, subjectTo: constraints) }
    simulated = Self.result { () throws(ReportError) in
      try SimulatedBest(study, figures[0], subjectTo: constraints)
    }
    let surfaces = figures.map { figure in
      Self.result { () throws(ReportError) in try SurfaceFinding(study, figure) }
    }
    self.surfaces = surfaces
    prediction = point.map { point in
      Self.result { () throws(ReportError) in
        var findings: [SurfaceFinding] = []
        for surface in surfaces { findings.append(try surface.get()) }
        return try SurfacePrediction(at: point, on: findings)
      }
    }
    best = Self.result { () throws(ReportError) in
      try BestPoint(surfaces[0].get(), in: study, subjectTo: constraints, confidence: confidence)
    }
    controls = (controlled ? figures : []).map { figure in
      Self.result { () throws(ReportError) in try ControlFinding(study, figure, sample) }
    }
    sobol = (study.rows == nil ? [] : figures).map { figure in
      Self.result { () throws(ReportError) in try SobolFinding(study, figure) }
    }
    precision = PrecisionFinding(study)
    trend = Self.result { () throws(ReportError) in try TrendFinding(study) }
    quantiles = figures.map { figure in
      Self.result { () throws(ReportError) in try QuantileFinding(study, figure) }
    }
    screenings = figures.map { figure in
      Self.result { () throws(ReportError) in try ScreeningFinding(study, figure) }
    }
  }

  private static func result<Finding>(
    _ body: () throws(ReportError) -> Finding
  ) -> Result<Finding, ReportError> {
    do { return .success(try body()) } catch { return .failure(error) }
  }
}
