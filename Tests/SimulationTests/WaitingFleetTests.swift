import TestSupport
import Testing

/// Fleets of cars that wait against published figures and laws: docs/validation.md.
@Suite struct WaitingFleetTests {
  /// E of Zech, Molkenthin, Timme and Schröder 2022, doi:10.1038/s41598-022-14960-x: a torus of 25 nodes with 42 buses, a
  /// ring of 25 with 6.
  @Test(arguments: [
    (1.0, 0.758, true), (2, 0.619, true), (3, 0.559, true), (6, 0.506, true), (1, 0.611, false),
    (2, 0.546, false),
    (3, 0.543, false), (6, 0.528, false),
  ])
  func theEfficiencyIsThePublishedOne(_ load: Double, _ published: Double, _ isTorus: Bool) throws {
    let fleet = WaitingFleet(topology: isTorus ? .torus(5) : .ring(25), cars: isTorus ? 42 : 6, load: load)
    let found = try fleet.figures(requests: isFullValidation ? 60_000 : 6_000, seed: 1)
    if load >= 2 {
      #expect(abs(found.efficiency / published - 1) < (isFullValidation ? 0.03 : 0.06), "\(found)")
    }
  }

  /// Driven ÷ direct metres are the share of busy cars ÷ the load: Lotze and others 2024, arXiv:2306.05851. A fleet drives as much
  /// as its passengers would alone where the load is that share, so at a load of 1 it drives no more.
  @Test(arguments: [8, 16, 32, 64, 128])
  func whatIsDrivenFollowsFromTheLoad(_ cars: Int) throws {
    for load in [0.6, 0.9, 1, 1.1, 1.4] {
      let fleet = WaitingFleet(topology: .torus(5), cars: cars, load: load)
      let found = try fleet.figures(requests: isFullValidation ? 40_000 : 3_000, seed: 3)
      #expect(abs(found.driven / (found.busy / found.realisedLoad) - 1) < 1e-9)
      #expect(found.realisedLoad < 1 || found.driven <= 1)
    }
  }
}
