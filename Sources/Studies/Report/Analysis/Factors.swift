import Foundation
import Statistics

/// The parameters of a study that really vary, as numbers.
struct Factors: Sendable {
  /// Their places among the study's parameters.
  let indices: [Int]
  /// Their paths.
  let names: [String]
  /// The scales on which their values are evenly spread, or surfaces bend evenly.
  private(set) var scales: [FieldScale]

  /// Takes those of `study` that have two values or more.
  ///
  /// - Throws: `ReportError.impossible` where one of them has values that are no numbers, or none varies.
  init(of study: StudyTable, for what: String) throws(ReportError) {
    indices = study.parameters.indices.filter { study.values(of: $0).count > 1 }
    names = indices.map { study.parameters[$0] }
    guard !indices.isEmpty else { throw .impossible(what: what, reason: "nothing varies in \(study.folder)") }
    if let word = indices.first(where: { !study.isNumeric($0) }) {
      let name = study.parameters[word]
      let example = study.values(of: word).first ?? ""
      throw .impossible(
        what: what,
        reason: "\(name) has values that are no numbers; choose one of them, as --at '\(name)=\(example)'")
    }
    scales = indices.map { study.scale(of: $0) }
  }

  /// The factors with those in logarithms over which a Gaussian process says points better that it was not told.
  ///
  /// A process bends as much everywhere. A wait that falls steeply over the smallest radii and rises slowly over the others does not, over
  /// metres; over their logarithms it does. So where a field has three positive values or more, the scale is the one whose residuals, one
  /// point left out at a time, are the likelier, as the smoothness of the process is; field by field, and by enough to tell.
  ///
  /// - Parameter values: of the points, in the fields' own units.
  func bent(to responses: [[Double?]], at values: [[Double]], blocked: Bool) -> Factors {
    func score(_ factors: Factors) -> Double {
      let surface = try? StochasticKriging(
        points: values.map(factors.places), responses: responses, blocked: blocked, isQuick: true)
      return surface.map { surface in
        surface.residuals.reduce(0) { sum, residual in
          let variance = max(residual.standardError * residual.standardError, .leastNormalMagnitude)
          return sum - (Foundation.log(variance) + residual.value * residual.value / variance) / 2
        }
      } ?? -.infinity
    }
    let candidates = scales.indices.filter { index in
      scales[index] == .linear && Set(values.map { $0[index] }).count > 2
        && values.allSatisfy { $0[index] > 0 }
    }
    guard !candidates.isEmpty else { return self }
    var best = (factors: self, score: score(self))
    for index in candidates {
      var other = best.factors
      other.scales[index] = .logarithmic
      let likelier = score(other)
      if likelier > best.score + Self.evidence { best = (other, likelier) }
    }
    return best.factors
  }

  /// The least gain in log-likelihood by which a scale is told from another: as much as makes one twenty times as likely.
  private static let evidence = 3.0

  /// The values at `point`, in the fields' own units.
  func values(of point: StudyTable.Point) -> [Double] {
    indices.map { StudyTable.number(point.values[$0]) ?? 0 }
  }

  /// The places of `values` on the scales.
  func places(of values: [Double]) -> [Double] { zip(scales, values).map { $0.place($1) } }

  /// The values at `places` on the scales.
  func values(at places: [Double]) -> [Double] { zip(scales, places).map { $0.value($1) } }
}
