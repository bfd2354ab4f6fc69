public import Lifecycle

/// The reason an attempt to pay failed, an order was given up, or a row was refused: the list of all causes.
///
/// The raw value is the name in the files.
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
  /// The causes that occur only in some scenarios, each with the rules that cause it.
  static let ofFeatures: Set<Self> = [
    .photoRejected, .accountGivenUp, .draftGivenUp, .addressRejected, .undelivered,
    .leftService, .outage,
  ]
}

extension OrderCause: RequestCause {
  /// The line takes every order; what may be declined is the payment.
  public static var declined: Self { .paymentDeclined }
}
