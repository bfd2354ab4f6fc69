/// A Gaussian process conditioned on means at some points, whose errors have known variances: stochastic kriging.
///
/// The measurements are taken for a trend, whose coefficients are estimated along (generalised least squares), a
/// smooth process around it, and an error of its own at each point. Ankenman, Nelson and Staum 2010,
/// doi:10.1287/opre.1090.0754. An error that all points have in common moves the trend's constant and no weight, so
/// that replications which share their random numbers need no other treatment here; what they do to intervals,
/// `StochasticKriging` says.
public struct GaussianProcess: Sendable {
  /// The form that the process varies around.
  public enum Trend: String, CaseIterable, Sendable {
    case constant
    case quadratic
  }

  /// The smoothness of the process: how many times its paths can be differentiated, and a half.
  public enum Smoothness: Double, CaseIterable, Sendable {
    case threeHalves = 1.5
    case fiveHalves = 2.5
  }

  /// The covariance of the process: Matérn's, which is variance · (1 + s) · e⁻ˢ with s = √3 · |Δ ÷ length|, or
  /// variance · (1 + s + s² ÷ 3) · e⁻ˢ with s = √5 · |Δ ÷ length|, the smoother one.
  ///
  /// Rasmussen and Williams 2006, doi:10.7551/mitpress/3206.001.0001, equation 4.17, with a length for each direction.
  public struct Kernel: Hashable, Sendable {
    public var smoothness = Smoothness.fiveHalves
    /// The variance around the trend, in the square of the response's unit.
    public var variance: Double
    /// The distance over which the response changes, one for each group of coordinates, in their unit.
    public var lengths: [Double]
    /// The variance of the error of every mean, where no replications tell it; else 0.
    public var nugget = 0.0
  }

  /// The value of the process at a point, before any error of replications.
  public struct Prediction: Sendable {
    public let value: Double
    /// The weight of each mean in the value.
    public let weights: [Double]
    /// The expected square of what lies between the value and the process, were the means without error.
    public let openVariance: Double
  }

  /// The means at points, as a process is fitted to them.
  struct Data: Sendable {
    /// Coordinates that run from about -1 to 1.
    var points: [[Double]]
    /// The group of each coordinate: those of one have a length in common.
    var groups: [Int]
    var means: [Double]
    /// The variance of each mean; nil where nothing tells it.
    var noise: [Double]?
  }

  /// A share of the variance that stands beside every error, so that matrices can be inverted.
  private static let jitter = 1e-10

  public let trend: Trend
  public let kernel: Kernel
  /// The terms of the trend in the coordinates.
  public let terms: [ResponseSurface.Term]
  /// One per term, in the unit of the response.
  public let coefficients: [Double]
  /// The variance of each mean, as it was taken into account.
  public let noise: [Double]
  let data: Data
  private let system: KrigingSystem
  /// The residuals of the means from the trend, solved: what the value at a point weighs its covariances with.
  private let solved: [Double]

  /// Conditions the process with `kernel` on `data`.
  ///
  /// - Throws: `StatisticsError` where the points do not determine the trend.
  init(_ data: Data, _ trend: Trend, _ kernel: Kernel) throws(StatisticsError) {
    guard let system = KrigingSystem(data, trend, kernel) else {
      throw .argument(
        function: "the surface", expected: "points enough, and spread enough, to determine its trend")
    }
    self.data = data
    self.trend = trend
    self.kernel = kernel
    self.system = system
    terms = system.terms
    noise = system.noise
    coefficients = system.coefficients(data.means)
    solved = system.projected(data.means)
  }

  /// The means that it is conditioned on.
  public var means: [Double] { data.means }

  /// Its values at the points.
  public var values: [Double] { data.points.map(value) }

  /// The variance of every mean's error under `kernel`.
  static func noise(_ data: Data, _ kernel: Kernel) -> [Double] {
    data.points.indices.map {
      (data.noise?[$0] ?? 0) + kernel.nugget + jitter * kernel.variance
    }
  }

  /// The value at `point`.
  ///
  /// - Complexity: O(n · d) for n points of d coordinates.
  public func value(at point: [Double]) -> Double {
    let covariances = system.covariances(point)
    var value = 0.0
    for (term, coefficient) in zip(terms, coefficients) { value += coefficient * term.value(point) }
    for (weight, covariance) in zip(solved, covariances) { value += weight * covariance }
    return value
  }

  /// The value at `point`, with its weights and what it leaves open.
  ///
  /// - Complexity: O(n²) for n points.
  public func prediction(at point: [Double]) -> Prediction {
    let weights = system.weights(at: point)
    let open = system.variance(at: point) - zip(weights, noise).reduce(0) { $0 + $1.0 * $1.0 * $1.1 }
    return Prediction(value: value(at: point), weights: weights, openVariance: max(0, open))
  }

  /// The variance of the process at `point` given the means, their errors included.
  public func variance(at point: [Double]) -> Double { max(0, system.variance(at: point)) }

  /// The prediction of the difference between the mean at the point at `index` and its value by the others alone: 1 is
  /// the weight of the point itself.
  func leavingOut(_ index: Int) -> Prediction {
    let row = system.projectorRow(index)
    let own = row[index]
    let weights = row.map { $0 / own }
    let open = 1 / own - zip(weights, noise).reduce(0) { $0 + $1.0 * $1.0 * $1.1 }
    return Prediction(
      value: zip(weights, data.means).reduce(0) { $0 + $1.0 * $1.1 }, weights: weights,
      openVariance: max(0, open))
  }
}
