import Foundation
import Metrics
import Quantities
import Statistics
import Tables

extension Analysis {
  /// The findings as lines for a terminal, each ended by a line feed; a missing finding is replaced by the reason.
  public var text: String {
    let varied = study.parameters.indices.map {
      "\(study.parameters[$0]) (\(study.values(of: $0).count) values)"
    }
    var lines = [
      "\(study.folder): \(study.points.count) points, \(study.runCount) runs; varied: "
        + (varied.isEmpty ? "nothing" : varied.joined(separator: ", "))
    ]
    if let precision { lines.append(Self.line(precision)) }
    lines += EqualRuns(study).lines.map { $0 + "." }
    // Scenarios that follow the clock have no halves to compare, and nothing to be told.
    if case .success(let finding) = trend { lines += trendLines(finding) }
    if let prediction { lines += [""] + Self.lines(prediction, predictionLines) }
    lines += [""] + Self.lines(front, frontLines)
    lines += [""] + Self.lines(simulated, simulatedLines)
    for surface in surfaces { lines += [""] + Self.lines(surface, surfaceLines) }
    lines += [""] + Self.lines(best, bestLines)
    for finding in controls { lines += [""] + Self.lines(finding, controlLines) }
    for finding in quantiles { lines += [""] + Self.lines(finding, quantileLines) }
    for screening in screenings { lines += [""] + Self.lines(screening, screeningLines) }
    for finding in sobol { lines += [""] + Self.lines(finding, sobolLines) }
    return lines.map { $0 + "\n" }.joined()
  }

  private func trendLines(_ finding: TrendFinding) -> [String] {
    let tests = finding.rows.count
    let figures = Set(finding.rows.map(\.figure)).count
    guard tests > 0 else { return [] }
    let scope =
      "\(Words.plural(figures, "figure")), second half of the time after the warm-up against the first, paired over replications,"
      + " Holm over \(Words.plural(tests, "test"))"
    let rest =
      finding.hasTables
      ? "" : "; `detour sweep --keep-tables` keeps the columns of timeseries.csv too"
    let drifting = finding.drifting
    guard !drifting.isEmpty else { return ["No figure drifts over the run (\(scope)\(rest))."] }
    func number(_ value: Double) -> String { String(format: "%.4g", value) }
    return drifting.map { row in
      let place =
        row.point.map { study.parameters.isEmpty ? "" : " at " + Words.setting(study.parameters, $0) }
        ?? ", in the mean over the points,"
      let verb = row.second < row.first ? "falls" : "rises"
      let chance = row.pValue < 0.001 ? "p < 0.001" : "p = " + String(format: "%.3f", row.pValue)
      return
        "Not settled: \(row.figure)\(place) \(verb) over the run: first half \(number(row.first)), second"
        + " \(number(row.second)) (\(chance)); the results depend on the horizon (time.duration_s, time.warm_up_s)."
    } + ["  (\(scope)\(rest))"]
  }

  private func sobolLines(_ finding: SobolFinding) -> [String] {
    func cells(_ share: SobolIndices.Share) -> [String] {
      func number(_ value: Double) -> String { String(format: "%.3f", value) }
      return [
        number(share.value), "\(number(share.interval.lowerBound)) … \(number(share.interval.upperBound))",
      ]
    }
    let rows = finding.rows.map { [$0.parameter] + cells($0.index.first) + cells($0.index.total) }
    return [
      "Sobol' indices of \(finding.figure.name) (shares of its variance, from \(finding.count) rows; 95 %"
        + " intervals):"
    ]
      + Words.aligned([["field", "alone", "interval", "in total", "interval"]] + rows).map { "  " + $0 }
      + (finding.rows.contains { !$0.index.first.isShare || !$0.index.total.isShare }
        ? [
          "  (estimates outside 0 … 1 are due to chance: see their intervals, which more rows narrow)"
        ]
        : [])
  }

  /// Returns the lines that `write` creates for a finding, or the sentence with the reason it is missing.
  private static func lines<Finding>(
    _ result: Result<Finding, ReportError>, _ write: (Finding) -> [String]
  ) -> [String] {
    switch result {
    case .success(let finding): write(finding)
    case .failure(let error): [error.description.prefix(1).uppercased() + error.description.dropFirst()]
    }
  }

  private func frontLines(_ finding: FrontFinding) -> [String] {
    let names = zip(finding.figures, finding.directions).map { "\($0.name) (\($1.rawValue))" }
    let bounds = finding.constraints.map(\.description).joined(separator: ", ")
    let title =
      "Pareto front of \(names.joined(separator: ", ")): \(finding.front.members.count) of"
      + " \(finding.points.count) points\(bounds.isEmpty ? "" : " that keep \(bounds)"), by their means, ± half a"
      + " 95 % interval"
    let head = study.parameters + finding.figures.map(\.name) + [""]
    let rows = finding.ordered.map { index in
      finding.points[index].values
        + finding.figures.map { Words.measured(finding.points[index].statistics($0), $0) }
        + [finding.front.knee == index ? "← knee" : ""]
    }
    let scale = finding.figures.map(\.name).joined(separator: " and ")
    let knee =
      finding.front.knee == nil
      ? ["  (no knee: the front bulges nowhere)"]
      : [
        "  (the knee depends on \(scale), each scaled to its range over the front; other figures would move it)"
      ]
    return [title] + Words.aligned([head] + rows, left: [head.count - 1]).map { "  " + $0 } + knee
  }

  private func predictionLines(_ finding: SurfacePrediction) -> [String] {
    let beyond = finding.beyond.map { parameter, value, range in
      let isBelow = value < range.lowerBound
      let end = (isBelow ? range.lowerBound : range.upperBound).formatted(.plain)
      return "\(parameter) \(isBelow ? "below" : "above") \(end)"
    }
    return ["Predicted, not simulated: " + setting(finding.parameters, finding.values)]
      + finding.surfaces.map {
        Self.there($0, at: finding.values) + ($0.isGuess ? "; its surface does not fit" : "")
      }
      + (beyond.isEmpty
        ? []
        : [
          "  extrapolated, beyond all points: \(beyond.joined(separator: ", ")); simulate there before relying on it"
        ])
  }

  private func setting(_ parameters: [String], _ values: [Double]) -> String {
    Words.setting(parameters, values.map { $0.formatted(.plain) })
  }

  private static func there(_ surface: SurfaceFinding, at point: [Double]) -> String {
    func number(_ value: Double) -> String { Words.number(value, surface.figure.unit) }
    let interval = surface.interval(at: point).map {
      " (95 % interval \(number($0.lowerBound)) … \(number($0.upperBound)))"
    }
    return "  \(surface.figure.name) there: \(number(surface.value(at: point)))\(interval ?? "")"
  }

  private func surfaceLines(_ finding: SurfaceFinding) -> [String] {
    let name = finding.figure.name
    let process = finding.kriging
    let trend = process.process.trend == .constant ? "a level" : "a quadratic"
    let points = process.residuals.count
    let verdict =
      !process.fits
      ? "it does not fit; treat what follows from it as a hint"
      : process.explained > 0 ? "it fits" : "no better than their mean; add points before relying on it"
    let bent = zip(finding.parameters, finding.factors.scales).filter { $0.1 == .logarithmic }.map(\.0)
    let title =
      (finding.isQuadratic
        ? "Surface of \(name): quadratic" : "Surface of \(name): a Gaussian process around \(trend)")
      + (bent.isEmpty ? "" : ", over the logarithms of \(bent.joined(separator: ", "))")
    let left = [
      "  leaving out each point: \(process.held) of \(points) lie in their 95 % intervals,"
        + " \(Self.accuracy(process.error, process.explained, finding.figure)): \(verdict)"
    ]
    return [title] + (finding.isQuadratic ? [] : left) + quadraticLines(finding)
  }

  private static func accuracy(_ error: Double, _ explained: Double, _ figure: FigureColumn) -> String {
    let share =
      explained > 0.999 ? String(format: "%.3f", 100 * explained) : String(format: "%.1f", 100 * explained)
    return "off by \(Words.number(error, figure.unit)) (root mean square), \(share) % explained"
  }

  private func quadraticLines(_ finding: SurfaceFinding) -> [String] {
    guard let quadratic = finding.quadratic else {
      return ["  the points do not determine a quadratic"]
    }
    let share = String(format: "%.1f %%", 100 * quadratic.explained)
    let error = finding.quadraticError.map { ", off by \(Words.number($0, finding.figure.unit))" } ?? ""
    let start = finding.isQuadratic ? "  " : "  a quadratic alone "
    guard let fit = quadratic.lackOfFit else {
      return [
        start
          + "explains \(share) of the variation\(error); lack of fit cannot be tested (it needs replications, and more"
          + " points than coefficients)"
      ]
    }
    let verdict =
      fit.pValue < 0.05 ? "its shape is another" : "there is no evidence against its shape, so it suffices"
    return [
      start
        + "explains \(share) of the variation\(error); lack of fit F(\(fit.freedom), \(fit.errorFreedom)) ="
        + " \(String(format: "%.2f", fit.f)), p \(Words.probability(fit.pValue)): \(verdict)"
    ]
  }

  private func bestLines(_ best: BestPoint) -> [String] {
    guard case .success(let finding) = surfaces[0] else { return [] }
    let bounds = best.constraints.map(\.description).joined(separator: ", ")
    let title =
      (best.isGuess ? "A guess, because a surface does not fit: best" : "Best")
      + " \(finding.figure.name) of its surface (\(best.direction.rawValue))"
      + (bounds.isEmpty
        ? "" : " where \(bounds), with a probability of \(Words.percent(best.confidence)) or more each")
    var lines = [title + ":", "  at " + setting(finding.parameters, best.values)]
    for case .success(let surface) in surfaces { lines.append(Self.there(surface, at: best.values)) }
    for (constraint, probability) in zip(best.constraints, best.probabilities) {
      lines.append(
        probability.map { "  \(constraint) holds there with a probability of \(Words.percent($0))" }
          ?? "  (replications would show how likely \(constraint) holds there)")
    }
    if !best.constraints.isEmpty {
      lines.append("  (by the surfaces; the nearest simulated point respects the bounds too)")
    }
    return lines
  }

  /// The maximum number of points listed as equivalent to the best one.
  private static let mostEquals = 5

  private func simulatedLines(_ best: SimulatedBest) -> [String] {
    let bounds = best.constraints.map(\.description).joined(separator: ", ")
    let runs = "\(best.point.runs.count) run\(best.point.runs.count == 1 ? "" : "s")"
    var lines = [
      "Best simulated point for \(best.figure.name) (\(best.direction.rawValue))"
        + (bounds.isEmpty ? "" : " of \(best.keeping) that keep \(bounds)") + ":",
      "  at \(Words.setting(study.parameters, best.point.values)) (\(runs))",
      "  \(best.figure.name) there: \(Self.there(best.point.statistics(best.figure), best.figure))",
    ]
    for constraint in best.constraints {
      let statistics = best.point.statistics(constraint.figure)
      let slack = statistics.mean.map { Words.number(constraint.slack($0), constraint.figure.unit) } ?? "–"
      lines.append(
        "  \(constraint.figure.name) there: \(Self.there(statistics, constraint.figure)); \(slack) from its bound"
      )
    }
    if !best.equals.isEmpty {
      let shown = best.equals.prefix(Self.mostEquals).map { Words.setting(study.parameters, $0.values) }
      let more = best.equals.count - shown.count
      lines.append(
        "  equal to it in every run: \(shown.joined(separator: "; "))"
          + (more > 0 ? "; and \(more) more: --json has all" : ""))
    }
    guard best.point.runs.count > 1 else {
      return lines + ["  (replications would show how certain this is)"]
    }
    let keeping =
      best.constraints.isEmpty
      ? ""
      : ", and \(best.equals.isEmpty ? "keeps" : "it keeps") the bounds in \(Words.percent(best.keepingShare))"
    return lines + [
      "  \(best.equals.isEmpty ? "it stays" : "they stay") the best in \(Words.percent(best.share)) of \(best.resamples) resamples of the replications\(keeping)"
    ]
  }

  private static func there(_ statistics: RunningStatistics, _ figure: FigureColumn) -> String {
    guard let mean = statistics.mean else { return "–" }
    let interval = statistics.interval().map {
      " (95 % interval \(Words.number($0.lowerBound, figure.unit)) …"
        + " \(Words.number($0.upperBound, figure.unit)))"
    }
    return Words.number(mean, figure.unit) + (interval ?? "")
  }

  private static func line(_ finding: PrecisionFinding) -> String {
    let points = "\(finding.missing) point\(finding.missing == 1 ? "" : "s")"
    let wanted =
      finding.wanted.map { "according to the spread so far, \($0) replications would reach it" }
      ?? "the runs so far do not show how many replications would reach it"
    return
      "The precision asked for (\(finding.figure.name) within \(finding.halfWidth.formatted(.plain)) of its mean) was not"
      + " reached at \(points) with at most \(finding.most) replications; \(wanted)."
  }

  /// The maximum number of points shown; JSON contains all.
  private static let mostPoints = 20

  private func quantileLines(_ finding: QuantileFinding) -> [String] {
    func number(_ value: Double) -> String { Words.number(value, finding.figure.unit) }
    let probabilities = QuantileFinding.probabilities
    let names = probabilities.map { $0 == 0.5 ? "median" : "p\(Int((100 * $0).rounded()))" }
    let head = study.parameters + ["runs"] + names.flatMap { [$0, "95 % interval"] }
    let shown = finding.rows.prefix(Self.mostPoints)
    let rows = shown.map { row in
      row.point.values + [String(row.count)]
        + row.quantiles.flatMap { quantile in
          let interval = quantile.interval.map {
            "\(number($0.bounds.lowerBound)) … \(number($0.bounds.upperBound))"
          }
          return [number(quantile.value), interval ?? "–"]
        }
    }
    var lines = ["Quantiles of \(finding.figure.name) over the runs (intervals between order statistics):"]
    lines += Words.aligned([head] + rows, left: []).map { "  " + $0 }
    if finding.rows.count > shown.count {
      lines.append(
        "  … and \(finding.rows.count - shown.count) more points: choose some with --at; --json has all")
    }
    let lacking = probabilities.indices.filter { place in
      shown.contains { $0.quantiles[place].interval == nil }
    }
    if !lacking.isEmpty {
      let needs = lacking.map { "the \(names[$0]) \(QuantileInterval.leastCount(probabilities[$0])) runs" }
      lines.append("  (an interval needs, for \(needs.joined(separator: ", for ")) or more)")
    }
    return lines
  }

  private func controlLines(_ finding: ControlFinding) -> [String] {
    let figure = finding.figure
    let names = finding.controls.map(\.name)
    let head = study.parameters + ["plain", "controlled"] + names.map { "per \($0)" } + ["variance"]
    let rows = finding.rows.prefix(Self.mostPoints).map { row in
      let interval = row.choice?.interval()
      let half = interval.map { Words.number(($0.upperBound - $0.lowerBound) / 2, figure.unit) }
      let mean = row.choice.map { Words.number($0.controlled.mean, figure.unit) }
      return row.point.values + [Words.measured(row.plain, figure)]
        + [mean.flatMap { mean in half.map { "\(mean) ± \($0)" } } ?? "–"]
        + names.indices.map { row.coefficient($0).map { String(format: "%+.3g", $0) } ?? "–" }
        + [row.varianceRatio.map { String(format: "× %.2f", $0) } ?? "–"]
    }
    let more = finding.rows.count - rows.count
    let ratio = finding.varianceRatio
    let gain = "plain means would take \(String(format: "%.1f", 1 / ratio)) times as many runs"
    let isShort = finding.rows.allSatisfy { $0.plain.count < ControlChoice.leastCount }
    let last =
      finding.usesControls
      ? "squared width of the intervals × \(String(format: "%.2f", ratio)) on average: \(gain)"
      : "no control is used, so these are the plain means: "
        + (isShort
          ? "selecting one requires at least \(ControlChoice.leastCount) replications of a point"
          : "none narrows an interval by more than its selection widens it")
    let sampled = finding.controls.filter(\.isSampled)
    return [
      "Means of \(figure.name) with control variates, by regression on the deviation of each run's input from its expectation:"
    ] + Words.aligned([head] + rows, left: []).map { "  " + $0 }
      + (more > 0 ? ["  … and \(more) more points: --json has all"] : [])
      + sampled.map { "  \($0.name): \($0.meaning)" }
      + (sampled.isEmpty
        ? []
        : [
          "  (their means are those of \(finding.sampleCount) replications of the input, whose error is in the intervals)"
        ])
      + ["  (\(last))"]
  }

  private func screeningLines(_ finding: ScreeningFinding) -> [String] {
    let figure = finding.figure
    let head = ["field", "μ*", "μ", "σ", "effects"]
    let rows = finding.rows.map { row in
      [
        row.parameter, Words.number(row.effect.meanMagnitude, figure.unit),
        Words.number(row.effect.mean, figure.unit),
      ]
        + [
          row.effect.standardDeviation.map { Words.number($0, figure.unit) } ?? "–", String(row.effect.count),
        ]
    }
    let design = finding.trajectories.map { ", \($0) trajectories" } ?? ""
    let unit = figure.unit == .none || figure.unit == .ratio ? "" : ", in \(figure.unit.words)"
    return ["Screening for \(figure.name) (Morris\(design); the effect of a field's whole range\(unit)):"]
      + Words.aligned([head] + rows).map { "  " + $0 }
  }
}

extension SobolIndices.Share {
  /// Whether the estimate lies in 0 … 1, as a share must.
  fileprivate var isShare: Bool { (0...1).contains(value) }
}

extension Tables.Unit {
  /// The unit in a sentence or after a name.
  var words: String { self == .none ? "" : rawValue }

  /// The unit after a number, preceded by a space; empty for shares.
  var spoken: String { self == .none || self == .ratio ? "" : " " + rawValue }
}
