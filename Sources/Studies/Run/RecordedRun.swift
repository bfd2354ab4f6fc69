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
public import RoadNetwork
public import Scenario
import Spaces
import Synthesis
public import Tables

/// A run read from its result folder, which can be repeated.
///
///     let recorded = try RecordedRun(folder: "Results/quickstart")
///     recorded.identity.seed                       // 1
///     let again = try recorded.run().results()     // the same results
public struct RecordedRun: Sendable {
  public let folder: String
  public let identity: RunIdentity
  /// The fingerprint, 64 hexadecimal digits.
  public let fingerprint: String
  /// The scenario of the run.
  public let scenario: Scenario
  /// The folder to which the scenario's files are relative, as a path relative to the current folder.
  public let scenarioFolder: String
  /// The straight-line geometry; nil for folders written by older versions, which lack it.
  public let geometry: Geometry?
  /// The input files at the time of the run.
  public let inputs: [InputFile]
  /// The tables in the folder, with their numbers of rows.
  public let tables: [(file: String, rows: Int)]
  /// The complete manifest.
  public let manifest: JSON

  /// Reads the manifest of the result folder `folder`.
  ///
  /// - Throws: `RecordedRunError` if there is no run, `TableError` if it cannot be read, and `ScenarioError` if
  ///   this program cannot read the scenario.
  public init(folder: String) throws {
    let path = folder + "/" + ResultFolder.manifestName
    guard FileSystem.exists(path) else { throw RecordedRunError.notResults(folder: folder) }
    guard let manifest = try JSON(parsing: FileBytes(contentsOf: path).text) else {
      throw RecordedRunError.notAManifest(file: path)
    }
    if let fault = Manifest.newerVersion(in: manifest, file: path) { throw RecordedRunError.newer(fault) }
    guard let scenario = manifest["scenario"], scenario.members != nil,
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

  /// The market of the run.
  public var market: any MarketModel.Type { Markets.of(scenario) }

  /// Prepares the run for repetition.
  ///
  /// - Parameter allowsPolicy: whether the external policy named in the manifest may be executed. A result folder
  ///   is data, and may come from an untrusted source.
  /// - Throws: `RecordedRunError.changed` if its inputs have changed, `.needsPolicy` if the policy may not be
  ///   executed; errors of its market.
  public func ready(allowsPolicy: Bool = false) throws -> any MarketWorld {
    try ready(market, allowsPolicy)
  }

  /// Prepares the run of a carpool for repetition.
  ///
  /// - Throws: `RecordedRunError.otherMarket` if the run belongs to another market; errors as in
  ///   `ready(allowsPolicy:)`.
  public func run(allowsPolicy: Bool = false) throws -> CarpoolWorld {
    try check(isOf: CarpoolModel.self)
    return try ready(CarpoolModel.self, allowsPolicy)
  }

  /// Checks that the run belongs to the market `wanted`.
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

  /// Repeats the run, and returns the explanation of the request with the file id `id`, as lines of text.
  ///
  /// - Parameter shown: the number of providers shown for each attempt.
  /// - Throws: `RecordedRunError.noRequest`, and as `ready(allowsPolicy:)`.
  public func explanation(ofRequest id: String, showing shown: Int, allowsPolicy: Bool = false) throws
    -> String
  {
    try account(ofRequest: id, showing: shown, allowsPolicy: allowsPolicy).text
  }

  /// Repeats the run, and returns the same explanation with its JSON members.
  ///
  /// - Throws: as `explanation(ofRequest:showing:allowsPolicy:)`.
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

/// The reason a recorded run cannot be used.
public enum RecordedRunError: Error, Hashable, Sendable {
  /// The folder does not contain a run.
  case notResults(folder: String)
  /// The manifest was not written by this program.
  case notAManifest(file: String)
  /// The run used an unknown policy.
  case otherPolicy(folder: String, policy: String)
  /// Repeating the run would execute the external policy named in the manifest, in the folder `place`; `words` is its
  /// command, or the path of its library.
  case needsPolicy(folder: String, words: [String], place: String)
  /// The inputs have changed.
  case changed(folder: String)
  /// The number of rows of a table differs from `recorded`, the number in the manifest, which is nil if missing.
  case damaged(folder: String, file: String, rows: Int, recorded: Int?)
  /// The manifest was written by a newer version; the value is the message.
  case newer(String)
  /// The manifest lacks members required by this version.
  case older(file: String)
  /// The run has no request with this id.
  case noRequest(folder: String, id: String, RequestWords)
  /// The run belongs to a market other than the required one.
  case otherMarket(folder: String, market: String, wanted: String)
}

extension RecordedRunError: CustomStringConvertible {
  /// The fault with its remedy.
  public var description: String {
    switch self {
    case .notResults(let folder):
      "\(folder): is not the result folder of a run (no \(ResultFolder.manifestName)); give the folder that"
        + " `detour run` wrote"
    case .notAManifest(let file):
      "\(file): is not the manifest of a run; give the folder that `detour run` wrote"
    case .otherPolicy(let folder, let policy):
      "\(folder): was run under the policy `\(policy)`, which this program does not have; use the program that has it"
    case .needsPolicy(let folder, let words, let place):
      "\(folder): repeating the run would execute the policy named in its manifest, `\(("\(words)" as ShellCode).text)` in"
        + " \(place); add --allow-policy if you trust it"
    case .changed(let folder):
      "\(folder): its input files have changed since it was run; run the scenario again"
    case .damaged(let folder, let file, let rows, let recorded):
      "\(folder)/\(file): has \(Words.plural(rows, "row")), but the manifest"
        + " \(recorded.map { "states \(Words.grouped($0))" } ?? "does not list it"); the folder is damaged: run the scenario again"
    case .newer(let sentence): sentence
    case .older(let file):
      "\(file): was written by an older version, which did not record the space; run the scenario again"
    case .noRequest(let folder, let id, let request):
      "\(folder): there is no \(request.one) `\(id)`; the ids are in column \(request.column) of \(request.table)"
    case .otherMarket(let folder, let market, let wanted):
      "\(folder): is a run of the market \(market), but this command supports only \(wanted); give the folder of such a run"
    }
  }
}

extension RecordedRun {
  /// Returns the network on which cars drove; nil for straight-line spaces.
  ///
  /// - Throws: `NetworkError` or `TableError` if its files are no longer readable.
  public func network() throws -> Network? { try Ground.network(of: scenario.space, folder: scenarioFolder) }
}

extension CarpoolWorld {
  /// The network on which cars drive; nil for straight-line spaces.
  public var network: Network? { (input.spaces.base as? NetworkSpace)?.network }
}
