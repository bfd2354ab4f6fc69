import Foundation

/// Surfaces of several responses beside what was once observed of each: the implausibility of a setting, and the posterior of those
/// that are left.
///
///     let match = try HistoryMatch(points: points, responses: responses, observations: observations)
///     match.remaining(seed: 1).share            // 0.031
///     match.posterior(2000, seed: 1)
///
/// A setting is implausible where a response would have to lie more than three standard deviations off what was observed
/// (Pukelsheim 1994, doi:10.1080/00031305.1994.10476030): of the surface, of single days, and of the observation itself. Craig,
/// Goldstein, Seheult and Smith 1997, doi:10.1007/978-1-4612-2290-3_2; Vernon, Goldstein and Bower 2010, doi:10.1214/10-BA524.
/// What is left is as likely as Student's distribution with all of these covariances says, all settings being alike beforehand: so
/// observations are distributed whose covariances were estimated (Geisser and Cornfield 1963, doi:10.1111/j.2517-6161.1963.tb00518.x).
///
/// Coordinates are shares of ranges: 0 … 1.
public struct HistoryMatch: Sendable {
  /// A response as it was observed.
  public struct Observation: Hashable, Sendable {
    public var value: Double
    /// The standard error of the observation itself, days being as they were.
    public var standardError: Double
    /// The number of days that the value is the mean of.
    public var days: Double

    /// Gathers an observation.
    public init(_ value: Double, standardError: Double = 0, days: Double = 1) {
      self.value = value
      self.standardError = standardError
      self.days = days
    }
  }

  public let observations: [Observation]
  /// The surface of each response; nil of one that is the same in all runs, whose value needs no fit.
  private let surfaces: [StochasticKriging?]
  /// The value of each response that never varies.
  private let constants: [Double?]
  private let days: DayVariation
  let ranges: [ClosedRange<Double>]
  /// The least variance of each observation around what is expected, since a figure that never varies is known only as well as numbers are
  /// written.
  private let leastVariances: [Double]
  /// The standard deviations beyond which a setting is implausible: three, and more where few replications tell how long they are.
  public let limit: Double

  /// Fits surfaces to `responses`, the replications keyed by response, point and replication, of which the k-th share their random
  /// numbers; nil where one is missing.
  ///
  /// - Throws: `StatisticsError` where the points are too many.
  /// - Precondition: an observation for each response, which two points or more have.
  public init(
    points: [[Double]], responses: [[[Double?]]], observations: [Observation]
  ) throws(StatisticsError) {
    precondition(responses.count == observations.count, "an observation for each response")
    self.observations = observations
    leastVariances = zip(observations, responses).map { observation, rows in
      let size = rows.joined().reduce(observation.value.magnitude) { max($0, $1?.magnitude ?? 0) }
      return 1e-18 * size * size
    }
    constants = responses.map(Self.constant)
    var surfaces: [StochasticKriging?] = []
    for (response, constant) in zip(responses, constants) {
      guard constant == nil else {
        surfaces.append(nil)
        continue
      }
      let there = points.indices.filter { point in response[point].contains { $0 != nil } }
      surfaces.append(
        try StochasticKriging(
          points: there.map { points[$0] }, responses: there.map { response[$0] }, blocked: true))
    }
    self.surfaces = surfaces
    ranges = ResponseSurface.ranges(of: points)
    days = DayVariation(points.map { [ranges] in ResponseSurface.coded($0, ranges) }, responses)
    limit = StudentT.quantile(Normal.cumulative(3), degreesOfFreedom: days.freedom)
  }

  /// The value that all `runs` share up to rounding error; nil if they differ.
  private static func constant(_ runs: [[Double?]]) -> Double? {
    let values = runs.joined().compactMap(\.self)
    guard let least = values.min(), let most = values.max() else { return nil }
    return most - least <= Rounding.relative * max(least.magnitude, most.magnitude) ? least : nil
  }

  /// What a surface expects at a setting.
  public struct Expectation: Hashable, Sendable {
    public let value: Double
    /// The variance of the surface.
    public let surfaceVariance: Double
    /// The variance of what is observed around the mean of all days, the error of the observation included.
    public let observedVariance: Double

    /// The variance of the observation beside the surface.
    var variance: Double { surfaceVariance + observedVariance }
  }

  /// What the surfaces expect at `point`.
  public func expectations(at point: [Double]) -> [Expectation] {
    expectations(point, days.covariances(at: ResponseSurface.coded(point, ranges)))
  }

  private func expectations(_ point: [Double], _ covariances: [[Double]]) -> [Expectation] {
    surfaces.indices.map { index in
      let estimate = surfaces[index]?.estimate(at: point)
      let error = estimate?.standardError ?? 0
      let observation = observations[index]
      return Expectation(
        value: estimate?.value ?? constants[index] ?? 0, surfaceVariance: error * error,
        observedVariance: max(
          leastVariances[index],
          covariances[index][index] / observation.days + observation.standardError * observation.standardError
        ))
    }
  }

  /// The greatest deviation of an observation from what is expected at `point`, in standard deviations.
  public func implausibility(at point: [Double]) -> Double {
    deviations(expectations(at: point)).map(\.magnitude).max() ?? 0
  }

  /// The deviation of each observation from what is expected, in standard deviations.
  public func deviations(_ expectations: [Expectation]) -> [Double] {
    zip(observations, expectations).map { observation, expectation in
      let distance = observation.value - expectation.value
      // A figure that is 0 at all times has no variance at all.
      return distance == 0 ? 0 : distance / expectation.variance.squareRoot()
    }
  }

  /// The logarithm of the density of the observations at `point`, but for a constant; -∞ outside the ranges and where it is
  /// implausible.
  public func logLikelihood(at point: [Double]) -> Double {
    guard point.allSatisfy({ (0...1).contains($0) }) else { return -.infinity }
    var covariances = days.covariances(at: ResponseSurface.coded(point, ranges))
    let expected = expectations(point, covariances)
    guard deviations(expected).allSatisfy({ $0.magnitude <= limit }) else { return -.infinity }
    for a in expected.indices {
      // Of the mean over more days the mean over fewer of them is a part.
      for b in expected.indices { covariances[a][b] /= max(observations[a].days, observations[b].days) }
      // A figure that is always 0 has no variance; a tiny positive one keeps the matrix positive definite.
      covariances[a][a] = max(expected[a].variance, 1e-200)
    }
    let distances = zip(observations, expected).map { $0.value - $1.value }
    guard let matrix = PositiveMatrix(covariances.flatMap(\.self), order: expected.count) else {
      return -.infinity
    }
    let inverse = matrix.inverse
    var squares = 0.0
    for a in distances.indices {
      for b in distances.indices {
        squares += distances[a] * inverse[a * distances.count + b] * distances[b]
      }
    }
    let count = Double(expected.count)
    let freedom = max(1, days.freedom - count + 1)
    return -((freedom + count) * log1p(squares / days.freedom) + matrix.logDeterminant) / 2
  }

  /// The share of the variance of the observations around what is expected that the surfaces are the cause of: the greatest over the
  /// responses of the means over `points`.
  public func surfaceShare(at points: [[Double]]) -> Double {
    var sums = [Double](repeating: 0, count: surfaces.count)
    for point in points {
      for (index, expected) in expectations(at: point).enumerated() where expected.variance > 0 {
        sums[index] += expected.surfaceVariance / expected.variance
      }
    }
    return (sums.max() ?? 0) / Double(max(1, points.count))
  }
}
