import Quantities
import Statistics

/// The numerical parameters of a study with at least two values.
struct Factors: Sendable {
  /// The indices of the factors among the study's parameters.
  let indices: [Int]
  /// The paths of the factors.
  let names: [String]
  /// The scale of each factor: the one on which its values are evenly spaced, or the one chosen for the surface.
  private(set) var scales: [FieldScale]

  /// Selects the parameters of `study` with at least two values.
  ///
  /// - Throws: `ReportError.impossible` if one of them has non-numerical values, or none varies.
  init(of study: StudyTable, for what: String) throws(ReportError) {
    indices = study.parameters.indices.filter { study.values(of: $0).count > 1 }
    names = indices.map { study.parameters[$0] }
    guard !indices.isEmpty else { throw .impossible(what: what, reason: "nothing varies in \(study.folder)") }
    if let word = indices.first(where: { !study.isNumeric($0) }) {
      let name = study.parameters[word]
      let example = study.values(of: word).first ?? ""
      throw .impossible(
        what: what,
        reason:
          "\(name) has values that are not numbers; choose one of them, such as --at '\(name)=\(example)'")
    }
    scales = indices.map { study.scale(of: $0) }
  }

  /// Returns the factors, with logarithmic scales wherever a Gaussian process then predicts held-out points better.
  ///
  /// A stationary process is equally smooth everywhere. A wait that falls steeply over the smallest radii and rises
  /// slowly over the others is not equally smooth as a function of the radius, but is as a function of its logarithm.
  /// For a field with at least three positive values, the scale is chosen by the likelihood of leave-one-out
  /// residuals, as is the smoothness of the process. Scales are chosen field by field, and changed only on sufficient
  /// evidence.
  ///
  /// - Parameter values: the values of the points, in the fields' own units.
  func bent(to responses: [[Double?]], at values: [[Double]], blocked: Bool) -> Factors {
    func score(_ factors: Factors) -> Double {
      let surface = try? StochasticKriging(
        points: values.map(factors.places), responses: responses, blocked: blocked, isQuick: true)
      return surface.map { surface in
        surface.residuals.reduce(0) { sum, residual in
          let variance = max(residual.standardError * residual.standardError, .leastNormalMagnitude)
          return sum - (Rounded.log(variance) + residual.value * residual.value / variance) / 2
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

  /// Returns the factors with a logarithmic scale wherever `isLogarithmic` is true, and a linear one elsewhere.
  func scaled(_ isLogarithmic: [Bool]) -> Factors {
    var factors = self
    factors.scales = isLogarithmic.map { $0 ? .logarithmic : .linear }
    return factors
  }

  /// Whether each scale is logarithmic.
  var isLogarithmic: [Bool] { scales.map { $0 == .logarithmic } }

  /// The minimum gain in log-likelihood for changing a scale: a likelihood ratio of twenty.
  private static let evidence = 3.0

  /// Returns the values of the factors at `point`, in the fields' own units.
  func values(of point: StudyTable.Point) -> [Double] {
    indices.map { StudyTable.number(point.values[$0]) ?? 0 }
  }

  /// Returns the coordinates of `values` on the scales.
  func places(of values: [Double]) -> [Double] { zip(scales, values).map { $0.place($1) } }

  /// Returns the values at the coordinates `places` on the scales.
  func values(at places: [Double]) -> [Double] { zip(scales, places).map { $0.value($1) } }
}

/// The scale on which a field's values are evenly spaced.
enum FieldScale: Sendable {
  case linear
  case logarithmic

  /// Creates the scale for ascending `numbers`: logarithmic if they are evenly spaced on a logarithmic scale but not
  /// on a linear one.
  init(of numbers: [Double]) {
    guard numbers.count >= 3, numbers[0] > 0 else {
      self = .linear
      return
    }
    let pairs = zip(numbers, numbers.dropFirst())
    let steps = pairs.map { $1 - $0 }
    let ratios = pairs.map { Rounded.log($1 / $0) }
    let isEven = steps.max()! / steps.min()! > 2.5 && ratios.max()! / ratios.min()! < 1.6
    self = isEven ? .logarithmic : .linear
  }

  /// Returns the coordinate of `value` on the scale.
  func place(_ value: Double) -> Double { self == .logarithmic ? Rounded.log(value) : value }

  /// Returns the value at the coordinate `place`.
  func value(_ place: Double) -> Double { self == .logarithmic ? Rounded.exp(place) : place }
}
