import Foundation
import Metrics
import Quantities
import Statistics

extension CalibrationFinding {
  /// The findings as lines for a terminal, each ended by a line feed.
  public var text: String {
    let figures = Words.plural(calibration.observed.count, "observed figure")
    var lines = [
      "\(study.name): \(Words.plural(calibration.fields.count, "field")) by \(figures), in"
        + " \(Words.plural(calibration.waves.count, "wave")) of \(Words.plural(calibration.waves.last?.points ?? 0, "point"))"
        + " and \(Words.plural(study.runCount, "run"))", "", left, "",
    ]
    if isReproduced { lines += fieldLines + tellingLines + [""] }
    lines += figureLines
    let setting = Words.setting(study.parameters, study.points[calibration.best].values)
    lines += ["", (isReproduced ? "Likeliest: " : "Nearest: ") + setting]
    return lines.map { $0 + "\n" }.joined()
  }

  private var left: String {
    let shares = calibration.waves.map {
      "\(Self.percent($0.share)) after \(Words.plural($0.points, "point"))"
    }
    let limit = Words.fixed(calibration.limit, 1)
    let left =
      "Not implausible, as a share of the ranges (no figure off by more than \(limit) standard deviations): "
    guard isReproduced else {
      return left
        + "nothing. " + immovable
        + "No setting reproduces the observations: widen the ranges, vary further fields, or include the error of the model itself "
        + "in standard_error."
    }
    return left + shares.joined(separator: ", ") + "."
  }

  /// The sentences on figures that are constant over all runs but differ from the observation, whatever the
  /// parameters.
  private var immovable: String {
    let sentences = calibration.observed.enumerated().compactMap { index, observed -> String? in
      let values = study.points.lazy.flatMap(\.runs).compactMap { $0[observed.figure] }
      guard calibration.deviations[index].magnitude > calibration.limit, let first = values.first,
        values.allSatisfy({ $0 == first })
      else { return nil }
      return
        "\(observed.figure.name) is \(Words.number(first, observed.figure.unit)) in all runs, whatever the setting. "
    }
    return sentences.joined()
  }

  /// Returns a share with two significant digits, however small.
  private static func percent(_ share: Double) -> String {
    share >= 0.1 || share == 0
      ? Words.fixed(100 * share, 0) + " %" : (100 * share).formatted(.digits(2)) + " %"
  }

  private var fieldLines: [String] {
    let rows = calibration.fields.indices.map { index in
      let field = calibration.fields[index]
      return [
        field.path, calibration.quantile(0.5, of: index).map { $0.formatted(.digits(3)) } ?? "–",
        calibration.region(of: index).map(Self.range) ?? "–", Self.range(field.range),
      ]
    }
    return Words.aligned([["field", "median", "95 % region", "looked for in"]] + rows)
  }

  private static func range(_ range: ClosedRange<Double>) -> String {
    "\(range.lowerBound.formatted(.digits(3))) … \(range.upperBound.formatted(.digits(3)))"
  }

  /// The lines about fields that the observed figures do not determine.
  var tellingLines: [String] {
    calibration.combinations.map { combination in
      "Not separately identifiable: \(names(combination)). These figures determine only their \(kind(combination)):"
        + " \(words(combination)) = \(Self.range(combination.region))."
    }
      + untold.map { "These figures give no information on \($0.path): its region is about its range." }
  }

  /// Returns a number of standard deviations as text, capped at a thousand.
  private static func deviation(_ deviations: Double) -> String {
    deviations.magnitude <= 1000 ? Words.fixed(deviations, 1) : deviations > 0 ? "> 1000" : "< -1000"
  }

  private var figureLines: [String] {
    let rows = calibration.observed.enumerated().map { index, observed in
      let unit = observed.figure.unit
      return [
        observed.figure.name,
        "\(Words.number(observed.observation.value, unit)) ± \(Words.number(calibration.spreads[index], unit))",
        Words.measured(simulated(observed), observed.figure),
        Self.deviation(calibration.deviations[index]),
      ]
    }
    return Words.aligned(
      [["figure", "observed ± its deviation", "simulated there ± 95 %", "off by (deviations)"]] + rows)
  }
}
