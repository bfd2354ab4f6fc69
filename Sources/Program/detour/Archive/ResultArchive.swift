import Foundation
import JSON5
import Metrics
import Tables

/// A run or a study in one file: its scenario, inputs or their digests, manifest, results, versions and method section.
///
/// The file is a tar file of one folder. `archive.json` lists every other file with its SHA-256.
struct ResultArchive {
  /// The contents of the result folder.
  enum Kind: String { case run, study }

  /// An input file.
  struct Input: Equatable {
    var role: String
    /// The path in the scenario, relative to the scenario's folder.
    var path: String
    var sha256: String
  }

  /// The archive version that this program writes, and the newest that it reads.
  static let version = 1
  /// The names of files and folders in every archive.
  static let (index, readme, methods) = ("archive.json", "README.md", "methods.md")
  static let (results, inputsFolder, scenario) = ("results", "inputs", "scenario.json5")
  static let manifest = "manifest.json"

  var kind: Kind
  /// The name of the run's scenario or of the study; also the archive's folder.
  var name: String
  /// The version of the program that computed the results.
  var madeBy: String
  /// The scenario's folder in the archive: `inputs`, or deeper if input files lie above the scenario's folder.
  var scenarioFolder: String
  var inputs: [Input]
  var packsInputs: Bool
  /// All files by their path below the archive's folder, except `archive.json`.
  var files: [String: Data]

  /// The names of the files of results, sorted.
  var resultNames: [String] {
    let folder = Self.results + "/"
    return files.keys.filter { $0.hasPrefix(folder) }.map { String($0.dropFirst(folder.count)) }.sorted()
  }

  /// Writes the archive to `path`.
  ///
  /// - Throws: `ResultArchiveError.longName`, `TableError.unwritable`.
  func write(to path: String) throws {
    let names = files.keys.sorted()
    let listed = names.map { name in
      JSON.object([
        .init("file", .text(name)), .init("bytes", .integer(files[name]!.count)),
        .init("sha256", .text(Digest.of(files[name]!))),
      ])
    }
    let index = JSON.object([
      .init("detour_archive", .integer(Self.version)), .init("kind", .text(kind.rawValue)),
      .init("name", .text(name)), .init("version", .text(madeBy)),
      .init("scenario_folder", .text(scenarioFolder)), .init("packs_inputs", .boolean(packsInputs)),
      .init(
        "inputs",
        .list(
          inputs.map {
            .object([
              .init("role", .text($0.role)), .init("path", .text($0.path)), .init("sha256", .text($0.sha256)),
            ])
          })),
      .init("files", .list(listed)),
    ])
    let entries =
      [TarFile.Entry(name: "\(name)/\(Self.index)", bytes: Data(index.indented.utf8))]
      + names.map { TarFile.Entry(name: "\(name)/\($0)", bytes: files[$0]!) }
    try TarFile.write(entries, to: path)
  }

  /// Reads the archive at `path` and verifies every digest.
  ///
  /// - Throws: `ResultArchiveError` if it is not an archive, has a newer version, or is damaged; `TableError` if it
  ///   cannot be read.
  init(contentsOf path: String) throws {
    let data = try FileBytes(contentsOf: path).data
    var entries: [String: Data] = [:]
    var folders: Set<Substring> = []
    for entry in try TarFile.entries(of: data, path: path) {
      guard let cut = entry.name.firstIndex(of: "/") else {
        throw ResultArchiveError.damaged(file: path, "`\(entry.name)` is in no folder")
      }
      folders.insert(entry.name[..<cut])
      entries[String(entry.name[entry.name.index(after: cut)...])] = entry.bytes
    }
    guard folders.count == 1, let bytes = entries.removeValue(forKey: Self.index),
      let json = JSON(parsing: String(decoding: bytes, as: UTF8.self)),
      case .integer(let version)? = json["detour_archive"]
    else { throw ResultArchiveError.damaged(file: path, "it has no \(Self.index)") }
    guard version <= Self.version else {
      throw ResultArchiveError.newer(file: path, found: Int(clamping: version), known: Self.version)
    }
    guard let kind = (json["kind"]?.words).flatMap(Kind.init), let name = json["name"]?.words,
      let madeBy = json["version"]?.words, let folder = json["scenario_folder"]?.words,
      case .boolean(let packsInputs)? = json["packs_inputs"], let inputs = json["inputs"]?.items,
      let listed = json["files"]?.items
    else { throw ResultArchiveError.damaged(file: path, "its \(Self.index) is incomplete") }
    self.kind = kind
    self.name = name
    self.madeBy = madeBy
    scenarioFolder = folder
    self.packsInputs = packsInputs
    self.inputs = try inputs.map { input in
      guard let role = input["role"]?.words, let path = input["path"]?.words,
        let sha = input["sha256"]?.words,
        InputPlace(path, in: folder) != nil
      else { throw ResultArchiveError.damaged(file: path, "its list of inputs is damaged") }
      return Input(role: role, path: path, sha256: sha)
    }
    for file in listed {
      guard let name = file["file"]?.words, let bytes = entries[name], let sha = file["sha256"]?.words else {
        throw ResultArchiveError.damaged(file: path, "`\(file["file"]?.words ?? "?")` is missing")
      }
      guard Digest.of(bytes) == sha else {
        throw ResultArchiveError.damaged(file: path, "`\(name)` differs from its digest")
      }
    }
    let known = Set(listed.compactMap { $0["file"]?.words })
    if let stranger = entries.keys.sorted().first(where: { !known.contains($0) }) {
      throw ResultArchiveError.damaged(file: path, "`\(stranger)` is not in its list")
    }
    files = entries
    guard files["\(Self.results)/\(Self.manifest)"] != nil else {
      throw ResultArchiveError.damaged(file: path, "it has no results")
    }
  }

  /// Creates an archive without files.
  init(
    _ kind: Kind, name: String, madeBy: String, scenarioFolder: String, inputs: [Input], packsInputs: Bool
  ) {
    self.kind = kind
    self.name = name
    self.madeBy = madeBy
    self.scenarioFolder = scenarioFolder
    self.inputs = inputs
    self.packsInputs = packsInputs
    files = [:]
  }

  /// Writes the files below `folder`, which may already exist.
  ///
  /// - Throws: `TableError.unwritable`.
  func unpack(into folder: String) throws {
    for name in files.keys.sorted() { try Staging.write(files[name]!, to: folder + "/" + name) }
  }
}

/// The place of an input file in an archive.
struct InputPlace: Equatable {
  /// The path below the archive's folder.
  let path: String

  /// Finds the place of `input`, a path relative to the scenario's folder, given that folder's path in the archive;
  /// nil if it lies outside `inputs`.
  init?(_ input: String, in scenarioFolder: String) {
    guard let (up, rest) = Self.steps(of: input), !rest.isEmpty else { return nil }
    let folders = scenarioFolder.split(separator: "/").map(String.init)
    guard folders.first == ResultArchive.inputsFolder, up < folders.count,
      !folders.contains(where: { $0 == ".." || $0 == "." })
    else { return nil }
    path = (folders.dropLast(up) + rest).joined(separator: "/")
  }

  /// Returns the scenario's folder in an archive of the input files `paths`, nested deeply enough that all of them
  /// lie in `inputs`; nil if a path is absolute.
  static func scenarioFolder(for paths: [String]) -> String? {
    var depth = 0
    for path in paths {
      guard let (up, _) = steps(of: path) else { return nil }
      depth = max(depth, up)
    }
    return ([ResultArchive.inputsFolder] + Array(repeating: "scenario", count: depth)).joined(separator: "/")
  }

  /// Returns the number of folders that `path` leads up, and the components that then follow; nil for an absolute path.
  private static func steps(of path: String) -> (up: Int, rest: [String])? {
    guard path.utf8.first != UInt8(ascii: "/") else { return nil }
    var (up, rest) = (0, [String]())
    for part in path.split(separator: "/") where part != "." {
      if part != ".." {
        rest.append(String(part))
      } else if rest.popLast() == nil {
        up += 1
      }
    }
    return (up, rest)
  }
}

/// A folder for intermediate files, removed with everything in it.
final class Staging {
  let path: String

  /// Creates an empty folder in the folder for temporary files.
  ///
  /// - Throws: `TableError.unwritable`.
  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "detour-archive-\(UUID().uuidString)").path
    Unfinished.begin(path)
    try Self.make(path)
  }

  deinit { Unfinished.end(path) { _ = FileSystem.remove(path) } }

  /// Creates the folder `path`, and its parents.
  static func make(_ path: String) throws(TableError) {
    do throws(SystemFault) { try FileSystem.makeFolder(path) } catch {
      throw .unwritable(file: path, reason: error)
    }
  }

  /// Writes `data` to `path`, creating its folder.
  static func write(_ data: Data, to path: String) throws(TableError) {
    try make(FilePath.folder(of: path))
    var file = try AtomicFile(path: path)
    try file.write(Array(data))
    try file.close()
  }
}

extension FileBytes {
  /// The bytes.
  var data: Data { withSpan { span in span.withUnsafeBufferPointer { Data(buffer: $0) } } }
}

extension Digest {
  /// Returns the SHA-256 of `data`: 64 hexadecimal digits.
  static func of(_ data: Data) -> String {
    var digest = Digest()
    data.withUnsafeBytes { digest.update($0) }
    return digest.finish()
  }
}
