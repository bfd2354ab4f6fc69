import Foundation
import Statistics
import Testing

@Suite struct DistributionsTests {
  @Test func quantilesAreThoseOfTheTables() {
    #expect(abs(Normal.quantile(0.975) - 1.959963984540054) < 1e-12)
    #expect(abs(Normal.cumulative(1.959963984540054) - 0.975) < 1e-12)
    #expect(abs(StudentT.quantile(0.975, degreesOfFreedom: 7) - 2.364624251592784) < 1e-9)
    #expect(abs(StudentT.cumulative(2.364624251592784, degreesOfFreedom: 7) - 0.975) < 1e-9)
    #expect(abs(ChiSquare.upperTail(10, degreesOfFreedom: 4) - 0.04042768199451279) < 1e-12)
  }

  @Test func poissonAddsUp() {
    let terms = (0...5).map { Poisson.probability(of: $0, mean: 2.5) }
    #expect(abs(terms.reduce(0, +) - Poisson.cumulative(5, mean: 2.5)) < 1e-12)
    #expect(abs(terms[2] - exp(-2.5) * 2.5 * 2.5 / 2) < 1e-12)
    #expect(Poisson.cumulative(0, mean: 0) == 1)
  }

  @Test func specialFunctionsAreKnown() throws {
    #expect(abs(try SpecialFunctions.hypergeometric1F1(0.5, 1.5, -2).value - 0.5981440066613037) < 1e-12)
    #expect(abs(try SpecialFunctions.hypergeometric1F1(2, 2, 1.5).value - exp(1.5)) < 1e-12)
    #expect(abs(try SpecialFunctions.erf(0.5).value - 0.5204998778130465) < 1e-12)
    #expect(abs(try SpecialFunctions.logGamma(5).value - log(24)) < 1e-12)
    #expect(abs(try SpecialFunctions.incompleteGammaP(1, 2).value - (1 - exp(-2))) < 1e-12)
    #expect(abs(try SpecialFunctions.ellipticE(0.5).value - 1.4674622093394272) < 1e-12)
    #expect(try SpecialFunctions.besselI0(0).value == 1)
  }

  @Test func whatHasNoValueIsAnError() {
    #expect(throws: StatisticsError.self) { try SpecialFunctions.logGamma(-1) }
    #expect(throws: StatisticsError.self) { try SpecialFunctions.hypergeometric1F1(1, -1, 2) }
    #expect(throws: StatisticsError.self) { try SpecialFunctions.ellipticE(2) }
    let error = StatisticsError.argument(function: "erf", expected: "a number")
    #expect(error.description == "erf expects a number")
  }
}
