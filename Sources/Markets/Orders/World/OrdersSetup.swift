public import Community
public import Quantities

/// All that a run of the market takes in: who orders, what is sold, and the line that makes it.
public struct OrdersSetup: Hashable, Sendable {
  /// The accounts in ascending order of id, each id once.
  public var accounts: [Account] = []
  /// The orders in ascending order of id, each id once.
  public var orders: [Order] = []
  public var packs: [Pack] = []
  public var codes: [PromoCode] = []
  /// The codes that orders name, one after the other; `.none` for a text that is no code.
  public var typedCodes: [CodeIndex] = []
  /// The stations in the order in which cards pass them; at least one.
  public var stations: [Station] = []
  public var payment = PaymentRules()
  public var promotions: [Promotion] = []
  public var campaigns: [Campaign] = []
  /// The channels by which orders come; none where nobody asks.
  public var channels: [OrderChannel] = []
  /// The rules by which accounts are opened on the way to a payment, and by which accounts bring others; nil if they do
  /// not.
  public var registration: Registration?
  public var referral: Referral?
  /// True if orders may be left as drafts.
  public var hasDrafts = false
  public var line = LineRules()
  /// The rules on the quality of photos; nil if nobody asks.
  public var photos: PhotoRules?
  /// The rules by which messages travel to customers; nil for at once and always.
  public var channel: ChannelRules?
  /// True if messages are written down.
  public var recordsMessages = false
  /// The rules by which customers leave; nil if nobody counts them.
  public var users: OrderUsers?
  /// True if orders may use earlier cards again.
  public var hasReuse = false
  /// The news that customers are sent, with those reached.
  public var news: [News] = []
  public var newsReach: [NewsReach] = []
  /// The rules for cards behind the last station; nil if nobody follows them there.
  public var delivery: DeliveryRules?
  /// The countries of recipients that files name, order by order.
  public var namedCountries: [Int32] = []
  /// Milliseconds from the last Monday 0:00 to the start of the run.
  public var phase: Int64 = 0
  /// The names of accounts and orders in the files.
  public var accountNames = Names.numbers
  public var orderNames = Names.numbers

  /// Creates a world of nobody.
  public init() {}

  /// True if credits come in another way than by accounts, packs and codes.
  var hasOtherCredits: Bool {
    payment.direct != nil || !promotions.isEmpty || !campaigns.isEmpty || referral != nil
  }

  /// True if customers may come to their payment later than they order.
  var hasDelays: Bool { hasDrafts || registration != nil }
}
