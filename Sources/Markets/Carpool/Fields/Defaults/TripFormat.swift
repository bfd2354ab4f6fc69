/// A format of recorded trips: what a file calls its columns.
public enum TripFormat: String, CaseIterable, Sendable {
  /// The records of taxis that New York and others publish.
  case taxi

  /// The names of a format's columns.
  public struct Columns: Sendable {
    /// The trip's id; where the file has no such column, trips are numbered from 1.
    public let id: String
    /// Date and time of the pickup, as `2008-05-22 07:30:00`.
    public let pickup: String
    /// Degrees of the pickup, then of the drop-off.
    public let longitudes, latitudes: [String]
    /// Persons who rode; the column may be missing.
    public let passengers: String
  }

  public var columns: Columns {
    switch self {
    case .taxi:
      Columns(
        id: "id", pickup: "pickup_datetime", longitudes: ["pickup_longitude", "dropoff_longitude"],
        latitudes: ["pickup_latitude", "dropoff_latitude"], passengers: "passenger_count")
    }
  }
}
