import Lifecycle
import Matching
import Metrics
import Quantities
import Simulation
public import Tables

/// The result for one available driver in one attempt.
public struct CandidateRow: ResultRow {
  let source: UnsafePointer<RowSource>
  let candidate: CandidateRecord
  let reported: Coordinates?

  init(_ candidate: CandidateRecord, _ source: UnsafePointer<RowSource>) {
    self.source = source
    self.candidate = candidate
    reported = source.pointee.coordinates(candidate.diagnosis.reported)
  }

  var diagnosis: Diagnosis { candidate.diagnosis }
}

extension CarpoolTable {
  /// One row per attempt and driver (`--record candidates`).
  public static let candidates = Table<CandidateRow>(
    "candidates",
    "A row per attempt and available driver within r of the pickup, or anywhere if r does not apply (on request).",
    key: ["request_id", "cycle", "attempt", "driver_id"], constant: .runID, columns: call + diagnosis)

  private static let call: [Column<CandidateRow>] = [
    .request("request_id", "The request, by the id of the demand file.") { $0.candidate.request },
    .cycle { $0.candidate.cycle },
    .attempt { $0.candidate.attempt },
  ]

  private static let diagnosis: [Column<CandidateRow>] = [
    .driver("driver_id", "The driver considered.") { $0.diagnosis.driver },
    .coordinate(
      "reported_x",
      "The longitude or x of the driver's reported position; for `insertion`, of the true position."
    ) { $0.reported?.x },
    .coordinate(
      "reported_y",
      "The latitude or y of the driver's reported position; for `insertion`, of the true position."
    ) { $0.reported?.y },
    .metres("pickup_distance_m", "The straight-line distance from the reported position to the pickup.") {
      $0.diagnosis.metresToPickup
    },
    .metres(
      "route_distance_m",
      "The straight-line distance from the destination to the nearest later route point; empty if none."
    ) { $0.diagnosis.metresToRoute.isFinite ? $0.diagnosis.metresToRoute : nil },
    .word(
      "failed_stage", "The stage of the funnel at which the driver was rejected; empty for a candidate.",
      called: { $0.name }, take: { $0.diagnosis.failed }),
    .word(
      "binding_limit",
      "The limit violated by the closest pair of stops; empty if some pair respects all limits."
    ) { $0.diagnosis.result.bindingLimit },
    .seconds(
      "time_to_pickup_s", "The time from the decision to the pickup, for the best pair of stops."
    ) {
      $0.diagnosis.result.best?.timeToPickup
    },
    .seconds("detour_s", "The delay of the driver's arrival, stops included, for the best pair of stops.") {
      $0.diagnosis.result.best?.detour
    },
    .ratio(
      "preference_agreement", "The share of stated wishes that are met, on both sides; 1 if none are stated."
    ) { $0.diagnosis.agreement },
    .cost("cost", "The weighted cost of the best pair of stops; empty if no pair respects all limits.") {
      row in
      row.diagnosis.result.best.map { _ in row.diagnosis.cost }
    },
  ]
}
