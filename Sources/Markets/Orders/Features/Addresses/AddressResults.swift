import Metrics
import Models
import Quantities
import Statistics
import Tables

extension Feature<OrdersRun> {
  /// Wrong addresses of recipients.
  static var addresses: Self {
    Feature(
      ["delivery", "addresses"], isPart: { $0.world.delivery?.addresses != nil },
      figures: OrdersRun.addressFigures,
      columns: [OrdersTable.rejectedAddresses, OrdersTable.returnedTime] as [any Sendable])
  }
}

extension Metric {
  static let addressesRejected = Metric(
    "addresses_rejected", .count, over: .settledOrders, better: .lowerIsBetter,
    "Addresses of settled orders returned to the customer for correction; with `delivery.addresses`.")
  static let cardsReturned = Metric(
    "cards_returned_ratio", .ratio, over: .finishedOrders, better: .lowerIsBetter,
    "Cards of finished orders returned because of a wrong address ÷ cards delivered or returned; with `delivery.addresses`."
  )
}

extension OrdersRun {
  /// The figures of runs with wrong addresses.
  static let addressFigures: [Figure<OrdersRun>] = [
    Figure(.cause(.addressRejected)) { run in
      .count(run.settled.count { run.records.orders[$0].cause == .addressRejected })
    },
    Figure(.addressesRejected) { run in
      .count(run.settled.reduce(0) { $0 + Int(run.world.orders[$1].rejectedAddresses) })
    },
    Figure(.cardsReturned) { run in
      let isFinished = Set(run.finished)
      let cards = run.records.deliveries.filter {
        isFinished.contains(Int($0.order)) && run.outcome(of: $0) != .onTheWay
      }
      return .share(cards.count(where: \.isReturned), of: cards.count)
    },
  ]
}

extension OrdersTable {
  fileprivate static let rejectedAddresses: Column<OrderRow> = .count(
    "rejected_addresses",
    "The number of recipients whose address was returned for correction before payment. Only with `delivery.addresses`."
  ) { $0.order.rejectedAddresses }

  fileprivate static let returnedTime: Column<DeliveryRow> = .seconds(
    "returned_s",
    "The time at which the card was returned, after the same working time as the outward delivery; empty if"
      + " not returned. Only with `delivery.addresses`."
  ) { $0.run.outcome(of: $0.delivery) == .returned ? $0.delivery.delivered : nil }
}
