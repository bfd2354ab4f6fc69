import Foundation
import Ground
import Markets
import Scenario
import Tables

/// A scenario of whoever measures: a benchmark beside those of the suite, `scenario/NAME`.
public struct OwnScenario: Hashable, Sendable {
  /// The scenario's file.
  public let path: String
  /// The name of the benchmark behind `scenario/`: that of the file without its ending.
  public var name: String

  /// Takes the scenario at `path`.
  public init(path: String) {
    self.path = path
    name = URL(filePath: path).deletingPathExtension().lastPathComponent
  }

  /// Reads the scenario, so that what is wrong with it is said before anything is measured.
  ///
  /// - Throws: `ScenarioError`.
  public func check() throws { _ = try Scenario.load(contentsOf: path, markets: Markets.scenarios) }

  /// The one case of the benchmark.
  public var item: Case { Case(Self.prefix + name, 1) }

  /// The run of the scenario, with its figures and the digest of its tables, as those of the suite.
  public var benchmark: Benchmark {
    Benchmark(item.benchmark, .macro, "the scenario \(path)", unit: "runs", sizes: [1], small: 1) { _, _ in
      Suite.run(
        try Scenario.load(contentsOf: path, markets: Markets.scenarios), folder: FilePath.folder(of: path))
    }
  }

  /// The beginning of the names of such benchmarks, and of no others.
  package static let prefix = "scenario/"
  /// Seconds from which on a repetition is so long that it is done once where no number is asked for.
  package static let longRepetition = 20.0
}

extension Case {
  /// True if it is a scenario of whoever measured.
  public var isOwn: Bool { benchmark.hasPrefix(OwnScenario.prefix) }
}

extension [ResultFile] {
  /// The cases that are followed over time: the small set, then scenarios of one's own as they were first measured.
  public var followed: [Case] {
    var seen: Set<Case> = []
    let own = flatMap { $0.results.map(\.item) }.filter { $0.isOwn && seen.insert($0).inserted }
    return Suite.all.small + own
  }
}
