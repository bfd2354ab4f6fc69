import Community
import Lifecycle
import Quantities
import Statistics

/// The customers by their accounts, and who of them has left because the service failed them.
struct Customers {
  private var churn: Churn?
  /// The time at which the customer of each account left; nil for those who stayed.
  private(set) var left: [Milliseconds?]

  init(_ rules: OrderUsers, accounts: Int, random: RandomSource) {
    churn = rules.churn.map { Churn($0, users: accounts, random: random) }
    left = Array(repeating: nil, count: accounts)
  }

  func hasLeft(_ account: AccountIndex) -> Bool { account != .none && left[Int(account)] != nil }

  /// Notes how an order of `account` went.
  ///
  /// - Parameter keys: what the draws are keyed by: the order, and 1 for a complaint about it.
  mutating func settle(
    _ account: AccountIndex, success: Bool, keys: (order: UInt64, complaint: UInt64), at time: Milliseconds
  ) {
    guard account != .none else { return }
    let user = UserIndex(rawValue: account.rawValue)
    if churn?.settle(user, success: success, request: keys.order, keys.complaint) == true {
      left[Int(account)] = time
    }
  }
}

/// What customers are told, and how they take it.
extension OrdersCore {
  /// Sends the customer of `order`, who has an account, a message of `kind` at `time`; nil without a channel.
  @discardableResult
  mutating func tell(_ kind: MessageKind, of order: OrderIndex, at time: Milliseconds) -> Transit? {
    let account = world.orders[order].account
    return notifier?.send(
      kind, of: order, to: UserIndex(rawValue: account.rawValue),
      key: UInt64(bitPattern: world.accounts[account].id), at: time)
  }

  /// Notes how `order` went for its customer.
  mutating func settle(
    _ order: OrderIndex, success: Bool, complaint: Bool = false, at time: Milliseconds
  ) {
    let keys = (order: key(of: order), complaint: UInt64(complaint ? 1 : 0))
    customers?.settle(world.orders[order].account, success: success, keys: keys, at: time)
  }
}

extension OrdersMarket {
  /// The order was never paid, or called off. Who called it off was not failed.
  mutating func lose(_ order: OrderIndex, at time: Milliseconds, _ desk: inout Desk) {
    if desk.records.requests[order].cause != .calledOff { core.settle(order, success: false, at: time) }
  }
}
