public import Metrics
import Scenario
public import Synthesis
public import Tables

/// What came of a run: records and figures, which can be digested, or kept in a folder.
public struct RunResults {
  public let world: World
  /// What went in and what it left behind, as figures and tables are made from it.
  public let run: FinishedRun
  public let figures: Figures
  /// The name of the policy where it is not the scenario's.
  private let policy: String?
  private let watch: Stopwatch

  init(world: World, run: FinishedRun, policy: String?, watch: Stopwatch) {
    var watch = watch
    self.policy = policy
    figures = watch.measure(Performance.output) { Figures(of: run) }
    self.world = world
    self.run = run
    self.watch = watch
  }

  /// What is known of results once their tables are made.
  public struct Receipt: Sendable {
    public var fingerprint: Fingerprint
    /// What the run took, its tables included.
    public var performance: Performance
  }

  /// Makes the tables and digests them, which is the same work as to keep them, without a disk.
  public func digest() throws(TableError) -> Receipt {
    try receipt { () throws(TableError) in
      var tables = ResultTables(folder: nil, runID: run.identity.runID)
      try tables.write(run, figures: figures, course: TimeSeries(of: run))
      return tables.fingerprint
    }
  }

  /// Writes everything into `folder`, which gets its name then.
  ///
  /// - Parameters:
  ///   - version: the program's, for the manifest.
  ///   - overrides: what was put into the scenario, for the manifest.
  ///   - keepsPerformance: whether what the run took goes into the folder, where no two runs have the same.
  /// - Throws: `ResultFolderError` where the device is full or fails, or something stands under the folder's name.
  @discardableResult
  public func keep(
    in folder: consuming ResultFolder, version: String, overrides: [String] = [],
    keepsPerformance: Bool = true
  ) throws -> Receipt {
    let notices = world.notices.map(\.description)
    let origin = Manifest.Origin(
      scenario: world.scenario.resolved, folder: FilePath.way(from: folder.path, to: world.folder),
      overrides: overrides, inputs: world.inputs, version: version, notices: notices, policy: policy)
    let extra = world.scenario.results.record.compactMap(DataDictionary.table(named:))
    let receipt = try receipt { () throws(ResultFolderError) in
      try folder.write(run, figures: figures, from: origin, extra: extra)
    }
    if keepsPerformance { try folder.write(receipt.performance) }
    try folder.close()
    return receipt
  }

  private func receipt<Failure: Error>(
    _ body: () throws(Failure) -> Fingerprint
  ) throws(Failure) -> Receipt {
    var watch = watch
    let fingerprint = try watch.measure(Performance.output, body)
    return Receipt(fingerprint: fingerprint, performance: Performance(of: run, phases: watch.phases))
  }

  /// How the run fills up; nil where its scenario is not stationary.
  public var startUp: StartUp? { world.scenario.stationaryPeriod.map { StartUp(of: run, over: $0) } }

  /// The results for a terminal.
  public func summary(_ receipt: Receipt) -> SummaryText {
    var summary = SummaryText(
      identity: run.identity, figures: figures, attemptsPerCycle: world.scenario.matching.attempts,
      fingerprint: receipt.fingerprint, performance: receipt.performance)
    summary.startUp = startUp.map { ($0, world.scenario.time.warmUp) }
    return summary
  }
}
