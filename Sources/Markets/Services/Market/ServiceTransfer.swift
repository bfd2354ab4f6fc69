public import Quantities

/// An account in the ledger.
public enum ServiceAccount: LedgerAccount {
  /// The service: receives commissions, and issues members' initial hours.
  case service
  /// All paying clients together.
  case clients
  /// The bank accounts of all providers together.
  case bank
  case provider(ProviderIndex)

  public var place: Int {
    switch self {
    case .service: 0
    case .clients: 1
    case .bank: 2
    case .provider(let provider): 3 + Int(provider)
    }
  }
}

/// A transfer from one account to another, in smallest units of money or milliseconds of credit.
public struct ServiceTransfer: DoubleEntry {
  /// The purpose of a transfer; the raw value is the name in payments.csv.
  public enum Purpose: String, CaseIterable, Sendable {
    case issue
    case payment
    case commission
    case refund
    case commissionRefund = "commission_refund"
    case fee
    case feeRefund = "fee_refund"
    case payout
    case decay
    case gift

    /// The meaning of the purpose, in one sentence.
    public var meaning: String {
      switch self {
      case .issue: "the opening balance of a member, in hours"
      case .payment: "what the client gives for the work"
      case .commission: "what the service keeps of it"
      case .refund: "what the client gets back after a dispute"
      case .commissionRefund: "what the provider gets back of the commission after a dispute"
      case .fee: "what the client gives the service for a job, beside the price"
      case .feeRefund: "what the client gets back of it after a dispute"
      case .payout: "what goes from the provider's account to their bank"
      case .decay:
        "what a member's balance loses to the service, or is forgiven by it, on its way to the opening balance"
      case .gift: "the hours that a newcomer gets beside the opening balance"
      }
    }
  }

  public var time: Milliseconds
  public var purpose: Purpose
  public var from: ServiceAccount
  public var to: ServiceAccount
  public var amount: Int64
  /// The job it belongs to; `.none` for issues and payouts.
  public var job: JobIndex
}

extension Ledger<ServiceTransfer> {
  /// Creates the ledger of a service with `providers` providers, all balances zero.
  public init(providers: Int) { self.init(accounts: 3 + providers) }

  /// Moves `amount` from one account to another.
  ///
  /// - Precondition: `amount` is not negative.
  public mutating func transfer(
    _ amount: Int64, from: ServiceAccount, to: ServiceAccount, for purpose: ServiceTransfer.Purpose,
    job: JobIndex = .none, at time: Milliseconds
  ) {
    post(ServiceTransfer(time: time, purpose: purpose, from: from, to: to, amount: amount, job: job))
  }
}
