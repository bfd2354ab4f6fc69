public import Lifecycle

/// What an order has to pass to be paid, in order; the line is there for all who do.
public enum OrderStage: Int, CaseIterable, FunnelStage, Sendable {
  case account
  case credits
  case code
  case payment

  public var name: String {
    switch self {
    case .account: "account"
    case .credits: "credits"
    case .code: "code"
    case .payment: "payment"
    }
  }

  public var column: String {
    switch self {
    case .account: "with_account"
    case .credits: "with_credits"
    case .code: "with_valid_codes"
    case .payment: "with_payment"
    }
  }

  public var count: String {
    switch self {
    case .account: "Whether the order names an account that is open: 1 or 0."
    case .credits:
      "Whether the account, with its codes taken at their word and the packs bought, holds enough credits too: 1 or 0."
    case .code: "Whether every promo code typed is valid too: 1 or 0."
    case .payment: "Whether what was to be paid was not declined either: 1 or 0."
    }
  }

  public var meaning: String {
    switch self {
    case .account: "the order names an account, which is open"
    case .credits: "account, codes and packs bought hold a credit for each recipient"
    case .code: "each promo code typed is known, has not ended, and has uses left, in all and for the account"
    case .payment: "the payment for packs, if any, is not declined"
    }
  }

  public var left: String {
    switch self {
    case .account: "with an open account"
    case .credits: "with enough credits"
    case .code: "with valid codes"
    case .payment: "paid"
    }
  }

  public var cause: OrderCause {
    switch self {
    case .account: .noAccount
    case .credits: .noCredits
    case .code: .codeInvalid
    case .payment: .paymentDeclined
    }
  }

  public var nobody: String { cause.meaning }

  public var remedy: String {
    switch self {
    case .account: "accounts.open_share, demand.guest_share"
    case .credits: "payment.pack_probability, packs, accounts.credits"
    case .code: "codes, payment.drop_code_probability"
    case .payment: "payment.decline_probability, matching.attempts"
    }
  }
}
