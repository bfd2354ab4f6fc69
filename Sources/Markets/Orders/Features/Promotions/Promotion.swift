import JSON5
import Metrics
import Models
public import Quantities
import Scenario
import Statistics
import Tables

/// A promotion: credits that the service gives to customers who fulfil a condition, during a given period and a limited
/// number of times.
public struct Promotion: Hashable, Sendable {
  /// The condition for getting the credits.
  public enum Condition: String, CaseIterable, Sendable {
    /// An account is opened while the promotion runs.
    case accountOpened = "account_opened"
    /// A customer plays the game after paying an order while the promotion runs, and wins.
    case game
  }

  public var name: String
  public var condition: Condition
  /// The number of credits per gift; at least one.
  public var credits: Int64
  /// The probability that a customer who fulfils the condition gets them; for the game, the probability of winning.
  public var probability: Double
  /// The maximum number of gifts over all customers; `.max` for no limit.
  public var number: Int64
  /// The time at which it starts, and the time at which it ends (exclusive; `.never`: no end).
  public var begin: Milliseconds
  public var end: Milliseconds
  /// The time after which unused credits expire; nil if they do not.
  public var expiry: Milliseconds?

  /// Creates a promotion; by default, it always runs and every customer who fulfils the condition gets the credits.
  public init(
    name: String, condition: Condition, credits: Int64 = 1, probability: Double = 1, number: Int64 = .max,
    begin: Milliseconds = .zero, end: Milliseconds = .never, expiry: Milliseconds? = nil
  ) {
    self.name = name
    self.condition = condition
    self.credits = credits
    self.probability = probability
    self.number = number
    self.begin = begin
    self.end = end
    self.expiry = expiry
  }

  /// Returns whether it runs at `time`.
  func isOpen(at time: Milliseconds) -> Bool { begin <= time && time < end }
}

extension Promotion {
  static var members: Members<Self> {
    Members(
      Promotion(name: "", condition: .accountOpened, credits: 0),
      [
        Field("name", \.name, .label, isRequired: true, "The name of the promotion."),
        Field(
          "condition", \.condition, .oneOf, isRequired: true,
          "The event rewarded with credits: `account_opened`, an account opened during the promotion; `game`, an order"
            + " paid during it, after which the customer plays a game."
        ),
        Field(
          "credits", \.credits, .integer(1, to: 1_000_000), isRequired: true,
          "The credits given per event."
        ).idle { promotion, scenario in
          promotion.condition == .accountOpened
            ? scenario.orders.withoutOpenings : scenario.orders.withoutOrders
        },
        Field(
          "probability", \.probability, .number(.init(lower: 0, upper: 1, includesLower: false)),
          "The probability that credits are given; for `game`, the probability of winning."),
        Field(
          "number", \.numberIfLimited, orNull: .integer(1, to: 1 << 53),
          "The maximum number of times that credits are given. `null`: no limit."),
        Field("begin_s", \.begin, .seconds(), "The start of the promotion."),
        Field("end_s", \.endIfAny, orNull: .seconds(), "The end of the promotion. `null`: no end."),
        Field(
          "expire_s", \.expiry, orNull: .seconds(.positive),
          "The time after which unused credits expire. `null`: never."),
      ],
      check: { checked, faults in
        guard checked.value.begin >= checked.value.end else { return }
        checked.conflict(
          "begin_s is not before end_s, so the promotion never runs; give end_s a later time",
          ["begin_s", "end_s"], &faults)
      })
  }

  private var numberIfLimited: Int64? {
    get { number == .max ? nil : number }
    set { number = newValue ?? .max }
  }

  private var endIfAny: Milliseconds? {
    get { end == .never ? nil : end }
    set { end = newValue ?? .never }
  }
}

extension OrdersFields {
  /// The reason no account opens during the run; nil if one may, as with recorded accounts.
  var withoutOpenings: String? {
    guard case .synthetic(let accounts) = accounts, registration == nil else { return nil }
    if accounts.count == 0 { return "there are no accounts" }
    return accounts.openShare == 1 ? "no account opens in the run (`accounts.open_share` is 1)" : nil
  }

  /// Returns an error message if `promotion` begins after the last account can have opened; nil otherwise.
  func lateness(of promotion: Promotion, in scenario: Scenario) -> String? {
    // Ignores the horizon, which only shortens the same scenario and makes nothing in it wrong.
    guard promotion.condition == .accountOpened, case .synthetic = accounts,
      let last = scenario.time.duration, promotion.begin >= last
    else { return nil }
    return
      "the promotion `\(promotion.name)` begins when nobody can benefit any more; give begin_s a time before"
      + " \(JSON.number(last.seconds).compact)"
  }

  /// The reason the run has no orders; nil if it may have some.
  fileprivate var withoutOrders: String? { demand == .none ? "there are no orders" : nil }
}

/// The gifts of promotions, and the expiry of credits after a fixed time.
extension Till {
  /// Expires the credits due at `time`, the next expiry: first those from packs, then from promotions, then from
  /// referrals.
  mutating func expire(at time: Milliseconds) {
    for pack in expiringPacks.indices {
      while let first = expiringPacks[pack].first, grants[Int(first)].end <= time {
        end(expiringPacks[pack].removeFirst(), at: time)
      }
    }
    for gift in expiringGifts.indices {
      while let first = expiringGifts[gift].first, grants[Int(first)].end <= time {
        end(expiringGifts[gift].removeFirst(), at: time)
      }
    }
    while let first = expiringReferrals.first, grants[Int(first)].end <= time {
      end(expiringReferrals.removeFirst(), at: time)
    }
    nextExpiry = (expiringPacks + expiringGifts + [expiringReferrals]).reduce(.never) { next, queue in
      queue.first.map { min(next, grants[Int($0)].end) } ?? next
    }
  }

  /// Credits a newly opened account with the promotions for account openings; accounts open from the start get none.
  mutating func welcome(_ account: AccountIndex, at time: Milliseconds) {
    guard setup.accounts[account].opens > .zero else { return }
    give(
      .accountOpened, to: account, for: .none, at: time, .openingPromotion,
      key: setup.accounts[account].key)
  }

  /// Plays the game of each open game promotion for the customer of `order`, whose payment has been confirmed.
  mutating func play(_ order: OrderIndex, at time: Milliseconds) {
    give(
      .game, to: setup.orders[order].account, for: order, at: time, .gamePromotion,
      key: setup.orders[order].key)
  }

  private mutating func give(
    _ condition: Promotion.Condition, to account: AccountIndex, for order: OrderIndex, at time: Milliseconds,
    _ purpose: Purpose, key: UInt64
  ) {
    for (place, promotion) in setup.fields.promotions.enumerated()
    where promotion.condition == condition && promotion.isOpen(at: time) && giftsLeft[place] > 0 {
      var draws = random.stream(purpose, key, UInt64(place))
      guard draws.happens(withProbability: promotion.probability) else { continue }
      if giftsLeft[place] != .max { giftsLeft[place] -= 1 }
      accounts[account].fromPromotions += promotion.credits
      ledger.post(.promotion, promotion.credits, account: account, order: order, at: time)
      if let span = promotion.expiry {
        expiringGifts[place].append(
          grant(promotion.credits, to: account, until: time.saturatingAdd(span), .expiry))
      } else {
        accounts[account].plain += promotion.credits
        free?.add(promotion.credits, to: account)
      }
    }
  }
}

extension Feature<OrdersRun> {
  /// The feature for credits from sources other than opening credits, packs and codes.
  static var otherCredits: Self {
    Feature(
      ["payment", "direct"], ["promotions"], ["campaigns"], ["referral"],
      isPart: { $0.setup.hasOtherCredits }, figures: OrdersRun.otherCreditFigures,
      columns: OrdersTable.paymentColumns + [OrdersTable.byCard] + OrdersTable.giftColumns as [any Sendable])
  }
}

extension Metric {
  static let creditsByCard = Metric(
    "credits_by_card", .count, over: .books, better: .higherIsBetter,
    "Recipients paid for individually by bank card (`payment.direct`), excluding refunds.")
  static let creditsOfPromotions = Metric(
    "credits_from_promotions", .count, over: .books, "Credits given by promotions.")
}

extension OrdersRun {
  /// The figures of runs with credits from sources other than opening credits, packs and codes.
  static let otherCreditFigures: [Figure<OrdersRun>] = [
    Figure(.creditsOfPromotions) { run in .count(Int(-run.records.ledger.balance(of: .promotions))) },
    Figure(.creditsByCard) { run in .count(Int(-run.records.ledger.balance(of: .cards))) },
  ]
}

extension OrdersTable {
  fileprivate static let paymentColumns: [Column<OrderRow>] = [
    .word(
      "paid_by",
      "The means of payment; see the list of payments. Only with `promotions`, `campaigns`, `referral` or `payment.direct`; empty"
        + " if unpaid."
    ) { $0.record.paidBy }
  ]

  fileprivate static let byCard: Column<PaymentAttemptRow> = .count(
    "by_card",
    "The number of recipients to be paid for individually by bank card. " + others
  ) { $0.attempt.payment.byCard }

  fileprivate static let others = "Only with `promotions`, `campaigns`, `referral` or `payment.direct`."

  fileprivate static let giftColumns: [Column<AccountRow>] = [
    .count("credits_from_promotions", "Credits given by promotions. " + others) { $0.state.fromPromotions },
    .count(
      "credits_by_card",
      "The number of recipients paid for individually by bank card, excluding refunds. " + others
    ) { $0.state.byCard },
  ]
}
