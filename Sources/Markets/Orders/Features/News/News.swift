public import Quantities
import Scenario
public import Statistics

/// News that the service sends to all open accounts, by mail or push, with a promo code in it.
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

/// What became of a piece of news.
public struct NewsReach: Hashable, Sendable {
  /// The accounts that were open when it was sent, and those whose owners read it.
  public var sent = 0
  public var reached = 0
}

extension News {
  static var members: Members<Self> {
    Members(
      Self(name: "", code: ""),
      [
        Field("name", \.name, .label, isRequired: true, "The name."),
        Field(
          "time_s", \.time, .seconds(), isRequired: true,
          "The sending time; sent to all accounts open at that time."),
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
  /// The field of news.
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
  /// Returns a sentence on news whose code cannot be used, or nil if it can.
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
  /// Draws who reads the news, and lets their next orders name its code.
  func send(_ news: [News], in world: inout OrdersSetup) {
    var orders = [[OrderIndex]](repeating: [], count: world.accounts.count)
    for place in world.orders.places
    where world.orders[place].account != .none && !world.orders[place].isProbe {
      orders[Int(world.orders[place].account)].append(place)
    }
    for account in orders.indices {
      orders[account].sort { (world.orders[$0].submit, $0) < (world.orders[$1].submit, $1) }
    }
    world.news = news
    world.newsReach = news.map { _ in NewsReach() }
    for (number, piece) in news.enumerated() {
      guard let code = world.codes.places.first(where: { world.codes[$0].name == piece.code }) else {
        continue
      }
      for account in world.accounts.places where world.accounts[account].opens <= piece.time {
        world.newsReach[number].sent += 1
        var draws = scenario.random.stream(
          .news, world.accounts[account].key, UInt64(number))
        guard draws.happens(withProbability: piece.reach) else { continue }
        world.newsReach[number].reached += 1
        let read = piece.time.saturatingAdd(piece.delay.span(&draws))
        guard draws.happens(withProbability: piece.useShare),
          let next = orders[Int(account)].first(where: { world.orders[$0].submit >= read }),
          world.orders[next].submit < world.codes[code].end, world.orders[next].codes.isEmpty,
          world.orders[next].refusal == nil
        else { continue }
        let first = Int32(world.typedCodes.count)
        world.typedCodes.append(code)
        world.orders[next].codes = first..<first + 1
        world.orders[next].news = Int32(number)
      }
    }
  }
}
