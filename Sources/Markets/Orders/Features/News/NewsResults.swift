import Metrics
import Models
import Quantities
import Statistics
import Tables

extension Feature<OrdersRun> {
  /// News by mail or push.
  static var news: Self {
    Feature(
      ["news"], isPart: { !$0.world.news.isEmpty }, figures: OrdersRun.newsFigures,
      tables: [RunTable("news", OrdersTable.news) { NewsRow.all(of: $0) }],
      columns: [OrdersTable.newsOfOrder] as [any Sendable])
  }
}

extension Metric {
  static let newsReached = Metric(
    "news_reached_ratio", .ratio, over: .books, better: .higherIsBetter,
    "Accounts whose owners read a piece of news ÷ accounts to which it was sent, over all news; with `news`."
  )
  static let newsOrders = Metric(
    "news_orders", .count, over: .settledOrders, better: .higherIsBetter,
    "Settled paid orders with a promo code from news; with `news`.")
}

extension OrdersRun {
  /// The figures of runs with news.
  static let newsFigures: [Figure<OrdersRun>] = [
    Figure(.newsReached) { run in
      .share(
        run.world.newsReach.reduce(0) { $0 + $1.reached }, of: run.world.newsReach.reduce(0) { $0 + $1.sent })
    },
    Figure(.newsOrders) { run in
      .count(run.settled.count { run.world.orders[$0].news >= 0 && run.records.orders[$0].firstMatch != nil })
    },
  ]
}

/// A piece of news.
struct NewsRow {
  let news: News
  let reach: NewsReach
  /// The orders that named its code because of it, and those of them that were paid.
  var orders = 0
  var paid = 0

  /// The rows of all news of `run`.
  static func all(of run: OrdersRun) -> [NewsRow] {
    var rows = zip(run.world.news, run.world.newsReach).map { NewsRow(news: $0, reach: $1) }
    for (order, record) in zip(run.world.orders, run.records.orders) where order.news >= 0 {
      guard record.outcome != .notSubmitted, order.submit <= run.records.end else { continue }
      rows[Int(order.news)].orders += 1
      rows[Int(order.news)].paid += record.firstMatch == nil ? 0 : 1
    }
    return rows
  }
}

extension OrdersTable {
  fileprivate static let newsOfOrder: Column<OrderRow> = .text(
    "news", "The news whose promo code the order uses; empty for none. Only with `news`."
  ) { $0.order.news < 0 ? nil : $0.run.world.news[Int($0.order.news)].name }

  /// A row per piece of news.
  static let news = Table<NewsRow>(
    "news", "A row per piece of news, with its readers and the uses of its promo code; with `news`.",
    key: ["name"],
    constant: .runID,
    columns: [
      .text("name", "The name.") { $0.news.name },
      .seconds("sent_s", "The sending time.") { $0.news.time },
      .count("accounts", "The number of accounts open at that time.") { $0.reach.sent },
      .count("reached", "The number of these accounts whose owners read it, even after the end of the run.") {
        $0.reach.reached
      },
      .count("orders", "The number of orders that used its promo code because of it.") { $0.orders },
      .count("orders_paid", "The number of these orders that were paid.") { $0.paid },
    ])
}
