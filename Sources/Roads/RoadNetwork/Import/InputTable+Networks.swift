public import Tables

extension InputTable {
  /// The nodes of a GMNS network or of an edge list.
  static let nodes = InputTable(
    "node", "A row per node of a road network: node.csv of a GMNS folder, nodes.csv beside a list of edges.",
    [
      InputColumn("node_id", .identifier, .identifier, .required, "The node: a whole number, or a name."),
      InputColumn(
        "x_coord", .coordinate, .decimal, .requiredUnless("`lon` and `lat` are given"),
        "Longitude, or metres east if config.csv states another `crs`."),
      InputColumn(
        "y_coord", .coordinate, .decimal, .requiredUnless("`lon` and `lat` are given"),
        "Latitude, or metres north if config.csv states another `crs`."),
      InputColumn(
        "lon", .coordinate, .decimal, .requiredUnless("`x_coord` and `y_coord` are given"), "Longitude."),
      InputColumn(
        "lat", .coordinate, .decimal, .requiredUnless("`x_coord` and `y_coord` are given"), "Latitude."),
    ])

  /// The links of a GMNS network.
  static let links = InputTable(
    "link", "A row per link of a road network: link.csv of a GMNS folder.",
    [
      InputColumn("link_id", .identifier, .identifier, .required, "The link."),
      InputColumn("from_node_id", .identifier, .identifier, .required, "The start node."),
      InputColumn("to_node_id", .identifier, .identifier, .required, "The end node."),
      InputColumn(
        "directed", .none, .boolean, .requiredUnless("`dir_flag` is given"),
        "Whether the link leads only from its first node to its second.", fallback: "one-way"),
      InputColumn(
        "dir_flag", .none, .integer, .requiredUnless("`directed` is given"),
        "The direction in older files: 1 as drawn, -1 against it, 0 both.", fallback: "one-way"),
      InputColumn(
        "length", .none, .decimal, .optional, "The length, in the unit `long_length` of config.csv.",
        fallback: "the distance between the nodes"),
      InputColumn(
        "free_speed", .none, .decimal, .optional, "The speed limit, in the unit `speed` of config.csv.",
        fallback: "that of the facility type"),
      InputColumn(
        "facility_type", .none, .text, .optional,
        "The road class; links for pedestrians or cycles only are skipped."),
      InputColumn("lanes", .count, .decimal, .optional, "The number of lanes; links with 0 are skipped."),
      InputColumn(
        "allowed_uses", .none, .text, .optional,
        "Uses and groups of uses, separated by commas or semicolons; links closed to cars are skipped."),
    ])

  /// The units of a GMNS network.
  static let config = InputTable(
    "config", "One row with the units of a GMNS folder: config.csv.",
    [
      InputColumn(
        "long_length", .none, .text, .optional, "The unit of lengths, such as `m`, `km` or `mi`.",
        fallback: "metres"),
      InputColumn(
        "speed", .none, .text, .optional, "The unit of speeds, such as `kph` or `mph`.", fallback: "km/h"),
      InputColumn(
        "crs", .none, .text, .optional,
        "The coordinate system; one other than longitude and latitude counts as a plane in metres.",
        fallback: "longitude and latitude"),
    ])

  /// The groups of uses of a GMNS network.
  static let useGroups = InputTable(
    "use_group", "A row per group of uses of a GMNS folder: use_group.csv.",
    [
      InputColumn("use_group", .none, .text, .required, "The name of the group."),
      InputColumn("uses", .none, .text, .required, "Its uses and groups, separated by commas or semicolons."),
    ])

  /// The edges of an edge list.
  static let edges = InputTable(
    "edges", "A row per direction of a road: edges.csv, beside nodes.csv.",
    [
      InputColumn("from_node_id", .identifier, .identifier, .required, "The start node."),
      InputColumn("to_node_id", .identifier, .identifier, .required, "The end node."),
      InputColumn("length_m", .metres, .decimal, .required, "The length."),
      InputColumn(
        "time_s", .seconds, .decimal, .requiredUnless("`speed_kmh` is given"), "The travel time."),
      InputColumn(
        "speed_kmh", .none, .decimal, .requiredUnless("`time_s` is given"),
        "The speed, km/h; `time_s` takes precedence."),
    ])

  /// The travel-time factors by hour and road class.
  static let timeProfile = InputTable(
    "time_profile", "A row per hour and road class: the file named by `time_profile` of a space.",
    [
      InputColumn("hour", .count, .integer, .required, "The hour of the local clock, 0 to 23."),
      InputColumn(
        "road_class", .none, .text, .required, "The road class.",
        fallback: "all classes that no other row names for the hour"),
      InputColumn(
        "factor", .ratio, .decimal, .required,
        "The factor of the travel times, above 0 and up to 100; 1 if no row applies."),
    ])

  /// The origin–destination pairs read by `detour network route --pairs`.
  public static let pairs: InputTable = {
    let ends = [("from", "the start"), ("to", "the end")].flatMap { name, meaning in
      let nodes = "`\(name)` or `\(name)_node_id`"
      return [
        InputColumn(
          name, .identifier, .integer, .requiredUnless("`\(name)_node_id` or coordinates are given"),
          "The node of \(meaning)."),
        InputColumn(
          name + "_node_id", .identifier, .integer, .requiredUnless("`\(name)` or coordinates are given"),
          "The node of \(meaning)."),
        InputColumn(
          name + "_lon", .coordinate, .decimal, .requiredUnless("\(nodes) is given"),
          "Longitude of \(meaning)."),
        InputColumn(
          name + "_lat", .coordinate, .decimal, .requiredUnless("\(nodes) is given"),
          "Latitude of \(meaning)."),
        InputColumn(
          name + "_x", .coordinate, .decimal,
          .requiredUnless("\(nodes) is given, or the network has degrees"),
          "Metres east of \(meaning), on a plane."),
        InputColumn(
          name + "_y", .coordinate, .decimal,
          .requiredUnless("\(nodes) is given, or the network has degrees"),
          "Metres north of \(meaning), on a plane."),
      ]
    }
    return InputTable("pairs", "A row per pair of ends: --pairs of `detour network route`.", ends)
  }()

  /// The tables that describe road networks and routes on them, in documentation order.
  public static let ofNetworks = [nodes, links, config, useGroups, edges, timeProfile, pairs]
}
