import Tables

/// The reason a scenario cannot be written for given files; `description` is the message for users.
enum NewScenarioError: InputFault {
  /// The columns of a file match no layout.
  case unknownLayout(
    file: String, found: [String],
    nearest: (name: String, missing: [String], hints: [(found: String, meant: String)])?,
    known: [String])
  /// A file was given with the option for another kind of file.
  case otherRole(file: String, layout: String, option: String)
  /// The files belong to different markets.
  case otherMarket(file: String, layout: String, market: String, wanted: String)
  /// The given files and options are not sufficient.
  case lacking(String)
  /// A folder or file with that name already exists.
  case exists(folder: String)
  /// The new scenario or study would be rejected.
  case invalid(String)
  case unwritable(folder: String, reason: SystemFault)

  var obstacle: SystemFault? { if case .unwritable(_, let reason) = self { reason } else { nil } }

  var description: String {
    switch self {
    case .unknownLayout(let file, let found, let nearest, let known):
      let columns = found.map(\.visible).joined(separator: ", ")
      let advice =
        nearest.map {
          "; the closest layout, \($0.name), also requires \($0.missing.joined(separator: ", "))"
            + ($0.hints.isEmpty
              ? ""
              : " ("
                + $0.hints.map { "is `\($0.found.visible)` meant to be `\($0.meant)`?" }.joined(
                  separator: " ")
                + ")")
        }
        ?? "; for requests, name them request_id, submit_s, origin_lon, origin_lat, destination_lon, destination_lat"
      let zones =
        found.contains { $0.lowercased() == "pulocationid" }
        ? "; trips between zones, as in files since July 2016, become a matrix: count them into a table with the columns origin,"
          + " destination, hour and number, and give the zones with --zones" : ""
      return
        "\(file): no known layout matches the columns \(Self.shortened(columns))\(advice)\(zones); the layouts are"
        + " \(known.joined(separator: ", ")); see `detour columns input`"
    case .otherRole(let file, let layout, let option):
      return "\(file): has the layout \(layout); pass the file with \(option)"
    case .otherMarket(let file, let layout, let market, let wanted):
      return "\(file): has the layout \(layout) of the market \(market), but expected one of \(wanted)"
    case .lacking(let sentence): return sentence
    case .exists(let folder):
      return "\(folder): already exists and is not overwritten; choose another name"
    case .invalid(let text): return text
    case .unwritable(let folder, let reason): return "\(folder): cannot be written (\(reason))"
    }
  }

  private static func shortened(_ text: String) -> String {
    text.count <= 300 ? text : text.prefix(299) + "…"
  }
}
