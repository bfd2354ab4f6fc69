import CarpoolScenario
import RoadNetwork
public import Scenario
public import Tables

/// The files that scenarios read and the hashes of what they hold, found without reading the files as tables;
/// a file that several scenarios name is hashed once.
///
///     var digests = InputDigests(folder: "Scenarios")
///     let inputs = try digests.inputs(of: scenario)      // those of the scenario's world, without row counts
public struct InputDigests {
  private let folder: String
  private var known: [String: String] = [:]

  /// Creates the hashes of files relative to `folder`.
  public init(folder: String) { self.folder = folder }

  /// The files that a run of `scenario` reads, in the order in which they enter its identity.
  ///
  /// - Throws: `NetworkError` or `TableError` where a file is missing or cannot be read.
  public mutating func inputs(of scenario: Scenario) throws -> [InputFile] {
    var inputs = try inputs(ofSpaceIn: scenario)
    func add(_ role: String, _ file: String?) throws {
      if let file { inputs.append(try input(role, file)) }
    }
    switch scenario.supply {
    case .recorded(let drivers): try add("drivers", drivers.file)
    case .none, .synthetic, .trips, .users: break
    }
    switch scenario.demand {
    case .recorded(let requests): try add("requests", requests.file)
    case .none, .synthetic, .trips, .users: break
    }
    if scenario.supply.isTrips || scenario.demand.isTrips { try add("trips", scenario.trips?.file) }
    if case .recorded(let offers) = scenario.board?.offers {
      try add("offers", offers.file)
      try add("offer_stops", offers.stopsFile)
      try add("offer_prices", offers.pricesFile)
    }
    if case .recorded(let bookings) = scenario.board?.seeks { try add("bookings", bookings.file) }
    try add("friends", scenario.friendsFile)
    for file in scenario.policyFiles(in: folder) { try add("policy", file) }
    return inputs
  }

  /// The files of the space of `scenario`, whatever its market is, in the order in which they enter its identity.
  ///
  /// - Throws: As `inputs(of:)`.
  public mutating func inputs(ofSpaceIn scenario: Scenario) throws -> [InputFile] {
    var inputs: [InputFile] = []
    switch scenario.space {
    case .network(let network):
      for path in try NetworkSource(folder.path(of: network.file)).files {
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
    InputFile(role: role, path: file, sha256: try digest(folder.path(of: file)))
  }

  private mutating func digest(_ path: String) throws(TableError) -> String {
    if let digest = known[path] { return digest }
    let digest = try Digest.ofFile(path)
    known[path] = digest
    return digest
  }
}

extension Scenario.Space {
  /// How cars find their way on roads; nil where there are none.
  fileprivate var routing: Scenario.Routing? {
    switch self {
    case .city(let city): city.routing
    case .network(let network): network.routing
    case .plane, .torus, .geographic: nil
    }
  }
}
