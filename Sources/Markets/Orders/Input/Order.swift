public import Lifecycle
public import Quantities

/// An order of cards, one for each recipient.
public struct Order: Hashable, Sendable, Listed {
  public typealias Index = OrderIndex

  /// The id in files, or the number of its name.
  public var id: Int64
  /// The key of its random draws: its number, or a hash of its name.
  public var key: UInt64
  /// The time at which the customer submits the order.
  public var submit: Milliseconds
  /// The customer's account; `.none` if the customer has none.
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
  /// The time from submission until payment is possible because the draft is finished and the account open, or until
  /// the customer gives up.
  public var delay = Milliseconds.zero
  /// The reason the customer gives up after `delay`; nil if they do not.
  public var givesUp: OrderCause?
  /// Whether the customer would like to reuse an earlier card.
  public var wantsReuse = false
  /// The piece of news whose code it uses, as an index in `OrdersSetup.news`; −1 for none.
  public var news: Int32 = -1
  /// The number of recipients whose addresses are returned for correction.
  public var rejectedAddresses: Int32 = 0
  /// Whether it names an account that does not exist.
  public var isOfNobody = false
  /// Whether it is a probe, which makes one attempt to pay and is never produced.
  public var isProbe: Bool
  /// The reason it is excluded from the run; nil if it is not.
  public var refusal: OrderCause?

  /// Creates an order of one card for each of `recipients` recipients.
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

/// The cause of a failed attempt to pay, of an order given up, or of a refused row.
///
/// The raw value is the name in result files.
public enum OrderCause: String, CaseIterable, Sendable {
  // The stage at which the funnel reached zero, in its order.
  case noAccount = "no_account"
  case noCredits = "no_credits"
  case codeInvalid = "code_invalid"
  case paymentDeclined = "payment_declined"
  // The end of an offer.
  case withdrawn
  // Why an order left.
  case patience
  case calledOff = "called_off"
  case photoRejected = "photo_rejected"
  case undelivered
  case accountGivenUp = "account_given_up"
  case draftGivenUp = "draft_given_up"
  case addressRejected = "address_rejected"
  case leftService = "left_service"
  case outage
  // Why a row takes no part in the run.
  case codeTwice = "code_twice"

  /// The meaning of the cause, in one sentence.
  public var meaning: String {
    switch self {
    case .noAccount: "the order names no account, or one that was not open yet"
    case .noCredits: "account, codes and any pack bought did not cover a credit for each recipient"
    case .codeInvalid: "a promo code was unknown, had expired, or was used up, in total or by the account"
    case .paymentDeclined: "the payment for the pack was declined"
    case .withdrawn: "the customer left before the payment was confirmed"
    case .patience: "the customer's patience ran out"
    case .calledOff: "the customer cancelled a paid order before its first card was started"
    case .photoRejected: "the photo was sent back, and the customer gave up instead of resubmitting"
    case .undelivered: "the photo was sent back, and the message never reached the customer"
    case .leftService: "the customer had left the service and ordered nothing"
    case .outage: "the service was out when the customer ordered"
    case .accountGivenUp: "the customer had no account, was required to open one, and gave up"
    case .draftGivenUp: "the order was left as a draft and never completed"
    case .addressRejected: "addresses were returned for correction, and the customer gave up"
    case .codeTwice: "the order names the same promo code twice"
    }
  }
}

extension OrderCause {
  /// The causes that occur only in scenarios with certain features.
  static let ofFeatures: Set<Self> = [
    .photoRejected, .accountGivenUp, .draftGivenUp, .addressRejected, .undelivered,
    .leftService, .outage,
  ]
}

extension OrderCause: RequestCause {
  /// The cause of a declined payment; the line itself never declines an order.
  public static var declined: Self { .paymentDeclined }
}
