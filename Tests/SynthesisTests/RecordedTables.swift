import Ground
import Spaces

@testable import Synthesis

/// Populations of files of recorded travellers, and what such files are refused for.
enum RecordedTables {
  static func population(
    drivers: String? = nil, requests: String? = nil, overrides: [String] = [],
    in territory: Territory = Fixture.plane
  ) throws -> Population {
    let folder = try TemporaryFolder(["d.csv": drivers ?? "", "r.csv": requests ?? ""])
    return try Fixture.population(
      supply: drivers == nil ? "{kind: 'none'}" : "{kind: 'recorded', file: 'd.csv'}",
      demand: requests == nil ? "{kind: 'none'}" : "{kind: 'recorded', file: 'r.csv'}", overrides: overrides,
      in: territory, folder: folder.path)
  }

  /// The fault's text without the folder.
  static func fault(
    drivers: String? = nil, requests: String? = nil, overrides: [String] = [],
    in territory: Territory = Fixture.plane
  ) -> String {
    do {
      _ = try population(drivers: drivers, requests: requests, overrides: overrides, in: territory)
      return "no fault"
    } catch {
      return "\(error)".replacing(#/\S*/synthesis-[0-9A-F-]+\//#, with: "")
    }
  }

  /// A file of requests between the same two places.
  static func requests(named ids: [String]) -> String {
    "request_id,submit_s,origin_x,origin_y,destination_x,destination_y\n"
      + ids.map { $0 + ",0,0,0,3000,4000\n" }.joined()
  }
}
