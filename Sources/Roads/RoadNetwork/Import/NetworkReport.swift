public import Quantities

/// A report of what an importer read and what it left out, so that nothing is lost without a word.
public struct NetworkReport: Hashable, Sendable {
  /// Ways of OpenStreetMap, or links of GMNS, that are left out for one reason.
  public struct Exclusion: Hashable, Sendable {
    /// The reason, as "closed to cars (access)".
    public var meaning: String
    /// The number of ways or links.
    public var count: Int
  }

  /// The import's own report, of a network that was imported before; nil of one that is imported now.
  public var imported: String?
  /// The number of nodes in the source; of OpenStreetMap those of the ways used.
  public var nodesRead = 0
  /// The number of directed links in the source: a two-way link counts twice.
  public var linksRead = 0
  /// Links that lead back to the node they leave.
  public var selfLoopsDropped = 0
  /// Links that take 12 days or more, which no trip can use.
  public var linksTooLong = 0
  /// The number of strongly connected parts before all but the largest were dropped.
  public var components = 0
  /// Nodes outside the largest strongly connected part.
  public var nodesDropped = 0
  /// The ids of these nodes, and where they lie.
  public var coordinatesOfDropped: [Int64: Coordinates] = [:]
  /// Links with an end outside the largest strongly connected part.
  public var linksDropped = 0

  /// Ways with a `highway` or a `route`, where the source has ways.
  public var waysRead = 0
  /// Ways that are not part of the network, by reason.
  public var waysDropped: [Exclusion] = []
  /// Nodes that ways name and the file lacks, as it does behind the border of an extract.
  public var nodesMissing = 0
  /// Ways whose speed could not be read, so that the default of their class was taken.
  public var speedsUnread = 0
  /// Ways whose `oneway` could not be read, so that the direction of their class was taken.
  public var directionsUnread = 0
  /// Ways whose access or direction depends on a condition, which is not obeyed.
  public var conditionsIgnored = 0
  /// Ways that are listed again with the id of an earlier one, which counts alone.
  public var waysRepeated = 0
  /// Nodes, ways and relations that are marked as deleted.
  public var objectsDeleted = 0
  /// Turn restrictions in the source, none of which is obeyed.
  public var restrictionsIgnored = 0

  /// Links that are not part of the network, by reason, where the source says who may use a link.
  public private(set) var linksExcluded: [Exclusion] = []
  /// The number of links whose `allowed_uses` are unknown, which are open to cars.
  public var usesUnread = 0
  /// The number of links without a length, which got the straight-line distance between their nodes.
  public var lengthsAssumed = 0
  /// The number of links without a speed, which got the default speed of their facility type.
  public var speedsAssumed = 0
  /// The number of nodes, where they are numbered because an id is no whole number; else 0.
  public var nodesNumbered = 0
  /// The number of links without a direction flag, which lead from their first node to their second.
  public var directionsAssumed = 0
  /// The oddities of the network, each with its cure, in sentences.
  public var warnings: [String] = []

  /// Creates a report of nothing read.
  public init() {}

  /// Counts a link that is left out for the reason `meaning`.
  mutating func exclude(_ meaning: String) {
    if let index = linksExcluded.firstIndex(where: { $0.meaning == meaning }) {
      linksExcluded[index].count += 1
    } else {
      linksExcluded.append(Exclusion(meaning: meaning, count: 1))
    }
  }
}

extension NetworkReport: CustomStringConvertible {
  /// The beginning of a line with a warning.
  static let warningMark = "warning: "

  /// A line for what was read, and one for each thing that was left out.
  public var description: String {
    var lines = [
      "read: \(waysRead > 0 ? "\(waysRead) ways, " : "")\(nodesRead) nodes, \(linksRead) directed links"
    ]
    func tell(_ count: Int, _ what: String) {
      if count > 0 { lines.append("\(what): \(count)") }
    }
    for exclusion in waysDropped { tell(exclusion.count, "ways left out, \(exclusion.meaning)") }
    tell(nodesMissing, "nodes that the file lacks")
    tell(speedsUnread, "ways whose speed could not be read")
    tell(directionsUnread, "ways whose oneway could not be read")
    tell(conditionsIgnored, "ways with a condition on access or direction, ignored")
    tell(waysRepeated, "ways listed again, the first of each id kept")
    tell(objectsDeleted, "objects marked as deleted, left out")
    tell(restrictionsIgnored, "turn restrictions ignored")
    for exclusion in linksExcluded { tell(exclusion.count, "links left out, \(exclusion.meaning)") }
    tell(usesUnread, "links whose allowed_uses are not known, taken as open to cars")
    tell(lengthsAssumed, "links without a length, taken as the straight line between their nodes")
    tell(
      speedsAssumed,
      "links without a free_speed, taken at the speed of their facility_type"
        + " (\(Int(ImportOptions.usualSpeedKmh)) km/h if it has none)")
    tell(nodesNumbered, "nodes numbered from 1 in the order of their table, since an id is no whole number")
    tell(directionsAssumed, "links that do not say whether they are directed, taken as one-way")
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
