import Community
import Ground
package import Lifecycle
public import Quantities
package import Scenario

/// The input of an orders run: the customers, the products, and the production line.
public struct OrdersSetup: Equatable, Sendable {
  /// The fields of the scenario.
  package var fields = OrdersFields()
  /// The accounts in ascending order of their ids, which are unique.
  public var accounts: [Account] = []
  /// The orders in ascending order of their ids, which are unique.
  public var orders: [Order] = []
  /// The codes entered with the orders, order by order; `.none` for text that is not a code.
  public var typedCodes: [CodeIndex] = []
  /// The channels through which orders arrive; empty if channels are not modelled.
  public var channels: [OrderChannel] = []
  /// Whether orders may be left as drafts.
  public var hasDrafts = false
  /// Whether messages are recorded.
  public var recordsMessages = false
  /// Whether orders may reuse earlier cards.
  public var hasReuse = false
  /// The pieces of news sent to customers, and the reach of each.
  public var news: [News] = []
  public var newsReach: [NewsReach] = []
  /// The recorded countries of recipients, order by order.
  public var namedCountries: [Int32] = []
  /// The milliseconds from the last Monday 0:00 to the start of the run.
  public var phase: Int64 = 0
  /// The names of accounts and orders in files.
  public var accountNames = Names.numbers
  public var orderNames = Names.numbers

  /// Creates a setup without accounts or orders.
  package init(_ fields: OrdersFields) {
    self.fields = fields
    if case .synthetic(let orders) = fields.demand {
      channels = orders.channels
      hasDrafts = orders.drafts != nil
      hasReuse = orders.reuseShare > 0 && fields.photos != nil
    }
  }

  /// Whether there are credits from sources other than opening credits, packs and codes.
  var hasOtherCredits: Bool {
    fields.payment.direct != nil || !fields.promotions.isEmpty || !fields.campaigns.isEmpty
      || fields.referral != nil
  }

  /// Whether the first attempt to pay may be later than the submission of an order.
  var hasDelays: Bool { hasDrafts || fields.registration != nil }
}

/// The index of an account in the list of all accounts.
public struct AccountIndex: ListIndex {
  public var rawValue: Int32

  @inlinable public init(rawValue: Int32) { self.rawValue = rawValue }
}

/// The index of an order in the list of all orders.
public struct OrderIndex: ListIndex {
  public var rawValue: Int32

  @inlinable public init(rawValue: Int32) { self.rawValue = rawValue }
}

/// The index of a promo code in the list of all codes.
public struct CodeIndex: ListIndex {
  public var rawValue: Int32

  @inlinable public init(rawValue: Int32) { self.rawValue = rawValue }
}

/// The index of a provider; the line is the only one.
public struct LineIndex: ListIndex {
  public var rawValue: Int32

  @inlinable public init(rawValue: Int32) { self.rawValue = rawValue }

  /// The only line.
  @inlinable public static var line: Self { 0 }
}

extension Rules {
  /// Creates the rules of the orders scenario `scenario`: the line accepts every paid order and cancels none.
  package init(ofOrders scenario: Scenario) {
    let fields = scenario.fields(of: OrdersFields.self)
    self.init(scenario, cycles: fields.matching, answerDelay: fields.behaviour.answerDelay)
    requesterCancelProbability = fields.behaviour.cancelProbability
    outages = fields.channel?.outages
  }
}
