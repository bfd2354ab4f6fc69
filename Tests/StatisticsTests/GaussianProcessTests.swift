import Foundation
import Testing

@testable import Statistics

/// Conditioning, likelihood and residuals against kriging's own equations, solved here by elimination.
@Suite struct GaussianProcessTests {
  private static let kernel = GaussianProcess.Kernel(variance: 0.7, lengths: [0.8, 1.9])
  private static let noise = (0..<14).map { 0.001 * Double(1 + $0 % 4) }

  private static func made(seed: UInt64 = 3) -> GaussianProcess.Data {
    let points = SpaceFillingDesign.latinHypercube(count: 14, dimensions: 2, seed: seed).map { point in
      point.map { 2 * $0 - 1 }
    }
    return .init(
      points: points, groups: [0, 1], means: points.map { sin(2 * $0[0]) + $0[1] * $0[1] + 0.3 * $0[0] },
      noise: noise)
  }

  private static func covariance(_ a: [Double], _ b: [Double]) -> Double {
    let distance = zip(zip(a, b), kernel.lengths).reduce(0) { sum, pair in
      let share = (pair.0.0 - pair.0.1) / pair.1
      return sum + share * share
    }.squareRoot()
    let s = 5.0.squareRoot() * distance
    return kernel.variance * (1 + s + 5 * distance * distance / 3) * exp(-s)
  }

  /// The solution of `matrix` · x = `right` by Gauss' elimination with the greatest pivot.
  private static func solution(_ matrix: [[Double]], _ right: [Double]) -> [Double] {
    var rows = zip(matrix, right).map { $0 + [$1] }
    for column in rows.indices {
      let pivot = (column..<rows.count).max { abs(rows[$0][column]) < abs(rows[$1][column]) }!
      rows.swapAt(column, pivot)
      for row in rows.indices where row != column {
        let factor = rows[row][column] / rows[column][column]
        for place in column...rows.count { rows[row][place] -= factor * rows[column][place] }
      }
    }
    return rows.indices.map { rows[$0][rows.count] / rows[$0][$0] }
  }

  private static func terms(_ point: [Double], _ trend: GaussianProcess.Trend) -> [Double] {
    let (x, y) = (point[0], point[1])
    return trend == .constant ? [1] : [1, x, y, x * x, y * y, x * y]
  }

  /// The weights of the means at `point`, and the variance there: the saddle point of the error under no bias.
  private static func kriged(
    _ data: GaussianProcess.Data, _ noise: [Double], _ trend: GaussianProcess.Trend, at point: [Double]
  ) -> (weights: [Double], variance: Double) {
    let n = data.points.count
    let rows = data.points.map { terms($0, trend) }
    let p = rows[0].count
    var matrix = (0..<n).map { i in
      (0..<n).map { covariance(data.points[i], data.points[$0]) + (i == $0 ? noise[i] : 0) } + rows[i]
    }
    for k in 0..<p { matrix.append(rows.map { $0[k] } + [Double](repeating: 0, count: p)) }
    let right = data.points.map { covariance($0, point) } + terms(point, trend)
    let found = solution(matrix, right)
    return (Array(found.prefix(n)), kernel.variance - zip(found, right).reduce(0) { $0 + $1.0 * $1.1 })
  }

  @Test(arguments: GaussianProcess.Trend.allCases)
  func weightsAndVarianceAreThoseOfKrigingsEquations(trend: GaussianProcess.Trend) throws {
    let data = Self.made()
    let process = try GaussianProcess(data, trend, Self.kernel)
    for point in [[0.1, 0.4], [-0.9, 0.9], [1.6, -1.4], data.points[3]] {
      let expected = Self.kriged(data, process.noise, trend, at: point)
      let found = process.prediction(at: point)
      for (a, b) in zip(found.weights, expected.weights) { #expect(abs(a - b) < 1e-8) }
      let value = zip(expected.weights, data.means).reduce(0) { $0 + $1.0 * $1.1 }
      #expect(abs(found.value - value) < 1e-8 && abs(process.value(at: point) - value) < 1e-8)
      #expect(abs(process.variance(at: point) - expected.variance) < 1e-8)
      let noise = zip(expected.weights, process.noise).reduce(0) { $0 + $1.0 * $1.0 * $1.1 }
      #expect(abs(found.openVariance - max(0, expected.variance - noise)) < 1e-8)
      #expect(
        abs(found.weights.reduce(0, +) - 1) < 1e-9, "an error that all means share is in the value as a whole"
      )
    }
  }

  @Test(arguments: GaussianProcess.Trend.allCases)
  func aResidualIsThatOfTheProcessWithoutThePoint(trend: GaussianProcess.Trend) throws {
    let data = Self.made()
    let process = try GaussianProcess(data, trend, Self.kernel)
    for index in [0, 5, 13] {
      var others = data
      others.points.remove(at: index)
      others.means.remove(at: index)
      others.noise?.remove(at: index)
      let without = try GaussianProcess(others, trend, Self.kernel).prediction(at: data.points[index])
      let found = process.leavingOut(index)
      #expect(abs(found.value - (data.means[index] - without.value)) < 1e-8)
      #expect(abs(found.openVariance - without.openVariance) < 1e-8)
      #expect(found.weights[index] == 1 && abs(found.weights.reduce(0, +)) < 1e-9)
    }
  }

  @Test(arguments: GaussianProcess.Trend.allCases)
  func theSlopesOfTheLikelihoodAreItsDifferences(trend: GaussianProcess.Trend) throws {
    var data = Self.made()
    data.noise = nil
    func value(_ p: [Double]) throws -> Minimiser.Value {
      let kernel = GaussianProcess.Kernel(
        variance: exp(p[0]), lengths: [exp(p[1]), exp(p[2])], nugget: exp(p[3]))
      return try #require(KrigingSystem(data, trend, kernel)).unlikelihood(data.means)
    }
    let at = [-0.4, -0.2, 0.6, -3.0]
    let slopes = try value(at).slopes
    for index in at.indices {
      var (low, high) = (at, at)
      low[index] -= 1e-5
      high[index] += 1e-5
      let expected = try (value(high).value - value(low).value) / 2e-5
      #expect(abs(slopes[index] - expected) < 1e-5 * max(1, abs(expected)), "slope \(index)")
    }
  }

  /// Lengths that a sample was drawn with are found again, to what 150 points tell of them.
  @Test func theKernelOfASampleIsFound() throws {
    let points = SpaceFillingDesign.latinHypercube(count: 150, dimensions: 2, seed: 9).map {
      $0.map { 2 * $0 - 1 }
    }
    var kernel = Self.kernel
    kernel.lengths = [0.3, 2]
    var random = KeyedGenerator(seed: 5, replication: 0, purpose: Purpose(rawValue: 900_036))
    // A path of Matérn's process through random Fourier features: frequencies of a t distribution with 5 degrees of freedom.
    let waves = (0..<4000).map { _ in
      let chi = random.gamma(shape: 2.5, scale: 2) / 5
      return (
        random.normal() / chi.squareRoot() / kernel.lengths[0],
        random.normal() / chi.squareRoot() / kernel.lengths[1],
        random.uniform() * 2 * Double.pi
      )
    }
    let means = points.map { point in
      waves.reduce(0) { $0 + cos($1.0 * point[0] + $1.1 * point[1] + $1.2) }
        * (2 * kernel.variance / Double(waves.count)).squareRoot()
    }
    let process = try GaussianProcess(
      fittedTo: .init(points: points, groups: [0, 1], means: means, noise: means.map { _ in 1e-6 }), .constant
    )
    // Variance and lengths go together in one path; what one direction is beside the other, it tells.
    let lengths = process.kernel.lengths
    #expect(
      (0.2...0.7).contains(lengths[0]) && (0.1...0.22).contains(lengths[0] / lengths[1]), "\(process.kernel)")
  }

  @Test func aResponseThatDoesNotVaryIsSaidAsItIs() throws {
    let points = Self.made().points
    let surface = try StochasticKriging(
      points: points, responses: points.map { _ in [0.25, 0.25] }, blocked: true)
    #expect(abs(surface.value(at: [0.3, 0.1]) - 0.25) < 1e-5)
    #expect(surface.fits)
  }
}
