import Foundation

extension GaussianProcess {
  /// The most points that a process is conditioned on.
  public static let mostPoints = 1500
  /// The most points that its kernel is chosen by; of more, as many that lie evenly among them.
  private static let mostChoosing = 300

  /// Conditions the process on `data` with the kernel that makes them most likely.
  ///
  /// The restricted likelihood is maximised (Patterson and Thompson 1971, doi:10.1093/biomet/58.3.545), by its slopes,
  /// from short lengths and from long ones, with a weak prior that keeps parameters finite where the points say nothing of
  /// them: lengths are about the range, give or take a factor of e².
  ///
  /// - Throws: `StatisticsError` where the points do not determine the trend, or are too many.
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
    // A response that does not vary has a unit all the same.
    let spread = max(variance, 1e-20 * middle * middle, 1e-200)
    // In units of the spread, so that one prior suits all responses.
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

/// The weak prior of a kernel's parameters, which are logarithms: of the variance in units of that of the means, of the
/// lengths in units of half a range, and of the nugget where there is one.
private struct Prior {
  /// The lengths, in half ranges, that a search begins with.
  static let starts = [0.7, 3.0]

  let smoothness: GaussianProcess.Smoothness
  let lengths: Int
  let hasNugget: Bool

  func start(length: Double) -> [Double] {
    [0] + [Double](repeating: log(length), count: lengths) + (hasNugget ? [log(0.01)] : [])
  }

  func kernel(_ parameters: [Double]) -> GaussianProcess.Kernel {
    .init(
      smoothness: smoothness, variance: exp(parameters[0]), lengths: parameters[1...lengths].map { exp($0) },
      nugget: hasNugget ? exp(parameters[lengths + 1]) : 0)
  }

  /// The middle and the deviation of each parameter.
  private func law(_ index: Int) -> (middle: Double, deviation: Double) {
    index == 0 ? (0, 4) : index <= lengths ? (log(2), 2) : (log(0.01), 3)
  }

  /// The negative logarithm of the posterior density, and its slopes; as unlikely as can be where matrices are singular.
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
