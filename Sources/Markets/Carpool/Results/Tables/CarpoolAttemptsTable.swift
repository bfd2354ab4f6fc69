import Lifecycle
import Matching
import Metrics
import Quantities
import Simulation
public import Tables

/// An attempt: a call of the matcher, its funnel and its result.
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
  /// One row per attempt, with its funnel and its result.
  public static let attempts = attempts(also: choice)

  /// The table of attempts for runs in which passengers accept every ride.
  static let attemptsWithoutChoice = attempts(also: [])

  private static func attempts(also others: [Column<CarpoolAttemptRow>]) -> Table<CarpoolAttemptRow> {
    Table(
      "attempts", "A row per attempt: one call of the matcher for one request.",
      key: ["request_id", "cycle", "attempt"], constant: .runID, columns: call + funnel + answer + others)
  }

  /// One row per attempt, with the running time of the matcher's call on this machine.
  public static let timing = Table<CarpoolAttemptRow>(
    "timing", "A row per attempt with the time of the matcher's call; depends on the machine.",
    key: ["request_id", "cycle", "attempt"], isDeterministic: false,
    columns: call + [
      .decimal("decision_us", .microseconds, "The wall-clock time of the matcher's call.") {
        Double($0.attempt.decisionNanoseconds) / 1000
      }
    ] + funnel.filter { ["drivers_active", Stage.radius.column, "evaluated"].contains($0.schema.name) })

  private static let call: [Column<CarpoolAttemptRow>] = [
    .request("request_id", "The request, by the id of the demand file.") { $0.attempt.request },
    .cycle { $0.attempt.cycle },
    .attempt { $0.attempt.attempt },
  ]

  private static let funnel: [Column<CarpoolAttemptRow>] =
    [
      .seconds("time_s", "The time of the attempt.") { $0.attempt.time },
      .count("drivers_active", "The number of drivers announced or under way, available or not.") {
        $0.attempt.driversActive
      },
    ]
    + Stage.allCases.map { stage in
      .count(stage.column, stage.count) { $0.attempt.left(after: stage).ifComputed }
    } + [
      .count(
        "bounded_out",
        "The number of drivers pruned by a bound without evaluation; empty if the policy has none."
      ) { $0.attempt.boundedOut.ifComputed },
      .count("evaluated", "The number of drivers whose pairs of stops were evaluated.") {
        $0.attempt.evaluated.ifComputed
      },
    ]

  private static let answer: [Column<CarpoolAttemptRow>] = [
    .word("outcome", "The outcome of the attempt; see the list of attempt outcomes.") { $0.attempt.outcome },
    .word("cause", "The cause of failure; empty if accepted or hit.") { $0.attempt.cause },
    .driver(
      "driver_id",
      "The driver to whom the request was offered; for a probe, or if the passenger refused, the driver to whom it would have been offered."
    ) {
      $0.attempt.driver.ifAny
    },
    .coordinate(
      "reported_x",
      "The longitude or x of that driver's reported position; for `insertion`, of the true position."
    ) { $0.reported?.x },
    .coordinate(
      "reported_y",
      "The latitude or y of that driver's reported position; for `insertion`, of the true position."
    ) { $0.reported?.y },
    .seconds("time_to_pickup_s", "The time from the decision to that driver's pickup of the passenger.") {
      $0.hasDriver ? $0.attempt.timeToPickup : nil
    },
    .seconds(
      "detour_s",
      "The added delay of that driver's arrival, stops included, as computed for the offer."
    ) { $0.hasDriver ? $0.attempt.detour : nil },
    .metres("detour_m", "The added distance for that driver, as computed for the offer.") {
      $0.hasDriver ? $0.attempt.detourMetres : nil
    },
    .word(
      "binding_limit", "The limit violated by the closest driver, if limits were the cause."
    ) { $0.attempt.bindingLimit },
    .cost("cost", "The weighted cost of the offered pair of stops; the lowest is best.") {
      $0.hasDriver ? $0.attempt.cost : nil
    },
    .seconds("answered_s", "The time of the driver's answer; empty if there was none.") {
      $0.hasDriver ? $0.attempt.answered.ifEver : nil
    },
  ]
}
