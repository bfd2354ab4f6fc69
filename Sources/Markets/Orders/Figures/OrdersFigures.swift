import Metrics
import Models
import Quantities
import Scenario

/// The computation of the figures, in the order of summary.csv.
extension OrdersRun {
  static let figures: [Figure<OrdersRun>] =
    howMany
    + OrderCause.allCases.filter { !OrderCause.ofFeatures.contains($0) }.map { cause in
      Figure(.cause(cause)) { run in
        let places = cause.isRefusal ? Array(run.world.orders.indices) : run.settled
        return .count(places.count { run.records.orders[$0].cause == cause })
      }
    } + howWell + whatItTakes

  private static let howMany: [Figure<OrdersRun>] = [
    Figure(.paidRatio) { run in
      .share(run.settled.count { run.records.orders[$0].firstMatch != nil }, of: run.settled.count)
    },
    Figure(.keptRatio) { run in .share(run.count(.kept), of: run.finished.count) },
    Figure(.orderCoverage) { run in
      .share(run.probes(.probeHit), of: run.probes(.probeHit) + run.probes(.probeMiss))
    },
    Figure(.orders) { run in .count(run.counted.count) },
    Figure(.ordersFinished) { run in .count(run.finished.count) },
    Figure(.ordersCancelled) { run in .count(run.count(.cancelledByCustomer)) },
    Figure(.ordersAbandoned) { run in .count(run.count(.abandoned)) },
    Figure(.cards) { run in .count(run.finished.reduce(0) { $0 + Int(run.world.orders[$1].recipients) }) },
  ]

  private static let howWell: [Figure<OrdersRun>] = [
    Figure(.attemptsPerPayment) { run in
      let attempts = run.counted.reduce(0) { $0 + Int(run.records.orders[$1].attempts) }
      return .share(attempts, of: run.counted.count { run.records.orders[$0].firstMatch != nil })
    },
    Figure(.orderTime) { run in
      .sample(run.finished.map { (run.records.orders[$0].finished - run.world.orders[$0].submit).seconds })
    },
    Figure(.lineWait) { run in .sample(run.finished.map { run.records.orders[$0].wait / 1000 }) },
    Figure(.orderLateness) { run in
      .sample(
        run.finished.compactMap { order in
          let record = run.records.orders[order]
          return record.outcome == .late ? record.promised.map { (record.finished - $0).seconds } : nil
        })
    },
  ]

  private static let whatItTakes: [Figure<OrdersRun>] = [
    Figure(.serverUtilisation) { run in
      let rooms = zip(run.world.stations, run.records.stations).map { Int64($0.servers) * $1.workingTime }
      let room = rooms.reduce(0, +)
      let busy = run.records.stations.reduce(0) { $0 + $1.busyInHours }
      return .number(room > 0 ? Double(busy) / Double(room) : nil)
    },
    Figure(.bottleneck) { run in .number(run.bottleneck.map { Double($0 + 1) }) },
    Figure(.bottleneckUtilisation) { run in .number(run.bottleneck.flatMap(run.utilisation)) },
    Figure(.serverOvertime) { run in
      .number(Milliseconds(run.records.stations.reduce(0) { $0 + $1.overtime }).seconds)
    },
    Figure(.creditsSold) { run in .count(Int(-run.records.ledger.balance(of: .packs))) },
    Figure(.creditsOfCodes) { run in .count(Int(-run.records.ledger.balance(of: .codes))) },
    Figure(.creditsUsed) { run in .count(Int(run.records.ledger.balance(of: .used))) },
    Figure(.creditsLapsed) { run in .count(Int(run.records.ledger.balance(of: .lapsed))) },
    Figure(.creditsLeft) { run in .count(Int(run.records.ledger.balance(of: .accounts))) },
    Figure(.revenue) { run in .count(Int(run.records.ledger.balance(of: .revenue))) },
  ]

  /// Returns the number of settled orders that ended with `outcome`.
  private func count(_ outcome: OrderOutcome) -> Int {
    settled.count { records.orders[$0].outcome == outcome }
  }

  /// Returns the number of probes after the warm-up that ended with `outcome`.
  func probes(_ outcome: OrderOutcome) -> Int {
    world.orders.indices.count {
      records.orders[$0].outcome == outcome && world.orders[$0].submit >= input.scenario.time.warmUp
    }
  }

  /// The number of orders for each outcome.
  var outcomes: [Figures.Outcome] {
    var counts: [OrderOutcome: Int] = [:]
    for order in counted { counts[records.orders[order].outcome, default: 0] += 1 }
    counts[.refusedInput] = records.orders.count { $0.outcome == .refusedInput }
    for probe in [OrderOutcome.probeHit, .probeMiss] { counts[probe] = probes(probe) }
    counts[.notSubmitted] = world.orders.indices.count {
      records.orders[$0].outcome == .notSubmitted && world.orders[$0].submit >= input.scenario.time.warmUp
    }
    return OrderOutcome.allCases.filter { $0 != .notSubmitted || has(.users) }
      .map { Figures.Outcome($0.rawValue, counts[$0] ?? 0) }
  }
}
