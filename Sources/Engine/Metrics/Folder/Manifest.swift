public import JSON5
public import Quantities
public import Tables

/// The manifest of a result folder: manifest.json.
///
/// With the input files it is enough to make the same results again.
public struct Manifest: Sendable {
  /// The facts that the program knows of a run besides its records.
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
    /// The notices to the user about the input, a sentence each.
    public var notices: [String]

    /// Creates the origin of a run.
    public init(
      scenario: JSON, folder: String = "", overrides: [String] = [], inputs: [InputFile] = [],
      version: String, notices: [String] = []
    ) {
      self.notices = notices
      self.scenario = scenario
      self.folder = folder
      self.overrides = overrides
      self.inputs = inputs
      self.version = version
    }
  }

  /// The base of the relative paths in a manifest, in words; the manifests of runs and of studies say it.
  public static let pathBase = "relative to scenario_folder, which is relative to this folder"

  /// The key under which a manifest says how straight lines run.
  public static let geometryKey = "geometry"

  /// The content of manifest.json.
  public let json: JSON

  /// The part of a manifest that is about the run itself.
  public struct Subject: Sendable {
    public var identity: RunIdentity
    /// The geometry of coordinates; nil in a market that takes place nowhere.
    public var geometry: Geometry?
    /// The rows of the input that took no part, a list for each kind of rows.
    public var refused: [RefusedRows]
    /// Further members.
    public var more: [JSON.Member]

    /// Gathers what is to be said of a run.
    public init(
      _ identity: RunIdentity, geometry: Geometry? = nil, refused: [RefusedRows] = [],
      more: [JSON.Member] = []
    ) {
      self.identity = identity
      self.geometry = geometry
      self.refused = refused
      self.more = more
    }
  }

  /// Describes the run `subject`, of which `tables` were written.
  ///
  /// - Parameter recipe: how its fingerprint is made.
  public init(
    of subject: Subject, from origin: Origin, tables: ResultTables, fingerprint: Fingerprint,
    recipe: Fingerprint.Recipe
  ) {
    let geometry = subject.geometry.map { [JSON.Member(Self.geometryKey, $0.json)] } ?? []
    json = .object(
      [
        .init("run_id", .text(subject.identity.runID)),
        .init("fingerprint", .text(fingerprint.text)),
        .init("fingerprint_recipe", Self.words(recipe)),
        .init("seeds", Self.seeds(subject.identity)),
        .init("versions", Self.versions(origin.version)),
        .init("scenario_folder", .text(origin.folder)),
        .init("paths", .text(Self.pathBase)),
      ] + geometry + [
        .init("inputs", .list(origin.inputs.map(\.json))),
        .init("overrides", .list(origin.overrides.map { .text($0) })),
        .init("tables", .list(tables.receipts.map { Self.table($0.table, $0.receipt) })),
        .init("refused", .object(subject.refused.map { .init($0.kind, $0.json) })),
        .init("notices", .list(origin.notices.map { .text($0) })),
        .init("scenario", origin.scenario),
      ] + subject.more)
  }

  private static func words(_ recipe: Fingerprint.Recipe) -> JSON {
    ["words": .text(recipe.words), "command": .text(recipe.command)]
  }

  private static func seeds(_ identity: RunIdentity) -> JSON {
    [
      "seed": .integer(identity.seed),
      "replication": .integer(identity.replication),
    ]
  }

  private static func versions(_ program: String) -> JSON {
    ["detour": .text(program), "swift": .text(swiftVersion)]
  }

  private static func table(_ schema: TableSchema, _ receipt: TableFile.Receipt) -> JSON {
    let content = [
      JSON.Member("file", .text(schema.fileName)), .init("rows", .integer(receipt.rows)),
    ]
    // Timing differs from run to run: its digest would say nothing, and would change the manifest each time.
    let digest =
      schema.isDeterministic ? [JSON.Member("sha256_without_run_id", .text(receipt.sha256))] : []
    return .object(content + digest)
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
