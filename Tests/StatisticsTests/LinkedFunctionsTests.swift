import CGSL
import Foundation
import Quantities
import TestSupport
import Testing

/// GSL computes by the functions of the program, not by those of the C library.
@Suite struct LinkedFunctionsTests {
  private typealias Function = @convention(c) (Double) -> Double

  /// The C library's function.
  private func peer(_ name: String) throws -> Function {
    let library = try #require(dlopen("libm.so.6", RTLD_NOW))
    return unsafeBitCast(try #require(dlsym(library, name)), to: Function.self)
  }

  /// Arguments in `range` for which the function of the C library has another last bit.
  private func arguments(
    in range: ClosedRange<Double>, _ rounded: (Double) -> Double, _ peer: Function
  ) -> [Double] {
    var random = SplitMix64(seed: 7)
    return (0..<200_000).map { _ in random.uniform(range) }.filter { rounded($0) != peer($0) }
  }

  @Test func exponentialsOfGSLAreCorrectlyRounded() throws {
    let differing = arguments(in: -30...0, Rounded.exp, try peer("exp"))
    for x in differing { #expect(gsl_ran_exponential_pdf(-x, 1) == Rounded.exp(x)) }
    #expect(differing.count > 20)
  }

  @Test func logarithmsOfGSLAreCorrectlyRounded() throws {
    let differing = arguments(in: 0.1...0.9, Rounded.log, try peer("log"))
    // −ln(1 − P), where 1 − P is exact.
    for x in differing { #expect(gsl_cdf_exponential_Qinv(x, 1) == -Rounded.log(x)) }
    #expect(differing.count > 20)
  }

  @Test(arguments: ["exp", "log", "log1p", "pow", "sin", "cos", "tan", "hypot", "sinh", "atan"])
  func theNameLeadsIntoTheProgram(_ name: String) throws {
    let library = try #require(dlopen("libm.so.6", RTLD_NOW))
    #expect(try #require(dlsym(nil, name)) != dlsym(library, name))
  }
}
