/// One transfer from an account to another.
public protocol DoubleEntry: Sendable {
  associatedtype Account: LedgerAccount

  var from: Account { get }
  var to: Account { get }
  /// The amount in the accounts' unit, not negative.
  var amount: Int64 { get }
}

/// An account in a ledger.
public protocol LedgerAccount: Hashable, Sendable {
  /// The account's index in the ledger, from 0.
  var place: Int { get }
  /// Whether the balance may fall below zero.
  var mayOwe: Bool { get }
}

extension LedgerAccount {
  @inlinable public var mayOwe: Bool { true }
}

/// A double-entry ledger: accounts and the transfers between them; the balances always add up to zero.
///
///     var ledger = Ledger<Payment>(accounts: 3)
///     ledger.post(Payment(from: .client, to: .service, amount: 120))
///     ledger.balance(of: .client)       // -120
@frozen
public struct Ledger<Entry: DoubleEntry>: Sendable {
  @usableFromInline var posted: [Entry] = []
  /// The balances, in a type wide enough for the sum of any number of the greatest amounts.
  @usableFromInline var balances: [Int128]

  /// Creates a ledger of `accounts` accounts, all balances zero.
  @inlinable
  public init(accounts: Int) { balances = Array(repeating: 0, count: accounts) }

  /// The entries, in the order posted.
  @inlinable
  public var entries: [Entry] { posted }

  /// Reserves capacity for `count` entries.
  public mutating func reserve(_ count: Int) { posted.reserveLargePages(for: count) }

  /// Returns the balance of `account`, clamped to 64 bits.
  @inlinable
  public func balance(of account: Entry.Account) -> Int64 { Int64(clamping: balances[account.place]) }

  /// The sum of all balances: always zero.
  public var sum: Int128 { balances.reduce(0, +) }

  /// Posts `entry`; amounts of zero are skipped.
  ///
  /// - Precondition: the amount is not negative, and the debited account has sufficient funds or may be overdrawn.
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
}
