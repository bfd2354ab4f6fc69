import Metrics
import Models
import Quantities
import Scenario
import Statistics
import Tables

extension Field<OrdersFields.SyntheticOrders> {
  /// The field that lets customers reuse earlier cards.
  static var reuse: Self {
    Self(
      "reuse_share", \.reuseShare, .share, unwrittenAt: 0,
      "The share of orders that reuse an earlier card of the customer, if any; its photo is not checked again."
    ).idle { $1.orders.photos == nil ? "the quality of photos is not simulated (`photos` is null)" : nil }
  }
}

/// The cards that customers can reuse: for each account, the card of its last order whose photo passed.
struct Reuse {
  private let orders: [Order]
  private var last: [OrderIndex]
  /// For each order, the earlier order whose card it reuses; `.none` for a new card.
  private(set) var sources: [OrderIndex]

  init?(_ setup: OrdersSetup) {
    guard setup.hasReuse else { return nil }
    orders = setup.orders
    last = Array(repeating: .none, count: setup.accounts.count)
    sources = Array(repeating: .none, count: setup.orders.count)
  }

  /// Returns the earlier order whose card `order` reuses, and records it; nil for a new card.
  mutating func source(of order: OrderIndex) -> OrderIndex? {
    guard orders[Int(order)].wantsReuse, orders[Int(order)].account != .none else { return nil }
    let earlier = last[Int(orders[Int(order)].account)]
    guard earlier != .none else { return nil }
    sources[Int(order)] = earlier
    return earlier
  }

  /// Records that the photo of `order` passed.
  mutating func note(_ order: OrderIndex) {
    if orders[Int(order)].account != .none { last[Int(orders[Int(order)].account)] = order }
  }

  /// Records that the customer complains about the cards of `order`, and therefore will not reuse them.
  mutating func discard(_ order: OrderIndex) {
    let account = orders[Int(order)].account
    guard account != .none, last[Int(account)] != .none else { return }
    let kept = last[Int(account)]
    if kept == order || sources[Int(kept)] == order || sources[Int(order)] == kept {
      last[Int(account)] = .none
    }
  }
}

extension Feature<OrdersRun> {
  /// The feature for the reuse of earlier cards.
  static var reuse: Self {
    Feature(
      ["demand", "reuse_share"], isPart: { $0.setup.hasReuse }, figures: OrdersRun.reuseFigures,
      columns: [OrdersTable.reuse] as [any Sendable])
  }
}

extension Metric {
  static let reusedRatio = Metric(
    "reused_ratio", .ratio, over: .settledOrders,
    "Settled orders that reused an earlier card ÷ settled paid orders; with `demand.reuse_share`."
  )
}

extension OrdersRun {
  /// The figures of runs in which cards are reused.
  static let reuseFigures: [Figure<OrdersRun>] = [
    Figure(.reusedRatio) { run in
      let paid = run.settled.filter { run.records.orders[$0].firstMatch != nil }
      return .share(paid.count { run.source(of: $0) != .none }, of: paid.count)
    }
  ]

  /// Returns the earlier order whose card `order` reused; `.none` for a new card.
  fileprivate func source(of order: Int) -> OrderIndex {
    records.photos.reused.isEmpty ? .none : records.photos.reused[order]
  }
}

extension OrdersTable {
  fileprivate static let reuse: Column<OrderRow> = .identifier(
    "reuses",
    "The earlier order of the account whose card is reused; empty for a new card. Only with `demand.reuse_share`."
  ) { row in
    let source = row.run.source(of: row.place)
    return source == .none ? nil : row.run.name(of: Int(source))
  }
}
