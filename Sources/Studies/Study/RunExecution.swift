import Ground
import Metrics
import Models
import RoadNetwork
import Scenario
import Tables

/// One run of a study, from the drawing of its population to its row.
struct RunExecution {
  let study: Study
  let point: StudyPoint
  let replication: Int
  /// The folder in which the tables of the run are kept; nil keeps none.
  var tables: String?

  /// The outcome of a run.
  struct Result {
    var row: RunRow
    var side: SideFiles
  }

  /// The files kept of a run beside its row.
  struct SideFiles {
    /// The content of its file in `performance/`.
    var performance: String
    /// The content of its file in `start-up/`; nil where it has none.
    var startUp: String?
    /// The content of its file in `notices/`; nil where it has none.
    var notices: String?
  }

  /// Carries out the run on `ground`, which others share; `refused` hears of prepared routing that cannot be used, and `progress` how far it
  /// is, 0 … 1, and how many events are behind.
  ///
  /// - Throws: `SynthesisError` and what the simulator throws; `ResultFolderError` where tables cannot be written.
  func carryOut(
    on ground: GroundSource, refused: ((ArchiveError) -> Void)?, progress: ((Double, Int64) -> Void)?
  ) throws -> Result {
    try carryOut(study.market, on: ground, refused: refused, progress: progress)
  }

  private func carryOut<Market: MarketModel>(
    _ market: Market.Type, on ground: GroundSource, refused: ((ArchiveError) -> Void)?,
    progress: ((Double, Int64) -> Void)?
  ) throws -> Result {
    let scenario = point.scenario(replication: replication)
    // Others do other things meanwhile.
    var watch = Stopwatch(ofThread: true)
    let world: Market.Ready = try watch.measure(Performance.input) {
      try market.world(of: scenario, folder: study.folder, on: ground) { preparation in
        if case .network(.refused(let error)) = preparation { refused?(error) }
      }
    }
    guard world.identity.runID == point.runID(replication: replication) else {
      throw StudyError.changedInput(point: study.words(point))
    }
    // Without tables nobody reads what else could be recorded.
    let observation = RunObservation(records: tables != nil, progress: progress)
    let results = try world.results(observation, watch)
    let receipt = try kept(results)
    let notices = study.warnings + world.notices
    return Result(
      row: RunRow(
        point: point.id, run: world.identity, figures: results.figures, columns: study.figures.columns,
        fingerprint: receipt.fingerprint),
      side: SideFiles(
        performance: StudyTables.performance.text(of: [
          StudyPerformance(runID: world.identity.runID, receipt.performance)
        ]),
        startUp: results.startUp.map { StartUpFile.text(of: $0, warmUp: scenario.time.warmUp) },
        notices: notices.isEmpty ? nil : notices.map { "\($0)\n" }.joined()))
  }

  /// Keeps the tables of `results`, or only digests them.
  private func kept(_ results: RunResults<some MarketWorld>) throws -> RunReceipt {
    guard let path = tables else { return try results.digest() }
    return try results.keep(
      in: ResultFolder(path: path, replacing: true), version: study.version,
      overrides: study.plan.overrides
        + zip(study.fields, point.values).map { "\($0)=\($1)" } + ["replication=\(replication)"],
      keepsPerformance: false)
  }
}
