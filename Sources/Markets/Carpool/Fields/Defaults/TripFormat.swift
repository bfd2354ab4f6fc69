/// A format of recorded trips: what a file calls its columns.
public enum TripFormat: String, CaseIterable, Sendable {
  /// The records of taxis as New York published them from 2009 to 2016, yellow and green.
  case taxi
  /// The records of taxis that Chicago publishes.
  case chicago
  /// The trips of Chicago's bicycles, from 2020 on, with coordinates.
  case divvy
  /// The announcements of a day, drivers' and riders', as Najmi, Rey and Rashidi publish those of Melbourne
  /// (2017, doi:10.1016/j.tre.2017.10.009).
  case announcements
  /// The journeys of the French register of proofs of carpooling, one passenger in one car each.
  case carpools

  /// The names of a format's columns.
  public struct Columns: Sendable {
    /// The trip's id; where the file has no such column, trips are numbered from 1.
    public let id: Name
    public let times: Times
    /// Degrees of the pickup, then of the drop-off.
    public let longitudes, latitudes: [Name]
    /// Persons who rode; the column may be missing.
    public let passengers: Name
    /// Whether times may be written `05/18/2026 07:15:00 AM`, the month before the day.
    public var putsMonthsFirst = false
    /// Whether places are left empty, where one would give persons away; such trips take no part.
    public var hasGaps = false
  }

  /// A column's name, then those that other years gave it; capitals do not count.
  public struct Name: ExpressibleByArrayLiteral, Sendable {
    public let all: [String]

    public init(arrayLiteral names: String...) { all = names }
  }

  /// The columns of the times of a trip.
  public enum Times: Sendable {
    /// Date and time of the pickup, as `2008-05-22 07:30:00`; who drives is drawn.
    case pickup(Name)
    /// Minutes since midnight: the announcement, the earliest departure, the latest arrival; ids below `firstRider` are drivers.
    case window(announcement: Name, earliest: Name, latest: Name, firstRider: Int64)
  }

  /// The names of the columns; nil for a register, whose rows are no trips of their own.
  public var columns: Columns? {
    switch self {
    case .carpools: nil
    case .taxi:
      Columns(
        id: ["id"],
        times: .pickup([
          "pickup_datetime", "tpep_pickup_datetime", "lpep_pickup_datetime", "Trip_Pickup_DateTime",
        ]),
        longitudes: [["pickup_longitude", "Start_Lon"], ["dropoff_longitude", "End_Lon"]],
        latitudes: [["pickup_latitude", "Start_Lat"], ["dropoff_latitude", "End_Lat"]],
        passengers: ["passenger_count"])
    case .chicago:
      Columns(
        id: ["trip_id", "Trip ID"], times: .pickup(["trip_start_timestamp", "Trip Start Timestamp"]),
        longitudes: [
          ["pickup_centroid_longitude", "Pickup Centroid Longitude"],
          ["dropoff_centroid_longitude", "Dropoff Centroid Longitude"],
        ],
        latitudes: [
          ["pickup_centroid_latitude", "Pickup Centroid Latitude"],
          ["dropoff_centroid_latitude", "Dropoff Centroid Latitude"],
        ], passengers: ["passenger_count"], putsMonthsFirst: true, hasGaps: true)
    case .divvy:
      Columns(
        id: ["ride_id"], times: .pickup(["started_at"]), longitudes: [["start_lng"], ["end_lng"]],
        latitudes: [["start_lat"], ["end_lat"]], passengers: ["passenger_count"], putsMonthsFirst: true,
        hasGaps: true)
    case .announcements:
      Columns(
        id: ["Announcement"],
        times: .window(
          announcement: ["Announcementtime"], earliest: ["Earliesttime"], latest: ["Latesttime"],
          firstRider: 100_000),
        longitudes: [["Origin_Longitude"], ["Destination_Longitude"]],
        latitudes: [["Origin_Latitude"], ["Destination_Latitude"]], passengers: ["Passengers"])
    }
  }
}
