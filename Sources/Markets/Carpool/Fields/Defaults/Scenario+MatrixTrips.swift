public import Quantities
public import Scenario

extension Scenario {
  /// Ends in zones, between which a matrix has numbers of trips.
  public struct MatrixTrips: Equatable, Sendable {
    /// The file of the zones.
    public var zones = ""
    /// The property, or the column, by which that file names a zone.
    public var zoneName = "zone"
    /// The file of the matrix.
    public var trips = ""
    /// The matrices of an OMX file that are added up; nil for the only one.
    public var layers: [Layer]?
    /// The list in an OMX file by which its zones are known; nil for the only one, or their numbers where there is none.
    public var lookup: String?
    /// The places in a zone where trips begin and end.
    public var ends = Ends.area
    /// The distance from a zone that is a point within which its trips begin and end; nil for the point itself.
    public var spread: Metres?
    /// The file of the weights of nodes; nil for all alike.
    public var nodeWeights: String?

    /// The places in a zone where trips begin and end.
    public enum Ends: String, CaseIterable, Sendable {
      /// Anywhere in its area.
      case area
      /// At the nodes of the network that lie in it.
      case nodes
    }

    /// A matrix of a file that has several, and the hours of the day whose trips it has.
    public struct Layer: Equatable, Sendable {
      public var name = ""
      /// The hour with which they begin, and that before which they end.
      public var from = 0
      public var to = 24

      /// Creates the matrix `name` of all times.
      public init(name: String = "") { self.name = name }

      /// True if it does not say of which hours it is.
      package var isAllDay: Bool { from == 0 && to == 24 }
    }

    /// True if the matrix stands in an OMX file, as its name says.
    package var isOMX: Bool { trips.hasSuffix(".omx") }

    /// Creates the defaults; the files have none.
    public init() {}
  }
}
