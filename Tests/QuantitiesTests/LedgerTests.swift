import Quantities
import TestSupport
import Testing

/// What holds of any ledger; those of the markets are tested with them.
struct LedgerTests {
  private enum Purse: Int, LedgerAccount {
    case world
    case ours
    case theirs

    var place: Int { rawValue }
    var mayOwe: Bool { self == .world }
  }

  private struct Gift: DoubleEntry, Equatable {
    var from: Purse
    var to: Purse
    var amount: Int64
  }

  @Test func `what one account loses another gains, and nothing is not noted`() {
    var ledger = Ledger<Gift>(accounts: 3)
    let gifts = [
      Gift(from: .world, to: .ours, amount: 9), Gift(from: .ours, to: .theirs, amount: 4),
      Gift(from: .theirs, to: .ours, amount: 0),
    ]
    for gift in gifts {
      ledger.post(gift)
      #expect(ledger.sum == 0)
    }
    #expect(ledger.entries == Array(gifts.dropLast()))
    #expect([Purse.world, .ours, .theirs].map { ledger.balance(of: $0) } == [-9, 5, 4])
    #expect(ledger.isConsistent)
  }

  @Test func `a balance beyond what an amount holds is the most that it holds, and the sum stays zero`() {
    var ledger = Ledger<Gift>(accounts: 3)
    for _ in 0..<3 { ledger.post(Gift(from: .world, to: .ours, amount: .max)) }
    #expect(ledger.balance(of: .ours) == .max && ledger.balance(of: .world) == .min)
    #expect(ledger.sum == 0 && ledger.isConsistent)
  }

  @Test func `who may not owe gives no more than there is`() async {
    await #expect(processExitsWith: .failure) {
      var ledger = Ledger<Gift>(accounts: 3)
      ledger.post(Gift(from: .world, to: .ours, amount: 5))
      ledger.post(Gift(from: .ours, to: .theirs, amount: 6))
    }
  }
}
