import Quantities

/// A Gaussian process conditioned on mean responses at points, with known error variances: stochastic kriging.
///
/// The observations are modelled as a trend, with coefficients estimated by generalised least squares, plus a smooth
/// process, plus an independent error at each point. Ankenman, Nelson and Staum 2010, doi:10.1287/opre.1090.0754. An
/// error common to all points shifts the trend's constant but no weight, so common random numbers need no special
/// treatment here; for their effect on intervals, see `StochasticKriging`.
public struct GaussianProcess: Sendable {
  /// The form of the trend.
  public enum Trend: String, CaseIterable, Sendable {
    case constant
    case quadratic
  }

  /// The smoothness of the process: the number of derivatives of its paths, plus a half.
  public enum Smoothness: Double, CaseIterable, Sendable {
    case threeHalves = 1.5
    case fiveHalves = 2.5
  }

  /// The covariance of the process, a Matérn kernel: variance · (1 + s) · e⁻ˢ with s = √3 · |Δ ÷ length|, or
  /// variance · (1 + s + s² ÷ 3) · e⁻ˢ with s = √5 · |Δ ÷ length| for the smoother one.
  ///
  /// Rasmussen and Williams 2006, doi:10.7551/mitpress/3206.001.0001, equation 4.17, with a length for each
  /// direction.
  public struct Kernel: Hashable, Sendable {
    public var smoothness: Smoothness
    /// The variance around the trend, in the square of the response's unit.
    public var variance: Double
    /// The length scale of each group of coordinates, in their unit.
    public var lengths: [Double]
    /// The error variance of every mean, if it cannot be estimated from replications; otherwise 0.
    public var nugget: Double

    /// Creates a kernel.
    public init(smoothness: Smoothness = .fiveHalves, variance: Double, lengths: [Double], nugget: Double = 0)
    {
      self.smoothness = smoothness
      self.variance = variance
      self.lengths = lengths
      self.nugget = nugget
    }
  }

  /// The predicted process at a point, without replication error.
  public struct Prediction: Sendable {
    public let value: Double
    /// The weight of each mean in the prediction.
    public let weights: [Double]
    /// The expected squared difference between prediction and process if the means had no error.
    public let openVariance: Double
  }

  /// The means at points to which a process is fitted.
  struct Data: Sendable {
    /// The coordinates, scaled to about −1 … 1.
    var points: [[Double]]
    /// The group of each coordinate; a group shares one length scale.
    var groups: [Int]
    var means: [Double]
    /// The variance of each mean; nil if unknown.
    var noise: [Double]?
  }

  /// The fraction of the kernel variance added to each error variance, to keep the matrices invertible.
  private static let jitter = 1e-10

  public let trend: Trend
  public let kernel: Kernel
  /// The terms of the trend in the coordinates.
  public let terms: [ResponseSurface.Term]
  /// The coefficients of the terms, in the unit of the response.
  public let coefficients: [Double]
  /// The error variance of each mean, as used in the fit.
  public let noise: [Double]
  let data: Data
  private let system: KrigingSystem
  /// The residuals of the means from the trend, multiplied by the inverse covariance matrix. In a prediction, they
  /// weight the covariances between the predicted point and the given points.
  public let solved: [Double]

  /// Conditions the process with `kernel` on `data`.
  ///
  /// - Throws: `StatisticsError` if the points do not determine the trend.
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
    solved = system.solved(data.means, coefficients)
  }

  /// The means on which the process is conditioned.
  public var means: [Double] { data.means }

  /// The predictions at the points.
  public var values: [Double] { data.points.map(value) }

  /// Returns the error variance of every mean under `kernel`.
  static func noise(_ data: Data, _ kernel: Kernel) -> [Double] {
    data.points.indices.map {
      (data.noise?[$0] ?? 0) + kernel.nugget + jitter * kernel.variance
    }
  }

  /// Returns the prediction at `point`.
  ///
  /// - Complexity: O(n · d) for n points of d coordinates.
  public func value(at point: [Double]) -> Double {
    var value = 0.0
    for (term, coefficient) in zip(terms, coefficients) { value += coefficient * term.value(point) }
    return system.adding(covariancesAt: point, weightedBy: solved, to: value)
  }

  /// Returns the prediction at `point` with its weights and its variance.
  ///
  /// - Complexity: O(n²) for n points.
  public func prediction(at point: [Double]) -> Prediction {
    let (weights, variance) = system.prediction(at: point)
    let open = variance - zip(weights, noise).reduce(0) { $0 + $1.0 * $1.0 * $1.1 }
    return Prediction(value: value(at: point), weights: weights, openVariance: max(0, open))
  }

  /// Returns the variance of the process at `point` given the means, including their errors.
  public func variance(at point: [Double]) -> Double { max(0, system.prediction(at: point).variance) }

  /// Returns the leave-one-out residual of the mean at point `index`: the mean minus its prediction from the other
  /// points. As a weighted sum of means, the residual has weight 1 at this point.
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

extension GaussianProcess {
  /// The maximum number of points in a process.
  public static let mostPoints = 1500
  /// The maximum number of points used to choose the kernel; if there are more, an evenly spaced selection is used.
  private static let mostChoosing = 300

  /// Conditions the process on `data` with the most likely kernel.
  ///
  /// The restricted likelihood is maximised (Patterson and Thompson 1971, doi:10.1093/biomet/58.3.545) by gradient
  /// ascent, from short and from long length scales. A weak prior keeps parameters finite where the points do not
  /// determine them: length scales are of the order of the range, give or take a factor of e².
  ///
  /// - Throws: `StatisticsError` if the points do not determine the trend, or are too many.
  init(fittedTo data: Data, _ trend: Trend, _ smoothness: Smoothness = .fiveHalves) throws(StatisticsError) {
    guard data.points.count <= Self.mostPoints else {
      throw .argument(function: "the surface", expected: "at most \(Self.mostPoints) points")
    }
    try self.init(data, trend, Self.likeliest(data, trend, smoothness))
  }

  private static func likeliest(_ data: Data, _ trend: Trend, _ smoothness: Smoothness) -> Kernel {
    let step = (data.points.count + mostChoosing - 1) / mostChoosing
    let chosen = stride(from: 0, to: data.points.count, by: step).map(\.self)
    let means = chosen.map { data.means[$0] }
    let middle = means.reduce(0, +) / Double(means.count)
    let variance = ResponseSurface.squares(means) / Double(max(1, means.count - 1))
    // A constant response needs a unit too.
    let spread = max(variance, 1e-20 * middle * middle, 1e-200)
    // Scaled by the spread, so that one prior suits all responses.
    let scaled = Data(
      points: chosen.map { data.points[$0] }, groups: data.groups,
      means: means.map { ($0 - middle) / spread.squareRoot() },
      noise: data.noise.map { noise in chosen.map { noise[$0] / spread } })
    let prior = Prior(
      smoothness: smoothness, lengths: (data.groups.max() ?? 0) + 1, hasNugget: data.noise == nil)
    var best: (point: [Double], value: Double)?
    for length in Prior.starts {
      let found = Minimiser.least(from: prior.start(length: length), iterations: 60) { parameters in
        prior.posterior(parameters, scaled, trend)
      }
      if found.value < best?.value ?? .infinity { best = found }
    }
    var kernel = prior.kernel(best?.point ?? prior.start(length: Prior.starts[0]))
    kernel.variance *= spread
    kernel.nugget *= spread
    return kernel
  }
}

/// A weak prior for a kernel's logarithmic parameters: the variance in units of the means' variance, the lengths in
/// half ranges, and the nugget, if any.
private struct Prior {
  /// The initial lengths of the searches, in half ranges.
  static let starts = [0.7, 3.0]

  let smoothness: GaussianProcess.Smoothness
  let lengths: Int
  let hasNugget: Bool

  func start(length: Double) -> [Double] {
    [0] + [Double](repeating: Rounded.log(length), count: lengths) + (hasNugget ? [Rounded.log(0.01)] : [])
  }

  func kernel(_ parameters: [Double]) -> GaussianProcess.Kernel {
    .init(
      smoothness: smoothness, variance: Rounded.exp(parameters[0]),
      lengths: parameters[1...lengths].map { Rounded.exp($0) },
      nugget: hasNugget ? Rounded.exp(parameters[lengths + 1]) : 0)
  }

  /// Returns the mean and the standard deviation of a parameter's prior.
  private func law(_ index: Int) -> (middle: Double, deviation: Double) {
    index == 0 ? (0, 4) : index <= lengths ? (Rounded.log(2), 2) : (Rounded.log(0.01), 3)
  }

  /// Returns the negative log posterior density and its gradient; 10¹⁰ if a matrix is singular or a parameter extreme.
  func posterior(
    _ parameters: [Double], _ data: GaussianProcess.Data, _ trend: GaussianProcess.Trend
  ) -> Minimiser.Value {
    let impossible: Minimiser.Value = (1e10, parameters.map { _ in 0 })
    guard parameters.allSatisfy({ $0.magnitude < 50 }),
      let system = KrigingSystem(data, trend, kernel(parameters))
    else { return impossible }
    var (value, slopes) = system.unlikelihood(data.means)
    guard value.isFinite, slopes.allSatisfy(\.isFinite) else { return impossible }
    slopes = Array(slopes.prefix(parameters.count))
    for (index, parameter) in parameters.enumerated() {
      let (middle, deviation) = law(index)
      let distance = (parameter - middle) / deviation
      value += distance * distance / 2
      slopes[index] += distance / deviation
    }
    return (value, slopes)
  }
}
