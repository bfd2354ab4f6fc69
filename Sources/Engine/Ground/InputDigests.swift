import RoadNetwork
public import Scenario
import Synchronization
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

  /// Returns the input files of the space of `scenario`, ordered as hashed into the run id.
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

  /// Returns the input file with the path `file`, as written in a scenario in the folder.
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
  /// The rules for routing on roads; nil if there are none.
  fileprivate var routing: Scenario.Routing? {
    switch self {
    case .city(let city): city.routing
    case .network(let network): network.routing
    case .plane, .torus, .geographic: nil
    }
  }
}

/// The inputs of a study's runs, each created once and shared by all runs with the same input, on any thread.
///
/// The stock keeps the two inputs requested last, so that a run that starts a little late still finds its input. Memory
/// thus holds at most two inputs besides those in use. Runs should be ordered by their input.
public final class InputStock: Sendable {
  private let shelves = Mutex<[Shelf]>([])

  /// The number of inputs kept.
  package static let size = 2

  /// The participants created by a market, with the scenario that defines them.
  private final class Shelf: Sendable {
    let scenario: Scenario
    let input = Mutex<(any Sendable)?>(nil)

    init(_ scenario: Scenario) { self.scenario = scenario }
  }

  /// Creates an empty stock for scenarios with files relative to one folder.
  public init() {}

  /// Returns the input defined by `scenario`, which is reduced to the relevant fields; the first caller creates it, and
  /// concurrent callers for the same input wait.
  ///
  /// - Throws: the error of `make`; the next caller tries again.
  package func input<Input: Sendable>(
    of scenario: Scenario, make: () throws(SynthesisError) -> Input
  ) throws(SynthesisError) -> Input {
    try shelf(scenario).input.withLock { input throws(SynthesisError) in
      if let known = input, let same = known as? Input { return same }
      let made = try make()
      input = made
      return made
    }
  }

  private func shelf(_ scenario: Scenario) -> Shelf {
    shelves.withLock { shelves in
      if let shelf = shelves.first(where: { $0.scenario == scenario }) { return shelf }
      if shelves.count == Self.size { shelves.removeFirst() }
      let shelf = Shelf(scenario)
      shelves.append(shelf)
      return shelf
    }
  }
}
