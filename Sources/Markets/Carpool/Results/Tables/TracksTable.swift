import Metrics
import Quantities
import Simulation
public import Tables

/// The position of a car at a time.
public struct TrackRow: ResultRow {
  let source: UnsafePointer<RowSource>
  let track: TrackRecord
  /// The number within the driver's trip, counting from 1.
  let sequence: Int
  let position: Coordinates?

  init(_ track: TrackRecord, sequence: Int, _ source: UnsafePointer<RowSource>) {
    self.source = source
    self.track = track
    self.sequence = sequence
    position = source.pointee.coordinates(track.position)
  }
}

extension CarpoolTable {
  /// A row per bend driven (`--record tracks`).
  public static let tracks = Table<TrackRow>(
    "tracks",
    "A row per bend, node and stop on a car's path; between consecutive rows it drove straight at constant speed (on request).",
    key: ["driver_id", "sequence"], constant: .runID,
    columns: [
      .driver("driver_id", "The driver, by the id of the supply file.") { $0.track.driver },
      .count("sequence", "The number of the point within the driver's trip, from 1.") { $0.sequence },
      .seconds("time_s", "The time at this point.") { $0.track.time },
      .coordinate("x", "Longitude or x of the bend.") { $0.position?.x },
      .coordinate("y", "Latitude or y of the bend.") { $0.position?.y },
    ])
}
