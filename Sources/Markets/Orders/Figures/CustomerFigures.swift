import Community
import Metrics
import Quantities
import Statistics
import Tables

extension OrdersRun {
  /// The days of customers, up to that of the last order; who leaves later leaves on the last.
  var userDays: [UserDay] {
    let sinceMidnight = world.phase % UserDays.length.rawValue
    let last = world.orders.lazy.map(\.submit).max() ?? .zero
    var days = UserDays(
      count: Int((last.rawValue + sinceMidnight) / UserDays.length.rawValue) + 1,
      sinceMidnight: Milliseconds(sinceMidnight))
    for (order, record) in submittedByAccounts {
      days.addRequest(
        of: UserIndex(rawValue: order.account.rawValue), at: order.submit, isServed: record.outcome == .kept)
    }
    return days.counted(left: records.left ?? [], tookPart: customersWhoOrdered)
  }

  /// The accounts that submitted an order.
  private var customersWhoOrdered: Int { Set(submittedByAccounts.map(\.order.account)).count }

  private var submittedByAccounts: [(order: Order, record: OrderRecord)] {
    zip(world.orders, records.orders).filter { order, record in
      order.account != .none && !order.isProbe && order.refusal == nil && order.submit <= records.end
        && record.outcome != .notSubmitted
    }
  }

  /// The figures that only runs with a channel have.
  static let messageFigures: [Figure<OrdersRun>] = [
    Figure(.cause(.undelivered)) { run in
      .count(run.settled.count { run.records.orders[$0].cause == .undelivered })
    },
    Figure(.promiseTold) { run in
      .sample(
        run.counted.compactMap { order in
          let record = run.records.orders[order]
          return record.told == .never ? nil : record.firstMatch.map { (record.told - $0).seconds }
        })
    },
    Figure(MessageMetrics.toCustomers.sent) { .number($0.records.messageCounts.map { Double($0.messages) }) },
    Figure(MessageMetrics.toCustomers.lost) { .number($0.records.messageCounts?.lostShare) },
    Figure(MessageMetrics.toCustomers.undelivered) { .number($0.records.messageCounts?.undeliveredShare) },
  ]

  /// The figures that only runs with `users` have.
  static let userFigures: [Figure<OrdersRun>] = [
    Figure(.customerRetention) { run in
      let (all, left) = (run.customersWhoOrdered, run.records.left ?? [])
      return .share(all - left.count { $0 != nil }, of: all)
    }
  ]
}

extension Metric {
  static let promiseTold = Metric(
    "told_s", .seconds, over: .countedOrders, better: .lowerIsBetter, isDistribution: true,
    "From the confirmation of a payment until the customer has read of it and of the promise; with `channel`."
  )
  static let customerRetention = Metric(
    "retention", .ratio, over: .customers, better: .higherIsBetter,
    "Accounts that submitted an order and whose customers have not left by the end of the run ÷ accounts that submitted one; days.csv has it day by day."
  )
}

extension MessageMetrics {
  /// The metrics of messages to the phones of customers.
  static let toCustomers = MessageMetrics(over: .customerMessages)
}

extension Metric.Population {
  static let customerMessages = Self("messages", "All messages to customers, with a `channel`.")
  static let customers = Self(
    "customers", "Accounts that submitted an order, over the whole run, with `users`.")
}
