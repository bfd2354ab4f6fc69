public import JSON5
import Quantities
import Simulation
public import Tables
import Travellers

/// What a result folder says about itself: manifest.json.
///
/// With the input files it is enough to make the same results again.
public struct Manifest: Sendable {
  /// What the program knows of a run besides its records.
  public struct Origin: Sendable {
    /// The scenario as resolved, every default filled in.
    public var scenario: JSON
    /// The overrides of the command line, as given.
    public var overrides: [String]
    public var inputs: [InputFile]
    /// The folder that the scenario's files are relative to, itself relative to the result folder.
    public var folder: String
    /// The program's version.
    public var version: String
    /// What the user was told of the input, a sentence each.
    public var notices: [String]
    /// The name of the policy where it is not the scenario's.
    public var policy: String?

    /// Creates the origin of a run.
    public init(
      scenario: JSON, folder: String = "", overrides: [String] = [], inputs: [InputFile] = [],
      version: String,
      notices: [String] = [], policy: String? = nil
    ) {
      self.notices = notices
      self.policy = policy
      self.scenario = scenario
      self.folder = folder
      self.overrides = overrides
      self.inputs = inputs
      self.version = version
    }
  }

  /// What the paths in a manifest are relative to, in words; the manifests of runs and of studies say it.
  public static let pathBase = "relative to scenario_folder, which is relative to this folder"

  /// Under which a manifest says how straight lines run.
  public static let geometryKey = "geometry"

  /// How many ids of refused rows are listed.
  public static let refusedIDsListed = 1000

  /// The content of manifest.json.
  public let json: JSON

  /// Describes `run`, whose tables were written as `tables`.
  public init(of run: FinishedRun, from origin: Origin, tables: ResultTables) {
    let policy = origin.policy.map { [JSON.Member("policy", .text($0))] } ?? []
    json = .object(
      [
        .init("run_id", .text(run.identity.runID)),
        .init("fingerprint", .text(tables.fingerprint.text)),
        .init("fingerprint_recipe", Self.recipe),
        .init("seeds", Self.seeds(run.identity)),
        .init("versions", Self.versions(origin.version)),
        .init("scenario_folder", .text(origin.folder)),
        .init("paths", .text(Self.pathBase)),
        .init(Self.geometryKey, run.geometry.json),
        .init("inputs", .list(origin.inputs.map(\.json))),
        .init("overrides", .list(origin.overrides.map { .text($0) })),
        .init("tables", .list(tables.receipts.map { Self.table($0.table, $0.receipt) })),
        .init("refused", Self.refused(run)),
        .init("notices", .list(origin.notices.map { .text($0) })),
        .init("scenario", origin.scenario),
      ] + policy)
  }

  private static var recipe: JSON {
    .object([.init("words", .text(Fingerprint.recipe)), .init("command", .text(Fingerprint.command))])
  }

  private static func seeds(_ identity: RunIdentity) -> JSON {
    .object([
      .init("seed", .integer(Int128(identity.seed))),
      .init("replication", .integer(Int128(identity.replication))),
    ])
  }

  private static func versions(_ program: String) -> JSON {
    .object([.init("detour", .text(program)), .init("swift", .text(swiftVersion))])
  }

  private static func table(_ schema: TableSchema, _ receipt: TableFile.Receipt) -> JSON {
    let content = [
      JSON.Member("file", .text(schema.fileName)), .init("rows", .integer(Int128(receipt.rows))),
    ]
    // Timing differs from run to run: its digest would say nothing, and would change the manifest each time.
    let digest =
      schema == RunTable.timing.schema ? [] : [JSON.Member("sha256_without_run_id", .text(receipt.sha256))]
    return .object(content + digest)
  }

  private static func refused(_ run: FinishedRun) -> JSON {
    let requests = run.requests.indices.filter { run.records.requests[$0].outcome == .refusedInput }
    let drivers = run.drivers.indices.filter { run.records.drivers[$0].outcome == .refusedInput }
    return .object([
      .init(
        "requests",
        refused(
          requests.map { (run.requests[$0].id, run.records.requests[$0].cause ?? run.requests[$0].refusal) },
          run.requestNames)),
      .init(
        "drivers", refused(drivers.map { (run.drivers[$0].id, run.drivers[$0].refusal) }, run.driverNames)),
    ])
  }

  private static func refused(_ rows: [(id: Int64, cause: Cause?)], _ names: Names) -> JSON {
    let causes = Cause.allCases.compactMap { cause in
      let count = rows.count { $0.cause == cause }
      return count > 0 ? JSON.Member(cause.rawValue, .integer(Int128(count))) : nil
    }
    return .object([
      .init("rows", .integer(Int128(rows.count))),
      .init("causes", .object(causes)),
      .init(
        "first_ids",
        .list(
          rows.prefix(refusedIDsListed).map { row in
            names.name(of: row.id).map { .text($0) } ?? .integer(Int128(row.id))
          })),
    ])
  }

  /// The version of the compiler that built the program, as far as the program can know it.
  private static var swiftVersion: String {
    #if compiler(>=6.4)
      "6.4 or later"
    #elseif compiler(>=6.3.2)
      "6.3.2 or later"
    #elseif compiler(>=6.3.1)
      "6.3.1"
    #elseif compiler(>=6.3)
      "6.3"
    #else
      "6.2"
    #endif
  }
}
