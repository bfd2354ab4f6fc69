import Foundation
import Statistics
import TestSupport
import Testing

@Suite struct DistributionsTests {
  @Test func quantilesAreThoseOfTheTables() {
    #expect(abs(Normal.quantile(0.975) - 1.959963984540054) < 1e-12)
    #expect(abs(Normal.cumulative(1.959963984540054) - 0.975) < 1e-12)
    #expect(abs(StudentT.quantile(0.975, degreesOfFreedom: 7) - 2.364624251592784) < 1e-9)
    #expect(abs(ChiSquare.upperTail(10, degreesOfFreedom: 4) - 0.04042768199451279) < 1e-12)
  }

  @Test func anErrorSaysWhatWasExpected() {
    let error = StatisticsError.argument(function: "erf", expected: "a number")
    #expect(error.description == "erf expects a number")
  }
}
