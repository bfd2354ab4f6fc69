import Lifecycle
import Quantities
import Statistics
import TestSupport
import Testing

@testable import Orders

/// Credits that expire, that are given away, and that nobody buys since a bank card pays.
struct ExpiryTests {
  private static let print = Station(
    name: "print", service: ServiceLaw(.fixed, mean: Milliseconds(1000)))

  /// Orders of one account that begins with nothing, at these times, for so many recipients.
  private static func world(_ orders: [(at: Int64, recipients: Int32)]) -> OrdersSetup {
    var world = OrdersSetup()
    world.fields.stations = [print]
    world.accounts = [Account(id: 1)]
    world.fields.payment.packProbability = 1
    world.fields.payment.declineProbability = 0
    for (number, order) in orders.enumerated() {
      world.orders.append(
        Order(
          id: Int64(number + 1), submit: Milliseconds(order.at), account: 0, recipients: order.recipients))
    }
    return world
  }

  private static func story(_ records: OrdersRecords) -> [String] {
    records.ledger.entries.map { "\($0.time.rawValue) \($0.kind) \($0.amount)" }
  }

  @Test func whatIsLeftOfAPackExpiresSoLongAfterItsPurchase() throws {
    var world = Self.world([(1000, 3), (5000, 1), (20_000, 1)])
    world.fields.packs = [Pack(credits: 5, price: 900, expiry: Milliseconds(10_000))]
    let records = try world.ran()
    #expect(
      Self.story(records) == [
        "1000 payment 900", "1000 pack 5", "1000 hold 3", "1000 use 3", "5000 hold 1", "5000 use 1",
        "11000 expiry 1", "20000 payment 900", "20000 pack 5", "20000 hold 1", "20000 use 1",
      ])
    #expect(records.accounts[0].lapsed == 1 && records.accounts[0].balance == 4)
  }

  /// Spent first is what expires first, wherever it comes from; what expires never stays.
  @Test func whatExpiresFirstIsSpentFirst() throws {
    var world = Self.world([(1000, 2), (2000, 6), (3000, 3)])
    world.accounts[0].credits = 4
    world.fields.packs = [Pack(credits: 7, price: 900, expiry: Milliseconds(50_000))]
    let records = try world.ran()
    // Four at first: two are used, then 7 are bought for the 4 that lack, of which 6 go before the 2 that were there.
    #expect(records.accounts[0].lapsed == 0 && records.accounts[0].plain == 0)
    #expect(records.accounts[0].bought == 7 && records.accounts[0].used == 11)
  }

  @Test func creditsThatComeBackFromACancelledOrderAfterTheirEndExpireAtOnce() throws {
    var world = Self.world([(1000, 3)])
    world.fields.stations[0].hours = WeeklyHours([86_400_000..<90_000_000])
    world.fields.packs = [Pack(credits: 5, price: 900, expiry: Milliseconds(1))]
    world.fields.line.cancelSpan = Milliseconds(60_000)
    let records = try world.ran { $0.requesterCancelProbability = 1 }
    #expect(records.orders[0].outcome == .cancelledByCustomer)
    #expect(records.accounts[0].lapsed == 5 && records.accounts[0].balance == 0)
    #expect(
      Self.story(records).suffix(2).map { String($0.drop { $0 != " " }) } == [" release 3", " expiry 3"])
  }

  /// Where credits come from packs alone, those sold are at every entry those used, lapsed, and held, in orders or accounts.
  @Test func creditsSoldAreUsedLapsedOrHeldAtEveryInstant() {
    forAll(seeds: 0..<200) { seed in
      var random = SplitMix64(seed: seed)
      var world = Self.world(
        (0..<random.whole(1...80)).map { _ in
          (Int64(random.whole(0...600_000)), Int32(random.whole(1...7)))
        })
      world.accounts = (0..<3).map { Account(id: $0) }
      for place in world.orders.indices { world.orders[place].account = AccountIndex(random.whole(0...2)) }
      world.fields.packs = ([3, 8] as [Int64]).map { credits in
        Pack(credits: credits, price: 100, expiry: Milliseconds(Int64(random.whole(1...200_000))))
      }
      world.fields.line.cancelSpan = Milliseconds(20_000)
      let records = try world.ran(seed: seed) { $0.requesterCancelProbability = 0.3 }
      var books: [Book: Int64] = [:]
      for entry in records.ledger.entries where entry.kind.sides.currency == .credits {
        books[entry.from, default: 0] -= entry.amount
        books[entry.to, default: 0] += entry.amount
        let ways = [Book.used, .lapsed, .held, .accounts].reduce(0) { $0 + books[$1, default: 0] }
        if -books[.packs, default: 0] != ways { return "\(ways) of \(books) at \(entry.time)" }
      }
      return books[.lapsed, default: 0] == records.accounts.reduce(0) { $0 + $1.lapsed } ? nil : "lapsed"
    }
  }

  @Test func whoOpensAnAccountInThePromotionsTimeGetsItsCreditsAsLongAsThereAreAny() throws {
    var world = Self.world([])
    world.accounts = [-5, 0, 500, 1000, 1500, 1999, 2000].enumerated().map { number, opens in
      Account(id: Int64(number), opens: Milliseconds(opens))
    }
    world.fields.promotions = [
      Promotion(
        name: "WELCOME", condition: .accountOpened, credits: 2, number: 2, begin: Milliseconds(1000),
        end: Milliseconds(2000), expiry: Milliseconds(300))
    ]
    world.orders = [Order(id: 1, submit: Milliseconds(9000), account: .none)]
    let records = try world.ran()
    #expect(records.accounts.map(\.fromPromotions) == [0, 0, 0, 2, 2, 0, 0])
    #expect(
      Self.story(records) == ["1000 promotion 2", "1300 expiry 2", "1500 promotion 2", "1800 expiry 2"])
  }

  /// Wins and bank cards happen as often as they are to: both counts are binomial.
  @Test func gamesAreWonAndBankCardsPayAsOftenAsTheirProbabilitiesSay() throws {
    let count = 20_000
    var world = Self.world((0..<count).map { (Int64($0) * 10_000, 1) })
    world.accounts = (0..<count).map { Account(id: Int64($0)) }
    for place in world.orders.indices { world.orders[place].account = AccountIndex(Int(place)) }
    world.fields.promotions = [Promotion(name: "WHEEL", condition: .game, credits: 3, probability: 0.15)]
    world.fields.payment.direct = DirectPayment(price: 250, probability: 0.3)
    world.fields.packs = [Pack(credits: 5, price: 1000)]
    let records = try world.ran()
    func z(_ found: Int, _ probability: Double) -> Double {
      let mean = Double(count) * probability
      return (Double(found) - mean) / (mean * (1 - probability)).squareRoot()
    }
    let won = records.accounts.count { $0.fromPromotions == 3 }
    let paid = records.orders.count { $0.paidBy == .card }
    #expect(abs(z(won, 0.15)) < 3.5 && abs(z(paid, 0.3)) < 3.5, "\(won) \(paid)")
    #expect(records.orders.allSatisfy { $0.paid == ($0.paidBy == .card ? 250 : 1000) })
    #expect(records.orders.count { $0.paidBy == .pack } == count - paid)
  }

  @Test func aBankCardGetsItsMoneyBackWhenTheOrderIsCancelled() throws {
    var world = Self.world([(1000, 3)])
    world.accounts[0].credits = 1
    world.fields.stations[0].hours = WeeklyHours([86_400_000..<90_000_000])
    world.fields.payment.direct = DirectPayment(price: 250, probability: 1)
    let records = try world.ran { $0.requesterCancelProbability = 1 }
    #expect(
      Self.story(records).map { String($0.drop { $0 != " " }) } == [
        " opening 1", " payment 500", " card 2", " hold 1", " release 1", " cardReturn 2", " refund 500",
      ])
    #expect(records.orders[0].paid == 0 && records.orders[0].paidBy == .card)
    #expect(records.accounts[0].balance == 1 && records.accounts[0].byCard == 0)
  }
}
