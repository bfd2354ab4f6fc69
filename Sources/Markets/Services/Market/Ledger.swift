public import Quantities

/// Who owes whom: accounts, and the transfers between them.
///
/// Every transfer takes from one account what it gives to another, so the sum of all balances is zero at every moment.
/// Amounts are smallest units of money, or milliseconds of credit.
public struct Ledger: Sendable {
  /// An account.
  public enum Account: Hashable, Sendable {
    /// The service: takes commissions, and issues the hours that members begin with.
    case service
    /// All clients who pay money, together.
    case clients
    case provider(ProviderIndex)
  }

  /// What a transfer is for; the raw value is the name in payments.csv.
  public enum Purpose: String, CaseIterable, Sendable {
    case issue
    case payment
    case commission

    /// What it means, in one sentence.
    public var meaning: String {
      switch self {
      case .issue: "the opening balance of a member, in hours"
      case .payment: "what the client gives for the work"
      case .commission: "what the service keeps of it"
      }
    }
  }

  /// Something that went from one account to another.
  public struct Transfer: Sendable {
    public var time: Milliseconds
    public var purpose: Purpose
    public var from: Account
    public var to: Account
    public var amount: Int64
    /// What it was given for; `.none` for what is issued.
    public var job: JobIndex
  }

  public private(set) var transfers: [Transfer] = []
  /// Of the service, the clients, and then the providers.
  private var balances: [Int64]

  /// Creates the ledger of a service with `providers` providers, all balances zero.
  public init(providers: Int) { balances = Array(repeating: 0, count: providers + 2) }

  /// What `account` has.
  public func balance(of account: Account) -> Int64 { balances[Self.place(account)] }

  /// The sum of all balances.
  public var sum: Int64 { balances.reduce(0, +) }

  /// Moves `amount` from one account to another; nothing of nothing is not noted.
  ///
  /// - Precondition: `amount` is not negative.
  public mutating func transfer(
    _ amount: Int64, from: Account, to: Account, for purpose: Purpose, job: JobIndex = .none,
    at time: Milliseconds
  ) {
    precondition(amount >= 0, "a transfer goes from the payer to the payee")
    guard amount > 0 else { return }
    balances[Self.place(from)] -= amount
    balances[Self.place(to)] += amount
    transfers.append(
      Transfer(time: time, purpose: purpose, from: from, to: to, amount: amount, job: job))
  }

  private static func place(_ account: Account) -> Int {
    switch account {
    case .service: 0
    case .clients: 1
    case .provider(let provider): 2 + Int(provider)
    }
  }
}
