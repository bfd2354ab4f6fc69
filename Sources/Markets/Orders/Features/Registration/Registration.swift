import Quantities
import Scenario
public import Statistics

/// The rules for accounts that customers open before payment.
public struct Registration: Hashable, Sendable {
  /// The share of customers without an account who give up instead of opening one.
  public var giveUpShare: Double
  /// The time that a customer takes to open an account or to give up, in seconds.
  public var time: Law

  /// Creates rules; by default, a quarter of these customers give up.
  public init(giveUpShare: Double = 0.25, time: Law = .lognormal(median: 180, sigma: 0.8)) {
    self.giveUpShare = giveUpShare
    self.time = time
  }
}

/// The rules for orders that are left as drafts, and finished later or never.
public struct Drafts: Hashable, Sendable {
  /// The share of orders that are left as drafts.
  public var share: Double
  /// The share of drafts that are never finished.
  public var giveUpShare: Double
  /// The time until a draft is finished or given up, in seconds.
  public var time: Law

  /// Creates rules; by default, two out of five drafts are never finished.
  public init(
    share: Double = 0.2, giveUpShare: Double = 0.4, time: Law = .lognormal(median: 21_600, sigma: 1.5)
  ) {
    self.share = share
    self.giveUpShare = giveUpShare
    self.time = time
  }
}

extension Registration {
  static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "give_up_share", \.giveUpShare, .share,
          "The share of customers without an account who give up when required to open one."),
        Field("time", \.time, .law(), "The time that a customer takes to open an account or to give up."),
      ])
  }
}

extension Drafts {
  static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "share", \.share, .number(.init(lower: 0, upper: 1, includesLower: false)),
          "The share of orders left as drafts, excluding probes."),
        Field("give_up_share", \.giveUpShare, .share, "The share of drafts that are never completed."),
        Field("time", \.time, .law(), "The time until a draft is completed or abandoned."),
      ])
  }
}

/// Drafts, and accounts opened during an order.
extension OrdersMaker {
  /// Draws whether `order` is left as a draft, for how long, and whether the customer then gives up.
  func leave(_ order: inout Order, asOneOf drafts: Drafts) {
    var draws = stream(.draft, order.key)
    guard draws.happens(withProbability: drafts.share) else { return }
    order.isDraft = true
    if draws.happens(withProbability: drafts.giveUpShare) { order.givesUp = .draftGivenUp }
    order.delay = drafts.time.span(&draws)
  }

  /// Draws which customers without an account open one before their payment, and which give up.
  ///
  /// If accounts have numbers, the id of such an account depends only on the index of its order, not on the other
  /// accounts opened. If they have names, the new account gets a name and the next number.
  func openAccounts(in setup: inout OrdersSetup, _ rules: Registration) {
    let packs = Self.sums(fields.packs.map(\.weight))
    let first = (setup.accounts.last?.id ?? 0) + 1
    var names = AccountNaming(setup)
    for place in setup.orders.places {
      var order = setup.orders[place]
      guard order.account == .none, !order.isOfNobody, !order.isProbe, order.refusal == nil,
        order.givesUp == nil
      else { continue }
      var draws = stream(.registration, order.key)
      let givesUp = draws.happens(withProbability: rules.giveUpShare)
      order.delay = order.delay.saturatingAdd(rules.time.span(&draws))
      if givesUp { order.givesUp = .accountGivenUp }
      // A customer whose patience ends earlier opens no account.
      if !givesUp, order.patience == .never || order.delay < order.patience {
        let name = setup.orderNames.text(of: order.id)
        var account = Account(
          id: names.number(forOrder: name) ?? first + Int64(place.rawValue),
          opens: max(.zero, order.submit).saturatingAdd(order.delay))
        // Where neither orders nor accounts have names, the number.
        if let key = names.key(of: account.id) ?? orderKey(order, in: setup) { account.key = key }
        account.usualPack = usualPack(ofAccount: account.key, packs)
        account.openedWith = place
        order.account = AccountIndex(setup.accounts.count)
        setup.accounts.append(account)
      }
      setup.orders[place] = order
    }
    setup.accountNames = names.all
  }
}

extension OrdersMaker {
  /// Returns the key of the account opened with `order`, derived from the order's name; nil if orders are identified by
  /// numbers.
  private func orderKey(_ order: Order, in setup: OrdersSetup) -> UInt64? {
    setup.orderNames.isNumbers ? nil : ~order.key
  }
}

/// The names of accounts opened during an order, for files that identify accounts by name.
private struct AccountNaming {
  private var names: [String]?
  private var known: Set<String>

  init(_ setup: OrdersSetup) {
    names = setup.accountNames.isNumbers ? nil : setup.accounts.map { setup.accountNames.text(of: $0.id) }
    known = Set(names ?? [])
  }

  /// Returns the id of the account opened with the order called `name`; nil if accounts are identified by numbers.
  mutating func number(forOrder name: String) -> Int64? {
    guard let count = names?.count else { return nil }
    var own = "guest " + String(name.prefix(100))
    while !known.insert(own).inserted { own += "'" }
    names?.append(own)
    return Int64(count) + 1
  }

  /// Returns the key of the draws of account `id`; nil if accounts are identified by numbers.
  func key(of id: Int64) -> UInt64? { names.map { Names.key(of: $0[Int(id) - 1]) } }

  var all: Names { names.map { Names($0) } ?? .numbers }
}
