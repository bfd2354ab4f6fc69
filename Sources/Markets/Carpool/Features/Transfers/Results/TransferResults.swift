import CarpoolScenario
import JSON5
import Matching
public import Metrics
import Models
import Quantities
import Scenario
import Simulation
import Spaces
import Statistics
import Synthesis
public import Tables
import Travellers

extension Metric {
  public static let transferRate = Metric(
    "transfer_rate", .ratio, over: .settled,
    "Settled requests dropped off at the destination by a different driver from the one who picked them up ÷ settled requests."
  )

  public static let transferWait = Metric(
    "transfer_wait_s", .seconds, over: .transferring, better: .lowerIsBetter, isDistribution: true,
    "The time from the drop-off by the first driver to the pickup by the second, of the settled requests that"
      + " transferred; part of ride_s."
  )

  public static let stranded = Metric(
    "stranded", .count, over: .settled, better: .lowerIsBetter,
    "Settled requests whose second driver cancelled during the trip and for which no other driver was found.")
}

/// The totals from which the figures of transfers are computed.
struct TransferTotals {
  var transferred = 0
  var stranded = 0
  var waits: [Double] = []

  init(of run: CarpoolRun, _ transfers: [TransferRecord]) {
    for transfer in transfers where run.isSettled(Int(run.records.attempts[transfer.attempt].request)) {
      switch transfer.fate {
      case .transferred, .rematched:
        transferred += 1
        if let begin = transfer.dropoff, let end = transfer.pickup { waits.append((end - begin).seconds) }
      case .stranded: stranded += 1
      case .none, .notAgreed, .agreed, .cancelledByPassenger, .cancelledByFirst, .cancelledBySecond: break
      }
    }
  }
}

extension CarpoolFigure {
  static let ofTransfers = [
    Self(
      .transferRate,
      .number { totals in totals.transfers.flatMap { RunTotals.share($0.transferred, of: totals.settled) } }),
    Self(.transferWait, .sample { $0.transfers?.waits ?? [] }),
    Self(.stranded, .number { $0.transfers.map { Double($0.stranded) } }),
  ]
}

/// A search for a transfer, and its result.
public struct TransferRow: ResultRow {
  let source: UnsafePointer<RowSource>
  let attempt: AttemptRecord
  let record: TransferRecord
  let place: Coordinates?

  init(_ attempt: AttemptRecord, _ record: TransferRecord, _ source: UnsafePointer<RowSource>) {
    self.source = source
    self.attempt = attempt
    self.record = record
    place = record.finding.best.flatMap { source.pointee.coordinates($0.place.position) }
  }

  var transfer: Transfer? { record.finding.best }
}

extension CarpoolTable {
  /// One row per attempt that searched for a transfer.
  public static let transfers = Table<TransferRow>(
    "transfers",
    "A row per attempt without a direct ride, for which a transfer was sought; only in scenarios with `matching.transfer`.",
    key: ["request_id", "cycle", "attempt"], constant: .runID,
    columns: [
      .request("request_id", "The request, by the id of the demand file.") { $0.attempt.request },
      .cycle { $0.attempt.cycle },
      .attempt { $0.attempt.attempt },
      .count("first_drivers", "Drivers near the pickup with seats and compatible required wishes.") {
        $0.record.finding.first
      },
      .count(
        "second_drivers",
        "Drivers passing near the destination with seats and compatible required wishes."
      ) { $0.record.finding.second },
      .count("evaluated", "Rides with a driver of either kind that were not pruned by a bound.") {
        $0.record.finding.evaluated
      },
      .word("fate", "The fate of the transfer; see the list of transfer fates.") { $0.record.fate },
      .driver(
        "first_driver_id",
        "The driver who takes the passenger to the transfer point; empty if none was found."
      ) {
        $0.transfer?.first.driver
      },
      .driver("second_driver_id", "The driver who takes the passenger on from the transfer point.") {
        $0.transfer?.second.driver
      },
      .coordinate("x", "The longitude or x of the transfer point.") { $0.place?.x },
      .coordinate("y", "The latitude or y of the transfer point.") { $0.place?.y },
      .seconds("planned_dropoff_s", "The planned arrival of the first car, as last agreed or offered.") {
        $0.transfer?.dropoff
      },
      .seconds("planned_pickup_s", "The planned pickup by the second car.") {
        $0.transfer?.pickup
      },
      .seconds("dropoff_s", "The actual drop-off at the transfer point.") { $0.record.dropoff },
      .seconds("pickup_s", "The actual pickup at the transfer point.") { $0.record.pickup },
      .driver(
        "onward_driver_id",
        "The driver who took the passenger on: the second driver, or the driver who replaced them."
      ) { $0.record.onward.ifAny },
      .seconds("wait_s", "The wait at the transfer point.", formula: "pickup_s − dropoff_s") { row in
        row.record.dropoff.flatMap { begin in row.record.pickup.map { $0 - begin } }
      },
      .seconds("first_detour_s", "The detour of the first driver due to the transfer.") {
        $0.transfer?.first.insertion.detour
      },
      .seconds("second_detour_s", "The detour of the second driver due to the transfer.") {
        $0.transfer?.second.insertion.detour
      },
      .cost("first_cost_ms", "The cost of the first ride.") { $0.transfer?.first.cost },
      .cost(
        "second_cost_ms",
        "The cost of the second insertion, whose time to pickup is the wait at the transfer point."
      ) {
        $0.transfer?.second.cost
      },
    ])
}

extension Explanation {
  /// The facts on a transfer's two drivers, or the reason there are none, as in transfers.csv; empty if no transfer was
  /// searched for.
  func transfer(of attempt: AttemptRecord) -> [AccountFact] {
    let lines = transferLines(of: attempt)
    return lines.isEmpty ? [] : [AccountFact("transfer", json(ofTransferOf: attempt), lines)]
  }

  private func json(ofTransferOf attempt: AttemptRecord) -> JSON {
    guard let record = records.transfers?[Int(attempt.transfer)] else { return .null }
    let finding = record.finding
    var members: [JSON.Member] = [
      .init("first_drivers", .integer(Int128(finding.first))),
      .init("second_drivers", .integer(Int128(finding.second))),
      .init("evaluated", .integer(Int128(finding.evaluated))), .init("fate", .text(record.fate.rawValue)),
    ]
    if let transfer = finding.best {
      let place = world.spaces.geometry.coordinates(of: transfer.place.position)
      let (first, second) = (transfer.first, transfer.second)
      members += [
        .init("first_driver_id", .text(id(first.driver))),
        .init("second_driver_id", .text(id(second.driver))),
        .init("x", .number(place.x)), .init("y", .number(place.y)),
        .init("planned_dropoff_s", .number(transfer.dropoff.seconds)),
        .init("planned_pickup_s", .number(transfer.pickup.seconds)),
        .init("wait_s", .number(transfer.wait.seconds)),
        .init("first_time_to_pickup_s", .number(first.insertion.timeToPickup.seconds)),
        .init("first_detour_s", .number(first.insertion.detour.seconds)),
        .init("second_detour_s", .number(second.insertion.detour.seconds)),
        .init("first_cost_ms", .integer(Int128(first.cost))),
        .init("second_cost_ms", .integer(Int128(second.cost))),
      ]
    }
    return .object(members)
  }

  private func transferLines(of attempt: AttemptRecord) -> [String] {
    guard attempt.transfer >= 0, let record = records.transfers?[Int(attempt.transfer)] else { return [] }
    let finding = record.finding
    let search =
      "  no driver takes the passenger all the way; a transfer: \(Words.plural(Int(finding.first), "first driver"))"
      + " near the pickup, \(Words.plural(Int(finding.second), "second driver")) past the destination,"
      + " \(Words.plural(Int(finding.evaluated), "ride")) evaluated"
    guard let transfer = finding.best else {
      let rules = world.scenario.matching.transfer ?? TransferRules()
      return [
        search
          + ", no pair with a common place that keeps every limit and a wait of \(Words.minutes(rules.leastWait)) to"
          + " \(Words.minutes(rules.longestWait))"
      ]
    }
    let (first, second) = (transfer.first, transfer.second)
    return [
      search,
      "  with driver \(name(ofDriver: first.driver)) to \(text(of: transfer.place)) at \(clock(transfer.dropoff)):"
        + " \(Words.minutes(first.insertion.timeToPickup)) to the pickup, \(Words.minutes(first.insertion.detour)) of detour,"
        + " cost \(first.cost)",
      "  with driver \(name(ofDriver: second.driver)) from there at \(clock(transfer.pickup)):"
        + " a wait of \(Words.minutes(transfer.wait)), \(Words.minutes(second.insertion.detour)) of detour, cost"
        + " \(second.cost); no other pair and place costs less than \(transfer.cost)",
      "  the change: \(record.fate.rawValue) (\(record.fate.meaning))",
    ]
  }
}

extension Feature<CarpoolRun> {
  /// The transfer feature: passengers change from one car to another.
  static var transfers: Self {
    Feature(
      ["matching", "transfer"], isPart: { $0.records.transfers != nil },
      tables: [
        RunTable("transfers", CarpoolTable.transfers) { run, source in
          let (attempts, transfers) = (run.records.attempts, run.records.transfers ?? [])
          return run.order(of: transfers) { attempts[$0.attempt].request }.lazy.map {
            TransferRow(attempts[transfers[$0].attempt], transfers[$0], source)
          }
        }
      ], extras: CarpoolFigure.ofTransfers,
      summary: { _, figures in [Placed(.init("transfers", figures.transfers), after: "attempts")] })
  }
}

extension Figures {
  fileprivate var transfers: String? {
    guard let rate = self[.transferRate], let stranded = self[.stranded] else { return nil }
    let wait = self[.transferWait, .mean].map { ["\(Words.span($0)) mean wait between"] } ?? []
    return SummaryText.joined(
      ["\(Words.tenths(ofPercent: rate)) transferred"] + wait + ["\(Int(stranded)) stranded"])
  }
}
