import Metrics
import RoadNetwork
import Scenario
import Simulation
import Synthesis
import Tables

/// One run of a study, from the drawing of its population to its row.
struct RunExecution {
  let study: Study
  let point: StudyPoint
  let replication: Int
  /// Where the tables of the run are kept; nil keeps none.
  var tables: String?

  /// What is left of a run.
  struct Result {
    var row: RunRow
    var side: SideFiles
  }

  /// What is kept of a run beside its row.
  struct SideFiles {
    /// The content of its file in `performance/`.
    var performance: String
    /// The content of its file in `start-up/`; nil where it has none.
    var startUp: String?
    /// The content of its file in `notices/`; nil where it has none.
    var notices: String?
  }

  /// Carries out the run on `ground`; `refused` hears of prepared routing that cannot be used, and `progress` how far it is, 0 … 1, and on which events per second.
  ///
  /// - Throws: `SynthesisError` and what the simulator throws; `TableError` where tables cannot be written.
  func carryOut(
    on ground: Ground, refused: ((ArchiveError) -> Void)?, progress: ((Double, Int64) -> Void)?
  ) throws -> Result {
    var watch = Stopwatch(ofThread: true)
    let scenario = point.scenario(replication: replication)
    let world = try watch.measure("input") {
      try World(scenario, folder: study.folder, on: ground) { preparation in
        if case .network(.refused(let error)) = preparation { refused?(error) }
      }
    }
    guard world.identity.runID == point.runID(replication: replication) else {
      throw StudyError.changedInput(point: study.words(point))
    }
    let run = try watch.measure(Performance.simulation) {
      var setup = world.setup
      setup.observation.progress = progress
      setup.observation.recordsCandidates = tables != nil && scenario.results.record.contains("candidates")
      setup.observation.recordsEvents = tables != nil && scenario.results.record.contains("events")
      var simulator = Simulator(setup)
      try simulator.run()
      return try world.finished(simulator.takeRecords())
    }
    let row = try watch.measure("output") {
      let figures = Figures(of: run)
      let fingerprint = try write(run, figures, world)
      return RunRow(point: point.id, run: run.identity, figures: figures, fingerprint: fingerprint)
    }
    return Result(
      row: row,
      side: SideFiles(
        performance: StudyTables.performance.text(of: [
          StudyPerformance(runID: run.identity.runID, Performance(of: run, phases: watch.phases))
        ]),
        startUp: StartUpTable.text(of: run, scenario),
        notices: world.notices.isEmpty ? nil : world.notices.map { "\($0)\n" }.joined()))
  }

  /// Writes the tables, or only digests them, which is the same work without a disk.
  private func write(_ run: FinishedRun, _ figures: Figures, _ world: World) throws -> Fingerprint {
    guard let path = tables else {
      var tables = ResultTables(folder: nil, runID: run.identity.runID)
      try tables.write(run, figures: figures, course: TimeSeries(of: run))
      return tables.fingerprint
    }
    let folder = try ResultFolder(path: path, replacing: true)
    let origin = Manifest.Origin(
      scenario: world.scenario.resolved, folder: Manifest.way(from: folder.path, to: study.folder),
      overrides: study.plan.overrides
        + zip(study.fields, point.values).map { "\($0)=\($1)" } + ["replication=\(replication)"],
      inputs: world.inputFiles, version: study.version, notices: world.notices.map(\.description))
    let extra = world.scenario.results.record.compactMap(DataDictionary.table(named:))
    let fingerprint = try folder.write(run, figures: figures, from: origin, extra: extra)
    try folder.close()
    return fingerprint
  }
}
