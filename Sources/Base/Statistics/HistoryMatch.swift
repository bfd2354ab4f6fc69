import Quantities

/// History matching: fits surfaces of several responses, compares them with one observation of each, and computes
/// the implausibility of settings and the posterior over the remaining ones.
///
///     let match = try HistoryMatch(points: points, responses: responses, observations: observations)
///     match.remaining(seed: 1).share            // 0.031
///     match.posterior(2000, seed: 1)
///
/// A setting is implausible if a response would lie more than three standard deviations from its observation
/// (Pukelsheim 1994, doi:10.1080/00031305.1994.10476030): the deviation includes the surface, the variation between
/// days, and the observation error. Craig, Goldstein, Seheult and Smith 1997, doi:10.1007/978-1-4612-2290-3_2;
/// Vernon, Goldstein and Bower 2010, doi:10.1214/10-BA524. The remaining settings are weighted by a Student's t
/// likelihood with all of these covariances, under a uniform prior: the distribution of observations with estimated
/// covariances (Geisser and Cornfield 1963, doi:10.1111/j.2517-6161.1963.tb00518.x).
///
/// Coordinates are scaled to 0 … 1 over the ranges.
public struct HistoryMatch: Sendable {
  /// An observed response.
  public struct Observation: Hashable, Sendable {
    public var value: Double
    /// The standard error of the observation itself, without variation between days.
    public var standardError: Double
    /// The number of days averaged in the value.
    public var days: Double

    /// Creates an observation.
    public init(_ value: Double, standardError: Double = 0, days: Double = 1) {
      self.value = value
      self.standardError = standardError
      self.days = days
    }
  }

  public let observations: [Observation]
  /// The surface of each response; nil for a response that is the same in all runs.
  private let surfaces: [StochasticKriging?]
  /// The value of each response that never varies; nil for the other responses.
  private let constants: [Double?]
  private let days: DayVariation
  let ranges: [ClosedRange<Double>]
  /// The minimum variance of each observation around its expectation: a figure that never varies is known only to
  /// its printed precision.
  private let leastVariances: [Double]
  /// The implausibility limit in standard deviations: three, or more if these are estimated from few replications.
  public let limit: Double

  /// Fits surfaces to `responses`, given by response, point and replication, nil if missing; the k-th replications of
  /// all points share random numbers.
  ///
  /// - Throws: `StatisticsError` if there are too many points.
  /// - Precondition: one observation for each response, and values of each response at two or more points.
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

  /// Returns the value that all `runs` share up to rounding error; nil if they differ.
  private static func constant(_ runs: [[Double?]]) -> Double? {
    let values = runs.joined().compactMap(\.self)
    guard let least = values.min(), let most = values.max() else { return nil }
    return most - least <= Rounding.relative * max(least.magnitude, most.magnitude) ? least : nil
  }

  /// The expected response at a setting.
  public struct Expectation: Hashable, Sendable {
    public let value: Double
    /// The variance of the surface.
    public let surfaceVariance: Double
    /// The variance of the observation around the long-run mean, including the observation error.
    public let observedVariance: Double

    /// The variance of the difference between observation and surface.
    var variance: Double { surfaceVariance + observedVariance }
  }

  /// Returns the expected responses at `point`.
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

  /// Returns the greatest deviation of an observation from its expectation at `point`, in standard
  /// deviations.
  public func implausibility(at point: [Double]) -> Double {
    deviations(expectations(at: point)).map(\.magnitude).max() ?? 0
  }

  /// Returns the deviation of each observation from its expectation, in standard deviations.
  public func deviations(_ expectations: [Expectation]) -> [Double] {
    zip(observations, expectations).map { observation, expectation in
      let distance = observation.value - expectation.value
      // A figure that is always 0 has no variance at all.
      return distance == 0 ? 0 : distance / expectation.variance.squareRoot()
    }
  }

  /// Returns the log density of the observations at `point` up to a constant; −∞ outside the ranges and at
  /// implausible settings.
  public func logLikelihood(at point: [Double]) -> Double {
    guard point.allSatisfy({ (0...1).contains($0) }) else { return -.infinity }
    var covariances = days.covariances(at: ResponseSurface.coded(point, ranges))
    let expected = expectations(point, covariances)
    guard deviations(expected).allSatisfy({ $0.magnitude <= limit }) else { return -.infinity }
    for a in expected.indices {
      // The mean over fewer days is part of the mean over more days.
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
    return -((freedom + count) * Rounded.log1p(squares / days.freedom) + matrix.logDeterminant) / 2
  }

  /// Returns the share of the variance of the observations around their expectations that is due to the surfaces: the
  /// mean over `points` for each response, and the maximum of these means.
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
