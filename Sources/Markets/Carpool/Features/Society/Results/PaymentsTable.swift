import Community
import Metrics
import Quantities
import Simulation
public import Tables
import Travellers

/// One side of a transfer in the ledger.
public struct CarpoolPaymentRow: ResultRow {
  let source: UnsafePointer<RowSource>
  /// The number of the transfer, counting from 1.
  let transfer: Int
  let side: PaymentSide
  let entry: MoneyTransfer
  /// The balance of this side's account immediately after the transfer.
  let balance: Int64

  var account: MoneyAccount { side == .from ? entry.from : entry.to }
  var amount: Int64 { side == .from ? -entry.amount : entry.amount }
}

/// The side of a transfer; the raw value is the name in payments.csv.
public enum PaymentSide: String, CaseIterable, Sendable {
  case from
  case to
}

/// The kind of account; the raw value is the name in payments.csv.
public enum PaymentAccount: String, CaseIterable, Sendable {
  case wallet
  case cash
  case bank
  case escrow
  case service

  init(_ account: MoneyAccount) {
    switch account {
    case .wallet: self = .wallet
    case .cash: self = .cash
    case .bank: self = .bank
    case .escrow: self = .escrow
    case .service: self = .service
    }
  }
}

extension MoneyAccount {
  /// The owner of the account; nil if it does not belong to a user.
  var user: UserIndex? {
    switch self {
    case .wallet(let user), .cash(let user): user
    case .bank, .escrow, .service: nil
    }
  }
}

extension CarpoolPaymentRow {
  /// Returns two rows for each of `entries`, the ledger of `users` users, with balances computed from the preceding
  /// entries.
  static func rows(
    of entries: [MoneyTransfer], users: Int, _ source: UnsafePointer<RowSource>
  ) -> [CarpoolPaymentRow] {
    var ledger = Ledger<MoneyTransfer>(users: users)
    return entries.enumerated().flatMap { number, entry in
      ledger.transfer(
        entry.amount, from: entry.from, to: entry.to, for: entry.kind, request: entry.request,
        at: entry.time)
      return PaymentSide.allCases.map { side in
        CarpoolPaymentRow(
          source: source, transfer: number + 1, side: side, entry: entry,
          balance: ledger.balance(of: side == .from ? entry.from : entry.to))
      }
    }
  }
}

extension CarpoolTable {
  /// Two rows per transfer of money.
  public static let payments = Table<CarpoolPaymentRow>(
    "payments",
    "Two rows per transfer of money, by double entry, whose amounts sum to zero; only in scenarios with money.",
    key: ["transfer", "side"], constant: .runID,
    columns: [
      .count("transfer", "The number of the transfer in chronological order, from 1.") { $0.transfer },
      .word("side", "The side of the row: from, the payer; to, the payee.") { $0.side },
      .time("The time of the transfer.") { $0.entry.time },
      .word("account", "The account; see the list of accounts.") { PaymentAccount($0.account) },
      .user("user_id", "The owner of the account; empty for bank, escrow and service.") {
        $0.account.user
      },
      .word("kind", "The purpose of the transfer; see the list of payments.") { $0.entry.kind },
      .money("amount", "The amount added to the account; negative: withdrawn.") { $0.amount },
      .money("balance_after", "The balance of the account after the transfer.") { $0.balance },
      .request("request_id", "The request concerned; empty for opening balances.") {
        $0.entry.request.ifAny
      },
    ])
}
