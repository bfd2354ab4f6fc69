public import Carpool
import CarpoolScenario
import Ground
public import JSON5
import Markets
import Matching
public import Metrics
public import Models
public import Quantities
import Quoting
import RoadNetwork
public import Scenario
public import Tables

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
  /// The geometry of straight lines; nil in the folder of an older version, which did not say it.
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
    let read = try Scenario.load(
      text: scenario.indented, file: path, markets: Markets.scenarios)
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

  /// The market that it is of.
  public var market: any MarketModel.Type { Markets.of(scenario) }

  /// Makes the run ready again.
  ///
  /// - Parameter allowsPolicy: whether doing it may execute the policy outside the program that the manifest names. A
  ///   result folder is data, and may come from anybody.
  /// - Throws: `RecordedRunError.changed` where its inputs are not what they were, `.needsPolicy` where it may not; else as
  ///   its market.
  public func ready(allowsPolicy: Bool = false) throws -> any MarketWorld {
    try ready(market, allowsPolicy)
  }

  /// Makes the run of a carpool ready again.
  ///
  /// - Throws: `RecordedRunError.otherMarket` where it is none; else as `ready(allowsPolicy:)`.
  public func run(allowsPolicy: Bool = false) throws -> CarpoolWorld {
    try check(isOf: CarpoolModel.self)
    return try ready(CarpoolModel.self, allowsPolicy)
  }

  /// Refuses a run that is not of the market `wanted`.
  ///
  /// - Throws: `RecordedRunError.otherMarket`.
  public func check(isOf wanted: any MarketModel.Type) throws(RecordedRunError) {
    guard market == wanted else {
      throw .otherMarket(folder: folder, market: market.name, wanted: wanted.name)
    }
  }

  private func ready<Market: MarketModel>(_ market: Market.Type, _ allowsPolicy: Bool) throws -> Market.Ready
  {
    if let policy = manifest["policy"]?.words {
      throw RecordedRunError.otherPolicy(folder: folder, policy: policy)
    }
    if !allowsPolicy, market == CarpoolModel.self, case .outside(let policy) = scenario.matching.policy {
      throw RecordedRunError.needsPolicy(
        folder: folder, words: policy.command ?? [policy.library ?? ""], place: scenarioFolder)
    }
    let world = try market.world(
      of: scenario, folder: scenarioFolder, on: .method(.advised(questions: nil)), progress: { _ in })
    guard world.identity == identity else { throw RecordedRunError.changed(folder: folder) }
    return world
  }

  /// Does the run again to say what became of the request that its files call `id`, in lines.
  ///
  /// - Parameter shown: how many providers are shown for each attempt.
  /// - Throws: `RecordedRunError.noAsk`, and as `ready(allowsPolicy:)`.
  public func explanation(ofRequest id: String, showing shown: Int, allowsPolicy: Bool = false) throws
    -> String
  {
    try account(ofRequest: id, showing: shown, allowsPolicy: allowsPolicy).text
  }

  /// Likewise, with what programs read of it.
  ///
  /// - Throws: As `explanation(ofAsk:showing:allowsPolicy:)`.
  public func account(ofRequest id: String, showing shown: Int, allowsPolicy: Bool = false) throws
    -> RequestAccount
  {
    guard let account = try ready(allowsPolicy: allowsPolicy).explanation(ofRequest: id, showing: shown)
    else {
      throw RecordedRunError.noRequest(folder: folder, id: id, market.request)
    }
    return account
  }
}

/// The reason a recorded run cannot be looked at.
public enum RecordedRunError: Error, Hashable, Sendable {
  /// The folder holds no run.
  case notResults(folder: String)
  /// The manifest is none of ours.
  case notAManifest(file: String)
  /// The run was made under a policy that is not ours.
  case otherPolicy(folder: String, policy: String)
  /// Doing it again would execute `words`, or load the library that they are, in the folder `place`, as the manifest says.
  case needsPolicy(folder: String, words: [String], place: String)
  /// The inputs are not what they were.
  case changed(folder: String)
  /// A table has other rows than the manifest says; nil where it says nothing.
  case damaged(folder: String, file: String, rows: Int, recorded: Int?)
  /// The manifest lacks what this version's has.
  case older(file: String)
  /// No ask of the run is called so.
  case noRequest(folder: String, id: String, RequestWords)
  /// It is of a market other than the one that can do what is wanted.
  case otherMarket(folder: String, market: String, wanted: String)
}

extension RecordedRunError: CustomStringConvertible {
  /// The fault, and what would be right.
  public var description: String {
    switch self {
    case .notResults(let folder):
      "\(folder): is not the result folder of a run (no \(ResultFolder.manifestName)); give the folder that"
        + " `detour run` wrote"
    case .notAManifest(let file):
      "\(file): is not the manifest of a run; give the folder that `detour run` wrote"
    case .otherPolicy(let folder, let policy):
      "\(folder): was run under the policy `\(policy)`, which is none of this program; run it again where that policy is"
    case .needsPolicy(let folder, let words, let place):
      "\(folder): doing the run again would execute the policy that its manifest names, `\(("\(words)" as ShellCode).text)` in"
        + " \(place); add --allow-policy if you trust what that is"
    case .changed(let folder):
      "\(folder): its input files are not what they were when it was run; run the scenario again"
    case .damaged(let folder, let file, let rows, let recorded):
      "\(folder)/\(file): has \(Words.plural(rows, "row")), and the manifest says"
        + " \(recorded.map { Words.grouped($0) } ?? "nothing of it"); the folder is damaged: run the scenario again"
    case .older(let file):
      "\(file): was written by an older version, which did not say how the space is made; run the scenario again"
    case .noRequest(let folder, let id, let request):
      "\(folder): there is no \(request.one) `\(id)`; the ids stand in column \(request.column) of \(request.table)"
    case .otherMarket(let folder, let market, let wanted):
      "\(folder): is a run of the market \(market), and this is there for \(wanted) alone; give the folder of such a run"
    }
  }
}
