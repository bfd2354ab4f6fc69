public import Quantities

/// An entry of the ledger: so much went from one book to another.
public struct LedgerEntry: Hashable, BitwiseCopyable, Sendable {
  public var time: Milliseconds
  /// Credits, or the smallest unit of money; positive.
  public var amount: Int64
  public var account: AccountIndex
  /// The order that it is for; `.none` for openings, and for lapses at a code's end.
  public var order: OrderIndex
  public var kind: EntryKind
}

/// Double entries of credits and of money: each takes from one book what it gives to another, so that the balances of a
/// currency always add up to zero.
public struct Ledger: Sendable {
  /// In the order of time.
  public private(set) var entries: [LedgerEntry] = []
  private var balances = [Int64](repeating: 0, count: Book.allCases.count)

  init() {}

  mutating func reserve(_ count: Int) { entries.reserveCapacity(count) }

  /// Enters `amount`; nothing where it is zero.
  ///
  /// - Precondition: the book that it is taken from is a source, or holds as much.
  mutating func post(
    _ kind: EntryKind, _ amount: Int64, account: AccountIndex, order: OrderIndex = .none,
    at time: Milliseconds
  ) {
    guard amount != 0 else { return }
    let (from, to, _) = kind.sides
    balances[from.place] &-= amount
    balances[to.place] &+= amount
    precondition(
      amount > 0 && (from.isSource || balances[from.place] >= 0), "no balance falls below zero")
    entries.append(
      LedgerEntry(time: time, amount: amount, account: account, order: order, kind: kind))
  }

  /// What stands in `book`.
  public func balance(of book: Book) -> Int64 { balances[book.place] }
}

extension Book {
  /// The place in a list of all books.
  fileprivate var place: Int {
    switch self {
    case .opening: 0
    case .packs: 1
    case .codes: 2
    case .accounts: 3
    case .held: 4
    case .used: 5
    case .lapsed: 6
    case .customers: 7
    case .revenue: 8
    }
  }
}
