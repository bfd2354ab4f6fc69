import Lifecycle
import Quantities
import Statistics
import TestSupport
import Testing

@testable import Orders

/// Credits that were given, told from those that were paid for: by hand, and against single credits followed through the ledger.
struct FreeCreditsTests {
  private static let print = Station(
    name: "print", service: ServiceLaw(.fixed, mean: Milliseconds(1000)))

  /// One account that begins with two credits, and its orders at these times, for so many recipients.
  private static func world(_ orders: [(at: Int64, recipients: Int32)]) -> OrdersSetup {
    var world = OrdersSetup()
    world.fields.stations = [print]
    world.accounts = [Account(id: 1, credits: 2)]
    world.fields.payment.packProbability = 1
    world.fields.payment.declineProbability = 0
    world.fields.payment.freeApart = true
    world.fields.packs = [Pack(credits: 5, price: 900)]
    for (number, order) in orders.enumerated() {
      world.orders.append(
        Order(
          id: Int64(number + 1), submit: Milliseconds(order.at), account: 0, recipients: order.recipients))
    }
    return world
  }

  @Test func givenCreditsAreSpentBeforeThosePaidForAndNamedAsWhatPaid() throws {
    let records = try Self.world([(1000, 1), (9000, 3), (20_000, 2)]).ran()
    // One of two given; the other and two of a pack of five; two of the pack's other three.
    #expect(records.orders.map(\.paidBy) == [.promotion, .pack, .credits])
    #expect(records.orders.map(\.freeCredits) == [1, 1, 0])
    #expect(records.freeCredits == [FreeCredits.Tally(used: 2)])
    #expect(records.accounts[0].balance == 1)
  }

  @Test func givenCreditsComeBackFromACancelledOrderAsSuch() throws {
    var world = Self.world([(1000, 4)])
    world.fields.stations[0].hours = WeeklyHours([86_400_000..<90_000_000])
    world.fields.line.cancelSpan = Milliseconds(60_000)
    let records = try world.ran { $0.requesterCancelProbability = 1 }
    #expect(records.orders[0].freeCredits == 2 && records.orders[0].paidBy == .pack)
    #expect(records.freeCredits == [FreeCredits.Tally(plain: 2)] && records.accounts[0].balance == 7)
  }

  /// A credit with the end of its time, and whether it was given.
  private struct Credit {
    var end: Int64
    var isGiven: Bool
  }

  /// Follows single credits through the ledger, with no memory of grants.
  private static func follow(_ world: OrdersSetup, _ records: OrdersRecords) -> String? {
    var purses = [[Credit]](repeating: [], count: world.accounts.count)
    var held: [OrderIndex: [Credit]] = [:]
    var tallies = [FreeCredits.Tally](repeating: FreeCredits.Tally(), count: world.accounts.count)
    for entry in records.ledger.entries where entry.kind.sides.currency == .credits {
      let (account, time, amount) = (Int(entry.account), entry.time.rawValue, Int(entry.amount))
      func come(_ end: Int64?, isGiven: Bool) {
        purses[account] += Array(repeating: Credit(end: end ?? .max, isGiven: isGiven), count: amount)
      }
      switch entry.kind {
      case .opening: come(nil, isGiven: true)
      case .pack: come(world.fields.packs[0].expiry.map { time + $0.rawValue }, isGiven: false)
      case .promotion: come(world.fields.promotions[0].expiry.map { time + $0.rawValue }, isGiven: true)
      case .hold:
        // What ends first goes first; of what never ends, what was given.
        purses[account].sort { ($0.end, $0.isGiven ? 0 : 1) < ($1.end, $1.isGiven ? 0 : 1) }
        held[entry.order] = Array(purses[account].prefix(amount))
        purses[account].removeFirst(amount)
        let free = held[entry.order]?.count(where: \.isGiven)
        if records.orders[entry.order].freeCredits != Int64(free ?? 0) { return "order \(entry.order)" }
      case .release: purses[account] += held.removeValue(forKey: entry.order) ?? []
      case .use:
        tallies[account].used += Int64(held.removeValue(forKey: entry.order)?.count(where: \.isGiven) ?? 0)
      case .lapse, .expiry:
        purses[account].sort { $0.end < $1.end }
        tallies[account].lapsed += Int64(purses[account].prefix(amount).count(where: \.isGiven))
        purses[account].removeFirst(amount)
      default: return "an entry of kind \(entry.kind)"
      }
    }
    for (account, purse) in purses.enumerated() {
      let (found, expected) = (records.freeCredits[account], tallies[account])
      if found.balance != Int64(purse.count(where: \.isGiven)) { return "balance of \(account)" }
      if (found.used, found.lapsed) != (expected.used, expected.lapsed) {
        return "used or lapsed of \(account)"
      }
    }
    return nil
  }

  @Test func eachCreditKeepsWhetherItWasGiven() {
    var (given, lapsed) = (Int64(0), Int64(0))
    forAll(seeds: 0..<200) { seed in
      var random = SplitMix64(seed: seed)
      var world = Self.world(
        (0..<random.whole(1...60)).map { _ in
          (Int64(random.whole(0...600_000)), Int32(random.whole(1...6)))
        })
      world.accounts = (0..<3).map { Account(id: $0, credits: Int64($0)) }
      for place in world.orders.indices { world.orders[place].account = AccountIndex(random.whole(0...2)) }
      // Odd times of expiry, so that no two kinds of credits end together.
      let pack = random.whole(0...1) == 0 ? nil : Milliseconds(2 * Int64(random.whole(1...80_000)))
      world.fields.packs = [Pack(credits: 5, price: 900, expiry: pack)]
      world.fields.promotions = [
        Promotion(
          name: "WHEEL", condition: .game, credits: 3, probability: 0.5,
          expiry: random.whole(0...2) == 0 ? nil : Milliseconds(2 * Int64(random.whole(1...80_000)) + 1))
      ]
      world.fields.line.cancelSpan = Milliseconds(20_000)
      let records = try world.ran(seed: seed) { $0.requesterCancelProbability = 0.3 }
      given += records.freeCredits.reduce(0) { $0 + $1.used }
      lapsed += records.freeCredits.reduce(0) { $0 + $1.lapsed }
      return Self.follow(world, records)
    }
    #expect(given > 1000 && lapsed > 300)
  }

  @Test func nothingIsCountedApartUnlessAsked() throws {
    var world = Self.world([(1000, 1)])
    world.fields.payment.freeApart = false
    let records = try world.ran()
    #expect(records.freeCredits.isEmpty && records.orders[0].paidBy == .credits)
  }
}
