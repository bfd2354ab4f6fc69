/// The profile as text, for docs/osm-profile.md.
public enum OSMProfile {
  /// The rules for cars on OpenStreetMap ways, as a Markdown page.
  public static var markdown: String {
    """
    # How cars use OpenStreetMap

    This page is made by `detour network profile` from the tables that the importer uses.

    \(roads)
    \(access)
    \(directions)
    \(speeds)
    \(nodes)
    """
  }

  private static var roads: String {
    let classes = CarProfile.classes.map { road in
      "| `\(road.name)` | \(number(road.kmh)) | \(road.isOneWay ? "yes" : "no") |"
    }
    return """
      ## Roads

      Used are ways whose `highway` is one of these. Where a way states no speed, that of its class is taken:
      the free speed of an empty road, not a limit. `travel_time_factor` in a scenario slows all of them.

      | `highway` | km/h | one-way unless it says otherwise |
      |---|---|---|
      \(classes.joined(separator: "\n"))

      A tag `construction` beside one of these (`construction=minor`) tells of works on a road that is open: it closes
      nothing. Service roads are used unless they are for standing. Roads of unknown class (`road`) are left out.

      Left out, and counted by reason:

      \(CarProfile.Exclusion.allCases.map { "* \($0.meaning)" }.joined(separator: "\n"))

      """
  }

  private static var access: String {
    return """
      ## Access

      Of \(CarProfile.accessKeys.map { "`\($0.both.rawValue)`" }.joined(separator: ", ")) the first that is present
      decides, in each direction; its form with `:forward` or `:backward` comes before the one without. A way that
      is closed in one direction is one-way. Conditions (`access:conditional`, `oneway:conditional` and others) are
      ignored, and the report counts their ways. Closed are \(list(CarProfile.excludedAccess)); every other value is open, `destination` too.
      Of several values (`agricultural;destination`) one that is open is enough. Barriers on nodes are passed.

      """
  }

  private static var directions: String {
    return """
      ## Directions

      Of \(list(CarProfile.onewayKeys.map(\.rawValue))) the first that is present decides. A value that is not listed
      here counts as unreadable: the direction is that of a way without it, and the report counts the way.

      * forward only: `oneway` = \(list(CarProfile.onewayForward))
      * backward only: `oneway` = \(list(CarProfile.onewayBackward))
      * both: `oneway` = \(list(CarProfile.onewayNot))
      * left out: `oneway` = \(list(CarProfile.onewayReversible)), for the direction changes with the hour
      * forward only without `oneway`: `junction` = \(list(CarProfile.onewayJunctions)), and the classes above

      """
  }

  private static var speeds: String {
    let speeds =
      [("a number", "km/h")]
      + CarProfile.speedUnits.dropFirst().map { ("a number and `\($0.name)`", "× \(number($0.kmh)) km/h") }
      + (CarProfile.namedSpeeds + CarProfile.nationalSpeeds).map {
        ("`\($0.name)`", number($0.kmh) + " km/h")
      }
      + CarProfile.zoneSpeeds.map { ("`XX:\($0.name)`", number($0.kmh) + " km/h") }
      + [("`XX:30`, `XX:zone:30`, …", "the number, km/h")]
    return """
      ## Speeds

      `maxspeed:forward` and `maxspeed:backward` before `maxspeed`; of several values the first. A value below
      \(number(CarProfile.soundSpeeds.lowerBound)) or above \(number(CarProfile.soundSpeeds.upperBound)) km/h,
      or one that is not listed, counts as unreadable: the default of the class is taken, and the report
      counts the way. \(list(CarProfile.openSpeeds)) leave the speed open. `none` is read on
      \(list(CarProfile.unlimitedClasses)) alone: elsewhere it is a mistake and counts as unreadable.

      | `maxspeed` | means |
      |---|---|
      \(speeds.map { "| \($0.0) | \($0.1) |" }.joined(separator: "\n"))

      """
  }

  private static var nodes: String {
    return """
      ## Nodes and links

      Ways are cut at the nodes that they share with others or with themselves, and at their ends; the points
      between stay as the course of the link. A link is as long as the great circles between its points on a
      sphere of radius 6,371,008.8 m, rounded to millimetres, and takes whole milliseconds, at least 1. A way
      that leaves the extract is cut where its nodes end. Links that lead back to where they start are dropped
      and counted. Turn restrictions are counted and not obeyed. The largest part in which every node reaches
      every other is kept; what lies outside is counted.

      Objects that are deleted (`visible="false"`, or `action="delete"` as JOSM writes it) are left out, and a way
      that is listed twice counts once; both are counted. A `<remark>` of the server, as Overpass adds when it
      sends a part of the map, is a warning.

      """
  }

  private static func list(_ values: [String]) -> String {
    values.map { "`\($0)`" }.joined(separator: ", ")
  }

  private static func number(_ value: Double) -> String {
    value == value.rounded() ? String(Int(value)) : String(value)
  }
}
