import Metrics
import Models
public import Quantities
import Scenario
public import Statistics
import Tables

/// News that the service sends to all open accounts, by mail or push notification, with a promo code.
public struct News: Hashable, Sendable {
  public var name: String
  /// The time at which it is sent.
  public var time = Milliseconds.zero
  /// The share of accounts whose owners read it, and the time until they do, in seconds.
  public var reach = 0.2
  public var delay = Law.fixed(0)
  /// The name of the promo code in it.
  public var code: String
  /// The share of readers who use the code with their next order, if it has not ended by then.
  public var useShare = 0.5
}

/// The reach of a piece of news.
public struct NewsReach: Hashable, Sendable {
  /// The number of accounts open when it was sent, and the number whose owners read it.
  public var sent = 0
  public var reached = 0
}

extension News {
  static var members: Members<Self> {
    Members(
      Self(name: "", code: ""),
      [
        Field("name", \.name, .label, isRequired: true, "The name of the news item."),
        Field(
          "time_s", \.time, .seconds(), isRequired: true,
          "The sending time; the news goes to all accounts open at that time."),
        Field("reach", \.reach, .share, "The share of recipients who read it."),
        Field("delay", \.delay, .law(), "The time from sending until it is read, in seconds.")
          .idle(nobodyReads) { $0.reach == 0 },
        Field("code", \.code, .label, isRequired: true, "The promo code included, one of `codes`."),
        Field(
          "use_share", \.useShare, .share,
          "The share of readers who use the code in their next order submitted before the code expires."
        ).idle(nobodyReads) { $0.reach == 0 },
      ])
  }

  private static let nobodyReads = "nobody reads it (`reach` is 0)"
}

extension Field<OrdersFields> {
  /// The field that enables news.
  static var news: Self {
    Self(
      "news", \.news, Shape.object(News.members).list(counts: 0...1_000).distinct(by: \.name),
      unwrittenAt: [],
      "News sent to customers by mail or push, each with a promo code."
    ).idle { fields, _ in
      switch fields.demand {
      case .none: "there are no orders"
      case .synthetic, .recorded: nil
      }
    }
  }
}

extension OrdersFields {
  /// Returns the reason the code of `news` cannot be used, in a sentence; nil if it can.
  func fault(of news: News) -> String? {
    guard let code = codes.first(where: { $0.name == news.code }) else {
      return
        "the news `\(news.name)` includes the promo code `\(news.code)`, which is not in `codes`; choose one of them"
    }
    return code.end <= news.time
      ? "the news `\(news.name)` is sent after its promo code `\(code.name)` has expired; send it earlier"
      : nil
  }
}

extension OrdersMaker {
  /// Draws the readers of each piece of news, and which of them enter its code with their next order.
  func send(_ news: [News], in setup: inout OrdersSetup) {
    var orders = [[OrderIndex]](repeating: [], count: setup.accounts.count)
    for place in setup.orders.places
    where setup.orders[place].account != .none && !setup.orders[place].isProbe {
      orders[Int(setup.orders[place].account)].append(place)
    }
    for account in orders.indices {
      orders[account].sort { (setup.orders[$0].submit, $0) < (setup.orders[$1].submit, $1) }
    }
    setup.news = news
    setup.newsReach = news.map { _ in NewsReach() }
    for (number, piece) in news.enumerated() {
      guard let code = setup.fields.codes.places.first(where: { setup.fields.codes[$0].name == piece.code })
      else {
        continue
      }
      for account in setup.accounts.places where setup.accounts[account].opens <= piece.time {
        setup.newsReach[number].sent += 1
        var draws = scenario.random.stream(
          .news, setup.accounts[account].key, UInt64(number))
        guard draws.happens(withProbability: piece.reach) else { continue }
        setup.newsReach[number].reached += 1
        let read = piece.time.saturatingAdd(piece.delay.span(&draws))
        guard draws.happens(withProbability: piece.useShare),
          let next = orders[Int(account)].first(where: { setup.orders[$0].submit >= read }),
          setup.orders[next].submit < setup.fields.codes[code].end, setup.orders[next].codes.isEmpty,
          setup.orders[next].refusal == nil
        else { continue }
        let first = Int32(setup.typedCodes.count)
        setup.typedCodes.append(code)
        setup.orders[next].codes = first..<first + 1
        setup.orders[next].news = Int32(number)
      }
    }
  }
}

extension Feature<OrdersRun> {
  /// The feature for news by mail or push notification.
  static var news: Self {
    Feature(
      ["news"], isPart: { !$0.setup.news.isEmpty }, figures: OrdersRun.newsFigures,
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
        run.setup.newsReach.reduce(0) { $0 + $1.reached }, of: run.setup.newsReach.reduce(0) { $0 + $1.sent })
    },
    Figure(.newsOrders) { run in
      .count(run.settled.count { run.setup.orders[$0].news >= 0 && run.records.orders[$0].firstMatch != nil })
    },
  ]
}

/// A row for a piece of news.
struct NewsRow {
  let news: News
  let reach: NewsReach
  /// The number of orders submitted with its code because of it, and how many of them were paid.
  var orders = 0
  var paid = 0

  /// The rows of all news of `run`.
  static func all(of run: OrdersRun) -> [NewsRow] {
    var rows = zip(run.setup.news, run.setup.newsReach).map { NewsRow(news: $0, reach: $1) }
    for (order, record) in zip(run.setup.orders, run.records.orders) where order.news >= 0 {
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
  ) { $0.order.news < 0 ? nil : $0.run.setup.news[Int($0.order.news)].name }

  /// A row per piece of news.
  static let news = Table<NewsRow>(
    "news", "A row per piece of news, with its readers and the uses of its promo code; with `news`.",
    key: ["name"],
    constant: .runID,
    columns: [
      .text("name", "The name of the news item.") { $0.news.name },
      .seconds("sent_s", "The sending time.") { $0.news.time },
      .count("accounts", "The number of accounts open at that time.") { $0.reach.sent },
      .count("reached", "The number of these accounts whose owners read it, even after the end of the run.") {
        $0.reach.reached
      },
      .count("orders", "The number of orders that used its promo code because of it.") { $0.orders },
      .count("orders_paid", "The number of these orders that were paid.") { $0.paid },
    ])
}
