public import Scenario

extension Scenario {
  /// The places where passengers who walk can be picked up and dropped off.
  public enum MeetingRule: Equatable, Sendable {
    /// The nodes of a network, or the points of a grid.
    case nodes
    /// The places listed in a file.
    case places(MeetingFile)
  }

  /// A file of meeting places.
  public struct MeetingFile: Equatable, Sendable {
    public var file = ""
    /// Whether the passengers' origins and destinations are meeting points too.
    public var door = false

    public init() {}
  }
}
