import Quantities

/// The credits that were given, by promotions, codes, referrals and opening balances, apart from those that were paid for.
///
/// The till reports each movement of credits. Of credits that never lapse, those given are spent first.
public struct FreeCredits: Sendable {
  /// The given credits of one account.
  public struct Tally: Hashable, Sendable {
    /// Those in it that never lapse, and those that do one day.
    public var plain: Int64 = 0
    public var lapsing: Int64 = 0
    public var used: Int64 = 0
    public var lapsed: Int64 = 0

    /// Those in it.
    public var balance: Int64 { plain + lapsing }
  }

  /// One for each account of the input.
  public private(set) var accounts: [Tally]
  /// The given credits with which each order was paid, and those of them that never lapse.
  private var orders: [(all: Int64, plain: Int64)]
  /// Whether each grant was given.
  private var isGiven: [Bool] = []

  init?(_ setup: OrdersSetup) {
    guard setup.payment.freeApart else { return nil }
    accounts = Array(repeating: Tally(), count: setup.accounts.count)
    orders = Array(repeating: (0, 0), count: setup.orders.count)
  }

  /// The given credits with which `order` was paid.
  func credits(of order: OrderIndex) -> Int64 { orders[Int(order)].all }

  /// `account` is given `credits` that never lapse.
  mutating func add(_ credits: Int64, to account: AccountIndex) { accounts[Int(account)].plain += credits }

  /// `account` gets `credits` that lapse one day, as the next grant of the till.
  mutating func addGrant(_ credits: Int64, to account: AccountIndex, isGiven: Bool) {
    self.isGiven.append(isGiven)
    if isGiven { accounts[Int(account)].lapsing += credits }
  }

  /// `credits` of `grant` lapse.
  mutating func lapse(_ credits: Int64, of grant: Int32, in account: AccountIndex) {
    guard isGiven[Int(grant)] else { return }
    accounts[Int(account)].lapsing -= credits
    accounts[Int(account)].lapsed += credits
  }

  /// `order` takes `credits` of `grant`.
  mutating func spend(_ credits: Int64, of grant: Int32, in account: AccountIndex, for order: OrderIndex) {
    guard isGiven[Int(grant)] else { return }
    accounts[Int(account)].lapsing -= credits
    orders[Int(order)].all += credits
  }

  /// `order` takes `credits` that never lapse.
  mutating func spend(_ credits: Int64, in account: AccountIndex, for order: OrderIndex) {
    let given = min(credits, accounts[Int(account)].plain)
    accounts[Int(account)].plain -= given
    orders[Int(order)].all += given
    orders[Int(order)].plain += given
  }

  /// `order`, which is not made, gives `credits` of `grant` back; they have lapsed if `isOver`.
  mutating func release(
    _ credits: Int64, of grant: Int32, to account: AccountIndex, from order: OrderIndex, isOver: Bool
  ) {
    guard isGiven[Int(grant)] else { return }
    orders[Int(order)].all -= credits
    if isOver { accounts[Int(account)].lapsed += credits } else { accounts[Int(account)].lapsing += credits }
  }

  /// `order`, which is not made, gives back its credits that never lapse.
  mutating func release(_ order: OrderIndex, to account: AccountIndex) {
    accounts[Int(account)].plain += orders[Int(order)].plain
    orders[Int(order)].all -= orders[Int(order)].plain
    orders[Int(order)].plain = 0
  }

  /// The first card of `order` is begun.
  mutating func use(_ order: OrderIndex, of account: AccountIndex) {
    accounts[Int(account)].used += orders[Int(order)].all
  }
}
