import CarpoolScenario
import Ground
import Quantities
import Scenario
import Spaces
import Travellers

@testable import Synthesis

/// Populations of scenarios with a board or with users.
enum Boards {
  /// A road from west to east along y = 0 on the plane of `Fixture`, 10 m/s.
  static let road = """
    {kind: 'zones', min_m: 15000, gravity: {deterrence: 'none'}, zones: [
      {name: 'west', x: 1000, y: 5000, radius_m: 500, attraction: 0},
      {name: 'middle', x: 10000, y: 5000, radius_m: 100, production: 0, attraction: 0},
      {name: 'east', x: 19000, y: 5000, radius_m: 500, production: 0}]}
    """

  static func synthetic(_ overrides: String..., drivers: Int = 200, requests: Int = 200) throws -> Population
  {
    try Fixture.population(
      supply: "{kind: 'synthetic', count: \(drivers), od: \(road)}",
      demand: "{kind: 'synthetic', count: \(requests), first_id: 1000, od: \(road)}",
      overrides: ["time.duration_s=14400"] + overrides)
  }

  static func users(_ overrides: String..., count: Int = 300, days: Int = 5) throws -> Population {
    try Fixture.population(
      supply: "{kind: 'users'}", demand: "{kind: 'users'}",
      overrides: ["users={count: \(count), days: \(days)}", "time.duration_s=null"] + overrides)
  }

  /// The population of files, of which those that are not given are not there.
  static func recorded(
    _ files: [String: String], _ overrides: [String] = [], supply: String = "{kind: 'none'}",
    demand: String = "{kind: 'none'}", in territory: Territory = Fixture.plane
  ) throws -> Population {
    let folder = try TemporaryFolder(files)
    let prices = files["p.csv"] == nil ? "" : ", prices_file: 'p.csv'"
    var all = ["board.offers={kind: 'recorded', file: 'o.csv', stops_file: 's.csv'\(prices)}"]
    if files["b.csv"] != nil { all.append("board.seeks={kind: 'recorded', file: 'b.csv'}") }
    return try Fixture.population(
      supply: supply, demand: demand, overrides: all + ["time.duration_s=null"] + overrides, in: territory,
      folder: folder.path)
  }

  /// The faults' text without the folder.
  static func fault(
    _ files: [String: String], _ overrides: [String] = [], supply: String = "{kind: 'none'}",
    demand: String = "{kind: 'none'}", in territory: Territory = Fixture.plane
  ) -> String {
    do {
      _ = try recorded(files, overrides, supply: supply, demand: demand, in: territory)
      return "no fault"
    } catch {
      return "\(error)".replacing(#/\S*/synthesis-[0-9A-F-]+\//#, with: "")
    }
  }
}
