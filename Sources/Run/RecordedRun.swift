public import JSON5
public import Metrics
public import Quantities
import RoadNetwork
public import Scenario
public import Simulation
import Synthesis
public import Tables
public import Travellers

/// A run as its result folder tells of it, from which it can be made ready again.
///
///     let recorded = try RecordedRun(folder: "Results/quickstart")
///     recorded.identity.seed                       // 1
///     let again = try recorded.run().results()     // the same results
public struct RecordedRun: Sendable {
  public let folder: String
  public let identity: RunIdentity
  /// 64 hexadecimal digits.
  public let fingerprint: String
  /// The scenario as it was run.
  public let scenario: Scenario
  /// The folder that the scenario's files are relative to, from where the program is.
  public let scenarioFolder: String
  /// How straight lines run; nil in the folder of an older version, which did not say it.
  public let geometry: Geometry?
  /// The files that went in, as they were then.
  public let inputs: [InputFile]
  /// The names of the tables in the folder, and how many rows they have.
  public let tables: [(file: String, rows: Int)]
  /// The whole manifest.
  public let manifest: JSON

  /// Reads the manifest of the result folder `folder`.
  ///
  /// - Throws: `RecordedRunError` where it holds no run, `TableError` where it cannot be read, and `ScenarioError` where
  ///   this program does not know the scenario.
  public init(folder: String) throws {
    let path = folder + "/" + ResultFolder.manifestName
    guard FileSystem.exists(path) else { throw RecordedRunError.notResults(folder: folder) }
    guard let manifest = try JSON(parsing: FileBytes(contentsOf: path).text),
      let scenario = manifest["scenario"], scenario.members != nil,
      let scenarioFolder = manifest["scenario_folder"]?.words, let runID = manifest["run_id"]?.words,
      let fingerprint = manifest["fingerprint"]?.words
    else { throw RecordedRunError.notAManifest(file: path) }
    let read = try Scenario.load(text: scenario.indented, file: path)
    self.folder = folder
    self.manifest = manifest
    self.scenario = read
    self.scenarioFolder = folder + "/" + scenarioFolder
    self.fingerprint = fingerprint
    identity = RunIdentity(
      runID: runID, scenario: read.name, seed: read.seed, replication: read.replication)
    geometry = Geometry(manifest[Manifest.geometryKey])
    inputs = (manifest["inputs"]?.items ?? []).compactMap(InputFile.init)
    tables = (manifest["tables"]?.items ?? []).compactMap { table in
      guard let file = table["file"]?.words, let rows = table["rows"]?.whole else { return nil }
      return (file, rows)
    }
  }

  /// Makes the run ready again.
  ///
  /// - Throws: `RecordedRunError.changed` where its inputs are not what they were; else as `Run`.
  public func run() throws -> Run {
    if let policy = manifest["policy"]?.words {
      throw RecordedRunError.otherPolicy(folder: folder, policy: policy)
    }
    let run = try Run(scenario, folder: scenarioFolder)
    guard run.identity == identity else { throw RecordedRunError.changed(folder: folder) }
    return run
  }

  /// Does the run again to say what became of the request that its files call `id`.
  ///
  /// - Parameter drivers: how many drivers are shown for each attempt.
  /// - Throws: `RecordedRunError.noRequest`, and as `run()`.
  public func explanation(ofRequest id: String, drivers: Int) throws -> Explanation {
    let run = try run()
    let population = run.world.population
    let wanted = population.requestNames.id(called: id)
    guard let request = population.requests.firstIndex(where: { $0.id == wanted }) else {
      throw RecordedRunError.noRequest(folder: folder, id: id)
    }
    return try run.explanations(of: [RequestIndex(request)], drivers: drivers).explanations[0]
  }
}

extension Run {
  /// Simulates to say what became of `requests`, in their order: one explanation for each, and the run's records.
  ///
  /// - Parameter drivers: how many drivers are shown for each attempt.
  /// - Throws: What the simulator throws.
  public func explanations(
    of requests: [RequestIndex], drivers: Int
  ) throws -> (explanations: [Explanation], records: RunRecords) {
    var run = self
    var isWanted = [Bool](repeating: false, count: world.population.requests.count)
    for request in requests { isWanted[Int(request)] = true }
    run.setup.observation = Observation()
    run.setup.observation.explained = .init(requests: isWanted, drivers: drivers)
    let records = try run.records()
    let attempts = Dictionary(
      grouping: records.attempts.lazy.filter { isWanted[Int($0.request)] }, by: \.request)
    let candidates = Dictionary(grouping: records.candidates, by: \.request)
    let explanations = requests.map { request in
      Explanation(
        of: request, in: world, record: records.requests[request], attempts: attempts[request] ?? [],
        candidates: candidates[request] ?? [], shown: drivers)
    }
    return (explanations, records)
  }
}

/// Why a recorded run cannot be looked at.
public enum RecordedRunError: Error, Hashable, Sendable {
  /// The folder holds no run.
  case notResults(folder: String)
  /// The manifest is none of ours.
  case notAManifest(file: String)
  /// The run was made under a policy that is not ours.
  case otherPolicy(folder: String, policy: String)
  /// The inputs are not what they were.
  case changed(folder: String)
  /// A table has other rows than the manifest says; nil where it says nothing.
  case damaged(folder: String, file: String, rows: Int, recorded: Int?)
  /// The manifest lacks what this version's has.
  case older(file: String)
  /// No request of the run is called so.
  case noRequest(folder: String, id: String)
}

extension RecordedRunError: CustomStringConvertible {
  /// What is wrong, and what would be right.
  public var description: String {
    switch self {
    case .notResults(let folder):
      "\(folder): is not the result folder of a run (no \(ResultFolder.manifestName)); give the folder that"
        + " `detour run` wrote"
    case .notAManifest(let file):
      "\(file): is not the manifest of a run; give the folder that `detour run` wrote"
    case .otherPolicy(let folder, let policy):
      "\(folder): was run under the policy `\(policy)`, which is none of this program; run it again where that policy is"
    case .changed(let folder):
      "\(folder): its input files are not what they were when it was run; run the scenario again"
    case .damaged(let folder, let file, let rows, let recorded):
      "\(folder)/\(file): has \(Words.plural(rows, "row")), and the manifest says"
        + " \(recorded.map { Words.grouped($0) } ?? "nothing of it"); the folder is damaged: run the scenario again"
    case .older(let file):
      "\(file): was written by an older version, which did not say how the space is made; run the scenario again"
    case .noRequest(let folder, let id):
      "\(folder): there is no request `\(id)`; the ids stand in column request_id of requests.csv"
    }
  }
}
