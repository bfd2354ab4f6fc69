public import Lifecycle

/// The stages an order has to pass to be paid, in order; all paid orders enter the line.
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
          "Whether the account, with its codes taken at their word and the packs bought, holds enough credits too: 1 or 0.",
        meaning: "account, codes and packs bought hold a credit for each recipient",
        left: "with enough credits", remedy: "payment.pack_probability, packs, accounts.credits")
    case .code:
      StageWords(
        name: "code", cause: .codeInvalid, column: "with_valid_codes",
        count: "Whether every promo code typed is valid too: 1 or 0.",
        meaning:
          "each promo code typed is known, has not ended, and has uses left, in all and for the account",
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
