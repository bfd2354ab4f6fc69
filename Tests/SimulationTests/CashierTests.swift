import Community
import Quantities
import Statistics
import TestSupport
import Testing
import Travellers

@testable import Simulation

/// What is paid for rides, and where the money goes.
@Suite struct CashierTests {
  private static func rules() -> MoneyRules {
    var rules = MoneyRules()
    rules.commissionShare = 0.125
    rules.refunds = [.init(lead: Milliseconds(1_000), share: 1), .init(lead: Milliseconds(100), share: 0.75)]
    rules.openingBalance = .uniform(from: 0, to: 200)
    rules.topUp = .init(probability: 0.5, amount: 3_000)
    return rules
  }

  /// Money as one would write it down on paper, for seats at any stage.
  private struct Book {
    var wallets: [Int64]
    var purses: [Int64]
    var earned: Int64 = 0
    var outside: Int64 = 0
    /// By request: who rides, for how much.
    var seats: [Int: (passenger: Int, fare: Int64)] = [:]

    /// What lies with the service for seats that are taken.
    func heldBack(_ byWallet: [Bool]) -> Int64 {
      seats.values.reduce(0) { $0 + (byWallet[$1.passenger] ? $1.fare : 0) }
    }
  }

  @Test(
    "after any 200,000 steps every account holds what a book written apart says, and the sum is zero after each"
  )
  func againstABookWrittenApart() {
    let users = 8
    var rules = Self.rules()
    (rules.friendTransferProbability, rules.invitationCredit) = (1, 111)
    var cashier = Cashier(rules, users: users, random: RandomSource(seed: 1, replication: 0))
    let byWallet = (0..<users).map { cashier.paysByWallet(UserIndex($0)) }
    #expect(byWallet.contains(true) && byWallet.contains(false))
    let openings = (0..<users).map { cashier.ledger.balance(of: .wallet(UserIndex($0))) }
    var book = Book(wallets: openings, purses: Array(repeating: 0, count: users))
    book.outside = -openings.reduce(0, +)
    var draws = SplitMix64(seed: 3)
    var refused = 0
    for step in 0..<200_000 {
      let request = draws.whole(0...19)
      let driver = draws.whole(0...users - 1)
      let time = Milliseconds(Int64(step))
      let index = RequestIndex(request)
      if let (passenger, fare) = book.seats[request] {
        book.seats[request] = nil
        let isWallet = byWallet[passenger]
        switch draws.whole(0...2) {
        case 0:
          cashier.release(index, at: time)
          if isWallet { book.wallets[passenger] += fare }
        case 1:
          // Now and then the ride turns out to cost less than agreed, and the passenger keeps the rest.
          let most = step.isMultiple(of: 3) ? Int64(draws.whole(0...9_999)) : .max
          cashier.pay(index, driver: UserIndex(driver), atMost: most, at: time)
          if isWallet { book.wallets[passenger] += fare - min(fare, most) }
          let fare = min(fare, most)
          if isWallet {
            book.wallets[driver] += fare
          } else {
            book.purses[passenger] -= fare
            book.purses[driver] += fare
          }
          book.wallets[driver] -= fare / 8
          book.earned += fare / 8
        default:
          let lead = Int64(draws.whole(0...1_500))
          let back = cashier.refund(index, lead: Milliseconds(lead), driver: UserIndex(driver), at: time)
          let expected = !isWallet ? 0 : lead >= 1_000 ? fare : lead >= 100 ? fare * 3 / 4 : 0
          #expect(back == expected)
          if isWallet {
            book.wallets[passenger] += back
            book.wallets[driver] += fare - back
          }
        }
      } else {
        let passenger = draws.whole(0...users - 1)
        let fare = Int64(draws.whole(0...9_999))
        let user = UserIndex(passenger)
        if step.isMultiple(of: 5) {
          let friends = [(passenger + 1) % users, (passenger + 2) % users]
          cashier.borrow(
            for: user, from: friends.map { UserIndex($0) }, request: index, key: UInt64(step), cycle: 1,
            attempt: 1, needed: fare, at: time)
          let missing = byWallet[passenger] ? fare - book.wallets[passenger] : 0
          if missing > 0, let friend = friends.first(where: { byWallet[$0] && book.wallets[$0] >= missing }) {
            book.wallets[friend] -= missing
            book.wallets[passenger] += missing
          }
        }
        if step.isMultiple(of: 101) {
          cashier.reward([user, UserIndex((passenger + 1) % users)], request: index, at: time)
          for friend in [passenger, (passenger + 1) % users] { book.wallets[friend] += 111 }
          book.earned -= 2 * 111
        }
        let before = byWallet[passenger] ? book.wallets[passenger] : .max
        #expect(cashier.funds(of: user) == before)
        let isEnough = cashier.topUp(
          user, request: index, key: UInt64(step), cycle: 1, attempt: 1, needed: fare, at: time)
        if before < fare, isEnough {
          while book.wallets[passenger] < fare {
            book.wallets[passenger] += 3_000
            book.outside -= 3_000
          }
        }
        if isEnough {
          cashier.hold(index, passenger: user, amount: fare, at: time)
          if byWallet[passenger] { book.wallets[passenger] -= fare }
          book.seats[request] = (passenger, fare)
        } else {
          refused += 1
        }
      }
      if cashier.ledger.sum != 0 { Issue.record("the sum is not zero after step \(step)") }
      guard step.isMultiple(of: 37) else { continue }
      let wallets = (0..<users).map { cashier.ledger.balance(of: .wallet(UserIndex($0))) }
      let purses = (0..<users).map { cashier.ledger.balance(of: .cash(UserIndex($0))) }
      if wallets != book.wallets || purses != book.purses
        || cashier.ledger.balance(of: .service) != book.earned
        || cashier.ledger.balance(of: .bank) != book.outside
        || cashier.ledger.balance(of: .escrow) != book.heldBack(byWallet)
        || cashier.fares.count != book.seats.count
      {
        Issue.record("an account differs after step \(step)")
        return
      }
    }
    #expect(refused > 100 && cashier.ledger.entries.count > 100_000)
    #expect(cashier.ledger.isConsistent)
    #expect(Set(cashier.ledger.entries.map(\.kind)) == Set(MoneyTransfer.Kind.allCases))
  }

  @Test("the service and the passenger lose the fraction of a unit, the driver has it")
  func partsAreRoundedDown() {
    var rules = MoneyRules()
    for (share, fare, commission) in [(0.29, 100, 29), (0.1, 99, 9), (0.07, 1, 0), (1, 77, 77), (0, 5, 0)] {
      rules.commissionShare = share
      #expect(rules.commission(of: Int64(fare)) == commission)
    }
    rules.refunds = [.init(lead: Milliseconds(60), share: 0.5), .init(lead: Milliseconds(10), share: 0.29)]
    for (lead, fare, back) in [(60, 101, 50), (59, 100, 29), (10, 101, 29), (9, 100, 0), (-5, 100, 0)] {
      #expect(rules.refund(of: Int64(fare), lead: Milliseconds(Int64(lead))) == back)
    }
    rules.refunds = []
    #expect(rules.refund(of: 100, lead: .never) == 0)
  }

  @Test(
    arguments: [
      (MoneyRules.PriceRule.perKm(40, step: 500), 240_000.0, 9_500), (.perKm(40, step: 500), 243_750, 10_000),
      (.perKm(100, step: 1), 1_234, 123), (.perKm(100, step: 100), 0, 0), (.fixed(700), 9e9, 700),
      (.recorded, 5_000, 1_234), (.perKm(100_000_000_000, step: 7), 1e8, 100_000_000_000),
    ] as [(MoneyRules.PriceRule, Metres, Int64)])
  func aPriceFollowsItsRule(rule: MoneyRules.PriceRule, metres: Metres, price: Int64) {
    var rules = MoneyRules()
    rules.price = rule
    #expect(rules.price(metres: metres, recorded: 1_234) == price)
  }

  @Test("as many of the greatest amounts as one likes add up")
  func greatSums() {
    var ledger = Ledger<MoneyTransfer>(users: 1)
    for _ in 0..<3 { ledger.transfer(.max, from: .bank, to: .wallet(UserIndex(0)), for: .opening, at: .zero) }
    #expect(ledger.balance(of: .wallet(UserIndex(0))) == .max && ledger.balance(of: .bank) == .min)
    #expect(ledger.sum == 0 && ledger.isConsistent)
  }

  @Test("who pays how hangs on the user, not on how many there are")
  func shares() {
    func cashier(_ users: Int) -> Cashier {
      Cashier(MoneyRules(), users: users, random: RandomSource(seed: 4, replication: 0))
    }
    let (few, many) = (cashier(100), cashier(5_000))
    var byWallet = RunningStatistics()
    for user in 0..<UserIndex(5_000) { byWallet.add(many.paysByWallet(user) ? 1 : 0) }
    #expect(abs(byWallet.zScore(expected: 0.5)!) < 3.5)
    for user in 0..<UserIndex(100) { #expect(few.paysByWallet(user) == many.paysByWallet(user)) }
    #expect(many.ledger.entries.allSatisfy { $0.amount == 10_000 && $0.kind == .opening })
  }

  @Test func whoHasTooLittleTakesNoSeat() async {
    await #expect(processExitsWith: .failure) {
      var rules = MoneyRules()
      rules.walletShare = 1
      var cashier = Cashier(rules, users: 1, random: RandomSource(seed: 1, replication: 0))
      cashier.hold(0, passenger: 0, amount: 10_001, at: .zero)
    }
  }
}
