import CarpoolScenario
import Ground
import Quantities
import Scenario
import Spaces
import Synthesis
import Travellers

/// All benchmarks.
public enum Suite {
  /// The benchmarks in the order of listing and execution.
  public static let all: [Benchmark] = [
    hold, holdConstant, holdLadder, cancel, lifecycle, lifecycleEvents, candidates, candidatesScan,
    insertionChecks, bestInsertion, bestInsertionScan, commit, policyShipped, policyLibrary, policyProcess,
    windowOwn, windowLibrary, windowProcess, windowProcessFields,
    contraction, hierarchyRoutes, labelRoutes,
    csvWrite, csvRead, csvPlain, scenarioLoad, shiftsOptimal,
    market, quickstart, city, cityInsertion, rabat, geographic, plane, torus, network, sanFrancisco,
    window, stableWindow, windowSearch, announced, announcedNext, announcedAssignment, rabatHindsight,
    sanFranciscoHindsight,
    busySanFrancisco, busySanFranciscoInsertion, chengdu, chengduWalking, transfers, transfersScan,
    chengduScan, chengduCommit,
    planeDay, planeDayKernel, planeDayTables,
    services, servicesWeek, shifts, orders, ordersLine, boardSearch, boardScan,
    populationsShared, populationsAlone,
  ]

  /// Returns the benchmarks selected by `words`, each a name or a prefix of names, and those of the scenarios `own`;
  /// the whole suite if both are empty.
  ///
  /// - Throws: `BenchError.unknownBenchmark` for a word without a match.
  public static func named(
    _ words: [String], own: [OwnScenario] = []
  ) throws(BenchError) -> [Benchmark] {
    guard !words.isEmpty || !own.isEmpty else { return all }
    let own = own.map(\.benchmark)
    for word in words where !(all + own).contains(where: { $0.name.hasPrefix(word) }) {
      throw .unknownBenchmark(word, known: (all + own).map(\.name))
    }
    return all.filter { benchmark in words.contains { benchmark.name.hasPrefix($0) } } + own
  }
}

/// One benchmark at one size.
public struct Case: Hashable, Sendable {
  public let benchmark: String
  public let size: Int

  /// Creates the case.
  public init(_ benchmark: String, _ size: Int) {
    self.benchmark = benchmark
    self.size = size
  }

  /// The name of the case, `name@size`.
  public var name: String { "\(benchmark)@\(size)" }

  /// Parses `name@size`.
  public init?(name: String) {
    guard let mark = name.lastIndex(of: "@"), let size = Int(name[name.index(after: mark)...]) else {
      return nil
    }
    self.init(String(name[..<mark]), size)
  }
}

extension [Benchmark] {
  /// The cases of the small set: each quick benchmark, at one size.
  public var small: [Case] {
    compactMap { benchmark in benchmark.smallSize.map { Case(benchmark.name, $0) } }
  }

  /// All sizes of all benchmarks.
  public var whole: [Case] { flatMap { benchmark in benchmark.sizes.map { Case(benchmark.name, $0) } } }

  /// The sizes of benchmarks whose growth is judged by instructions.
  public var growing: [Case] {
    filter(\.hasGrowth).flatMap { benchmark in
      benchmark.sizes.filter { $0 <= benchmark.largestCounted }.map { Case(benchmark.name, $0) }
    }
  }
}

extension Suite {
  /// The worlds of one replication in a study of radii, with travellers from a shared cache.
  static let populationsShared = populations(
    "populations/shared",
    "create the worlds of points with the same travellers, which are sampled once for all"
  ) { InputStock() }

  /// The same worlds with separate travellers: the reference for sharing.
  static let populationsAlone = populations(
    "populations/alone", "the same worlds, with travellers sampled for each separately"
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
