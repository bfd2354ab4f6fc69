public import Quantities

extension Ledger {
  /// Whether the balances follow from the entries and add up to zero.
  public var isConsistent: Bool {
    var sums: [Int: Int128] = [:]
    for entry in entries {
      sums[entry.from.place, default: 0] -= Int128(entry.amount)
      sums[entry.to.place, default: 0] += Int128(entry.amount)
    }
    let accounts = entries.flatMap { [$0.from, $0.to] }
    return sum == 0 && accounts.allSatisfy { Int64(clamping: sums[$0.place] ?? 0) == balance(of: $0) }
  }
}
