public import Quantities

/// An account in the ledger.
public enum ServiceAccount: LedgerAccount {
  /// The service, which receives commissions and issues members' opening balances.
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

/// A transfer from one account to another, in the smallest currency unit or in milliseconds of credit.
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
      case .payment: "the client's payment for the work"
      case .commission: "the service's commission on the payment"
      case .refund: "the refund to the client after a dispute"
      case .commissionRefund: "the refund of commission to the provider after a dispute"
      case .fee: "the client's fee to the service for a job, in addition to the price"
      case .feeRefund: "the refund of the fee to the client after a dispute"
      case .payout: "the payout from the provider's account to their bank"
      case .decay:
        "the decay of a member's balance towards the opening balance, credit lost or debt forgiven"
      case .gift: "the hours credited to a newcomer in addition to the opening balance"
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
  /// Creates the ledger of a service with `providers` providers; all balances are zero.
  public init(providers: Int) { self.init(accounts: 3 + providers) }

  /// Transfers `amount` from one account to another.
  ///
  /// - Precondition: `amount` is not negative.
  public mutating func transfer(
    _ amount: Int64, from: ServiceAccount, to: ServiceAccount, for purpose: ServiceTransfer.Purpose,
    job: JobIndex = .none, at time: Milliseconds
  ) {
    post(ServiceTransfer(time: time, purpose: purpose, from: from, to: to, amount: amount, job: job))
  }
}
