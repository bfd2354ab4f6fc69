import Ground
import Metrics
import Models
import RoadNetwork
import Scenario
import Tables

/// A single run of a study, from sampling its population to writing its row of results.
struct RunExecution {
  let study: Study
  let point: StudyPoint
  let replication: Int
  /// The temporary folder for the run's tables; nil: they are not kept.
  var tables: String?

  /// The outcome of a run.
  struct Result {
    var row: RunRow
    var side: SideFiles

    /// The record of the run, with the current time.
    var record: RunRecord { RunRecord(row: row, side: side, time: RunStore.now) }
  }

  /// The data kept for a run in addition to its row.
  struct SideFiles {
    /// The table of its computing time; nil if it is unknown.
    var performance: String? = nil
    /// The table of its matches over time; nil if its scenario is not stationary.
    var startUp: String? = nil
    /// The table of its figures in two halves; nil if these are not comparable.
    var halves: String? = nil
    /// Its notices about the input, one sentence per line; nil if there are none.
    var notices: String? = nil

    /// The tables covered by the row's checksum in files of earlier versions; nil if there are none.
    var course: String? {
      let texts = [startUp, halves].compactMap(\.self)
      return texts.isEmpty ? nil : texts.joined()
    }
  }

  /// Executes the run on the shared `ground`. `refused` is called for unusable files of prepared routing, and
  /// `progress` with the completed share, 0 … 1, and the number of events.
  ///
  /// - Throws: `SynthesisError` and errors of the simulator; `ResultFolderError` if tables cannot be written.
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
    // Other threads do unrelated work in the meantime.
    var watch = Stopwatch(ofThread: true)
    let world: Market.Ready = try watch.measure(Performance.input) {
      try market.world(of: scenario, folder: study.folder, on: ground) { preparation in
        if case .network(.refused(let error)) = preparation { refused?(error) }
      }
    }
    let identity = world.identity
    guard identity.runID == point.runID(replication: replication) else {
      throw StudyError.changedInput(point: study.words(point))
    }
    // Without tables, other records would not be read.
    let observation = RunObservation(records: tables != nil, progress: progress)
    let results = try world.results(observation, watch)
    let receipt = try kept(results)
    let notices = study.warnings + world.notices
    return Result(
      row: RunRow(
        point: point.id, run: identity, figures: results.figures, columns: study.figures.columns,
        fingerprint: receipt.fingerprint),
      side: SideFiles(
        performance: StudyTables.performance.text(of: [
          StudyPerformance(runID: identity.runID, receipt.performance)
        ]),
        startUp: results.startUp.map { StartUpFile.text(of: $0, warmUp: scenario.time.warmUp) },
        halves: results.halves.map(HalvesFile.text(of:)),
        notices: notices.isEmpty ? nil : notices.map { "\($0)\n" }.joined()))
  }

  /// Returns the files of the run's tables, and removes the temporary folder; nil if they are not kept.
  ///
  /// - Throws: `StudyError.unwritable` if they cannot be read.
  func takeTables() throws(StudyError) -> [TableParts.Part]? {
    guard let tables else { return nil }
    guard let parts = TableParts.ofFolder(tables) else {
      throw .unwritable(path: tables, reason: "the tables of the run cannot be read")
    }
    FileSystem.remove(tables)
    return parts
  }

  /// Writes the tables of `results`, or only digests them.
  private func kept(_ results: RunResults<some MarketWorld>) throws -> RunReceipt {
    guard let path = tables else { return try results.digest() }
    return try results.keep(
      in: ResultFolder(path: path, replacing: true), version: study.version,
      overrides: study.plan.overrides
        + zip(study.fields, point.values).map { "\($0)=\($1)" } + ["replication=\(replication)"],
      keepsPerformance: false)
  }
}
