public import Quantities

/// An order of cards, one for each recipient.
public struct Order: Hashable, Sendable, Listed {
  public typealias Index = OrderIndex

  /// The id in files, or the number of its name.
  public var id: Int64
  /// The key of its draws: the number, or a hash of the name.
  public var key: UInt64
  /// The time at which the customer orders.
  public var submit: Milliseconds
  /// The account that orders; `.none` for a customer without an account.
  public var account: AccountIndex
  /// The number of recipients; each costs one credit and gets one card.
  public var recipients: Int32
  /// The promo codes the customer enters, as a range of `OrdersSetup.typedCodes`.
  public var codes: Range<Int32>
  /// The time after submission at which the customer gives up an unpaid order; `.never` for no limit.
  public var patience: Milliseconds
  /// The recorded countries of its recipients, as a range of `OrdersSetup.namedCountries`; empty if they are not
  /// recorded.
  public var countries: Range<Int32> = 0..<0
  /// The channel through which it arrives, as an index in `OrdersSetup.channels`; −1 if unknown.
  public var channel: Int32 = -1
  /// Whether the customer leaves it as a draft.
  public var isDraft = false
  /// The time from submission until the draft is finished and the account is open, so that it can be paid, or until
  /// the customer gives up.
  public var delay = Milliseconds.zero
  /// The reason the customer then gives up; nil if they do not.
  public var givesUp: OrderCause?
  /// Whether the customer would use an earlier card again.
  public var wantsReuse = false
  /// The place in `OrdersSetup.news` of the news that it follows; −1 for none.
  public var news: Int32 = -1
  /// The number of its recipients whose addresses were sent back to be corrected.
  public var rejectedAddresses: Int32 = 0
  /// Whether it names an account that does not exist.
  public var isOfNobody = false
  /// Whether it is a probe: one attempt, never produced.
  public var isProbe: Bool
  /// The reason it takes no part in the run; nil if it does.
  public var refusal: OrderCause?

  /// Creates an order of one card.
  public init(
    id: Int64, submit: Milliseconds, account: AccountIndex, recipients: Int32 = 1,
    codes: Range<Int32> = 0..<0,
    patience: Milliseconds = .never, isProbe: Bool = false
  ) {
    self.id = id
    key = UInt64(bitPattern: id)
    self.submit = submit
    self.account = account
    self.recipients = recipients
    self.codes = codes
    self.patience = patience
    self.isProbe = isProbe
  }
}
