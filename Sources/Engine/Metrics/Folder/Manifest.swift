public import JSON5
public import Quantities
public import Tables

/// The manifest of a result folder: manifest.json.
///
/// Together with the input files it suffices to reproduce the results.
public struct Manifest: Sendable {
  /// The facts about a run that are not in its records.
  public struct Origin: Sendable {
    /// The resolved scenario, with all defaults.
    public var scenario: JSON
    /// The command-line overrides, as given.
    public var overrides: [String]
    public var inputs: [InputFile]
    /// The folder to which the scenario's file paths are relative; its own path is relative to the result folder.
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

  /// The version of the folder format, for runs and studies: the one that this program writes, and the newest that it
  /// reads.
  public static let schemaVersion = 1

  /// The manifest key of the folder-format version; manifests before version 1.0.0 of the program lack it.
  public static let schemaVersionKey = "schema_version"

  /// Returns the fault if `manifest` has a newer folder-format version than this program can read; otherwise nil.
  public static func newerVersion(in manifest: JSON, file: String) -> String? {
    guard case .integer(let found)? = manifest[schemaVersionKey], found > schemaVersion else { return nil }
    return "\(file): was written in version \(found) of result folders, and this program reads version"
      + " \(schemaVersion); read it with the Detour that wrote it, or a newer one"
  }

  /// The manifest key of the geometry.
  public static let geometryKey = "geometry"

  /// The content of manifest.json.
  public let json: JSON

  /// The market's part of a manifest.
  public struct Subject: Sendable {
    public var identity: RunIdentity
    /// The geometry of coordinates; nil in a market without a space.
    public var geometry: Geometry?
    /// The refused input rows, which took no part in the run, in one list per kind.
    public var refused: [RefusedRows]
    /// Further members of the manifest.
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
  /// - Parameter recipe: the recipe for recomputing the fingerprint of the tables.
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
        .init(Self.schemaVersionKey, .integer(Self.schemaVersion)),
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

  /// The version of the compiler that built the program, if known.
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

/// Digests that show whether files with machine-dependent content, and the list of these files, are unchanged.
///
/// They cannot be part of the manifest, which is identical for identical runs. They are stored at the end of
/// performance.json, followed by a digest of all preceding text.
enum Seal {
  private static let mark = ",\n  \"sha256_of_the_above\": \""
  private static let end = "\"\n}\n"

  /// Returns the text of `json`, an object, with the digests of `files` and the seal.
  static func text(of json: JSON, _ files: [(name: String, sha256: String)]) -> String {
    let list = files.map { JSON.object([.init("file", .text($0.name)), .init("sha256", .text($0.sha256))]) }
    let text = JSON.object((json.members ?? []) + [.init("files", .list(list))]).indented
    precondition(text.hasSuffix("\n}\n"), "an object ends with its bracket")
    let above = String(text.dropLast(3))
    return above + mark + Digest.of(above) + end
  }

  /// Returns whether the sealed `text` is unchanged; nil if it has no seal.
  static func isWhole(_ text: String) -> Bool? {
    guard let range = text.ranges(of: mark).last else { return nil }
    let above = String(text[..<range.lowerBound])
    return text[range.upperBound...] == Digest.of(above) + end
  }

  /// Returns the digests in `json`, by file name.
  static func digests(in json: JSON) -> [String: String] {
    (json["files"]?.items ?? []).reduce(into: [:]) { digests, file in
      if let name = file["file"]?.words { digests[name] = file["sha256"]?.words }
    }
  }
}
