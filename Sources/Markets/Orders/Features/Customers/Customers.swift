import Community
import Lifecycle
import Quantities
import Statistics

/// What customers are told, and who of them has left because the service failed them. The core and its features tell them
/// everything; a scenario without a channel or users makes nothing of it.
struct Customers {
  /// The messages to their phones; nil if they know everything at once.
  fileprivate var notifier: Notifier<OrderIndex>?
  private var churn: Churn?
  /// The time at which the customer of each account left, nil for those who stayed; nil if nobody counts them.
  private var left: [Milliseconds?]?

  init(_ setup: OrdersSetup, random: RandomSource) {
    notifier = setup.channel.map { Notifier($0, isRecorded: setup.recordsMessages, random: random) }
    guard let users = setup.users else { return }
    churn = users.churn.map { Churn($0, users: setup.accounts.count, random: random) }
    left = Array(repeating: nil, count: setup.accounts.count)
  }

  func hasLeft(_ account: AccountIndex) -> Bool {
    guard let left, account != .none else { return false }
    return left[Int(account)] != nil
  }

  /// Notes how an order of `account` went.
  ///
  /// - Parameter keys: what the draws are keyed by: the order, and 1 for a complaint about it.
  mutating func settle(
    _ account: AccountIndex, success: Bool, keys: (order: UInt64, complaint: UInt64), at time: Milliseconds
  ) {
    guard account != .none else { return }
    let user = UserIndex(rawValue: account.rawValue)
    if churn?.settle(user, success: success, request: keys.order, keys.complaint) == true {
      left?[Int(account)] = time
    }
  }

  /// Adds what the run leaves of them to `records`.
  func leave(in records: inout OrdersRecords) {
    records.messageCounts = notifier?.counts
    records.messages = notifier?.messages ?? []
    records.left = left
  }
}

/// What customers are told, and how they take it.
extension OrdersCore {
  /// Sends the customer of `order`, who has an account, a message of `kind` at `time`; nil without a channel.
  @discardableResult
  mutating func tell(_ kind: MessageKind, of order: OrderIndex, at time: Milliseconds) -> Transit? {
    let account = world.orders[order].account
    return customers.notifier?.send(
      kind, of: order, to: UserIndex(rawValue: account.rawValue),
      key: world.accounts[account].key, at: time)
  }

  /// Notes how `order` went for its customer.
  mutating func settle(
    _ order: OrderIndex, success: Bool, complaint: Bool = false, at time: Milliseconds
  ) {
    let keys = (order: key(of: order), complaint: UInt64(complaint ? 1 : 0))
    customers.settle(world.orders[order].account, success: success, keys: keys, at: time)
  }
}

extension OrdersMarket {
  /// The order was never paid, or called off. Who called it off was not failed.
  mutating func lose(_ order: OrderIndex, at time: Milliseconds, _ desk: inout Desk) {
    if desk.records.requests[order].cause != .calledOff { core.settle(order, success: false, at: time) }
  }
}
