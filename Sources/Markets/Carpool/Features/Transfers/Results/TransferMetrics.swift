public import Metrics
import Quantities
import Simulation
import Statistics
import Tables

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

/// The outcomes of transfers.
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
  ].map { $0.needing([.transfer]) }
}
