package import Community
package import Quantities
package import Scenario

/// The scenario fields of the orders market: the customers, the products, and the production line.
package struct OrdersFields: MarketFields {
  package static let market = "orders"
  package static let sentence =
    "Customers order cards for recipients and pay with credits; a line of stations produces the cards by a promised time."
  package static let takesPlace = false
  package static let recordable = ["events", "messages", "queues"]

  package var accounts = Accounts.synthetic(SyntheticAccounts())
  package var demand = Demand.none
  package var packs = [
    Pack(credits: 5, price: 1_250, weight: 5), Pack(credits: 20, price: 4_400, weight: 3),
    Pack(credits: 100, price: 19_000, weight: 1),
  ]
  package var codes: [PromoCode] = []
  package var promotions: [Promotion] = []
  package var news: [News] = []
  package var campaigns: [Campaign] = []
  package var registration: Registration?
  package var referral: Referral?
  package var payment = PaymentRules()
  package var stations = Station.usual
  package var line = LineRules()
  package var delivery: DeliveryRules?
  package var photos: PhotoRules?
  package var channel: ChannelRules?
  package var users: OrderUsers?
  package var matching = Matching()
  package var behaviour = Behaviour()

  package init() {}

  /// The source of accounts.
  package enum Accounts: Equatable, Sendable {
    case synthetic(SyntheticAccounts)
    case recorded(RecordedAccounts)
  }

  /// Synthetic accounts.
  package struct SyntheticAccounts: Equatable, Sendable {
    package var count = 1_000
    package var firstID: Int64 = 1
    /// The share of accounts that are open from the start; the others open at uniformly distributed times during the
    /// period.
    package var openShare = 0.6
    /// The relative weights of the number of opening credits: 0, 1, 2, …
    package var credits = [0.5, 0.1, 0.1, 0.3]

    package init() {}
  }

  /// Accounts listed in a file.
  package struct RecordedAccounts: Equatable, Sendable {
    package var file = ""
    /// The column names in the file, keyed by the standard names.
    package var columns: [String: String] = [:]

    package init() {}
  }

  /// The source of orders.
  package enum Demand: Equatable, Sendable {
    case none
    case synthetic(SyntheticOrders)
    case recorded(RecordedOrders)
  }

  /// Synthetic orders.
  package struct SyntheticOrders: Equatable, Sendable {
    package var arrivals = Scenario.Arrivals()
    /// The relative weights of the number of recipients: 1, 2, 3, …
    package var recipients = [0.6, 0.2, 0.1, 0.05, 0.05]
    /// The share of orders from customers without an account.
    package var guestShare = 0.0
    /// The share of orders with a promo code; all codes are equally likely.
    package var codeShare = 0.0
    /// The channels through which orders arrive; empty if channels are not modelled.
    package var channels: [OrderChannel] = []
    /// The rules for drafts; nil if there are none.
    package var drafts: Drafts?
    /// The share of orders whose customers would like to reuse an earlier card.
    package var reuseShare = 0.0
    /// The share of orders that are probes.
    package var probeShare = 0.0

    package init() {}
  }

  /// Orders listed in a file.
  package struct RecordedOrders: Equatable, Sendable {
    package var file = ""
    /// The column names in the file, keyed by the standard names.
    package var columns: [String: String] = [:]

    package init() {}
  }

  /// The rules for repeated attempts to pay.
  package struct Matching: CycleRules, Equatable, Sendable {
    package var attempts = 3
    package var retryInterval = Milliseconds(60_000)
    package var maxCycles = 1
    package var relaunch = Scenario.Relaunch()

    package init() {}
  }

  /// The behaviour of customers.
  package struct Behaviour: PatienceRules, Equatable, Sendable {
    /// The time from a payment to its confirmation.
    package var answerDelay = Milliseconds.zero
    /// The probability that a customer cancels a paid order; without effect once its first card has been begun.
    package var cancelProbability = 0.01
    package var patience: Milliseconds?

    package init() {}
  }
}
