import Quantities

/// A surface through responses observed in replications, with intervals that account for common random numbers.
///
///     let surface = try StochasticKriging(points: points, responses: responses, blocked: true)
///     surface.estimate(at: [0.25, -0.5]).interval()      // 0.512 … 0.517
///
/// The process is a `GaussianProcess` with the noise of the means. Its prediction is a weighted sum of means, and so a
/// sum over replications: `SharedReplications` computes its sampling variance, to which the process adds the
/// uncertainty between the points. The weights of a prediction add up to 1, so a deviation common to all points enters
/// its interval in full, but cancels in differences. This agrees with Chen, Ankenman and Nelson 2012,
/// doi:10.1145/2133390.2133391: compared with independent runs, common random numbers make levels less precise and
/// shapes more precise.
public struct StochasticKriging: Surface {
  /// A prediction with its uncertainty, from sampling and from interpolation.
  public struct Estimate: Hashable, Sendable {
    public let value: Double
    public let standardError: Double
    /// The degrees of freedom of the standard error; infinite if it has no sampling part.
    public let freedom: Double

    /// Returns the t-interval for the true value.
    ///
    /// - Precondition: `confidence` lies strictly between 0 and 1.
    public func interval(confidence: Double = 0.95) -> ClosedRange<Double> {
      let probability = (1 + confidence) / 2
      let quantile =
        freedom.isFinite
        ? StudentT.quantile(probability, degreesOfFreedom: freedom) : Normal.quantile(probability)
      return value - quantile * standardError...value + quantile * standardError
    }
  }

  /// The ranges of the points, by coordinate, in its own unit.
  public let ranges: [ClosedRange<Double>]
  /// The process over coordinates coded to −1 … 1 over the ranges.
  public let process: GaussianProcess
  /// The factor applied to the open variance of the process, derived from the leave-one-out residuals. It is 1, or the
  /// least factor that makes their mean square no greater than expected (Bachoc 2013, doi:10.1016/j.csda.2013.03.016).
  public let inflation: Double
  /// The factor then applied to all variances except those of errors common to all points. It is 1, or the least factor
  /// with which 95 % of the leave-one-out residuals lie in their intervals (the jackknife of Barber, Candès, Ramdas and
  /// Tibshirani 2021, doi:10.1214/20-AOS1965, in units of the standard errors).
  public let widening: Double
  /// The leave-one-out residuals: the difference between each point's mean and the surface predicted without that
  /// point; 0 if the surface is right and known exactly.
  ///
  /// Their intervals are widened by `inflation` alone, so residuals outside them indicate a shape that the process
  /// cannot represent.
  public let residuals: [Estimate]
  private let replications: SharedReplications
  /// The residual variance estimated from the replications, as a share of the variance expected from independent errors
  /// of the points.
  public let noiseShare: Double

  /// Fits the surface to `responses`, the replications observed at each of `points`; nil if missing.
  ///
  /// Smoothness and trend are chosen by the likelihood of the leave-one-out residuals.
  ///
  /// - Parameters:
  ///   - points: coordinates in any unit.
  ///   - groups: the group of each coordinate; a group shares one length scale. Nil: one group each.
  ///   - blocked: whether the k-th replication of every point had the same random numbers.
  ///   - isQuick: whether to use the smoother process without comparing both.
  /// - Throws: `StatisticsError` if there are too many points.
  /// - Precondition: as many lists of responses as points, of equal length, none without an observation; distinct
  ///   points of equal length.
  public init(
    points: [[Double]], groups: [Int]? = nil, responses: [[Double?]], blocked: Bool,
    isQuick: Bool = false
  ) throws(StatisticsError) {
    let (replications, ranges, data) = Self.prepared(points, groups, responses, blocked: blocked)
    func fitted(
      _ trend: GaussianProcess.Trend, _ smoothness: GaussianProcess.Smoothness
    ) throws(StatisticsError) -> Self {
      Self(try GaussianProcess(fittedTo: data, trend, smoothness), over: ranges, replications)
    }
    // The level is always determined, so only the number of points can be at fault.
    var best = try fitted(.constant, .fiveHalves)
    if !isQuick {
      let rough = try fitted(.constant, .threeHalves)
      if rough.score > best.score { best = rough }
    }
    // With only a point or two beyond its coefficients, a trend would fit noise.
    if points.count >= ResponseSurface.terms(of: points).count + 3,
      let bent = try? fitted(.quadratic, best.process.kernel.smoothness), bent.score > best.score
    {
      best = bent
    }
    self = best
  }

  /// Creates the surface with a `trend` and a `kernel` previously fitted to the same data.
  ///
  /// - Throws: `StatisticsError` if the points do not determine the trend.
  /// - Precondition: as for fitting; each coordinate is its own group and has its own length in `kernel`.
  public init(
    points: [[Double]], responses: [[Double?]], blocked: Bool, trend: GaussianProcess.Trend,
    kernel: GaussianProcess.Kernel
  ) throws(StatisticsError) {
    let (replications, ranges, data) = Self.prepared(points, nil, responses, blocked: blocked)
    precondition(kernel.lengths.count == points[0].count, "a length per coordinate")
    self.init(try GaussianProcess(data, trend, kernel), over: ranges, replications)
  }

  /// Returns the replications, the ranges of the points, and the means at the points coded to −1 … 1.
  private static func prepared(
    _ points: [[Double]], _ groups: [Int]?, _ responses: [[Double?]], blocked: Bool
  ) -> (SharedReplications, [ClosedRange<Double>], GaussianProcess.Data) {
    precondition(points.count == responses.count && !points.isEmpty, "a list of responses for each point")
    let replications = SharedReplications(responses)
    let ranges = ResponseSurface.ranges(of: points)
    let data = GaussianProcess.Data(
      points: points.map { ResponseSurface.coded($0, ranges) }, groups: groups ?? Array(points[0].indices),
      means: replications.means, noise: noise(responses, blocked: blocked))
    return (replications, ranges, data)
  }

  private init(
    _ process: GaussianProcess, over ranges: [ClosedRange<Double>], _ replications: SharedReplications
  ) {
    self.ranges = ranges
    self.process = process
    self.replications = replications
    let left = process.means.indices.map { process.leavingOut($0) }
    let freedom = Self.freedom(process, replications)
    // The variances of all points together: by those of single points, a few replications each, a residual in twenty would lie far outside
    // by chance, and only a manifold open variance would bring it in, between the points too. The replications then give their level:
    // errors of neighbours with common random numbers are alike and partly cancel.
    let own = left.map { Self.ownVariance($0.weights, process) }
    let seen = left.map { replications.estimate($0.weights)?.standardError }
    let pairs = zip(own, seen).compactMap { own, seen in seen.map { (own: own, seen: $0 * $0) } }
    let expected = pairs.reduce(0) { $0 + $1.own }
    noiseShare = expected > 0 ? pairs.reduce(0) { $0 + $1.seen } / expected : 1
    let parts = own.map { [noiseShare] in (variance: noiseShare * $0, freedom: freedom) }
    func residuals(_ factor: Double) -> [Estimate] {
      zip(left, parts).map { Self.estimate($0.value, factor * $0.openVariance, $1) }
    }
    let inflation = Self.leastFactor { factor in
      residuals(factor).reduce(0) { sum, residual in
        let variance = residual.standardError * residual.standardError
        return sum + (variance > 0 ? residual.value * residual.value / variance : 0)
      } <= Double(left.count)
    }
    let found = residuals(inflation)
    self.inflation = inflation
    self.residuals = found
    widening = Self.leastFactor { factor in
      let inside = found.count {
        abs($0.value) <= factor.squareRoot() * ($0.interval().upperBound - $0.value)
      }
      return 20 * inside >= 19 * left.count
    }
  }

  /// Returns the prediction at `point`, in the coordinates' own units.
  public func value(at point: [Double]) -> Double { process.value(at: ResponseSurface.coded(point, ranges)) }

  /// Returns the prediction at `point` with its uncertainty.
  public func estimate(at point: [Double]) -> Estimate {
    let prediction = process.prediction(at: ResponseSurface.coded(point, ranges))
    return Self.estimate(
      prediction.value, openVariance(of: prediction), Self.chance(prediction.weights, process, replications))
  }

  /// Returns the variance of a predicted value that the noise of the replications does not explain: the interpolation
  /// variance of the process, times `inflation`, plus the part added by `widening`.
  func openVariance(of prediction: GaussianProcess.Prediction) -> Double {
    let open = inflation * prediction.openVariance
    return open + (widening - 1) * (open + noiseShare * Self.ownVariance(prediction.weights, process))
  }

  /// The number of residuals whose 95 % intervals contain 0.
  public var held: Int { residuals.count { $0.interval().contains(0) } }

  /// The root mean square of the residuals, in the unit of the response.
  public var error: Double {
    (residuals.reduce(0) { $0 + $1.value * $1.value } / Double(residuals.count)).squareRoot()
  }

  /// The share of the variation between the points explained by leave-one-out predictions.
  public var explained: Double {
    let total = ResponseSurface.squares(process.means)
    return total > 0 ? 1 - error * error * Double(residuals.count) / total : 1
  }

  /// Whether the residuals lie outside their intervals no more often than expected by chance, at the 5 % level.
  public var fits: Bool { Binomial.cumulative(held, trials: residuals.count, probability: 0.95) >= 0.05 }

  /// The log-likelihood of the residuals, treated as independent, up to a constant.
  private var score: Double {
    -residuals.reduce(0) { sum, residual in
      let variance = max(residual.standardError * residual.standardError, .leastNormalMagnitude)
      return sum + (Rounded.log(variance) + residual.value * residual.value / variance) / 2
    }
  }
}

extension StochasticKriging {
  /// Returns the sampling variance of a weighted sum of means, and its degrees of freedom.
  private static func chance(
    _ weights: [Double], _ process: GaussianProcess, _ replications: SharedReplications
  ) -> (variance: Double, freedom: Double) {
    if let estimate = replications.estimate(weights) {
      return (estimate.standardError * estimate.standardError, estimate.freedom)
    }
    return (ownVariance(weights, process), freedom(process, replications))
  }

  /// Returns the variance of a weighted sum of means due to the errors of the points, excluding errors common to all
  /// points.
  private static func ownVariance(_ weights: [Double], _ process: GaussianProcess) -> Double {
    zip(weights, process.noise).reduce(0) { $0 + $1.0 * $1.0 * $1.1 }
  }

  /// Returns the degrees of freedom of the error variances, pooled over all points.
  private static func freedom(_ process: GaussianProcess, _ replications: SharedReplications) -> Double {
    let repeated = replications.repeats
    return Double(repeated > 0 ? repeated : max(1, process.noise.count - process.terms.count))
  }

  private static func estimate(
    _ value: Double, _ openVariance: Double, _ chance: (variance: Double, freedom: Double)
  ) -> Estimate {
    let variance = openVariance + chance.variance
    // Satterthwaite 1946, doi:10.2307/3002019, the one part being taken as known.
    let share = chance.variance / variance
    return Estimate(
      value: value, standardError: variance.squareRoot(),
      freedom: share > 0 ? min(chance.freedom / (share * share), 1e6) : .infinity)
  }

  /// Returns the least factor from 1 to 10,000 that satisfies `suffices`; 10,000 if none does.
  private static func leastFactor(_ suffices: (Double) -> Bool) -> Double {
    guard !suffices(1) else { return 1 }
    var low: Double = 0
    var high: Double = Rounded.log(10_000)
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if suffices(Rounded.exp(middle)) { high = middle } else { low = middle }
    }
    return Rounded.exp(high)
  }

  /// Returns the variance of each point's mean, without the replications' common deviation; nil if no point has two
  /// replications.
  ///
  /// Few replications determine their spread poorly, and a spread that is small by chance would force the surface
  /// through its point: each estimate is pooled with four more replications of average spread.
  private static func noise(_ responses: [[Double?]], blocked: Bool) -> [Double]? {
    let counts = responses.map { row in row.count { $0 != nil } }
    let means = zip(responses, counts).map { row, count in
      row.reduce(0) { $0 + ($1 ?? 0) } / Double(count)
    }
    let common = responses[0].indices.map { column -> Double in
      let there = responses.indices.compactMap { row in responses[row][column].map { $0 - means[row] } }
      return blocked && there.count > 1 ? there.reduce(0, +) / Double(there.count) : 0
    }
    let squares = responses.indices.map { row in
      responses[row].indices.reduce(0) { sum, column in
        guard let value = responses[row][column] else { return sum }
        let residual = value - means[row] - common[column]
        return sum + residual * residual
      }
    }
    let freedom = counts.reduce(0) { $0 + $1 - 1 }
    guard freedom > 0 else { return nil }
    let pooled = squares.reduce(0, +) / Double(freedom)
    return zip(squares, counts).map { ($0 + 4 * pooled) / Double($1 + 3) / Double($1) }
  }
}
