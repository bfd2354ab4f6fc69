public import Quantities

/// A report of the data that an importer read and left out, so that no omission is silent.
public struct NetworkReport: Hashable, Sendable {
  /// The OpenStreetMap ways, or GMNS links, left out for a given reason.
  public struct Exclusion: Hashable, Sendable {
    /// The reason, such as "closed to cars (access)".
    public var meaning: String
    /// The number of ways or links.
    public var count: Int
  }

  /// The original import report of a `.network` file; nil for a fresh import.
  public var imported: String?
  /// The number of nodes in the source; for OpenStreetMap only those of the ways used.
  public var nodesRead = 0
  /// The number of directed links in the source: a two-way link counts twice.
  public var linksRead = 0
  /// The number of links from a node to itself.
  public var selfLoopsDropped = 0
  /// The number of links that take 12 days or more, which no trip can use.
  public var linksTooLong = 0
  /// The number of strongly connected components before all but the largest were dropped.
  public var components = 0
  /// The number of nodes outside the largest strongly connected component.
  public var nodesDropped = 0
  /// The coordinates of the nodes dropped, by id.
  public var coordinatesOfDropped: [Int64: Coordinates] = [:]
  /// The number of links with an end outside the largest strongly connected component.
  public var linksDropped = 0

  /// The number of ways with a `highway` or a `route` tag, if the source has ways.
  public var waysRead = 0
  /// The ways left out, by reason.
  public var waysDropped: [Exclusion] = []
  /// The number of nodes referenced by ways but missing in the file, such as those beyond the border of an extract.
  public var nodesMissing = 0
  /// The number of ways with an unreadable speed, which were assigned the default of their class.
  public var speedsUnread = 0
  /// The number of ways with an unreadable `oneway`, which were assigned the direction of their class.
  public var directionsUnread = 0
  /// The number of ways with conditional access or direction; the condition is ignored.
  public var conditionsIgnored = 0
  /// The number of ways dropped because an earlier way has the same id.
  public var waysRepeated = 0
  /// The number of nodes, ways and relations marked as deleted.
  public var objectsDeleted = 0
  /// The number of turn restrictions in the source; all are ignored.
  public var restrictionsIgnored = 0

  /// The links left out, by reason, if the source has access rules for links.
  public private(set) var linksExcluded: [Exclusion] = []
  /// The number of links with unknown `allowed_uses`, which are treated as open to cars.
  public var usesUnread = 0
  /// The number of links without a length, which were assigned the straight-line distance between their nodes.
  public var lengthsAssumed = 0
  /// The number of links without a speed, which were assigned the default speed of their facility type.
  public var speedsAssumed = 0
  /// The number of nodes renumbered because not all ids are integers; 0 if all are.
  public var nodesNumbered = 0
  /// The number of links without a direction flag, which are assumed to lead from the first node to the second.
  public var directionsAssumed = 0
  /// Warnings about oddities of the network, each with its remedy.
  public var warnings: [String] = []

  /// Creates an empty report.
  public init() {}

  /// Counts a link left out for the reason `meaning`.
  mutating func exclude(_ meaning: String) {
    if let index = linksExcluded.firstIndex(where: { $0.meaning == meaning }) {
      linksExcluded[index].count += 1
    } else {
      linksExcluded.append(Exclusion(meaning: meaning, count: 1))
    }
  }
}

extension NetworkReport: CustomStringConvertible {
  /// The prefix of a warning line.
  static let warningMark = "warning: "

  /// One line for the data read, and one for each kind of omission.
  public var description: String {
    var lines = [
      "read: \(waysRead > 0 ? "\(waysRead) ways, " : "")\(nodesRead) nodes, \(linksRead) directed links"
    ]
    func tell(_ count: Int, _ what: String) {
      if count > 0 { lines.append("\(what): \(count)") }
    }
    for exclusion in waysDropped { tell(exclusion.count, "ways left out, \(exclusion.meaning)") }
    tell(nodesMissing, "nodes missing from the file")
    tell(speedsUnread, "ways whose speed could not be read")
    tell(directionsUnread, "ways whose oneway could not be read")
    tell(conditionsIgnored, "ways with a condition on access or direction, ignored")
    tell(waysRepeated, "ways listed again, the first of each id kept")
    tell(objectsDeleted, "objects marked as deleted, left out")
    tell(restrictionsIgnored, "turn restrictions ignored")
    for exclusion in linksExcluded { tell(exclusion.count, "links left out, \(exclusion.meaning)") }
    tell(usesUnread, "links with unknown allowed_uses, taken as open to cars")
    tell(lengthsAssumed, "links without a length, taken as the straight line between their nodes")
    tell(
      speedsAssumed,
      "links without a free_speed, taken at the speed of their facility_type"
        + " (\(Int(ImportOptions.usualSpeedKmh)) km/h if it has none)")
    tell(
      nodesNumbered, "nodes numbered from 1 in the order of their table, because an id is not a whole number")
    tell(directionsAssumed, "links without a value of directed, taken as one-way")
    tell(selfLoopsDropped, "self loops dropped")
    tell(linksTooLong, "links of 12 days or more dropped")
    if components > 1 {
      lines.append(
        "outside the largest of \(components) strongly connected parts: \(nodesDropped) nodes, \(linksDropped) links"
      )
    }
    return (lines + warnings.map { Self.warningMark + $0 }).joined(separator: "\n")
  }
}
