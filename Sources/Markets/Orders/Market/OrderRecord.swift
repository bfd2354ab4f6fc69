public import Lifecycle
public import Quantities

/// The outcome of an order; the raw value is the name in orders.csv.
public enum OrderOutcome: String, CaseIterable, Sendable {
  /// Its last card left within the promise.
  case kept
  /// Its last card left after the promised time.
  case late
  /// It was never paid.
  case abandoned
  /// The customer left, or cancelled the order before its first card was begun.
  case cancelledByCustomer = "cancelled_by_customer"
  /// It was still in progress when the run ended.
  case inProgress = "in_progress"
  /// The customer had already left the service.
  case notSubmitted = "not_submitted"
  case refusedInput = "refused_input"
  /// A probe that could have been paid, and one that could not.
  case probeHit = "probe_hit"
  case probeMiss = "probe_miss"

  /// The meaning of the outcome, in one sentence.
  public var meaning: String {
    switch self {
    case .kept: "the last card left within the promise"
    case .late: "the last card left later than promised"
    case .abandoned: "the order was never paid"
    case .cancelledByCustomer: "the customer left, or cancelled before the first card was started"
    case .inProgress: "the run ended before the order was settled"
    case .notSubmitted: "the customer had left the service and ordered nothing"
    case .refusedInput: "the row was refused and excluded"
    case .probeHit: "a probe that could have been paid"
    case .probeMiss: "a probe that could not have been paid"
    }
  }
}

extension OrderOutcome: RequestEnding {
  public static var unmatched: Self { .abandoned }
  public static var cancelledByRequester: Self { .cancelledByCustomer }
  /// A placeholder, since the line never cancels.
  public static var cancelledByProvider: Self { .abandoned }
}

/// A run's record of an order.
public struct OrderRecord: RequestRecording {
  public typealias Index = OrderIndex

  public var outcome = OrderOutcome.inProgress
  public var cause: OrderCause?
  public var cycles: Int32 = 0
  public var attempts: Int32 = 0
  public var firstMatch: Milliseconds?
  public var ended: Milliseconds?
  /// The time by which its last card should leave, as promised; nil for an order that was not paid.
  public var promised: Milliseconds?
  /// The time at which the customer learns of the payment and the promised time; `.never` if they never do.
  public var told = Milliseconds.never
  /// The time at which it entered the line; here and in the following, `.never` if this did not happen.
  public var entered = Milliseconds.never
  /// The time at which its first card was begun.
  public var begun = Milliseconds.never
  /// The time at which its last card left.
  public var finished = Milliseconds.never
  /// The total time a card waited before stations, averaged over its cards, in milliseconds.
  public var wait = 0.0
  /// The means of payment; nil for an order that was not paid.
  public var paidBy: PaidBy?
  /// The campaign that paid for recipients of the order, as an index in the list (−1 for none), and the number of these
  /// recipients.
  public var campaign: Int32 = -1
  public var byCampaign: Int64 = 0
  /// The number of recipients paid for with free credits; 0 if these are not counted separately.
  public var freeCredits: Int64 = 0
  /// The money that the customer paid for it, net of refunds, in the smallest currency unit.
  public var paid: Int64 = 0

  public init() {}
}

/// A run's record of an attempt to pay.
public struct PaymentAttempt: AttemptRecording {
  public typealias RequestIndex = OrderIndex
  public typealias Provider = LineIndex
  public typealias Cause = OrderCause

  public var order: OrderIndex
  public var cycle: Int32
  public var attempt: Int32
  public var time: Milliseconds
  public var funnel = StageCounts<OrderStage>()
  public var payment = Payment()
  public var provider = LineIndex.none
  public var outcome = AttemptOutcome.noCandidate
  public var cause: OrderCause?
  public var answered = Milliseconds.never

  init(_ call: AttemptCall<OrderIndex, LineIndex>) {
    order = call.request
    cycle = call.cycle
    attempt = call.attempt
    time = call.time
  }
}

/// An event in the life of an order.
public struct OrderEvent: EventRecording {
  /// The kind of event; the raw value is the name in events.csv.
  public enum Kind: String, CaseIterable, EventKind {
    case submitted = "order_submitted"
    case attempt
    case accepted
    case declined
    case lapsed
    case withdrawn
    case notified = "order_notified"
    case entered = "order_entered"
    case begun = "order_begun"
    case finished = "order_finished"
    case requesterLeft = "customer_left"
    case providerCancelled = "line_cancelled"
    case outage
  }

  public var time: Milliseconds
  public var kind: Kind
  public var provider: LineIndex
  public var order: OrderIndex

  public init(time: Milliseconds, kind: Kind, provider: LineIndex, request: OrderIndex) {
    self.time = time
    self.kind = kind
    self.provider = provider
    order = request
  }
}

/// The stages that an order has to pass to be paid, in sequence; all paid orders enter the line.
public enum OrderStage: Int, FunnelStage {
  case account
  case credits
  case code
  case payment

  public var words: StageWords<OrderCause> {
    switch self {
    case .account:
      StageWords(
        name: "account", cause: .noAccount, column: "with_account",
        count: "Whether the order names an account that is open: 1 or 0.",
        meaning: "the order names an account, which is open", left: "with an open account",
        remedy: "accounts.open_share, demand.guest_share")
    case .credits:
      StageWords(
        name: "credits", cause: .noCredits, column: "with_credits",
        count:
          "Whether the account also holds enough credits, including those of all promo codes entered, valid or not, and of the "
          + "packs bought: 1 or 0.",
        meaning: "account, codes and packs bought hold a credit for each recipient",
        left: "with enough credits", remedy: "payment.pack_probability, packs, accounts.credits")
    case .code:
      StageWords(
        name: "code", cause: .codeInvalid, column: "with_valid_codes",
        count: "Whether, in addition, every promo code entered is valid: 1 or 0.",
        meaning:
          "each promo code entered is known, has not expired, and has uses left, in total and for the account",
        left: "with valid codes", remedy: "codes, payment.drop_code_probability")
    case .payment:
      StageWords(
        name: "payment", cause: .paymentDeclined, column: "with_payment",
        count: "Whether the payment was not declined: 1 or 0.",
        meaning: "the payment for packs, if any, is not declined", left: "paid",
        remedy: "payment.decline_probability, matching.attempts")
    }
  }

  public var nobody: String { cause.meaning }
}
