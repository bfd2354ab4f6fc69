extension PaymentAccount {
  /// The content of the account, in one sentence.
  public var meaning: String {
    switch self {
    case .wallet: "What the service keeps for a user."
    case .cash: "The purse of a user, which begins at zero: what was paid and earned by hand."
    case .bank: "The world outside, from which money comes."
    case .escrow: "What is set aside for rides that are not over."
    case .service: "What the service earns."
    }
  }
}

extension PaymentSide {
  /// The account, in one sentence.
  public var meaning: String {
    switch self {
    case .from: "The account that the money leaves; the amount is below zero."
    case .to: "The account that it comes into."
    }
  }
}
