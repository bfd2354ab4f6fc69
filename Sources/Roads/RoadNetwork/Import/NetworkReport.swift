public import Quantities

/// A report of what an importer read and what it left out, so that nothing is lost without a word.
public struct NetworkReport: Hashable, Sendable {
  /// Ways of OpenStreetMap that are left out for one reason.
  public struct Exclusion: Hashable, Sendable {
    /// The reason, as "closed to cars (access)".
    public var meaning: String
    /// The number of ways.
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
  /// Turn restrictions in the source, none of which is obeyed.
  public var restrictionsIgnored = 0

  /// Links that state no speed, so that `ImportOptions.usualSpeedKmh` was taken.
  public var speedsAssumed = 0
  /// Links that do not say whether they are directed, so that they lead from their first node to their second.
  public var directionsAssumed = 0
  /// The oddities of the network, each with its cure, in sentences.
  public var warnings: [String] = []

  /// Creates a report of nothing read.
  public init() {}
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
    tell(restrictionsIgnored, "turn restrictions ignored")
    tell(speedsAssumed, "links without a free_speed, taken at \(Int(ImportOptions.usualSpeedKmh)) km/h")
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
