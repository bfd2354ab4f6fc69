import Metrics
import Models
import Quantities
import Statistics
import Tables

/// The free credits (from promotions, codes, referrals and opening balances), counted separately from paid ones.
///
/// The till reports each movement of credits. Among credits that never lapse, free ones are spent first.
public struct FreeCredits: Sendable {
  /// The free credits of one account.
  public struct Tally: Hashable, Sendable {
    /// The available credits that never lapse, and those that may lapse.
    public var plain: Int64 = 0
    public var lapsing: Int64 = 0
    public var used: Int64 = 0
    public var lapsed: Int64 = 0

    /// The available credits.
    public var balance: Int64 { plain + lapsing }
  }

  /// The tally of each account of the input.
  public private(set) var accounts: [Tally]
  /// The number of free credits with which each order was paid, and how many of them never lapse.
  private var orders: [(all: Int64, plain: Int64)]
  /// Whether each grant is free.
  private var isGiven: [Bool] = []

  init?(_ setup: OrdersSetup) {
    guard setup.fields.payment.freeApart else { return nil }
    accounts = Array(repeating: Tally(), count: setup.accounts.count)
    orders = Array(repeating: (0, 0), count: setup.orders.count)
  }

  /// Returns the number of free credits with which `order` was paid.
  func credits(of order: OrderIndex) -> Int64 { orders[Int(order)].all }

  /// Records that `account` receives `credits` free credits that never lapse.
  mutating func add(_ credits: Int64, to account: AccountIndex) { accounts[Int(account)].plain += credits }

  /// Records the till's next grant: `account` receives `credits` that may lapse; `isGiven` if they are free.
  mutating func addGrant(_ credits: Int64, to account: AccountIndex, isGiven: Bool) {
    self.isGiven.append(isGiven)
    if isGiven { accounts[Int(account)].lapsing += credits }
  }

  /// Records that `credits` of `grant` lapse.
  mutating func lapse(_ credits: Int64, of grant: Int32, in account: AccountIndex) {
    guard isGiven[Int(grant)] else { return }
    accounts[Int(account)].lapsing -= credits
    accounts[Int(account)].lapsed += credits
  }

  /// Records that `order` is paid with `credits` of `grant`.
  mutating func spend(_ credits: Int64, of grant: Int32, in account: AccountIndex, for order: OrderIndex) {
    guard isGiven[Int(grant)] else { return }
    accounts[Int(account)].lapsing -= credits
    orders[Int(order)].all += credits
  }

  /// Records that `order` is paid with `credits` credits that never lapse.
  mutating func spend(_ credits: Int64, in account: AccountIndex, for order: OrderIndex) {
    let given = min(credits, accounts[Int(account)].plain)
    accounts[Int(account)].plain -= given
    orders[Int(order)].all += given
    orders[Int(order)].plain += given
  }

  /// Records that the cancelled `order` returns `credits` of `grant`, which lapse at once if `isOver`.
  mutating func release(
    _ credits: Int64, of grant: Int32, to account: AccountIndex, from order: OrderIndex, isOver: Bool
  ) {
    guard isGiven[Int(grant)] else { return }
    orders[Int(order)].all -= credits
    if isOver { accounts[Int(account)].lapsed += credits } else { accounts[Int(account)].lapsing += credits }
  }

  /// Records that the cancelled `order` returns its credits that never lapse.
  mutating func release(_ order: OrderIndex, to account: AccountIndex) {
    accounts[Int(account)].plain += orders[Int(order)].plain
    orders[Int(order)].all -= orders[Int(order)].plain
    orders[Int(order)].plain = 0
  }

  /// Records that the first card of `order` is begun, so that its credits count as used.
  mutating func use(_ order: OrderIndex, of account: AccountIndex) {
    accounts[Int(account)].used += orders[Int(order)].all
  }
}

extension Feature<OrdersRun> {
  /// The feature for counting free credits separately from paid ones.
  static var freeCredits: Self {
    Feature(
      ["payment", "free_apart"], isPart: { $0.setup.fields.payment.freeApart },
      figures: OrdersRun.freeCreditFigures,
      columns: [OrdersTable.freeCreditsOfOrder] + OrdersTable.freeCreditColumns as [any Sendable])
  }
}

extension Metric {
  static let freeCreditsUsed = Metric(
    "free_credits_used", .count, over: .books,
    "Used credits given by promotions, codes, referrals or opening balances; with `payment.free_apart`."
  )
  static let freeCreditsLapsed = Metric(
    "free_credits_lapsed", .count, over: .books, "Such credits that lapsed; with `payment.free_apart`.")
  static let freeCreditsLeft = Metric(
    "free_credits_left", .count, over: .books,
    "Such credits in accounts at the end of the run; with `payment.free_apart`.")
}

extension OrdersRun {
  /// The figures of runs that count free credits separately.
  static let freeCreditFigures: [Figure<OrdersRun>] = [
    Figure(.freeCreditsUsed) { run in .count(run.freeCredits(\.used)) },
    Figure(.freeCreditsLapsed) { run in .count(run.freeCredits(\.lapsed)) },
    Figure(.freeCreditsLeft) { run in .count(run.freeCredits(\.balance)) },
  ]

  private func freeCredits(_ part: (FreeCredits.Tally) -> Int64) -> Int {
    Int(records.freeCredits.reduce(0) { $0 + part($1) })
  }
}

extension OrdersTable {
  fileprivate static let freeCreditsOfOrder: Column<OrderRow> = .count(
    "free_credits",
    "The number of recipients paid for with credits given by promotions, codes, referrals or the opening balance. Only with"
      + " `payment.free_apart`; empty for unpaid orders."
  ) { $0.record.paidBy == nil ? nil : $0.record.freeCredits }

  fileprivate static let freeCreditColumns: [Column<AccountRow>] = [
    .count(
      "free_credits",
      "The credits in the account given by promotions, codes, referrals or the opening balance. Only with `payment.free_apart`."
    ) { $0.freeCredits.balance },
    .count("free_credits_used", "Such credits used for started orders. Only with `payment.free_apart`.") {
      $0.freeCredits.used
    },
    .count("free_credits_lapsed", "Such credits that lapsed. Only with `payment.free_apart`.") {
      $0.freeCredits.lapsed
    },
  ]
}

extension AccountRow {
  fileprivate var freeCredits: FreeCredits.Tally { run.records.freeCredits[place] }
}
