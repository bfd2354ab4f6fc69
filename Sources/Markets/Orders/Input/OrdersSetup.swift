public import Community
import Ground
package import Lifecycle
public import Quantities
package import Scenario

/// The input of an orders run: the customers, the products, and the production line.
public struct OrdersSetup: Hashable, Sendable {
  /// The accounts in ascending order of id, each id once.
  public var accounts: [Account] = []
  /// The orders in ascending order of id, each id once.
  public var orders: [Order] = []
  public var packs: [Pack] = []
  public var codes: [PromoCode] = []
  /// The codes entered with orders, order by order; `.none` for text that is not a code.
  public var typedCodes: [CodeIndex] = []
  /// The stations in the order in which cards pass through them; at least one.
  public var stations: [Station] = []
  public var payment = PaymentRules()
  public var promotions: [Promotion] = []
  public var campaigns: [Campaign] = []
  /// The channels through which orders arrive; empty if channels are not modelled.
  public var channels: [OrderChannel] = []
  /// The rules for accounts opened before a payment, and for referrals; nil if there are none.
  public var registration: Registration?
  public var referral: Referral?
  /// Whether orders may be left as drafts.
  public var hasDrafts = false
  public var line = LineRules()
  /// The rules for the quality of photos; nil if it is not modelled.
  public var photos: PhotoRules?
  /// The rules for messages to customers; if nil, all arrive immediately.
  public var channel: ChannelRules?
  /// Whether messages are recorded.
  public var recordsMessages = false
  /// The rules by which customers leave; nil if departures are not counted.
  public var users: OrderUsers?
  /// Whether orders may use earlier cards again.
  public var hasReuse = false
  /// The news sent to customers, and the reach of each piece.
  public var news: [News] = []
  public var newsReach: [NewsReach] = []
  /// The rules for cards after the last station; nil if delivery is not simulated.
  public var delivery: DeliveryRules?
  /// The recorded countries of recipients, order by order.
  public var namedCountries: [Int32] = []
  /// Milliseconds from the last Monday 0:00 to the start of the run.
  public var phase: Int64 = 0
  /// The names of accounts and orders in the files.
  public var accountNames = Names.numbers
  public var orderNames = Names.numbers

  /// Creates an empty setup.
  public init() {}

  /// Whether there are credits from sources other than opening credits, packs and codes.
  var hasOtherCredits: Bool {
    payment.direct != nil || !promotions.isEmpty || !campaigns.isEmpty || referral != nil
  }

  /// Whether customers may attempt to pay later than they order.
  var hasDelays: Bool { hasDrafts || registration != nil }
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

/// The index of a provider; the line is the only provider.
public struct LineIndex: ListIndex {
  public var rawValue: Int32

  @inlinable public init(rawValue: Int32) { self.rawValue = rawValue }

  /// The only line.
  @inlinable public static var line: Self { 0 }
}

extension Rules {
  /// Creates the rules of the orders scenario `scenario`: the line takes every order and cancels none.
  package init(ofOrders scenario: Scenario) {
    let fields = scenario.fields(of: OrdersFields.self)
    self.init(scenario, cycles: fields.matching, answerDelay: fields.behaviour.answerDelay)
    requesterCancelProbability = fields.behaviour.cancelProbability
    outages = fields.channel?.outages
  }
}
