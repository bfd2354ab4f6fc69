public import JSON5
import Metrics
import Statistics

extension Analysis {
  /// The findings for programs; what the study does not allow is an object with the reason as its `absent`.
  public var json: JSON {
    .object([
      .init("study", .text(study.folder)),
      .init("points", .integer(Int128(study.points.count))),
      .init("runs", .integer(Int128(study.runCount))),
      .init("parameters", .list(study.parameters.map { .text($0) })),
      .init("precision_missing", precision.map(Self.json) ?? .null),
      .init("front", Self.json(front, frontJSON)),
      .init("knee_rests_on", .list(figures.map { .text($0.name) })),
      .init("simulated_best", Self.json(simulated, simulatedJSON)),
      .init("surfaces", surfacesJSON),
      .init("best", Self.json(best, bestJSON)),
      .init("prediction", predictionJSON),
      .init(
        "quantiles", .object(zip(figures, quantiles).map { .init($0.name, Self.json($1, quantilesJSON)) })),
      .init("controlled", controlsJSON),
      .init("sobol", .object(zip(figures, sobol).map { .init($0.name, Self.json($1, Self.json)) })),
      .init("screenings", .object(zip(figures, screenings).map { .init($0.name, Self.json($1, Self.json)) })),
    ])
  }

  private static func json<Finding>(
    _ result: Result<Finding, ReportError>, _ write: (Finding) -> JSON
  ) -> JSON {
    switch result {
    case .success(let finding): write(finding)
    case .failure(let error): .object([.init("absent", .text(error.description))])
    }
  }

  private func frontJSON(_ finding: FrontFinding) -> JSON {
    .list(
      finding.ordered.map { index in
        let point = finding.points[index]
        return .object([
          .init("at", settings(of: point)),
          .init("run_id", point.runs.first.map { .text($0.id) } ?? .null),
          .init(
            "means", .object(zip(finding.figures, finding.means[index]).map { .init($0.name, .number($1)) })),
          .init("knee", .boolean(finding.front.knee == index)),
        ])
      })
  }

  private static func json(_ finding: SurfaceFinding) -> JSON {
    .object([
      .init("coding", .text("each parameter from -1 to 1 over its range, on its scale")),
      .init(
        "ranges",
        .object(
          zip(finding.parameters, finding.ranges).map {
            .init($0, .list([.number($1.lowerBound), .number($1.upperBound)]))
          })),
      .init(
        "logarithmic",
        .list(
          zip(finding.parameters, finding.factors.scales).filter { $0.1 == .logarithmic }.map { .text($0.0) })
      ),
      .init("stands", .text(finding.isQuadratic ? "quadratic" : "process")),
      .init("quadratic", finding.quadratic.map { json($0, of: finding) } ?? .null),
      .init("process", json(finding.kriging, of: finding.parameters)),
    ])
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
        .init("f", .number(fit.f)), .init("df", .integer(Int128(fit.freedom))),
        .init("df_error", .integer(Int128(fit.errorFreedom))), .init("p", .number(fit.pValue)),
      ])
    }
    return .object([
      .init("terms", .list(terms)),
      .init("explained", .number(surface.explained)),
      .init("left_out_error", finding.quadraticError.map { .number($0) } ?? .null),
      .init("lack_of_fit", fit ?? .null),
    ])
  }

  private static func json(_ surface: StochasticKriging, of parameters: [String]) -> JSON {
    let process = surface.process
    return .object([
      .init("trend", .text(process.trend.rawValue)),
      .init(
        "terms",
        .list(
          zip(process.terms, process.coefficients).map {
            .object([.init("term", .text($0.name(parameters))), .init("coefficient", .number($1))])
          })),
      .init("smoothness", .number(process.kernel.smoothness.rawValue)),
      .init("variance", .number(process.kernel.variance)),
      .init("lengths", .object(zip(parameters, process.kernel.lengths).map { .init($0, .number($1)) })),
      .init("inflation", .number(surface.inflation)),
      .init(
        "left_out",
        .object([
          .init("points", .integer(Int128(surface.residuals.count))),
          .init("held", .integer(Int128(surface.held))),
          .init("error", .number(surface.error)), .init("explained", .number(surface.explained)),
          .init("fits", .boolean(surface.fits)),
        ])),
      .init("means", .list(process.means.map { .number($0) })),
      .init("noise", .list(process.noise.map { .number($0) })),
      .init("values", .list(process.values.map { .number($0) })),
    ])
  }

  private func bestJSON(_ best: BestPoint) -> JSON {
    guard case .success(let finding) = surfaces[0] else { return .null }
    let there = surfaces.compactMap { try? $0.get() }
    return .object([
      .init("figure", .text(finding.figure.name)),
      .init("direction", .text(best.direction.rawValue)),
      .init("constraints", .list(best.constraints.map { .text($0.description) })),
      .init("is_guess", .boolean(best.isGuess)),
      .init("at", .object(zip(finding.parameters, best.values).map { .init($0, .number($1)) })),
      .init("figures", Self.figures(there, at: best.values)),
    ])
  }

  private var surfacesJSON: JSON {
    .object(
      zip(figures, surfaces).map { figure, surface in
        JSON.Member(figure.name, Self.json(surface) { finding in Self.json(finding) })
      })
  }

  private var controlsJSON: JSON {
    .object(
      zip(figures, controls).map { figure, finding in
        JSON.Member(figure.name, Self.json(finding, controlsJSON))
      })
  }

  private func controlsJSON(_ finding: ControlFinding) -> JSON {
    .list(
      finding.rows.map { row in
        let interval = row.choice?.interval()
        let controls = finding.controls.enumerated().map { index, control in
          JSON.Member(
            control.name,
            .object([
              .init("expected", .number(row.expected[index])),
              .init("sampled", .boolean(control.isSampled)),
              .init("coefficient", row.coefficient(index).map { .number($0) } ?? .null),
            ]))
        }
        return .object([
          .init("at", settings(of: row.point)),
          .init("mean", row.choice.map { .number($0.controlled.mean) } ?? .null),
          .init("lower", interval.map { .number($0.lowerBound) } ?? .null),
          .init("upper", interval.map { .number($0.upperBound) } ?? .null),
          .init("variance_ratio", row.varianceRatio.map { .number($0) } ?? .null),
          .init("controls", .object(controls)),
        ])
      })
  }

  private var predictionJSON: JSON {
    guard let prediction else { return .null }
    return Self.json(prediction) { finding in Self.json(finding) }
  }

  private static func json(_ prediction: SurfacePrediction) -> JSON {
    .object([
      .init("at", .object(zip(prediction.parameters, prediction.values).map { .init($0, .number($1)) })),
      .init("extrapolated", .list(prediction.beyond.map { .text($0.parameter) })),
      .init("is_guess", .boolean(prediction.surfaces.contains(where: \.isGuess))),
      .init("figures", figures(prediction.surfaces, at: prediction.values)),
    ])
  }

  /// The values of `surfaces` at `point`, with their intervals.
  private static func figures(_ surfaces: [SurfaceFinding], at point: [Double]) -> JSON {
    .object(
      surfaces.map { surface in
        let interval = surface.interval(at: point)
        return .init(
          surface.figure.name,
          .object([
            .init("value", .number(surface.value(at: point))),
            .init("lower", interval.map { .number($0.lowerBound) } ?? .null),
            .init("upper", interval.map { .number($0.upperBound) } ?? .null),
          ]))
      })
  }

  private func simulatedJSON(_ best: SimulatedBest) -> JSON {
    .object([
      .init("figure", .text(best.figure.name)),
      .init("direction", .text(best.direction.rawValue)),
      .init("constraints", .list(best.constraints.map { .text($0.description) })),
      .init("at", settings(of: best.point)),
      .init("run_id", best.point.runs.first.map { .text($0.id) } ?? .null),
      .init("runs", .integer(Int128(best.point.runs.count))),
      .init("objective", .object([Self.figure(best.figure, at: best.point)])),
      .init("bounds", .object(best.constraints.map { Self.bound($0, at: best.point) })),
      .init("keeping", .integer(Int128(best.keeping))),
      .init("resamples", .integer(Int128(best.resamples))),
      .init("stays_best", .number(best.share)),
      .init("equal", .list(best.equals.map { settings(of: $0) })),
      .init("keeps_bounds", .number(best.keepingShare)),
    ])
  }

  /// The values of `point` by what varies.
  private func settings(of point: StudyTable.Point) -> JSON {
    .object(zip(study.parameters, point.values).map { .init($0, .text($1)) })
  }

  /// The mean of a figure with its interval, and `more` about it.
  private static func figure(
    _ figure: FigureColumn, at point: StudyTable.Point, _ more: [JSON.Member] = []
  ) -> JSON.Member {
    let statistics = point.statistics(figure)
    let interval = statistics.interval()
    return .init(
      figure.name,
      .object(
        [
          .init("mean", statistics.mean.map { .number($0) } ?? .null),
          .init("lower", interval.map { .number($0.lowerBound) } ?? .null),
          .init("upper", interval.map { .number($0.upperBound) } ?? .null),
        ] + more))
  }

  /// The figure of a bound, and what is left to that.
  private static func bound(_ constraint: Constraint, at point: StudyTable.Point) -> JSON.Member {
    let mean = point.statistics(constraint.figure).mean
    return figure(
      constraint.figure, at: point,
      [
        .init("bound", .text(constraint.description)),
        .init("slack", mean.map { .number(constraint.slack($0)) } ?? .null),
      ])
  }

  private static func json(_ finding: PrecisionFinding) -> JSON {
    .object([
      .init("figure", .text(finding.figure.name)), .init("half_width", .number(finding.halfWidth)),
      .init("max_replications", .integer(Int128(finding.most))),
      .init("points", .integer(Int128(finding.missing))),
      .init("replications_needed", finding.wanted.map { .integer(Int128($0)) } ?? .null),
    ])
  }

  private func quantilesJSON(_ finding: QuantileFinding) -> JSON {
    .list(
      finding.rows.map { row in
        .object([
          .init("at", settings(of: row.point)),
          .init("runs", .integer(Int128(row.count))),
          .init(
            "quantiles",
            .list(
              zip(QuantileFinding.probabilities, row.quantiles).map { probability, quantile in
                .object([
                  .init("probability", .number(probability)), .init("value", .number(quantile.value)),
                  .init("lower", quantile.interval.map { .number($0.bounds.lowerBound) } ?? .null),
                  .init("upper", quantile.interval.map { .number($0.bounds.upperBound) } ?? .null),
                  .init("confidence", quantile.interval.map { .number($0.confidence) } ?? .null),
                ])
              })),
        ])
      })
  }

  private static func json(_ finding: SobolFinding) -> JSON {
    func share(_ share: SobolIndices.Share) -> JSON {
      .object([
        .init("value", .number(share.value)), .init("lower", .number(share.interval.lowerBound)),
        .init("upper", .number(share.interval.upperBound)),
      ])
    }
    return .list(
      finding.rows.map { row in
        .object([
          .init("field", .text(row.parameter)), .init("first", share(row.index.first)),
          .init("total", share(row.index.total)),
        ])
      })
  }

  private static func json(_ finding: ScreeningFinding) -> JSON {
    .list(
      finding.rows.map { row in
        .object([
          .init("field", .text(row.parameter)),
          .init("mu_star", .number(row.effect.meanMagnitude)),
          .init("mu", .number(row.effect.mean)),
          .init("sigma", row.effect.standardDeviation.map { .number($0) } ?? .null),
          .init("effects", .integer(Int128(row.effect.count))),
        ])
      })
  }
}

extension ResponseSurface.Term {
  /// The term in the names of the parameters: `1`, `a`, `a^2`, `a*b`.
  func name(_ parameters: [String]) -> String {
    switch self {
    case .constant: "1"
    case .linear(let i): parameters[i]
    case .square(let i): parameters[i] + "^2"
    case .product(let i, let j): "\(parameters[i])*\(parameters[j])"
    }
  }
}
