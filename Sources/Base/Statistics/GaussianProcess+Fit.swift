import Foundation

extension GaussianProcess {
  /// The maximum number of points in a process.
  public static let mostPoints = 1500
  /// The maximum number of points used to choose the kernel; from more, an even selection is taken.
  private static let mostChoosing = 300

  /// Conditions the process on `data` with the most likely kernel.
  ///
  /// The restricted likelihood is maximised (Patterson and Thompson 1971, doi:10.1093/biomet/58.3.545) by gradient
  /// ascent, from short and from long length scales. A weak prior keeps parameters finite where the points do not
  /// determine them: length scales are about the range, within a factor of e².
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
    [0] + [Double](repeating: log(length), count: lengths) + (hasNugget ? [log(0.01)] : [])
  }

  func kernel(_ parameters: [Double]) -> GaussianProcess.Kernel {
    .init(
      smoothness: smoothness, variance: exp(parameters[0]), lengths: parameters[1...lengths].map { exp($0) },
      nugget: hasNugget ? exp(parameters[lengths + 1]) : 0)
  }

  /// Returns the mean and the standard deviation of a parameter's prior.
  private func law(_ index: Int) -> (middle: Double, deviation: Double) {
    index == 0 ? (0, 4) : index <= lengths ? (log(2), 2) : (log(0.01), 3)
  }

  /// Returns the negative log posterior density and its gradient; the greatest value if a matrix is singular.
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
