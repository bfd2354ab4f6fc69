/// The mean of a response, corrected by a selection from several control variates, with an interval that accounts for
/// the selection.
///
/// Of all sets of controls, the one with the least variance is chosen; each variance is multiplied by the loss factor
/// for estimating q coefficients from n replications, (n − 2) ÷ (n − q − 2) (Lavenberg and Welch 1981,
/// doi:10.1287/mnsc.27.3.322). A choice among many sets may fit by chance: with ten replications and four controls,
/// Student's interval around the chosen mean would cover the true mean in only 88 % of all studies. The quantile is
/// therefore simulated: responses independent of the controls are drawn for the controls of these replications, and
/// only draws in which some control is chosen are kept. If the resulting 95 % interval is no narrower than Student's,
/// no control is used, and the mean and the interval are the plain ones.
///
/// If the controls' means are themselves estimated from a separate sample, their error is added (Pasupathy, Schmeiser,
/// Taaffe and Wang 2012, doi:10.1080/0740817X.2011.610430).
public struct ControlChoice: Sendable {
  /// The indices of the chosen controls, ascending; empty if the plain mean is best.
  public let chosen: [Int]
  /// The mean corrected by the chosen controls.
  public let controlled: ControlledMean
  /// The variance due to errors in the controls' means.
  public let meanVariance: Double
  /// The errors of the means of simulated responses for which a control was chosen, in standard errors, ascending;
  /// empty if none is chosen for the actual responses.
  private let distances: [Double]

  /// The number of simulated responses with a chosen control after which drawing stops, and the maximum number of
  /// responses drawn.
  private static let enoughDraws = 1000
  private static let mostDraws = 10_000
  /// The maximum number of candidate controls: every subset is evaluated.
  public static let mostControls = 6
  /// The minimum number of replications for a choice of controls: beyond the first two, each coefficient requires four.
  public static let leastCount = 6

  /// Chooses among `controls`, given for each replication as deviations from the controls' means.
  ///
  /// - Parameter covariance: the covariance matrix of the errors of these means, by row; zeros if the means are exact.
  /// - Returns: nil if there are too few replications, or the response does not vary.
  /// - Precondition: as many lists of controls as responses, of equal length, at most `mostControls`.
  public init?(_ responses: [Double], controls: [[Double]], covariance: [[Double]]) {
    let (count, width) = (responses.count, covariance.count)
    precondition(controls.count == count && width <= Self.mostControls, "controls for each response, and few")
    guard count >= ControlledMean.leastCount(controls: 1) else { return nil }
    let columns = (0..<width).map { control in controls.map { $0[control] } }
    let sets = (0..<1 << width).map { set in (0..<width).filter { set >> $0 & 1 == 1 } }
      .filter { $0.count <= (count - 2) / 4 }
      .compactMap { ControlSet($0, of: columns, count: count) }
    // Centred, because the spread of a response may be small beside its level.
    let level = responses.reduce(0, +) / Double(count)
    guard let best = ControlSet.best(of: sets, for: responses.map { $0 - level }),
      let mean = ControlledMean(
        responses, controls: controls.map { row in best.set.members.map { row[$0] } })
    else { return nil }
    let parts = Array(zip(best.set.members, mean.coefficients))
    let meanVariance = parts.reduce(0) { sum, a in
      parts.reduce(sum) { $0 + a.1 * $1.1 * covariance[a.0][$1.0] }
    }
    let distances = best.set.members.isEmpty ? [] : Self.distances(of: sets, count: count)
    let plain = ControlledMean(responses, controls: responses.map { _ in [] })
    if let plain, !(Self.reach(mean, meanVariance, distances) < Self.reach(plain, 0, [])) {
      (chosen, controlled, self.meanVariance, self.distances) = ([], plain, 0, [])
    } else {
      (chosen, controlled, self.meanVariance, self.distances) = (
        best.set.members, mean, meanVariance, distances
      )
    }
  }

  /// Draws responses independent of the controls. Returns the errors of the means of the responses for which a control
  /// was chosen, in standard errors, ascending.
  private static func distances(of sets: [ControlSet], count: Int) -> [Double] {
    var random = KeyedGenerator(seed: 0, replication: 0, purpose: .controlChoice)
    var distances: [Double] = []
    for _ in 0..<mostDraws where distances.count < enoughDraws {
      let drawn = (0..<count).map { _ in random.normal() }
      let best = ControlSet.best(of: sets, for: drawn)
      if best?.set.members.isEmpty != true { distances.append(best?.distance ?? .infinity) }
    }
    return distances.sorted()
  }

  /// Returns the half-width of the interval: the standard error times the larger of the simulated quantile and
  /// Student's.
  private static func reach(
    _ mean: ControlledMean, _ meanVariance: Double, _ distances: [Double], confidence: Double = 0.95
  ) -> Double {
    let student = StudentT.quantile((1 + confidence) / 2, degreesOfFreedom: Double(mean.freedom))
    let place = Int((confidence * Double(distances.count)).rounded(.down))
    let quantile = distances.indices.contains(place) ? max(student, distances[place]) : student
    return quantile * (mean.standardError * mean.standardError + meanVariance).squareRoot()
  }

  /// Returns the confidence interval for the mean.
  ///
  /// - Precondition: `confidence` lies strictly between 0 and 1.
  public func interval(confidence: Double = 0.95) -> ClosedRange<Double> {
    let reach = Self.reach(controlled, meanVariance, distances, confidence: confidence)
    return controlled.mean - reach...controlled.mean + reach
  }
}

/// A regression on a set of controls in the given replications, prepared for many responses.
private struct ControlSet {
  /// The indices of its controls.
  let members: [Int]
  /// An orthonormal basis of the space spanned by the controls.
  private let basis: [[Double]]
  /// The part of a constant vector orthogonal to that space; the component of a response along it is the corrected
  /// mean.
  private let rest: [Double]
  private let restSquares: Double

  /// Creates the regression on the controls `members` of `columns`, over `count` replications; nil if the controls and
  /// a constant are linearly dependent.
  init?(_ members: [Int], of columns: [[Double]], count: Int) {
    self.members = members
    var basis: [[Double]] = []
    func freed(_ vector: [Double]) -> [Double] {
      // Orthogonalised twice: rounding errors of the first pass may leave a component.
      (0..<2).reduce(vector) { vector, _ in
        basis.reduce(vector) { vector, direction in
          let share = vector.dot(direction)
          return zip(vector, direction).map { $0 - share * $1 }
        }
      }
    }
    for member in members {
      let column = freed(columns[member])
      let length = column.dot(column).squareRoot()
      guard length > 1e-9 * columns[member].dot(columns[member]).squareRoot() else { return nil }
      basis.append(column.map { $0 / length })
    }
    rest = freed(Array(repeating: 1, count: count))
    restSquares = rest.dot(rest)
    guard restSquares > 1e-9 * Double(count) else { return nil }
    self.basis = basis
  }

  /// Returns the set with the least variance for `response`, and the distance of its mean from 0 in standard errors;
  /// nil if that variance is 0.
  static func best(of sets: [Self], for response: [Double]) -> (set: Self, distance: Double)? {
    let squares = response.dot(response)
    var best: (set: Self, squares: Double, mean: Double)?
    var least = Double.infinity
    for set in sets {
      let (count, size) = (Double(response.count), Double(set.members.count))
      let mean = set.rest.dot(response) / set.restSquares
      let left = set.basis.reduce(squares - mean * mean * set.restSquares) { left, direction in
        let share = direction.dot(response)
        return left - share * share
      }
      let variance = left / (count - size - 1)
      let cost = variance * (count - 2) / (count - size - 2)
      guard cost < least else { continue }
      least = cost
      best = (set, variance / set.restSquares, mean)
    }
    return best.flatMap { $0.squares > 0 ? ($0.set, $0.mean.magnitude / $0.squares.squareRoot()) : nil }
  }
}

extension [Double] {
  fileprivate func dot(_ other: [Double]) -> Double {
    var sum = 0.0
    for index in indices { sum += self[index] * other[index] }
    return sum
  }
}

/// The mean of a response over replications, corrected by control variates with known means.
///
/// For example, if runs with more demand than expected have fewer matches, the mean is corrected for demand that was
/// high by chance. The response is regressed on the controls' deviations from their means; the mean is the intercept,
/// with one degree of freedom fewer for each control. Lavenberg and Welch 1981, doi:10.1287/mnsc.27.3.322; the interval
/// is exact if response and controls are jointly normal.
public struct ControlledMean: Hashable, Sendable {
  public let mean: Double
  public let standardError: Double
  /// The degrees of freedom: replications − controls − 1.
  public let freedom: Int
  /// The change of the response per unit of each control.
  public let coefficients: [Double]
  /// The ratio of the variance of the controlled mean to the variance of the plain mean; below 1 if the controls help.
  public let varianceRatio: Double

  /// Computes the mean from the `responses` of replications and the deviations of their controls from the known means;
  /// nil if there are too few replications, the response or a control does not vary, or the controls are linearly
  /// dependent.
  ///
  /// - Precondition: as many lists of controls as responses, of equal length.
  public init?(_ responses: [Double], controls: [[Double]]) {
    precondition(responses.count == controls.count, "controls for each response")
    let (count, width) = (responses.count, controls.first?.count ?? 0)
    guard count >= Self.leastCount(controls: width) else { return nil }
    // Scaled by their spread, so that one rank threshold suits all.
    let scales = (0..<width).map { index in
      (controls.reduce(0) { $0 + $1[index] * $1[index] } / Double(count)).squareRoot()
    }
    guard scales.allSatisfy({ $0 > 0 }) else { return nil }
    let design = controls.map { row in [1] + zip(row, scales).map { $0 / $1 } }
    let squares = ResponseSurface.squares(responses)
    guard squares > 0,
      let fit = try? LeastSquares(
        design: design, responses: responses, weights: responses.map { _ in 1 })
    else { return nil }
    freedom = count - width - 1
    mean = fit.coefficients[0]
    coefficients = zip(fit.coefficients.dropFirst(), scales).map { $0 / $1 }
    let variance = fit.residualSquares / Double(freedom) * fit.inverse[0]
    standardError = variance.squareRoot()
    varianceRatio = variance / (squares / Double(count - 1) / Double(count))
  }

  /// Returns the minimum number of replications: two more than necessary, because the half-width of an interval with
  /// one degree of freedom is 12.7 standard errors.
  public static func leastCount(controls: Int) -> Int { controls + 4 }

  /// Returns the t-interval for the mean.
  ///
  /// - Precondition: `confidence` lies strictly between 0 and 1.
  public func interval(confidence: Double = 0.95) -> ClosedRange<Double> {
    let reach = standardError * StudentT.quantile((1 + confidence) / 2, degreesOfFreedom: Double(freedom))
    return mean - reach...mean + reach
  }
}
