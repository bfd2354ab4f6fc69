public import Community
public import Quantities
public import Travellers

/// An account in the ledger.
public enum MoneyAccount: LedgerAccount {
  /// The outside world, the source of all money in wallets.
  case bank
  /// The money set aside for rides that have not ended.
  case escrow
  /// The earnings of the service.
  case service
  /// A user's balance with the service.
  case wallet(UserIndex)
  /// A user's cash, from which fares are paid; it starts at 0, so that its balance shows net cash earnings.
  case cash(UserIndex)

  public var place: Int {
    switch self {
    case .bank: 0
    case .escrow: 1
    case .service: 2
    case .wallet(let user): 3 + 2 * Int(user)
    case .cash(let user): 4 + 2 * Int(user)
    }
  }
}

/// A transfer from one account to another, in smallest units of the currency.
public struct MoneyTransfer: DoubleEntry, Equatable {
  /// The purpose of a transfer; the raw value is the name in payments.csv.
  public enum Kind: String, CaseIterable, Sendable {
    case opening
    case topUp = "top_up"
    case hold
    case release
    case fare
    case cashFare = "cash_fare"
    case refund
    case cancellationFee = "cancellation_fee"
    case commission
    case transfer
    case invitation
  }

  public var time: Milliseconds
  public var kind: Kind
  public var from: MoneyAccount
  public var to: MoneyAccount
  public var amount: Int64
  /// The associated request; `.none` for opening balances.
  public var request: RequestIndex
}

extension Ledger<MoneyTransfer> {
  /// Creates a ledger for `users` users, with all balances zero.
  public init(users: Int) { self.init(accounts: 3 + 2 * users) }

  /// Moves `amount` from one account to another.
  ///
  /// - Precondition: `amount` is not negative.
  public mutating func transfer(
    _ amount: Int64, from: MoneyAccount, to: MoneyAccount, for kind: MoneyTransfer.Kind,
    request: RequestIndex = .none, at time: Milliseconds
  ) {
    post(MoneyTransfer(time: time, kind: kind, from: from, to: to, amount: amount, request: request))
  }
}

extension MoneyTransfer.Kind {
  /// The meaning of the transfer, in one sentence.
  public var meaning: String {
    switch self {
    case .opening: "the opening balance of a wallet"
    case .topUp: "a top-up of a wallet"
    case .hold: "the fare, held in escrow when the seat is booked"
    case .release: "the fare, refunded in full because the ride did not take place or the driver cancelled"
    case .fare: "the fare, paid to the driver when the passenger has alighted"
    case .cashFare: "the fare paid to the driver in cash"
    case .refund: "the refund to a passenger who cancels"
    case .cancellationFee: "the remainder after a refund, paid to the driver"
    case .commission: "the service's commission on the fare"
    case .transfer: "a transfer from a friend to a passenger with insufficient balance"
    case .invitation:
      "the credit for a user who opened an account on a friend's invitation, and for the friend"
    }
  }
}
