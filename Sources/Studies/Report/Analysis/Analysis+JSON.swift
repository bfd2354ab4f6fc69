public import JSON5
import Metrics
import Statistics

extension Analysis {
  /// The findings as JSON; a finding that is unavailable for the study is an object whose member `absent` gives the
  /// reason.
  public var json: JSON {
    [
      "study": .text(study.folder),
      "points": .integer(study.points.count),
      "runs": .integer(study.runCount),
      "parameters": .list(study.parameters.map { .text($0) }),
      "precision_missing": precision.map(Self.json) ?? .null,
      "trend": Self.json(trend, trendJSON),
      "front": Self.json(front, frontJSON),
      "knee_rests_on": .list(figures.map { .text($0.name) }),
      "simulated_best": Self.json(simulated, simulatedJSON),
      "surfaces": byFigure(surfaces, Self.json),
      "best": Self.json(best, bestJSON),
      "prediction": prediction.map { Self.json($0, Self.json) } ?? .null,
      "quantiles": byFigure(quantiles, quantilesJSON),
      "controlled": byFigure(controls, controlsJSON),
      "sobol": byFigure(sobol, Self.json),
      "screenings": byFigure(screenings, Self.json),
      "warnings": .list(EqualRuns(study).lines.map { .text($0) }),
    ]
  }

  private func byFigure<Finding>(
    _ results: [Result<Finding, ReportError>], _ write: (Finding) -> JSON
  ) -> JSON {
    .object(zip(figures, results).map { .init($0.name, Self.json($1, write)) })
  }

  private static func json<Finding>(
    _ result: Result<Finding, ReportError>, _ write: (Finding) -> JSON
  ) -> JSON {
    switch result {
    case .success(let finding): write(finding)
    case .failure(let error): ["absent": .text(error.description)]
    }
  }

  private func trendJSON(_ finding: TrendFinding) -> JSON {
    [
      "level": .number(TrendFinding.level),
      "has_tables": .boolean(finding.hasTables),
      "tests": .list(
        finding.rows.map { row in
          [
            "figure": .text(row.figure),
            "at": row.point.map { values in
              .object(zip(study.parameters, values).map { .init($0, .text($1)) })
            } ?? .null,
            "first_half": .number(row.first), "second_half": .number(row.second),
            "runs": .integer(row.runs), "p": .number(row.pValue),
          ]
        }),
    ]
  }

  private func frontJSON(_ finding: FrontFinding) -> JSON {
    .list(
      finding.ordered.map { index in
        let point = finding.points[index]
        return [
          "at": settings(of: point),
          "run_id": .text(point.runs.first?.id),
          "means": .object(zip(finding.figures, finding.means[index]).map { .init($0.name, .number($1)) }),
          "knee": .boolean(finding.front.knee == index),
        ]
      })
  }

  private static func json(_ finding: SurfaceFinding) -> JSON {
    [
      "coding": .text("each parameter from -1 to 1 over its range, on its scale"),
      "ranges": .object(
        zip(finding.parameters, finding.ranges).map {
          .init($0, .list([.number($1.lowerBound), .number($1.upperBound)]))
        }),
      "logarithmic": .list(
        zip(finding.parameters, finding.factors.scales).filter { $0.1 == .logarithmic }.map { .text($0.0) }),
      "stands": .text(finding.isQuadratic ? "quadratic" : "process"),
      "quadratic": finding.quadratic.map { json($0, of: finding) } ?? .null,
      "process": json(finding.kriging, of: finding.parameters),
    ]
  }

  private static func json(_ surface: ResponseSurface, of finding: SurfaceFinding) -> JSON {
    let terms = surface.terms.enumerated().map { index, term in
      JSON.object([
        .init("term", .text(term.name(finding.parameters))),
        .init("coefficient", .number(surface.coefficients[index])),
        .init("standard_error", finding.standardError(ofCoefficient: index).map { .number($0) } ?? .null),
      ])
    }
    let fit = surface.lackOfFit.map { fit in
      JSON.object([
        .init("f", .number(fit.f)), .init("df", .integer(fit.freedom)),
        .init("df_error", .integer(fit.errorFreedom)), .init("p", .number(fit.pValue)),
      ])
    }
    return [
      "terms": .list(terms),
      "explained": .number(surface.explained),
      "left_out_error": .number(finding.quadraticError),
      "lack_of_fit": fit ?? .null,
    ]
  }

  private static func json(_ surface: StochasticKriging, of parameters: [String]) -> JSON {
    let process = surface.process
    return [
      "trend": .text(process.trend.rawValue),
      "terms": .list(
        zip(process.terms, process.coefficients).map {
          ["term": .text($0.name(parameters)), "coefficient": .number($1)]
        }),
      "smoothness": .number(process.kernel.smoothness.rawValue),
      "variance": .number(process.kernel.variance),
      "lengths": .object(zip(parameters, process.kernel.lengths).map { .init($0, .number($1)) }),
      "inflation": .number(surface.inflation),
      "widening": .number(surface.widening),
      "left_out": [
        "points": .integer(surface.residuals.count),
        "held": .integer(surface.held),
        "error": .number(surface.error), "explained": .number(surface.explained),
        "fits": .boolean(surface.fits),
      ],
      "means": .list(process.means.map { .number($0) }),
      "noise": .list(process.noise.map { .number($0) }),
      "values": .list(process.values.map { .number($0) }),
    ]
  }

  private func bestJSON(_ best: BestPoint) -> JSON {
    guard case .success(let finding) = surfaces[0] else { return .null }
    let there = surfaces.compactMap { try? $0.get() }
    return [
      "figure": .text(finding.figure.name),
      "direction": .text(best.direction.rawValue),
      "constraints": .list(best.constraints.map { .text($0.description) }),
      "is_guess": .boolean(best.isGuess),
      "probability": .number(best.confidence),
      "bounds_hold": .object(
        zip(best.constraints, best.probabilities).map { .init($0.description, .number($1)) }),
      "at": .object(zip(finding.parameters, best.values).map { .init($0, .number($1)) }),
      "figures": Self.figures(there, at: best.values),
    ]
  }

  private func controlsJSON(_ finding: ControlFinding) -> JSON {
    .list(
      finding.rows.map { row in
        let interval = row.choice?.interval()
        let controls = finding.controls.enumerated().map { index, control in
          JSON.Member(
            control.name,
            [
              "expected": .number(row.expected[index]),
              "sampled": .boolean(control.isSampled),
              "coefficient": .number(row.coefficient(index)),
            ])
        }
        return [
          "at": settings(of: row.point),
          "mean": .number(row.choice?.controlled.mean),
          "lower": .number(interval?.lowerBound),
          "upper": .number(interval?.upperBound),
          "variance_ratio": .number(row.varianceRatio),
          "controls": .object(controls),
        ]
      })
  }

  private static func json(_ prediction: SurfacePrediction) -> JSON {
    [
      "at": .object(zip(prediction.parameters, prediction.values).map { .init($0, .number($1)) }),
      "extrapolated": .list(prediction.beyond.map { .text($0.parameter) }),
      "is_guess": .boolean(prediction.surfaces.contains(where: \.isGuess)),
      "figures": figures(prediction.surfaces, at: prediction.values),
    ]
  }

  /// Returns the values of `surfaces` at `point`, with their intervals.
  private static func figures(_ surfaces: [SurfaceFinding], at point: [Double]) -> JSON {
    .object(
      surfaces.map { surface in
        .init(surface.figure.name, bounded(surface.value(at: point), surface.interval(at: point)))
      })
  }

  private static func bounded(_ value: Double, _ interval: ClosedRange<Double>?) -> JSON {
    [
      "value": .number(value), "lower": .number(interval?.lowerBound), "upper": .number(interval?.upperBound),
    ]
  }

  private func simulatedJSON(_ best: SimulatedBest) -> JSON {
    [
      "figure": .text(best.figure.name),
      "direction": .text(best.direction.rawValue),
      "constraints": .list(best.constraints.map { .text($0.description) }),
      "at": settings(of: best.point),
      "run_id": .text(best.point.runs.first?.id),
      "runs": .integer(best.point.runs.count),
      "objective": .object([Self.figure(best.figure, at: best.point)]),
      "bounds": .object(best.constraints.map { Self.bound($0, at: best.point) }),
      "keeping": .integer(best.keeping),
      "resamples": .integer(best.resamples),
      "stays_best": .number(best.share),
      "equal": .list(best.equals.map { settings(of: $0) }),
      "keeps_bounds": .number(best.keepingShare),
    ]
  }

  /// Returns the values of the varied fields at `point`.
  private func settings(of point: StudyTable.Point) -> JSON {
    .object(zip(study.parameters, point.values).map { .init($0, .text($1)) })
  }

  /// Returns the mean of `figure` at `point` and its interval as a member of an object, with the additional members
  /// `more`.
  private static func figure(
    _ figure: FigureColumn, at point: StudyTable.Point, _ more: [JSON.Member] = []
  ) -> JSON.Member {
    .init(figure.name, .object(point.statistics(figure).members + more))
  }

  /// Returns the mean of the constrained figure at `point`, with the bound and the slack.
  private static func bound(_ constraint: Constraint, at point: StudyTable.Point) -> JSON.Member {
    let mean = point.statistics(constraint.figure).mean
    return figure(
      constraint.figure, at: point,
      [
        .init("bound", .text(constraint.description)),
        .init("slack", .number(mean.map(constraint.slack))),
      ])
  }

  private static func json(_ finding: PrecisionFinding) -> JSON {
    [
      "figure": .text(finding.figure.name), "half_width": .number(finding.halfWidth),
      "max_replications": .integer(finding.most),
      "points": .integer(finding.missing),
      "replications_needed": .integer(finding.wanted),
    ]
  }

  private func quantilesJSON(_ finding: QuantileFinding) -> JSON {
    .list(
      finding.rows.map { row in
        [
          "at": settings(of: row.point),
          "runs": .integer(row.count),
          "quantiles": .list(
            zip(QuantileFinding.probabilities, row.quantiles).map { probability, quantile in
              [
                "probability": .number(probability), "value": .number(quantile.value),
                "lower": .number(quantile.interval?.bounds.lowerBound),
                "upper": .number(quantile.interval?.bounds.upperBound),
                "confidence": .number(quantile.interval?.confidence),
              ]
            }),
        ]
      })
  }

  private static func json(_ finding: SobolFinding) -> JSON {
    func share(_ share: SobolIndices.Share) -> JSON { bounded(share.value, share.interval) }
    return .list(
      finding.rows.map { row in
        [
          "field": .text(row.parameter), "first": share(row.index.first),
          "total": share(row.index.total),
        ]
      })
  }

  private static func json(_ finding: ScreeningFinding) -> JSON {
    .list(
      finding.rows.map { row in
        [
          "field": .text(row.parameter),
          "mu_star": .number(row.effect.meanMagnitude),
          "mu": .number(row.effect.mean),
          "sigma": .number(row.effect.standardDeviation),
          "effects": .integer(row.effect.count),
        ]
      })
  }
}

extension ResponseSurface.Term {
  /// Returns the term as text, with the parameters' names: `1`, `a`, `a^2`, `a*b`.
  func name(_ parameters: [String]) -> String {
    switch self {
    case .constant: "1"
    case .linear(let i): parameters[i]
    case .square(let i): parameters[i] + "^2"
    case .product(let i, let j): "\(parameters[i])*\(parameters[j])"
    }
  }
}
