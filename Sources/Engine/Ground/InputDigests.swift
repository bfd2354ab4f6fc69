import RoadNetwork
public import Scenario
public import Tables

/// The files that scenarios read and the hashes of what they hold, found without reading the files as tables;
/// a file that several scenarios name is hashed once.
///
///     var digests = InputDigests(folder: "Scenarios")
///     let inputs = try digests.inputs(ofSpaceIn: scenario)
public struct InputDigests {
  package let folder: String
  private var known: [String: String] = [:]

  /// Creates the hashes of files relative to `folder`.
  public init(folder: String) { self.folder = folder }

  /// The files of the space of `scenario`, whatever its market is, in the order in which they enter its identity.
  ///
  /// - Throws: `NetworkError` or `TableError` where a file is missing or cannot be read.
  public mutating func inputs(ofSpaceIn scenario: Scenario) throws -> [InputFile] {
    var inputs: [InputFile] = []
    switch scenario.space {
    case .network(let network):
      for path in try NetworkSource(FilePath.path(of: network.file, in: folder)).files {
        let name = folder.name(ofFileAt: path)
        inputs.append(InputFile(role: "network", path: name, sha256: try digest(path)))
      }
    case .city, .plane, .torus, .geographic: break
    }
    if let file = scenario.space.routing?.timeProfile { inputs.append(try input("time_profile", file)) }
    return inputs
  }

  /// The file that a scenario in the folder calls `file`.
  ///
  /// - Throws: `TableError` where it is missing or cannot be read.
  public mutating func input(_ role: String, _ file: String) throws(TableError) -> InputFile {
    InputFile(role: role, path: file, sha256: try digest(FilePath.path(of: file, in: folder)))
  }

  private mutating func digest(_ path: String) throws(TableError) -> String {
    if let digest = known[path] { return digest }
    let digest = try Digest.ofFile(path)
    known[path] = digest
    return digest
  }
}

extension Scenario.Space {
  /// The rules by which cars find their way on roads; nil where there are none.
  fileprivate var routing: Scenario.Routing? {
    switch self {
    case .city(let city): city.routing
    case .network(let network): network.routing
    case .plane, .torus, .geographic: nil
    }
  }
}
