public import Quantities

/// An entry of the ledger: an amount moved from one book to another.
public struct BookEntry: DoubleEntry, Hashable, BitwiseCopyable {
  public var time: Milliseconds
  /// Credits, or the smallest unit of money; positive.
  public var amount: Int64
  public var account: AccountIndex
  /// The order it belongs to; `.none` for automatic entries: openings with their promotions, lapses and expiries.
  public var order: OrderIndex
  public var kind: EntryKind

  public var from: Book { kind.sides.from }
  public var to: Book { kind.sides.to }
}

extension Ledger<BookEntry> {
  init() { self.init(accounts: Book.allCases.count) }

  /// Enters `amount`.
  ///
  /// - Precondition: the book it is taken from is a source, or contains at least as much.
  mutating func post(
    _ kind: EntryKind, _ amount: Int64, account: AccountIndex, order: OrderIndex = .none,
    at time: Milliseconds
  ) {
    post(BookEntry(time: time, amount: amount, account: account, order: order, kind: kind))
  }
}

extension Book: LedgerAccount {
  public var mayOwe: Bool { isSource }

  public var place: Int {
    switch self {
    case .opening: 0
    case .packs: 1
    case .codes: 2
    case .promotions: 3
    case .cards: 4
    case .campaigns: 5
    case .referrals: 6
    case .accounts: 7
    case .held: 8
    case .used: 9
    case .lapsed: 10
    case .customers: 11
    case .partners: 12
    case .revenue: 13
    }
  }
}
