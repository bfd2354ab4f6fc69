public import Metrics
import Scenario
public import Tables

/// The results of a run: records and figures, to be digested or written to a folder.
public struct RunResults<World: MarketWorld> {
  public let world: World
  /// The finished run, from which figures and tables are derived.
  public let run: World.Run
  public let figures: Figures
  private let watch: Stopwatch

  /// Collects the results of `run`; `watch` is the stopwatch that has timed the earlier phases.
  init(world: World, run: World.Run, watch: Stopwatch) {
    var watch = watch
    figures = watch.measure(Performance.output) { run.measured() }
    self.world = world
    self.run = run
    self.watch = watch
  }

  /// Creates the tables and their digests: the same work as writing the tables, but without disk access.
  public func digest() throws(TableError) -> RunReceipt {
    try receipt { () throws(TableError) in
      var tables = ResultTables(folder: nil, runID: run.identity.runID)
      return try World.Run.tables.writeResults(of: run, run.identity, figures, into: &tables)
    }
  }

  /// Writes all results to `folder`, and renames it to its final name.
  ///
  /// - Parameters:
  ///   - version: the program version, for the manifest.
  ///   - overrides: the overrides of the scenario, for the manifest.
  ///   - threads: the number of tables written concurrently; it does not affect their contents.
  ///   - keepsPerformance: whether to write the run's performance, which differs from run to run.
  /// - Throws: `ResultFolderError` if the device is full or fails, or the folder's name is taken.
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

  /// The start-up of the run; nil if its scenario is not stationary.
  public var startUp: StartUp? { run.startUp }

  /// The figures of the two halves of the run, which show whether it has reached steady state; nil if its scenario has
  /// no comparable halves.
  public var halves: Halves? {
    world.scenario.comparableSpan.flatMap { span in
      Halves(of: span, where: World.Run.isTimed) { run.measured(during: $0) }
    }
  }

  /// Returns the summary of the results for a terminal.
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

/// The fingerprint and the performance of a run, known once its tables have been created.
public struct RunReceipt: Sendable {
  public var fingerprint: Fingerprint
  /// The computing time of the run, including its tables.
  public var performance: Performance
}
