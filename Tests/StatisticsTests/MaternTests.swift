import CKernels
import Foundation
import Testing

@testable import Statistics

/// Matérn correlations against their formulas with the C library's exponential.
@Suite struct MaternTests {
  private static let distances =
    (0..<4001).map { Double($0 * $0) * 5e-6 } + [1e-160, 1e-8, 295, 312, 400, 1e10, 1e150]

  private static func formula(
    _ smoothness: GaussianProcess.Smoothness, _ distance: Double
  ) -> (Double, Double) {
    switch smoothness {
    case .threeHalves:
      let s = 3.0.squareRoot() * distance
      return ((1 + s) * exp(-s), 3 * exp(-s))
    case .fiveHalves:
      let s = 5.0.squareRoot() * distance
      return ((1 + s + s * s / 3) * exp(-s), 5.0 / 3 * (1 + s) * exp(-s))
    }
  }

  @Test(arguments: [GaussianProcess.Smoothness.threeHalves, .fiveHalves])
  func correlationsAndDerivativesAreThoseOfTheFormulas(_ smoothness: GaussianProcess.Smoothness) {
    let squares = Self.distances.map { $0 * $0 }
    var derivatives = squares
    let correlations = smoothness.correlations(squares, derivatives: &derivatives)
    #expect(correlations == smoothness.correlations(squares))
    for (index, distance) in Self.distances.enumerated() {
      let (correlation, derivative) = Self.formula(smoothness, min(distance, 1e9))
      #expect(abs(correlations[index] - correlation) <= 1e-15, "at \(distance)")
      #expect(abs(derivatives[index] - derivative) <= 4e-15, "at \(distance)")
    }
    #expect(correlations[0] == 1 && correlations.suffix(2) == [0, 0])
  }

  @Test("a number alone has the same correlation as one beside others") func lanesAreIndependent() {
    let squares = Self.distances.prefix(37).map { $0 * $0 + 0.1 }
    let together = GaussianProcess.Smoothness.fiveHalves.correlations(squares)
    #expect(together == squares.flatMap { GaussianProcess.Smoothness.fiveHalves.correlations([$0]) })
  }

  @Test("the weighted sum is that of the correlations, for any number of points", arguments: 0...9)
  func theSumIsOfAllPoints(_ count: Int) {
    let points = SpaceFillingDesign.latinHypercube(count: 9, dimensions: 3, seed: 5).prefix(count)
    let weights = points.map { $0[0] - 0.5 }
    let (place, scales) = ([0.2, 0.9, 0.4], [0.5, 2, 3])
    let columns = (0..<3).flatMap { k in points.map { $0[k] } }
    let sum = detour_matern_sum(columns, weights, count, place, scales, 3, detour_matern_three_halves)
    let expected = zip(points, weights).reduce(0) { sum, pair in
      let distance = (0..<3).reduce(0) { $0 + pow((pair.0[$1] - place[$1]) * scales[$1], 2) }.squareRoot()
      return sum + pair.1 * Self.formula(.threeHalves, distance).0
    }
    #expect(abs(sum - expected) <= 4e-15)
  }
}
