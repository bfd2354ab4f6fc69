import Matching
import Metrics
import Quantities
import Simulation
import Spaces
public import Tables

/// Where the driver and the passenger of an offer would meet.
public struct WalkRow: ResultRow {
  let source: UnsafePointer<RowSource>
  let attempt: AttemptRecord
  let meeting: Meeting
  let pickup, dropoff: Coordinates?

  init(_ attempt: AttemptRecord, _ meeting: Meeting, _ source: UnsafePointer<RowSource>) {
    self.source = source
    self.attempt = attempt
    self.meeting = meeting
    pickup = source.pointee.coordinates(meeting.pickup.place.position)
    dropoff = source.pointee.coordinates(meeting.dropoff.place.position)
  }
}

extension CarpoolTable {
  /// A row per attempt that found a driver on the road: where the two would meet.
  public static let walks = Table<WalkRow>(
    "walks",
    "A row per attempt with a driver on the road, with the meeting points; only in scenarios with"
      + " `matching.walk_m` above 0.",
    key: ["request_id", "cycle", "attempt"], constant: .runID,
    columns: [
      .request("request_id", "The request, by the id of the demand file.") { $0.attempt.request },
      .cycle { $0.attempt.cycle },
      .attempt { $0.attempt.attempt },
      .coordinate("pickup_x", "The longitude or x of the pickup point.") { $0.pickup?.x },
      .coordinate("pickup_y", "Latitude or y of it.") { $0.pickup?.y },
      .coordinate("dropoff_x", "The longitude or x of the drop-off point.") {
        $0.dropoff?.x
      },
      .coordinate("dropoff_y", "Latitude or y of it.") { $0.dropoff?.y },
      .metres("walk_to_pickup_m", "The straight-line walk from the origin to the pickup point.") {
        $0.meeting.pickup.metres
      },
      .seconds(
        "walk_to_pickup_s", "The duration of this walk; the passenger sets out at the decision.",
        formula: "walk_to_pickup_m ÷ walk_speed_ms"
      ) { $0.meeting.pickup.walk },
      .metres("walk_from_dropoff_m", "The straight-line walk from the drop-off point to the destination.") {
        $0.meeting.dropoff.metres
      },
      .seconds(
        "walk_from_dropoff_s", "The duration of this walk.", formula: "walk_from_dropoff_m ÷ walk_speed_ms"
      ) { $0.meeting.dropoff.walk },
    ])
}
