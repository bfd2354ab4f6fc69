import RoadNetwork
public import Scenario
public import Tables

/// The input files of scenarios with the hashes of their contents, found without reading the files as tables;
/// a file used by several scenarios is hashed once.
///
///     var digests = InputDigests(folder: "Scenarios")
///     let inputs = try digests.inputs(ofSpaceIn: scenario)
public struct InputDigests {
  package let folder: String
  private var known: [String: String] = [:]

  /// Creates the digests of files relative to `folder`.
  public init(folder: String) { self.folder = folder }

  /// Returns the files of the space of `scenario`, in any market, in the order in which they enter its identity.
  ///
  /// - Throws: `NetworkError` or `TableError` if a file is missing or unreadable.
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

  /// Returns the input file called `file` in a scenario of the folder.
  ///
  /// - Throws: `TableError` if it is missing or unreadable.
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
  /// The routing rules on roads; nil if there are none.
  fileprivate var routing: Scenario.Routing? {
    switch self {
    case .city(let city): city.routing
    case .network(let network): network.routing
    case .plane, .torus, .geographic: nil
    }
  }
}
