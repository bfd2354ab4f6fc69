import Lifecycle
import Matching
import Metrics
import Quantities
import Simulation
public import Tables

/// One attempt: a call of the matcher, its funnel and its result.
public struct CarpoolAttemptRow: ResultRow {
  let source: UnsafePointer<RowSource>
  private let record: UnsafePointer<AttemptRecord>
  let reported: Coordinates?

  init(_ record: UnsafePointer<AttemptRecord>, _ source: UnsafePointer<RowSource>) {
    self.source = source
    self.record = record
    reported = record.pointee.driver != .none ? source.pointee.coordinates(record.pointee.reported) : nil
  }

  var attempt: AttemptRecord { @inline(__always) _read { yield record.pointee } }
  var hasDriver: Bool { attempt.driver != .none }
}

extension CarpoolTable {
  /// A row per attempt: one call of the matcher, its funnel and its result.
  public static let attempts = attempts(also: choice)

  /// The same for runs in which passengers take every ride.
  static let attemptsWithoutChoice = attempts(also: [])

  private static func attempts(also others: [Column<CarpoolAttemptRow>]) -> Table<CarpoolAttemptRow> {
    Table(
      "attempts", "A row per attempt: one call of the matcher for one request.",
      key: ["request_id", "cycle", "attempt"], constant: .runID, columns: call + funnel + answer + others)
  }

  /// A row per attempt: the computing time of the matcher's call on this machine.
  public static let timing = Table<CarpoolAttemptRow>(
    "timing", "A row per attempt: what the matcher's call took; depends on the machine.",
    key: ["request_id", "cycle", "attempt"], isDeterministic: false,
    columns: call + [
      .decimal("decision_us", .microseconds, "Wall-clock time of the matcher's call.") {
        Double($0.attempt.decisionNanoseconds) / 1000
      }
    ] + funnel.filter { ["drivers_active", Stage.radius.column, "evaluated"].contains($0.schema.name) })

  private static let call: [Column<CarpoolAttemptRow>] = [
    .request("request_id", "The request, as the demand file calls it.") { $0.attempt.request },
    .cycle { $0.attempt.cycle },
    .attempt { $0.attempt.attempt },
  ]

  private static let funnel: [Column<CarpoolAttemptRow>] =
    [
      .seconds("time_s", "When the matcher was called.") { $0.attempt.time },
      .count("drivers_active", "Drivers announced or under way, available or not.") {
        $0.attempt.funnel.driversActive
      },
    ]
    + Stage.allCases.map { stage in
      .count(stage.column, stage.count) { $0.attempt.funnel[stage].ifComputed }
    } + [
      .count(
        "bounded_out",
        "Drivers that a bound dismissed without an evaluation; empty where the policy has none."
      ) { $0.attempt.funnel.boundedOut.ifComputed },
      .count("evaluated", "Drivers whose pairs of stops were evaluated.") {
        $0.attempt.funnel.evaluated.ifComputed
      },
    ]

  private static let answer: [Column<CarpoolAttemptRow>] = [
    .word("outcome", "How the attempt ended; see the list of attempt outcomes.") { $0.attempt.outcome },
    .word("cause", "Why the attempt failed; empty where it was accepted or hit.") { $0.attempt.cause },
    .driver(
      "driver_id",
      "The driver that the request was offered to (for a probe, and where the passenger refused: would have been)."
    ) {
      $0.attempt.driver.ifAny
    },
    .coordinate(
      "reported_x", "Longitude or x of that driver's reported position; of the true one for `insertion`."
    ) { $0.reported?.x },
    .coordinate(
      "reported_y", "Latitude or y of that driver's reported position; of the true one for `insertion`."
    ) { $0.reported?.y },
    .seconds("time_to_pickup_s", "From the decision until that driver would reach the passenger.") {
      $0.hasDriver ? $0.attempt.timeToPickup : nil
    },
    .seconds(
      "detour_s",
      "How much later the request would make that driver arrive, stops included, as computed for the offer."
    ) { $0.hasDriver ? $0.attempt.detour : nil },
    .metres("detour_m", "Metres that the request would add for that driver, likewise.") {
      $0.hasDriver ? $0.attempt.detourMetres : nil
    },
    .word(
      "binding_limit", "The limit that failed for the driver that came nearest, where limits were the cause."
    ) { $0.attempt.bindingLimit },
    .cost("cost", "Weighted cost of the pair of stops that was offered; lower wins.") {
      $0.hasDriver ? $0.attempt.cost : nil
    },
    .seconds("answered_s", "When the driver's answer came; empty where none came.") {
      $0.hasDriver ? $0.attempt.answered.ifEver : nil
    },
  ]
}
