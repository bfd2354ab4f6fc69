import Statistics
import Testing

/// A made response over two parameters, four replications a point; the expected numbers are NumPy's 2.4 `lstsq`
/// and `inv` and SciPy's 1.17 `f.sf`.
@Suite struct ResponseSurfaceTests {
  private static let points = grid([200, 500, 800, 1100], [60, 180, 420])
  private static let responses = [
    [0.457134, 0.467134, 0.465134, 0.463134],
    [0.504934, 0.514934, 0.501934, 0.499934],
    [0.582534, 0.592534, 0.590534, 0.588534],
    [0.602701, 0.601701, 0.599701, 0.597701],
    [0.628701, 0.638701, 0.636701, 0.623701],
    [0.684701, 0.694701, 0.692701, 0.690701],
    [0.681801, 0.680801, 0.678801, 0.676801],
    [0.697001, 0.707001, 0.705001, 0.692001],
    [0.731401, 0.741401, 0.739401, 0.737401],
    [0.727260, 0.737260, 0.724260, 0.722260],
    [0.731660, 0.741660, 0.739660, 0.737660],
    [0.744460, 0.754460, 0.752460, 0.750460],
  ]

  private static func grid(_ first: [Double], _ second: [Double]) -> [[Double]] {
    first.flatMap { x in second.map { [x, $0] } }
  }

  private func expect(_ found: [Double]?, _ expected: [Double], within tolerance: Double = 1e-9) throws {
    let found = try #require(found)
    #expect(found.count == expected.count)
    for (found, expected) in zip(found, expected) { #expect(abs(found - expected) < tolerance) }
  }

  @Test func theFitIsNumPys() throws {
    let surface = try ResponseSurface(points: Self.points, responses: Self.responses)
    #expect(
      surface.terms == [.constant, .linear(0), .linear(1), .square(0), .square(1), .product(0, 1)])
    try expect(
      surface.coefficients,
      [
        0.684189, 0.10567437857142853, 0.037025, -0.05012325, -0.0015937500000002458, -0.025625892857142733,
      ])
    #expect(abs(surface.explained - 0.9966632066239154) < 1e-9)
    let fit = try #require(surface.lackOfFit)
    #expect(fit.freedom == 6 && fit.errorFreedom == 36)
    #expect(abs(fit.f - 2.580637305822344) < 1e-7)
    #expect(abs(fit.pValue - 0.03494876434819741) < 1e-8)
    #expect(abs(surface.value(at: [700, 300]) - 0.7065272682539686) < 1e-9)
  }

  @Test func whatReplicationsHaveInCommonIsTakenOut() throws {
    let surface = try ResponseSurface(points: Self.points, responses: Self.responses, blocked: true)
    #expect(abs(surface.coefficients[1] - 0.10567437857142849) < 1e-9)
    #expect(abs(surface.explained - 0.9979764119964004) < 1e-9)
    let fit = try #require(surface.lackOfFit)
    #expect(fit.freedom == 6 && fit.errorFreedom == 33)
    #expect(abs(fit.f - 5.425203427012914) < 1e-7)
    #expect(abs(fit.pValue - 0.0005409089715808741) < 1e-9)
  }

  @Test func aParameterOfTwoValuesHasNoSquare() throws {
    let points = [[0.0, 0], [0, 1], [1, 0], [1, 1], [2, 0], [2, 1]]
    let surface = try ResponseSurface(
      points: points, responses: points.map { [3 + $0[0] * $0[0] - 2 * $0[1]] })
    #expect(!surface.terms.contains(.square(1)))
    #expect(abs(surface.value(at: [1.5, 0.5]) - 4.25) < 1e-12)
    #expect(surface.lackOfFit == nil && abs(surface.explained - 1) < 1e-12)
  }

  @Test(arguments: [
    [[0.0, 0], [1, 1], [2, 2], [3, 3], [4, 4], [5, 5], [6, 6]], [[0.0, 0], [1, 0], [0, 1]],
  ]) func pointsThatDetermineNoSurfaceAreRefused(points: [[Double]]) {
    #expect(throws: StatisticsError.self) {
      try ResponseSurface(points: points, responses: points.map { [$0[0]] })
    }
  }

  /// The mean of three times 0.1 is not 0.1.
  @Test func replicationsThatDifferByRoundingAloneHaveNoPureErrorToTestAgainst() throws {
    let rows = Self.points.map { point in Array(repeating: 0.1 * point[0], count: 3) }
    for blocked in [false, true] {
      #expect(try ResponseSurface(points: Self.points, responses: rows, blocked: blocked).lackOfFit == nil)
    }
    #expect(ControlledMean(Array(repeating: 0.1, count: 11), controls: (0..<11).map { [Double($0)] }) == nil)
  }

  /// 1 + 2x + y − 1.5x² − y² + 0.5xy and 0.2 + x + 0.7y + 0.3x² over −1 … 1; SciPy 1.17 `minimize` (SLSQP).
  @Test func theBestPointIsSciPys() throws {
    let grid = Self.grid([-1, -0.5, 0, 0.5, 1], [-1, 0, 1])
    func surface(_ f: (Double, Double) -> Double) throws -> ResponseSurface {
      try ResponseSurface(points: grid, responses: grid.map { [f($0[0], $0[1])] })
    }
    let hill = try surface { x, y in 1 + 2 * x + y - 1.5 * x * x - y * y + 0.5 * x * y }
    let price = try surface { x, y in 0.2 + x + 0.7 * y + 0.3 * x * x }
    let box = [-1.0...1, -1.0...1]
    let free = try #require(hill.best(.higherIsBetter, in: box))
    try expect(free, [0.78260869, 0.69565216], within: 1e-4)
    let bound = SurfaceBound(price, 0.6, isUpper: true)
    let held = try #require(hill.best(.higherIsBetter, in: box, subjectTo: [bound]))
    try expect(held, [0.26039719, 0.17037258], within: 1e-3)
    #expect(abs(hill.value(at: held) - 1.5826123640839975) < 1e-5)
    #expect(price.value(at: held) <= 0.6)
    let low = try #require(hill.best(.lowerIsBetter, in: box))
    #expect(low == [-1, 1] || low == [-1, -1])
    let never = SurfaceBound(price, -9, isUpper: true)
    #expect(hill.best(.higherIsBetter, in: box, subjectTo: [never]) == nil)
    #expect(SurfaceBound(price, 0.6, isUpper: false).surface.value(at: [0, 0]) < 0.6)
  }
}
