import Metrics
import Models
import Quantities
import Scenario
import Statistics
import Tables

/// The figures of every run, in the order of summary.csv.
extension OrdersRun {
  static let figures: [Figure<OrdersRun>] =
    howMany
    + OrderCause.allCases.filter { !OrderCause.ofFeatures.contains($0) }.map { cause in
      Figure(.cause(cause)) { run in
        let places = cause.isRefusal ? Array(run.setup.orders.indices) : run.settled
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
    Figure(.cards) { run in .count(run.finished.reduce(0) { $0 + Int(run.setup.orders[$1].recipients) }) },
  ]

  private static let howWell: [Figure<OrdersRun>] = [
    Figure(.attemptsPerPayment) { run in
      let attempts = run.counted.reduce(0) { $0 + Int(run.records.orders[$1].attempts) }
      return .share(attempts, of: run.counted.count { run.records.orders[$0].firstMatch != nil })
    },
    Figure(.orderTime) { run in
      .sample(run.finished.map { (run.records.orders[$0].finished - run.setup.orders[$0].submit).seconds })
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
      let rooms = zip(run.setup.fields.stations, run.records.stations).map {
        Int64($0.servers) * $1.workingTime
      }
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
    setup.orders.indices.count {
      records.orders[$0].outcome == outcome && setup.orders[$0].submit >= input.scenario.time.warmUp
    }
  }

  /// The number of orders by outcome.
  var outcomes: [Figures.Outcome] {
    var counts: [OrderOutcome: Int] = [:]
    for order in counted { counts[records.orders[order].outcome, default: 0] += 1 }
    counts[.refusedInput] = records.orders.count { $0.outcome == .refusedInput }
    for probe in [OrderOutcome.probeHit, .probeMiss] { counts[probe] = probes(probe) }
    counts[.notSubmitted] = setup.orders.indices.count {
      records.orders[$0].outcome == .notSubmitted && setup.orders[$0].submit >= input.scenario.time.warmUp
    }
    return OrderOutcome.allCases.filter { $0 != .notSubmitted || has(.users) }
      .map { Figures.Outcome($0.rawValue, counts[$0] ?? 0) }
  }
}

/// The metrics of the orders market.
extension Metric {
  static let paidRatio = Metric(
    "paid_ratio", .ratio, over: .settledOrders, better: .higherIsBetter,
    "Settled orders that were paid at least once ÷ settled orders.")
  static let keptRatio = Metric(
    "kept_ratio", .ratio, over: .finishedOrders, better: .higherIsBetter,
    "Orders whose last card left within the promise ÷ orders whose last card left.")
  static let orderCoverage = Metric(
    "coverage", .ratio, over: .probeOrders, better: .higherIsBetter,
    "Probes that could have been paid ÷ probes, submitted from the warm-up's end on.")
  static let orders = Metric(
    "orders", .count, over: .countedOrders,
    "Orders submitted from the warm-up's end to the end of the run, in progress or not; excluding probes and refused rows."
  )
  static let ordersFinished = Metric(
    "orders_finished", .count, over: .finishedOrders, better: .higherIsBetter,
    "Settled orders whose last card has left.")
  static let ordersCancelled = Metric(
    "orders_cancelled", .count, over: .settledOrders, better: .lowerIsBetter,
    "Settled orders abandoned or cancelled by their customers, paid or not.")
  static let ordersAbandoned = Metric(
    "orders_abandoned", .count, over: .settledOrders, better: .lowerIsBetter,
    "Settled orders that were never paid.")
  static let cards = Metric(
    "cards", .count, over: .finishedOrders, better: .higherIsBetter, "Cards of the finished orders.")

  /// Returns the metric for the number of orders that were not fulfilled and whose final cause is `cause`.
  static func cause(_ cause: OrderCause) -> Metric {
    Metric(
      "cause." + cause.rawValue, .count, over: cause.isRefusal ? .orderRows : .settledOrders,
      cause.isRefusal
        ? "Order rows, probes included, that were refused because \(cause.meaning)."
        : "Settled orders that failed in the end because \(cause.meaning).")
  }

  static let attemptsPerPayment = Metric(
    "attempts_per_payment", .ratio, over: .countedOrders, better: .lowerIsBetter, isShare: false,
    "Attempts of the orders that `orders` counts ÷ those of them that were paid.")
  static let orderTime = Metric(
    "order_time_s", .seconds, over: .finishedOrders, better: .lowerIsBetter, isDistribution: true,
    "The time from submission until the last card had left.")
  static let lineWait = Metric(
    "wait_s", .seconds, over: .finishedOrders, better: .lowerIsBetter, isDistribution: true,
    "The total waiting time at all stations, averaged over the cards of the order, closed hours included,"
      + " excluding waits for other cards of the same order; stations.csv has it per station.")
  static let orderLateness = Metric(
    "lateness_s", .seconds, over: .lateOrders, better: .lowerIsBetter, isDistribution: true,
    "The lateness of the last card relative to the promise.")
  static let serverUtilisation = Metric(
    "server_utilisation", .ratio, over: .stations,
    "Working time of all servers within hours ÷ their hours; stations.csv has it per station.")
  static let bottleneck = Metric(
    "bottleneck_station", .count, over: .stations,
    "The number of the station with the highest utilisation, from 1; the first in case of ties.")
  static let bottleneckUtilisation = Metric(
    "bottleneck_utilisation", .ratio, over: .stations,
    "Working time of the bottleneck's servers within hours ÷ their hours.")
  static let serverOvertime = Metric(
    "server_overtime_s", .seconds, over: .stations, better: .lowerIsBetter,
    "Working time of all servers after hours, at stations that finish work in progress.")
  static let creditsSold = Metric(
    "credits_sold", .count, over: .books, better: .higherIsBetter, "Credits of the packs sold.")
  static let creditsOfCodes = Metric(
    "credits_from_codes", .count, over: .books, "Credits given by promo codes.")
  static let creditsUsed = Metric("credits_used", .count, over: .books, "Credits of started orders.")
  static let creditsLapsed = Metric(
    "credits_lapsed", .count, over: .books,
    "Credits of promo codes, packs and promotions that lapsed unused.")
  static let creditsLeft = Metric(
    "credits_left", .count, over: .books,
    "Credits in accounts at the end of the run, excluding those held for orders not started.")
  static let revenue = Metric(
    "revenue", .count, over: .books, better: .higherIsBetter,
    "Money paid for packs, for recipients by bank card, and by partners, excluding refunds, in the smallest currency unit."
  )
}

extension OrderCause {
  /// Whether orders with this cause are excluded from the run.
  var isRefusal: Bool { self == .codeTwice }
}

extension Metric.Population {
  static let countedOrders = Self(
    "counted",
    "Orders submitted from the warm-up's end to the end of the run, in progress or not, excluding probes and refused rows."
  )
  static let settledOrders = Self(
    "settled",
    "Orders submitted from the warm-up's end on, neither probes nor refused nor in progress at the end.")
  static let finishedOrders = Self("finished", "Settled orders whose last card has left.")
  static let lateOrders = Self("late", "Finished orders whose last card left later than promised.")
  static let probeOrders = Self("probes", "Probes submitted from the warm-up's end on.")
  static let orderRows = Self("rows", "All rows of the demand, probes included, irrespective of the warm-up.")
  static let stations = Self("stations", "All stations, over the whole run.")
  static let books = Self(
    "books", "All entries of the ledger, over the whole run, those of the warm-up included.")

  /// The populations used by metrics of the orders market, in documentation order.
  static let ofOrders = [
    countedOrders, settledOrders, finishedOrders, lateOrders, probeOrders, orderRows, stations, books,
  ]
}
