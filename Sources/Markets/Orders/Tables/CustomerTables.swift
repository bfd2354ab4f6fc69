import Community
import Metrics
import Quantities
import Tables

/// A message to a customer's phone.
struct OrderMessageRow {
  let run: OrdersRun
  /// The number of the message, from 1.
  let number: Int
  let message: RequestMessage<OrderIndex>
}

extension OrdersTable {
  /// A row per message (`--record messages`).
  static let messages = Table<OrderMessageRow>(
    "messages",
    "A row per message to the phone of a customer, in the order in which they were sent (on request; only of a scenario with"
      + " a channel).", key: ["message"], constant: .runID,
    columns: [
      .count("message", "The message, counted from 1.") { $0.number },
      .seconds("sent_s", "When it was sent.") { $0.message.sent },
      .word("kind", "What it says; see the list of messages.") { $0.message.kind },
      .identifier("order_id", "The order that it is about.") { $0.run.name(of: Int($0.message.request)) },
    ] + Column.ofTransit { $0.message.transit })

  /// A row per day.
  static let days = Table<UserDay>(
    "days",
    "A row per day, midnight to midnight, up to that of the last order; only of a scenario with `users`.",
    key: ["day"], constant: .runID,
    columns: Column.ofDays(
      active: "Customers with an account who submitted an order on the day.",
      requests: "Orders of accounts submitted on the day, no probes, no refused rows.",
      served: "Those of them that were kept, be it later."))
}

extension MessageKind {
  /// The meaning of the kind in the market of orders, in one sentence; nil of what is not sent there.
  var ordersMeaning: String? {
    switch self {
    case .confirmation: "That a payment is confirmed, and when the cards are promised; nothing depends on it."
    case .photoRejection: "That the photo is sent back: who has read it sends another, or gives up."
    case .handOver: "That the last card was handed over to the carrier; nothing depends on it."
    case .request, .offer, .answer, .reminder: nil
    }
  }
}
