/// A format of recorded trips, with its column names.
public enum TripFormat: String, CaseIterable, Sendable {
  /// New York's records of yellow and green taxis, as published from 2009 to 2016.
  case taxi
  /// Chicago's taxi records.
  case chicago
  /// Chicago's bicycle trips from 2020 on, with coordinates.
  case divvy
  /// A day's announcements by drivers and riders, as published for Melbourne by Najmi, Rey and Rashidi (2017,
  /// doi:10.1016/j.tre.2017.10.009).
  case announcements
  /// The journeys in the French register of carpooling proofs, each by one passenger in one car.
  case carpools

  /// The column names of a format.
  public struct Columns: Sendable {
    /// The column with the trip's id; without it, trips are numbered from 1.
    public let id: Name
    public let times: Times
    /// The longitude and latitude columns, in degrees, for the pickup, then for the drop-off.
    public let longitudes, latitudes: [Name]
    /// The column with the number of passengers, which may be missing.
    public let passengers: Name
    /// Whether times may have the month first, as in `05/18/2026 07:15:00 AM`.
    public var putsMonthsFirst = false
    /// Whether places may be left empty for privacy; such trips are excluded.
    public var hasGaps = false
  }

  /// A column's name, followed by its names in other years; case is ignored.
  public struct Name: ExpressibleByArrayLiteral, Sendable {
    public let all: [String]

    public init(arrayLiteral names: String...) { all = names }
  }

  /// The columns that hold the times of a trip.
  public enum Times: Sendable {
    /// The date and time of the pickup, as in `2008-05-22 07:30:00`; each trip's role, driver or request, is drawn at
    /// random.
    case pickup(Name)
    /// The announcement, the earliest departure and the latest arrival, in minutes since midnight; ids below
    /// `firstRider` are drivers.
    case window(announcement: Name, earliest: Name, latest: Name, firstRider: Int64)
  }

  /// The names of the columns; nil for the register, whose rows are not separate trips.
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
