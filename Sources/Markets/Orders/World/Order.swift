public import Quantities

/// An order of cards, one for each recipient.
public struct Order: Hashable, Sendable, Listed {
  public typealias Index = OrderIndex

  /// The whole number that files call it by, or that of its name.
  public var id: Int64
  /// The key of its draws: the number, or a hash of the name.
  public var key: UInt64
  /// The time at which the customer orders.
  public var submit: Milliseconds
  /// The account that orders; `.none` for somebody without an account.
  public var account: AccountIndex
  /// The number of recipients; each costs one credit and gets one card.
  public var recipients: Int32
  /// The promo codes that the customer types, as a range of `OrdersSetup.typedCodes`.
  public var codes: Range<Int32>
  /// The time after submission at which the customer gives up an order that is not paid; `.never` for no limit.
  public var patience: Milliseconds
  /// The countries of its recipients where a file names them, as a range of `OrdersSetup.namedCountries`; else empty.
  public var countries: Range<Int32> = 0..<0
  /// The channel by which it comes, as an offset in `OrdersSetup.channels`; −1 where nobody knows.
  public var channel: Int32 = -1
  /// True if the customer leaves it as a draft.
  public var isDraft = false
  /// The time from submission until the draft is finished and the account is open, so that it can be paid, or until the
  /// customer gives that up.
  public var delay = Milliseconds.zero
  /// The reason why the customer gives it up then; nil if they do not.
  public var givesUp: OrderCause?
  /// True if it names an account that does not exist.
  public var isOfNobody = false
  /// True if it only measures: one attempt, never produced.
  public var isProbe: Bool
  /// The reason why it takes no part in the run; nil if it does.
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
