import Community
import Metrics
import Models
import Quantities
import Statistics
import Tables

extension Feature<OrdersRun> {
  /// The feature for messages to customers' phones.
  static var channel: Self {
    Feature(
      ["channel"], isPart: { $0.setup.fields.channel != nil }, figures: OrdersRun.messageFigures,
      columns: [OrdersTable.toldColumn], populations: [.customerMessages],
      glossaries: [
        Placed(
          .init("Messages", "kind of messages.csv", those: MessageKind.self, \.ordersMeaning), after: "Books")
      ],
      summary: { [Placed(.init("messages", $1.words(of: .toCustomers)), after: nil)] })
  }
}

extension Feature<OrdersRun> {
  /// The feature for returning customers, with daily counts of active and departed ones.
  static var users: Self {
    Feature(
      ["users"], isPart: { $0.setup.fields.users != nil }, figures: OrdersRun.userFigures,
      tables: [RunTable("days", OrdersTable.days) { $0.userDays }], columns: [OrdersTable.departureColumn],
      populations: [.customers],
      summary: { [Placed(.init("users", OrdersWords(run: $0, figures: $1).customers), after: "revenue")] })
  }
}

extension OrdersRun {
  /// The customer counts for each day up to the day of the last order; later departures are counted on that day.
  var userDays: [UserDay] {
    let sinceMidnight = setup.phase % UserDays.length.rawValue
    let last = setup.orders.lazy.map(\.submit).max() ?? .zero
    var days = UserDays(
      count: Int((last.rawValue + sinceMidnight) / UserDays.length.rawValue) + 1,
      sinceMidnight: Milliseconds(sinceMidnight))
    for (order, record) in submittedByAccounts {
      days.addRequest(
        of: UserIndex(rawValue: order.account.rawValue), at: order.submit, isServed: record.outcome == .kept)
    }
    return days.counted(left: records.left ?? [], tookPart: customersWhoOrdered)
  }

  /// The number of accounts that submitted an order.
  private var customersWhoOrdered: Int { Set(submittedByAccounts.map(\.order.account)).count }

  private var submittedByAccounts: [(order: Order, record: OrderRecord)] {
    zip(setup.orders, records.orders).filter { order, record in
      order.account != .none && !order.isProbe && order.refusal == nil && order.submit <= records.end
        && record.outcome != .notSubmitted
    }
  }

  /// The figures of runs with a channel.
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

  /// The figures of runs with `users`.
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
    "The time from the confirmation of a payment until the customer has read the message; with `channel`."
  )
  static let customerRetention = Metric(
    "retention", .ratio, over: .customers, better: .higherIsBetter,
    "Accounts that submitted an order and whose customers stayed to the end of the run ÷ accounts that"
      + " submitted one; days.csv has it day by day."
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

/// A row for a message to a customer's phone.
struct OrderMessageRow {
  let run: OrdersRun
  /// The number of the message, counting from 1.
  let number: Int
  let message: RequestMessage<OrderIndex>
}

extension OrdersTable {
  /// A row per message (`--record messages`).
  static let messages = Table<OrderMessageRow>(
    "messages",
    "A row per message to a customer's phone, in sending order (on request; only in scenarios with"
      + " a channel).", key: ["message"], constant: .runID,
    columns: [
      .count("message", "The number of the message, from 1.") { $0.number },
      .seconds("sent_s", "The sending time.") { $0.message.sent },
      .word("kind", "The kind of message; see the list of messages.") { $0.message.kind },
      .identifier("order_id", "The order concerned.") { $0.run.name(of: Int($0.message.request)) },
    ] + Column.ofTransit { $0.message.transit })

  /// A row per day.
  static let days = Table<UserDay>(
    "days",
    "A row per day, midnight to midnight, up to the day of the last order; only in scenarios with `users`.",
    key: ["day"], constant: .runID,
    columns: Column.ofDays(
      active: "The number of customers with an account who submitted an order on the day.",
      requests: "The number of orders of accounts submitted on the day, excluding probes and refused rows.",
      served: "The number of these orders that were kept, possibly later."))
}

extension MessageKind {
  /// The meaning of the kind in the orders market, in one sentence; nil for kinds it does not use.
  var ordersMeaning: String? {
    switch self {
    case .confirmation: "The payment is confirmed, with the promised time; for information only."
    case .photoRejection: "The photo is sent back; the customer who reads this resubmits or gives up."
    case .handOver: "The last card was handed over to the carrier; for information only."
    case .request, .offer, .answer, .reminder, .zonesOpen: nil
    }
  }
}

extension OrdersTable {
  fileprivate static let toldColumn: Column<OrderRow> = .seconds(
    "told_s",
    "The time at which the customer read the payment confirmation and the promise. Only with `channel`; empty if not informed."
  ) { OrderRow.time($0.record.told) }

  fileprivate static let departureColumn: Column<AccountRow> = .seconds(
    "left_s", "The time at which the customer left the service; empty if they stayed. Only with `users`."
  ) { $0.run.records.left?[$0.place] }
}

extension OrdersWords {
  fileprivate var customers: String? {
    figures[.customerRetention].map { stayed in
      let absent = count(.notSubmitted)
      return SummaryText.joined(
        ["\(Words.tenths(ofPercent: stayed)) of those who ordered stayed"]
          + (absent > 0 ? ["\(Words.grouped(absent)) orders not submitted by those who had left"] : []))
    }
  }
}
