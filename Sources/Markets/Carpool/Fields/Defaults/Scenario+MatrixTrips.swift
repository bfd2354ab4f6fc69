public import Quantities
public import Scenario

extension Scenario {
  /// Trips between zones, given by a matrix.
  public struct MatrixTrips: Equatable, Sendable {
    /// The file with the zones.
    public var zones = ""
    /// The property or the column of that file that holds the zone's name.
    public var zoneName = "zone"
    /// The file with the matrix.
    public var trips = ""
    /// The matrices of an OMX file to add up; nil: the only one.
    public var layers: [Layer]?
    /// The list of zone names in an OMX file; nil: the only list or, without a list, the numbers from 1.
    public var lookup: String?
    /// The possible origins and destinations within a zone.
    public var ends = Ends.area
    /// For point zones: the radius within which trips begin and end; nil: at the point itself.
    public var spread: Metres?
    /// The file with node weights; nil: equal weights.
    public var nodeWeights: String?

    /// The possible origins and destinations within a zone.
    public enum Ends: String, CaseIterable, Sendable {
      /// Anywhere in the zone's area.
      case area
      /// At the network nodes inside the zone.
      case nodes
    }

    /// One of several matrices in a file, with the hours of the day in which its trips begin.
    public struct Layer: Equatable, Sendable {
      public var name = ""
      /// The first hour of the period in which trips begin, and the hour after its last.
      public var from = 0
      public var to = 24

      /// Creates the matrix `name` for the whole day.
      public init(name: String = "") { self.name = name }

      /// Whether the matrix covers the whole day.
      package var isAllDay: Bool { from == 0 && to == 24 }
    }

    /// Whether the matrix is in an OMX file, judging by the file name.
    package var isOMX: Bool { trips.hasSuffix(".omx") }

    /// Creates the defaults; the files have no defaults.
    public init() {}
  }
}

extension Scenario {
  /// How recorded travellers vary between replications.
  public struct Resampling: Equatable, Sendable {
    /// The method by which rows vary between replications.
    public enum Method: String, CaseIterable, Sendable {
      /// About `factor` times as many rows, drawn with replacement and moved slightly in place and time.
      case smooth
      /// `factor` times as many rows, drawn with replacement.
      case bootstrap
      /// Each row is retained with a given probability.
      case thin
      /// The times of each row are shifted at random.
      case jitter

      /// The method used if resampling is requested without naming a method.
      package static var advised: Self { .smooth }

      /// Whether rows are drawn with replacement, so that a row may occur several times.
      package var drawsAnew: Bool { self == .smooth || self == .bootstrap }
    }

    /// The method; nil: rows are used unchanged, and replications differ only in the other draws.
    public var method: Method?
    public var thinShare = 0.8
    /// The mean number of travellers drawn per row.
    public var factor = 1.0
    /// The maximum shift of a row's times by `jitter`, in either direction.
    public var jitter = Milliseconds(300_000)

    /// Creates the defaults: no resampling.
    public init() {}
  }
}
