/// A format of recorded trips: what a file calls its columns.
public enum TripFormat: String, CaseIterable, Sendable {
  /// The records of taxis that New York and others publish.
  case taxi
  /// The announcements of a day, drivers' and riders', as Najmi, Rey and Rashidi publish those of Melbourne
  /// (2017, doi:10.1016/j.tre.2017.10.009).
  case announcements

  /// The names of a format's columns.
  public struct Columns: Sendable {
    /// The trip's id; where the file has no such column, trips are numbered from 1.
    public let id: String
    public let times: Times
    /// Degrees of the pickup, then of the drop-off.
    public let longitudes, latitudes: [String]
    /// Persons who rode; the column may be missing.
    public let passengers: String
  }

  /// The columns of the times of a trip.
  public enum Times: Sendable {
    /// Date and time of the pickup, as `2008-05-22 07:30:00`; who drives is drawn.
    case pickup(String)
    /// Minutes since midnight: the announcement, the earliest departure, the latest arrival; ids below `firstRider` are drivers.
    case window(announcement: String, earliest: String, latest: String, firstRider: Int64)
  }

  public var columns: Columns {
    switch self {
    case .taxi:
      Columns(
        id: "id", times: .pickup("pickup_datetime"), longitudes: ["pickup_longitude", "dropoff_longitude"],
        latitudes: ["pickup_latitude", "dropoff_latitude"], passengers: "passenger_count")
    case .announcements:
      Columns(
        id: "Announcement",
        times: .window(
          announcement: "Announcementtime", earliest: "Earliesttime", latest: "Latesttime",
          firstRider: 100_000),
        longitudes: ["Origin_Longitude", "Destination_Longitude"],
        latitudes: ["Origin_Latitude", "Destination_Latitude"], passengers: "Passengers")
    }
  }
}
