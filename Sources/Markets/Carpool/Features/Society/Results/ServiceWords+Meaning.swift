extension PaymentAccount {
  /// The content of the account, in one sentence.
  public var meaning: String {
    switch self {
    case .wallet: "The balance that the service holds for a user."
    case .cash: "The cash of a user, starting at zero: cash paid and earned."
    case .bank: "The outside world, from which money comes."
    case .escrow: "The amounts held for rides not completed."
    case .service: "The earnings of the service."
    }
  }
}

extension PaymentSide {
  /// The account, in one sentence.
  public var meaning: String {
    switch self {
    case .from: "The account that pays; the amount is negative."
    case .to: "The account that receives the money."
    }
  }
}
