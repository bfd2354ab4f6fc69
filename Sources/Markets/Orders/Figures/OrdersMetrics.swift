import Metrics
import Statistics
import Tables

/// The names of the figures of orders, and their meanings.
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

  /// Returns the metric for orders that came to nothing, with `cause` as the final cause.
  static func cause(_ cause: OrderCause) -> Metric {
    Metric(
      "cause." + cause.rawValue, .count, over: cause.isRefusal ? .orderRows : .settledOrders,
      cause.isRefusal
        ? "Order rows, probes included, that were refused for this cause: \(cause.meaning)."
        : "Failed settled orders whose final cause was this: \(cause.meaning).")
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
    "Money paid for packs, for recipients by bank card, and by partners, excluding refunds, in the smallest unit."
  )
}

extension OrderCause {
  /// Whether it keeps a row out of the run.
  var isRefusal: Bool { self == .codeTwice }
}
