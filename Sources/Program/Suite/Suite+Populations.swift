import CarpoolScenario
import Ground
import Quantities
import Scenario
import Spaces
import Synthesis
import Travellers

extension Suite {
  /// The worlds of one replication in a study of radii, with travellers from a stock.
  static let populationsShared = populations(
    "populations/shared", "worlds of points with the same travellers, made once for all"
  ) { InputStock() }

  /// The same worlds with separate travellers: the reference for sharing.
  static let populationsAlone = populations(
    "populations/alone", "the same worlds, each with travellers made for it alone"
  ) { nil }

  private static func populations(
    _ name: String, _ summary: String, stock: @escaping @Sendable () -> InputStock?
  ) -> Benchmark {
    Benchmark(name, .micro, summary, unit: "worlds", sizes: [4, 16, 64], small: 16) { worlds, _ in
      let text = """
        {
          name: "populations", time: { duration_s: 7200 },
          space: { kind: "city", columns: 40, rows: 40, block_m: 250 },
          supply: { kind: "synthetic", count: 250 }, demand: { kind: "synthetic", count: 250 },
        }
        """
      let scenarios = try (1...worlds).map { number in
        try Scenario.load(text: text, file: name, overrides: ["matching.radius_m=\(50 * number)"])
      }
      let ground = try Ground(scenarios[0].space, folder: "")
      return Work(worlds, "world") {
        let stock = stock()
        var checksum = Checksum()
        var travellers = 0
        for scenario in scenarios {
          let population = try CarpoolInput(scenario, folder: "", on: ground, sharing: stock).population
          travellers += population.drivers.count + population.requests.count
          for driver in population.drivers { checksum.add(driver.depart.rawValue) }
          for request in population.requests { checksum.add(request.direct.duration.rawValue) }
        }
        return Outcome(checksum, ["travellers": travellers])
      }
    }
  }
}
