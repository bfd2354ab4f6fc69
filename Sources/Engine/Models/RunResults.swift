public import Metrics
import Scenario
public import Tables

/// The outcome of a run: records and figures, which can be digested, or kept in a folder.
public struct RunResults<World: MarketWorld> {
  public let world: World
  /// The run that went in and what it left behind, as figures and tables are made from it.
  public let run: World.Run
  public let figures: Figures
  private let watch: Stopwatch

  /// Gathers what came of `run`; `watch` has measured what there was before.
  init(world: World, run: World.Run, watch: Stopwatch) {
    var watch = watch
    figures = watch.measure(Performance.output) { run.measured() }
    self.world = world
    self.run = run
    self.watch = watch
  }

  /// Makes the tables and digests them, which is the same work as to keep them, without a disk.
  public func digest() throws(TableError) -> RunReceipt {
    try receipt { () throws(TableError) in
      var tables = ResultTables(folder: nil, runID: run.identity.runID)
      return try World.Run.tables.writeResults(of: run, run.identity, figures, into: &tables)
    }
  }

  /// Writes everything into `folder`, which gets its name then.
  ///
  /// - Parameters:
  ///   - version: the program's, for the manifest.
  ///   - overrides: what was put into the scenario, for the manifest.
  ///   - threads: how many tables are written at a time; what they hold does not depend on it.
  ///   - keepsPerformance: whether what the run took goes into the folder, where no two runs have the same.
  /// - Throws: `ResultFolderError` where the device is full or fails, or something stands under the folder's name.
  @discardableResult
  public func keep(
    in folder: consuming ResultFolder, version: String, overrides: [String] = [],
    threads: Int = 1, keepsPerformance: Bool = true
  ) throws -> RunReceipt {
    let origin = Manifest.Origin(
      scenario: world.scenario.resolved, folder: FilePath.way(from: folder.path, to: world.folder),
      overrides: overrides, inputs: world.inputs, version: version, notices: world.warnings)
    let (subject, asked) = (run.subject, world.scenario.results.record)
    let all = World.Run.tables
    let receipt = try receipt { () throws(ResultFolderError) in
      try folder.write(subject, from: origin, recipe: all.recipe(of: run)) { tables throws(TableError) in
        try all.writeAll(
          of: run, run.identity, figures, asked: asked, threads: threads, into: &tables)
      }
    }
    if keepsPerformance { try folder.write(receipt.performance) }
    try folder.close()
    return receipt
  }

  private func receipt<Failure: Error>(
    _ body: () throws(Failure) -> Fingerprint
  ) throws(Failure) -> RunReceipt {
    var watch = watch
    let fingerprint = try watch.measure(Performance.output, body)
    return RunReceipt(
      fingerprint: fingerprint, performance: Performance(of: run.effort, phases: watch.phases))
  }

  /// The start-up of the run; nil where its scenario is not stationary.
  public var startUp: StartUp? { run.startUp }

  /// The results for a terminal.
  public func summary(_ receipt: RunReceipt) -> SummaryText {
    var summary = SummaryText(
      identity: run.identity, figures: figures, body: run.summary(of: figures),
      fingerprint: receipt.fingerprint, performance: receipt.performance)
    let defaults = world.actingDefaults
    if !defaults.isEmpty {
      summary.body.lines.append(.init("by default", SummaryText.joined(defaults)))
    }
    summary.startUp = startUp.map { ($0, run.warmUp) }
    return summary
  }
}

/// Facts about results known once their tables are made.
public struct RunReceipt: Sendable {
  public var fingerprint: Fingerprint
  /// The computing time of the run, its tables included.
  public var performance: Performance
}
