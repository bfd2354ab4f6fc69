import Quantities
import Statistics

/// Drafts, and accounts opened during an order.
extension OrdersMaker {
  /// Draws whether `order` is left as a draft, and until when.
  func leave(_ order: inout Order, asOneOf drafts: Drafts) {
    var draws = stream(.draft, order.key)
    guard draws.happens(withProbability: drafts.share) else { return }
    order.isDraft = true
    if draws.happens(withProbability: drafts.giveUpShare) { order.givesUp = .draftGivenUp }
    order.delay = drafts.time.span(&draws)
  }

  /// Lets customers without an account open one before their payment, or give up.
  ///
  /// The id of such an account depends only on the index of its order, no matter who else opens one; if accounts
  /// have names, their numbering is continued.
  func openAccounts(in world: inout OrdersSetup, _ rules: Registration) {
    let packs = Self.sums(fields.packs.map(\.weight))
    let first = (world.accounts.last?.id ?? 0) + 1
    var names = AccountNaming(world)
    for place in world.orders.places {
      var order = world.orders[place]
      guard order.account == .none, !order.isOfNobody, !order.isProbe, order.refusal == nil,
        order.givesUp == nil
      else { continue }
      var draws = stream(.registration, order.key)
      let givesUp = draws.happens(withProbability: rules.giveUpShare)
      order.delay = order.delay.saturatingAdd(rules.time.span(&draws))
      if givesUp { order.givesUp = .accountGivenUp }
      // A customer whose patience ends earlier opens no account.
      if !givesUp, order.patience == .never || order.delay < order.patience {
        let name = world.orderNames.text(of: order.id)
        var account = Account(
          id: names.number(forOrder: name) ?? first + Int64(place.rawValue),
          opens: max(.zero, order.submit).saturatingAdd(order.delay))
        // Where neither orders nor accounts have names, the number.
        if let key = names.key(of: account.id) ?? orderKey(order, in: world) { account.key = key }
        account.usualPack = usualPack(ofAccount: account.key, packs)
        account.openedWith = place
        order.account = AccountIndex(world.accounts.count)
        world.accounts.append(account)
      }
      world.orders[place] = order
    }
    world.accountNames = names.all
  }
}

extension OrdersMaker {
  /// The key of the account that is opened with `order`, by the order's name; nil if orders have numbers.
  private func orderKey(_ order: Order, in world: OrdersSetup) -> UInt64? {
    world.orderNames.isNumbers ? nil : ~order.key
  }
}

/// Names of accounts that are opened on the way, where files call accounts by names.
private struct AccountNaming {
  private var names: [String]?
  private var known: Set<String>

  init(_ world: OrdersSetup) {
    names = world.accountNames.isNumbers ? nil : world.accounts.map { world.accountNames.text(of: $0.id) }
    known = Set(names ?? [])
  }

  /// Returns the id of the account opened with the order called `name`; nil if ids are numbers.
  mutating func number(forOrder name: String) -> Int64? {
    guard let count = names?.count else { return nil }
    var own = "guest " + String(name.prefix(100))
    while !known.insert(own).inserted { own += "'" }
    names?.append(own)
    return Int64(count) + 1
  }

  /// The key of the draws of account `id`, which was named last; nil if ids are numbers.
  func key(of id: Int64) -> UInt64? { names.map { Names.key(of: $0[Int(id) - 1]) } }

  var all: Names { names.map { Names($0) } ?? .numbers }
}
