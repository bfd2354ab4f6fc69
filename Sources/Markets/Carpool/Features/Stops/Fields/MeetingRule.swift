public import Scenario

extension Scenario {
  /// The places where passengers who walk may be met.
  public enum MeetingRule: Equatable, Sendable {
    /// At the nodes of a network, or the points of a grid.
    case nodes
    /// At the places of a file.
    case places(MeetingFile)
  }

  /// A file of meeting places.
  public struct MeetingFile: Equatable, Sendable {
    public var file = ""
    /// Whether the ends of the trip are meeting points too.
    public var door = false

    public init() {}
  }
}
