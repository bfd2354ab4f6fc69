public import Tables

extension InputColumn {
  /// The columns of one end of a trip, found by `EndColumns`; `meaning` is such as `the pickup`.
  package static func end(_ name: String, _ meaning: String, isOptional: Bool = false) -> [InputColumn] {
    func column(_ ending: String, _ unit: Unit, _ type: ColumnType, _ words: String) -> InputColumn {
      let others = [["_lon", "_lat"], ["_x", "_y"], ["_node_id"]].filter { !$0.contains(ending) }
      let condition = others.map { $0.map { "`\(name)\($0)`" }.joined(separator: " and ") }.joined(
        separator: ", or ")
      return InputColumn(
        name + ending, unit, type,
        isOptional
          ? .optional : .requiredUnless(condition + (others.last?.count == 1 ? " is given" : " are given")),
        "\(words) of \(meaning).")
    }
    return [
      column("_lon", .coordinate, .decimal, "Longitude"), column("_lat", .coordinate, .decimal, "Latitude"),
      column("_x", .coordinate, .decimal, "The x coordinate in metres, or longitude,"),
      column("_y", .coordinate, .decimal, "The y coordinate in metres, or latitude,"),
      column("_node_id", .identifier, .integer, "The node"),
    ]
  }
}

extension InputTable {
  /// The recorded trips that `detour profile` counts.
  public static let times = InputTable(
    "times", "A row per recorded trip, from which `detour profile` reads only the time.",
    [
      InputColumn(
        "pickup_datetime", .none, .text, .required,
        "The date and time, or seconds with --start; `--column` names another column. The time columns of the trip"
          + " formats, `submit_s` and `depart_s` are found automatically.", hasOtherNames: true)
    ])
}
