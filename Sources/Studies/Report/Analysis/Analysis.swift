public import Metrics

/// The analyses of a study, as far as its design allows: front, best point, surfaces, quantiles, screening.
public struct Analysis: Sendable {
  public let study: StudyTable
  /// The figures, the objective first.
  public let figures: [FigureColumn]
  /// The front, or the reason there is none.
  public let front: Result<FrontFinding, ReportError>
  /// The best simulated point.
  public let simulated: Result<SimulatedBest, ReportError>
  /// The surfaces, one per figure.
  public let surfaces: [Result<SurfaceFinding, ReportError>]
  /// The best point on the objective's surface.
  public let best: Result<BestPoint, ReportError>
  /// The quantiles, one per figure.
  public let quantiles: [Result<QuantileFinding, ReportError>]
  /// The screenings, one per figure.
  public let screenings: [Result<ScreeningFinding, ReportError>]
  /// The Sobol' indices, one per figure, for the design `saltelli`; otherwise empty.
  public let sobol: [Result<SobolFinding, ReportError>]
  /// The predicted figures at a point that was not simulated; nil if none was requested.
  public let prediction: Result<SurfacePrediction, ReportError>?
  /// The control-variate estimates, one per figure, if requested; otherwise empty.
  public let controls: [Result<ControlFinding, ReportError>]
  /// The study's shortfall from its precision target; nil if the target was reached.
  public let precision: PrecisionFinding?
  /// The drift of figures within the runs, or the reason it was not tested.
  public let trend: Result<TrendFinding, ReportError>

  /// Analyses `figures` of `study`, and predicts them at `point`, which maps parameter paths to values. If requested,
  /// computes control-variate means, also with the input quantities in `sample`. At the best point, each constraint
  /// must hold with a probability of at least `confidence`.
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
