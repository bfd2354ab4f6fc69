public import JSON5
public import Quantities
public import Tables

/// The manifest of a result folder: manifest.json.
///
/// Together with the input files it suffices to reproduce the results.
public struct Manifest: Sendable {
  /// The facts about a run not in its records.
  public struct Origin: Sendable {
    /// The resolved scenario, with all defaults.
    public var scenario: JSON
    /// The command-line overrides, as given.
    public var overrides: [String]
    public var inputs: [InputFile]
    /// The folder to which the scenario's files are relative, itself relative to the result folder.
    public var folder: String
    /// The program's version.
    public var version: String
    /// The notices for the user about the input, one sentence each.
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

  /// The description of relative paths in the manifests of runs and studies.
  public static let pathBase = "relative to scenario_folder, which is relative to this folder"

  /// The manifest key of the geometry.
  public static let geometryKey = "geometry"

  /// The content of manifest.json.
  public let json: JSON

  /// The market's part of a manifest.
  public struct Subject: Sendable {
    public var identity: RunIdentity
    /// The geometry of coordinates; nil in a market without a space.
    public var geometry: Geometry?
    /// The input rows that took no part, one list for each kind of rows.
    public var refused: [RefusedRows]
    /// Further members.
    public var more: [JSON.Member]

    /// Creates the market's part.
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

  /// Creates the manifest of the run `subject` with its written `tables`.
  ///
  /// - Parameter recipe: the recipe of its fingerprint.
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
    // Timings differ in each run: their digest would be meaningless, and would change the manifest each time.
    let digest =
      schema.isDeterministic ? [JSON.Member("sha256_without_run_id", .text(receipt.sha256))] : []
    return .object(content + digest)
  }

  /// The version of the compiler that built the program, as far as known.
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
