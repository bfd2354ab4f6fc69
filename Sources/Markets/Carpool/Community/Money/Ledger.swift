public import Quantities
public import Travellers

/// Whose money is where: accounts, and what went from one to another.
///
/// Bookkeeping by double entry: each transfer takes from one account what it gives to another, so the sum of all balances
/// is zero at every moment. Amounts are smallest units of the currency.
public struct Ledger: Sendable {
  /// Where money lies.
  public enum Account: Hashable, Sendable {
    /// What the service keeps for a user.
    case wallet(UserIndex)
    /// The purse of a user, from which fares are paid by hand; it begins at 0, so it shows what was spent and earned.
    case cash(UserIndex)
    /// The world outside, from which money comes.
    case bank
    /// What is set aside for rides that are not yet over.
    case escrow
    /// What the service earns.
    case service
  }

  /// What a transfer is for; the raw value is the name in payments.csv.
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
  }

  /// Something that went from one account to another.
  public struct Entry: Equatable, Sendable {
    public var time: Milliseconds
    public var kind: Kind
    public var from: Account
    public var to: Account
    public var amount: Int64
    /// What it was given for; `.none` for openings.
    public var request: RequestIndex
  }

  public private(set) var entries: [Entry] = []
  private var balances: Balances

  /// Creates the ledger of `users` users, all balances zero.
  public init(users: Int) { balances = Balances(users: users) }

  /// What lies in `account`; where that is more than an amount has room for, the most that it has.
  public func balance(of account: Account) -> Int64 { Int64(clamping: balances[account]) }

  /// The sum of all balances: zero.
  public var sum: Int128 { balances.sum }

  /// Moves `amount` from one account to another; nothing of nothing is not noted.
  ///
  /// - Precondition: `amount` is not negative.
  public mutating func transfer(
    _ amount: Int64, from: Account, to: Account, for kind: Kind, request: RequestIndex = .none,
    at time: Milliseconds
  ) {
    precondition(amount >= 0, "a transfer goes from the payer to the payee")
    guard amount > 0 else { return }
    balances[from] -= Int128(amount)
    balances[to] += Int128(amount)
    entries.append(
      Entry(time: time, kind: kind, from: from, to: to, amount: amount, request: request))
  }

  /// Whether the balances follow from the entries, and add up to zero after each of them.
  public var isConsistent: Bool {
    var again = Balances(users: balances.users)
    for entry in entries {
      again[entry.from] -= Int128(entry.amount)
      again[entry.to] += Int128(entry.amount)
    }
    return again == balances && again.sum == 0
  }
}

extension Ledger.Kind {
  /// What it means, in one sentence.
  public var meaning: String {
    switch self {
    case .opening: "the opening balance of a wallet"
    case .topUp: "what a user puts into the wallet"
    case .hold: "the fare, set aside when the seat is taken"
    case .release: "the same, given back in full, for the ride was not to be or the driver called it off"
    case .fare: "the same, for the driver when the passenger has got off"
    case .cashFare: "the fare that a passenger gives the driver by hand"
    case .refund: "the refund to a passenger who cancels"
    case .cancellationFee: "the rest of it, which the driver has"
    case .commission: "what the service keeps of the fare"
    }
  }
}

/// What lies in each account: sums of as many amounts as there are, each of which may be the greatest.
private struct Balances: Equatable {
  private var wallets: [Int128]
  private var purses: [Int128]
  private var bank: Int128 = 0
  private var escrow: Int128 = 0
  private var service: Int128 = 0

  init(users: Int) {
    wallets = Array(repeating: 0, count: users)
    purses = Array(repeating: 0, count: users)
  }

  var users: Int { wallets.count }

  var sum: Int128 { wallets.reduce(0, +) + purses.reduce(0, +) + bank + escrow + service }

  subscript(account: Ledger.Account) -> Int128 {
    get {
      switch account {
      case .wallet(let user): wallets[Int(user)]
      case .cash(let user): purses[Int(user)]
      case .bank: bank
      case .escrow: escrow
      case .service: service
      }
    }
    set {
      switch account {
      case .wallet(let user): wallets[Int(user)] = newValue
      case .cash(let user): purses[Int(user)] = newValue
      case .bank: bank = newValue
      case .escrow: escrow = newValue
      case .service: service = newValue
      }
    }
  }
}
