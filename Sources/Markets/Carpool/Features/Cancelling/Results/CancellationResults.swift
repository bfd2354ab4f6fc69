import JSON5
import Lifecycle
public import Metrics
import Models
import Quantities
import Simulation
import Spaces
import Statistics
public import Tables
import Travellers

extension Metric {
  public static let matchesCancelled = Metric(
    "matches_cancelled", .ratio, over: .counted, better: .lowerIsBetter,
    "Matches with a car on the road cancelled by the passenger before the pickup ÷ all such matches, of the requests that"
      + " `requests` counts.")

  public static let cancellationLead = Metric(
    "cancellation_lead_s", .seconds, over: .settled, isDistribution: true,
    "planned_pickup_s − cancelled_s of the settled requests that cancelled: the notice before the pickup.")

  public static let vainDetour = Metric(
    "vain_detour_km", .kilometres, over: .arrived, better: .lowerIsBetter,
    "Kilometres beyond their own trip driven by arrived drivers who dropped nobody off, over the whole run.")
}

/// The totals from which the figures of cancellations are computed.
struct CancellationTotals {
  /// The number of matches on the road for counted requests, and how many of them the passenger cancelled.
  var matches = 0
  var cancelled = 0
  /// The times from cancellation to planned pickup, in seconds.
  var leads: [Double] = []
  var vainMetres = 0.0

  init(of run: CarpoolRun, _ cancellations: [CancellationRecord]) {
    func isCounted(_ row: Int) -> Bool {
      let role = run.role(ofRequest: row)
      return (role == .settled || role == .inProgress) && run.counts(run.requests[row].submit)
    }
    matches = run.records.attempts.count {
      $0.outcome == .accepted && !$0.isPlanned && isCounted(Int($0.request))
    }
    for cancellation in cancellations where isCounted(Int(cancellation.request)) {
      cancelled += 1
      leads.append((cancellation.plannedPickup - cancellation.time).seconds)
    }
    for (driver, record) in zip(run.drivers, run.records.drivers)
    where record.outcome == .arrived && record.served == 0 {
      vainMetres += record.drivenMetres - driver.solo.metres
    }
  }
}

extension CarpoolFigure {
  static let ofCancelling = [
    Self(
      .matchesCancelled,
      .number { $0.cancellations.flatMap { RunTotals.share($0.cancelled, of: $0.matches) } }),
    Self(.cancellationLead, .sample { $0.cancellations?.leads ?? [] }),
    Self(.vainDetour, .number { $0.cancellations.map { $0.vainMetres / 1000 } }),
  ]
}

/// A passenger who cancelled an approaching car.
public struct CancellationRow: ResultRow {
  let source: UnsafePointer<RowSource>
  let record: CancellationRecord
}

extension CarpoolTable {
  /// One row per passenger who cancelled.
  public static let cancellations = Table<CancellationRow>(
    "cancellations",
    "A row per passenger who cancelled after a driver's acceptance; only in scenarios with"
      + " `demand.cancel_probability`.",
    key: ["request_id"], constant: .runID,
    columns: [
      .request("request_id", "The request, by the id of the demand file.") { $0.record.request },
      .driver("driver_id", "The driver who was coming; for a transfer, the first driver.") {
        $0.record.driver
      },
      .seconds("agreed_s", "The time of the driver's acceptance.") { $0.record.agreed },
      .seconds("cancelled_s", "The time of the cancellation.") { $0.record.time },
      .seconds("planned_pickup_s", "The agreed pickup time.") {
        $0.record.plannedPickup
      },
    ])
}

extension Explanation {
  /// The facts on the passenger's cancellation; empty if they did not cancel.
  var cancellation: [AccountFact] {
    guard let record = records.cancellations?.first(where: { $0.request == request }) else { return [] }
    return [
      AccountFact(
        "cancellation",
        .object([
          .init("time_s", .number(record.time.seconds)), .init("driver", .text(id(record.driver))),
          .init("agreed_s", .number(record.agreed.seconds)),
          .init("planned_pickup_s", .number(record.plannedPickup.seconds)),
        ]),
        [
          "cancelled at \(clock(record.time)), \(Words.minutes(record.time - record.agreed)) after driver"
            + " \(name(ofDriver: record.driver)) had agreed and \(Words.minutes(record.plannedPickup - record.time)) before"
            + " the pickup"
        ])
    ]
  }
}

extension Feature<CarpoolRun> {
  /// The cancellation feature: passengers may cancel an approaching car.
  static var cancelling: Self {
    Feature(
      ["demand", "cancel_probability"], isPart: { $0.records.cancellations != nil },
      tables: [
        RunTable("cancellations", CarpoolTable.cancellations) { run, source in
          let cancellations = run.records.cancellations ?? []
          return run.order(of: cancellations, by: \.request).lazy.map {
            CancellationRow(source: source, record: cancellations[$0])
          }
        }
      ], extras: CarpoolRun.extras(CarpoolFigure.ofCancelling, causes: [.cancelledAfterMatch]),
      summary: { _, figures in [Placed(.init("cancelled", figures.cancelled), after: "attempts")] })
  }
}

extension Figures {
  fileprivate var cancelled: String? {
    guard let share = self[.matchesCancelled], let vain = self[.vainDetour] else { return nil }
    let lead =
      self[.cancellationLead, .median].map { ["median \(Words.span($0)) before the pickup"] } ?? []
    return SummaryText.joined(
      ["\(Words.tenths(ofPercent: share)) of the matches, by the passenger"] + lead
        + ["\(Words.grouped(vain, decimals: 1)) km driven in vain"])
  }
}
