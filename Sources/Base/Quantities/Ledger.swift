/// One transfer: what it takes from an account it gives to another.
public protocol DoubleEntry: Sendable {
  associatedtype Account: LedgerAccount

  var from: Account { get }
  var to: Account { get }
  /// The amount in whatever the accounts count; not negative.
  var amount: Int64 { get }
}

/// An account: one side of a double entry.
public protocol LedgerAccount: Hashable, Sendable {
  /// Its place among all accounts of a ledger, counted from 0.
  var place: Int { get }
  /// True if its balance may fall below zero.
  var mayOwe: Bool { get }
}

extension LedgerAccount {
  @inlinable public var mayOwe: Bool { true }
}

/// Bookkeeping by double entry: accounts, and what went from one to another, so that the balances add up to zero at every
/// moment.
///
///     var ledger = Ledger<Payment>(accounts: 3)
///     ledger.post(Payment(from: .client, to: .service, amount: 120))
///     ledger.balance(of: .client)       // -120
@frozen
public struct Ledger<Entry: DoubleEntry>: Sendable {
  @usableFromInline var posted: [Entry] = []
  /// Sums of as many amounts as there are, each of which may be the greatest.
  @usableFromInline var balances: [Int128]

  /// Creates a ledger of `accounts` accounts, all balances zero.
  @inlinable
  public init(accounts: Int) { balances = Array(repeating: 0, count: accounts) }

  /// The entries in the order in which they were posted.
  @inlinable
  public var entries: [Entry] { posted }

  /// Makes room for `count` entries.
  public mutating func reserve(_ count: Int) { posted.reserveLargePages(for: count) }

  /// The balance of `account`; where that is more than an amount has room for, the most that it has.
  @inlinable
  public func balance(of account: Entry.Account) -> Int64 { Int64(clamping: balances[account.place]) }

  /// The sum of all balances: zero.
  public var sum: Int128 { balances.reduce(0, +) }

  /// Enters `entry`; nothing of nothing is not noted.
  ///
  /// - Precondition: its amount is not negative, and the account that it takes from may owe, or holds as much.
  @inlinable
  public mutating func post(_ entry: Entry) {
    let amount = entry.amount
    precondition(amount >= 0, "a transfer goes from the payer to the payee")
    guard amount > 0 else { return }
    let (from, to) = (entry.from, entry.to)
    balances[from.place] -= Int128(amount)
    balances[to.place] += Int128(amount)
    precondition(from.mayOwe || balances[from.place] >= 0, "no balance falls below zero")
    posted.append(entry)
  }

  /// True if the balances follow from the entries, and add up to zero.
  public var isConsistent: Bool {
    var again = Ledger(accounts: balances.count)
    for entry in entries { again.post(entry) }
    return again.balances == balances && sum == 0
  }
}
