/// The outputs of `detour network`.
extension Output {
  private static let size: [Form.Member] = [
    .init("file", .text, "the network"), .init("origin", .text, "what it was made of"),
    .init("nodes", .integer, "nodes"), .init("links", .integer, "directed links"),
  ]

  static let networkImport = Output(
    "network-import", "What was imported, and where it is.",
    .object(size))

  static let networkInfo = Output(
    "network-info", "A network in figures.",
    .object(
      size + [
        .init("length_m", .number, "of all links"), .init("components", .integer, "strongly connected parts"),
        .init("bends", .integer, "between the ends of links"),
        .init("is_geographic", .flag, "whether coordinates are longitude and latitude"),
        .init(
          "extent", .list(.number), "west, south, east, north; on a plane the least and greatest x and y"),
        .init(
          "classes",
          .objects([
            .init("name", .text, "of the class"), .init("links", .integer, "its links"),
            .init("length_m", .number, "of its links"),
            .init("slowest_kmh", .optional(.number), "of its links"),
            .init("mean_kmh", .number, "length over time"),
            .init("fastest_kmh", .optional(.number), "of its links"),
          ]), "classes of roads"),
        .init("checksums_right", .flag, "with --check", mayLack: true),
      ]))

  static let networkRoute = Output(
    "network-route", "The quickest way between two points.",
    .object([
      .init("duration_s", .number, "how long it takes"), .init("distance_m", .number, "how far it is"),
      .init("links", .integer, "its links"), .init("from_node_id", .integer, "where it begins"),
      .init("to_node_id", .integer, "where it ends"),
    ]))

  static let networkPairs = Output(
    "network-pairs", "The quickest way of each pair of --pairs, in their order.",
    .objects([
      .init("from", .optional(.integer), "a node's id"), .init("to", .optional(.integer), "a node's id"),
      .init("time_s", .optional(.number), "how long it takes"),
      .init("length_m", .optional(.number), "how far it is"),
      .init("reachable", .flag, "whether there is a way"),
    ]))

  static let networkPrepare = Output(
    "network-prepare", "What was prepared, and where it is.",
    .object([
      .init("folder", .text, "where it is"),
      .init("method", .words(["labels", "hierarchy", "dijkstra"]), "how it answers"),
      .init("nodes", .integer, "of the network"),
    ]))
}
