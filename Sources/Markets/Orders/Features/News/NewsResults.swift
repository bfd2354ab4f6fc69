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
    "Accounts whose owners read a piece of news ÷ accounts that it was sent to, all news together; with `news`."
  )
  static let newsOrders = Metric(
    "news_orders", .count, over: .settledOrders, better: .higherIsBetter,
    "Settled orders that named the promo code of news and were paid; with `news`.")
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
    "news", "The news because of which it names a promo code; empty for none. Only with `news`."
  ) { $0.order.news < 0 ? nil : $0.run.world.news[Int($0.order.news)].name }

  /// A row per piece of news.
  static let news = Table<NewsRow>(
    "news", "A row per piece of news, with `news`: who read it, and who used its promo code.", key: ["name"],
    constant: .runID,
    columns: [
      .text("name", "The name.") { $0.news.name },
      .seconds("sent_s", "When it was sent.") { $0.news.time },
      .count("accounts", "Accounts that were open then.") { $0.reach.sent },
      .count("reached", "Those of them whose owners read it, be it later than the run lasts.") {
        $0.reach.reached
      },
      .count("orders", "Orders that named its promo code because of it.") { $0.orders },
      .count("orders_paid", "Those of them that were paid.") { $0.paid },
    ])
}
