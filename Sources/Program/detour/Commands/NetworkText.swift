import JSON5
import Quantities
import RoadNetwork

/// A network's figures as JSON.
enum NetworkText {
  /// Returns the members with which every output about a network begins.
  static func size(_ loaded: LoadedNetwork, file: String) -> [JSON.Member] {
    [
      .init("file", .text(file)), .init("origin", .text(loaded.origin)),
      .init("nodes", .integer(loaded.network.nodeCount)),
      .init("links", .integer(loaded.network.linkCount)),
    ]
  }

  /// Returns all figures of the network in `file`.
  static func json(_ loaded: LoadedNetwork, file: String, isChecked: Bool) -> JSON {
    let summary = NetworkSummary(loaded.network)
    let corners = [summary.low.x, summary.low.y, summary.high.x, summary.high.y]
    return .object(
      size(loaded, file: file) + [
        .init("length_m", .number(summary.metres)), .init("components", .integer(summary.components)),
        .init("bends", .integer(summary.bends)),
        .init("is_geographic", .boolean(summary.isGeographic)),
        .init("extent", .list(corners.map { .number($0) })),
        .init("classes", .list(summary.classes.map(json))),
      ] + (isChecked ? [.init("checksums_right", .boolean(true))] : []))
  }

  private static func json(_ roads: NetworkSummary.RoadClass) -> JSON {
    [
      "name": .text(roads.name), "links": .integer(roads.links),
      "length_m": .number(roads.metres),
      "slowest_kmh": .number(roads.slowestKmh),
      "mean_kmh": .number(roads.meanKmh),
      "fastest_kmh": .number(roads.fastestKmh),
    ]
  }
}
