import Foundation
import Ground
import Markets
import Scenario
import Tables

/// A user's scenario as an additional benchmark, `scenario/NAME`.
public struct OwnScenario: Hashable, Sendable {
  /// The scenario's file.
  public let path: String
  /// The name of the benchmark after `scenario/`: that of the file without extension.
  public var name: String

  /// Creates the benchmark of the scenario at `path`.
  public init(path: String) {
    self.path = path
    name = URL(filePath: path).deletingPathExtension().lastPathComponent
  }

  /// Reads the scenario, so that its faults are reported before any measurement.
  ///
  /// - Throws: `ScenarioError`.
  public func check() throws { _ = try Scenario.load(contentsOf: path, markets: Markets.scenarios) }

  /// The benchmark's only case.
  public var item: Case { Case(Self.prefix + name, 1) }

  /// The benchmark that runs the scenario, with its figures and the digest of its tables, as in the suite's own runs.
  public var benchmark: Benchmark {
    Benchmark(item.benchmark, .macro, "the scenario \(path)", unit: "runs", sizes: [1], small: 1) { _, _ in
      Suite.run(
        try Scenario.load(contentsOf: path, markets: Markets.scenarios), folder: FilePath.folder(of: path))
    }
  }

  /// The prefix of the names of these benchmarks, which no others have.
  package static let prefix = "scenario/"
  /// The duration of a repetition, in seconds, from which by default only one is done.
  package static let longRepetition = 20.0
}

extension Case {
  /// Whether it is a user's scenario.
  public var isOwn: Bool { benchmark.hasPrefix(OwnScenario.prefix) }
}

extension [ResultFile] {
  /// The cases tracked over time: the small set, then users' scenarios in the order of first measurement.
  public var followed: [Case] {
    var seen: Set<Case> = []
    let own = flatMap { $0.results.map(\.item) }.filter { $0.isOwn && seen.insert($0).inserted }
    return Suite.all.small + own
  }
}
