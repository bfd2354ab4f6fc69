public import Community
import Lifecycle
import Quantities
import Scenario
import Statistics

/// The messages to customers, and the departures of customers whom the service failed. The core and the features report
/// outcomes here; they are ignored unless the scenario has a channel or users.
struct Customers {
  /// The sender of messages to customers' phones; nil if information reaches them instantly.
  fileprivate var notifier: Notifier<OrderIndex>?
  private var churn: Churn?
  /// The time at which the customer of each account left, nil if they stayed; the list is nil if departures are not
  /// simulated.
  private var left: [Milliseconds?]?

  init(_ setup: OrdersSetup, random: RandomSource) {
    notifier = setup.fields.channel.map { Notifier($0, isRecorded: setup.recordsMessages, random: random) }
    guard let users = setup.fields.users else { return }
    churn = users.churn.map { Churn($0, users: setup.accounts.count, random: random) }
    left = Array(repeating: nil, count: setup.accounts.count)
  }

  func hasLeft(_ account: AccountIndex) -> Bool {
    guard let left, account != .none else { return false }
    return left[Int(account)] != nil
  }

  /// Records the outcome of an order of `account`.
  ///
  /// - Parameter keys: the keys of the draws: the order's key, and 1 for a complaint about the order or 0 otherwise.
  mutating func settle(
    _ account: AccountIndex, success: Bool, keys: (order: UInt64, complaint: UInt64), at time: Milliseconds
  ) {
    guard account != .none else { return }
    let user = UserIndex(rawValue: account.rawValue)
    if churn?.settle(user, success: success, request: keys.order, keys.complaint) == true {
      left?[Int(account)] = time
    }
  }

  /// Adds the customers' records to `records`.
  func leave(in records: inout OrdersRecords) {
    records.messageCounts = notifier?.counts
    records.messages = notifier?.messages ?? []
    records.left = left
  }
}

/// Messages to customers, and their reactions to outcomes.
extension OrdersCore {
  /// Sends the customer of `order`, who must have an account, a message of `kind` at `time`; returns nil if no channel
  /// is simulated.
  @discardableResult
  mutating func tell(_ kind: MessageKind, of order: OrderIndex, at time: Milliseconds) -> MessageTransit? {
    let account = setup.orders[order].account
    return customers.notifier?.send(
      kind, of: order, to: UserIndex(rawValue: account.rawValue),
      key: setup.accounts[account].key, at: time)
  }

  /// Records the outcome of `order` for its customer.
  mutating func settle(
    _ order: OrderIndex, success: Bool, complaint: Bool = false, at time: Milliseconds
  ) {
    let keys = (order: key(of: order), complaint: UInt64(complaint ? 1 : 0))
    customers.settle(setup.orders[order].account, success: success, keys: keys, at: time)
  }
}

extension OrdersMarket {
  /// Records as a failure that the order was never paid or was cancelled. Has no effect if the customer cancelled,
  /// since the service did not fail them.
  mutating func lose(_ order: OrderIndex, at time: Milliseconds, _ desk: inout Desk) {
    if desk.records.requests[order].cause != .calledOff { core.settle(order, success: false, at: time) }
  }
}

/// The rules for customers who return with their accounts, and who may leave a service that fails them.
public struct OrderUsers: Hashable, Sendable {
  /// The rules by which they leave; nil if no customer does.
  public var churn: ChurnRules?

  public init() {}
}

extension OrderUsers {
  static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "churn", \.churn, orNull: .object(ChurnRules.members),
          "Churn of customers; failures are orders that were never paid, late, cancelled because of the photo,"
            + " or complained about. `null`: nobody leaves."
        )
      ])
  }
}
