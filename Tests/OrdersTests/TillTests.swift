import Lifecycle
import Quantities
import Statistics
import TestSupport
import Testing

@testable import Orders

/// Credits and money against a slow till of single credits, and the ledger against itself.
struct TillTests {
  @Test func smallTillsDoWhatTheWitnessDoes() {
    forAll(seeds: 0..<400) { seed in
      let (world, records) = try Self.run(seed)
      let witness = TillWitness(world, records, RandomSource(seed: seed, replication: 0))
      if let fault = witness.fault { return fault }
      for (place, account) in records.accounts.enumerated() {
        if account.balance != Int64(witness.credits[place].count) { return "balance of \(place)" }
        if account.lapsing != Int64(witness.credits[place].count { $0 != .max }) {
          return "codes of \(place)"
        }
        if account.used != Int64(witness.used[place]) { return "used by \(place)" }
        if account.lapsed != Int64(witness.lapsed[place]) { return "lapsed for \(place)" }
        if account.paid != witness.paid[place] { return "paid by \(place)" }
        if account.fromCampaigns != witness.sponsored[place] { return "campaigns for \(place)" }
      }
      let sponsored = records.campaigns.map(\.cards)
      return sponsored == witness.campaigns ? nil : "campaigns: \(sponsored) for \(witness.campaigns)"
    }
  }

  /// Whatever happens, each entry leaves sums of zero and no balance below zero, for each account too; and the books say
  /// what the accounts say.
  @Test func theLedgerAddsUpAtEveryStep() {
    forAll(seeds: 0..<400) { seed in
      let (world, records) = try Self.run(seed)
      var books: [Book: Int64] = [:]
      var balances = [Int64](repeating: 0, count: world.accounts.count)
      var last = Milliseconds.zero
      for entry in records.ledger.entries {
        if entry.time < last || entry.amount <= 0 { return "an entry at \(entry.time) of \(entry.amount)" }
        last = entry.time
        let (from, to, currency) = entry.kind.sides
        books[from, default: 0] -= entry.amount
        books[to, default: 0] += entry.amount
        if currency == .credits {
          if from == .accounts { balances[Int(entry.account)] -= entry.amount }
          if to == .accounts { balances[Int(entry.account)] += entry.amount }
        }
        for sum in [Self.sum(books, .credits), Self.sum(books, .money)] where sum != 0 {
          return "a sum of \(sum) at \(entry.time)"
        }
        if books.contains(where: { $0.value < 0 && !$0.key.isSource }) { return "a book below zero" }
        if balances.contains(where: { $0 < 0 }) { return "an account below zero" }
      }
      for book in Book.allCases where books[book, default: 0] != records.ledger.balance(of: book) {
        return "the book \(book)"
      }
      if balances != records.accounts.map(\.balance) { return "the balances" }
      if records.ledger.balance(of: .held) != records.accounts.reduce(0, { $0 + $1.held }) { return "held" }
      return nil
    }
  }

  private static func sum(_ books: [Book: Int64], _ currency: BookCurrency) -> Int64 {
    let members: [BookCurrency: Set<Book>] = [
      .money: [.customers, .partners, .revenue],
      .credits: [
        .opening, .packs, .codes, .promotions, .cards, .campaigns, .referrals, .accounts, .held, .used,
        .lapsed,
      ],
    ]
    return books.reduce(0) { $0 + (members[currency]?.contains($1.key) == true ? $1.value : 0) }
  }

  /// The stories of codes that the witness tells, told once by hand.
  @Test func creditsOfACodeAreSpentFirstAndLapseAtItsEnd() throws {
    var world = OrdersSetup()
    world.fields.stations = [Station(name: "print", service: ServiceLaw(.fixed, mean: Milliseconds(1000)))]
    world.accounts = [Account(id: 1, credits: 2)]
    world.fields.codes = [PromoCode(name: "SPRING", credits: 5, end: Milliseconds(10_000))]
    world.typedCodes = [0]
    world.orders = [
      Order(id: 1, submit: Milliseconds(1000), account: 0, recipients: 3, codes: 0..<1),
      Order(id: 2, submit: Milliseconds(20_000), account: 0, recipients: 3),
    ]
    world.fields.payment.packProbability = 0
    let records = try world.ran()
    #expect(records.orders.map(\.outcome) == [.kept, .abandoned])
    #expect(records.orders[1].cause == .noCredits)
    #expect(records.orders[1].attempts == 3)
    #expect(records.accounts[0].lapsed == 2)
    #expect(records.accounts[0].balance == 2)
    let story = records.ledger.entries.map { "\($0.time.rawValue) \($0.kind) \($0.amount)" }
    #expect(
      story == ["0 opening 2", "1000 code 5", "1000 hold 3", "1000 use 3", "10000 lapse 2"])
  }

  private static func run(_ seed: UInt64) throws -> (OrdersSetup, OrdersRecords) {
    var random = SplitMix64(seed: seed)
    let world = world(&random)
    let delay = random.chance(0.5) ? Milliseconds(Int64(random.whole(0...50_000))) : .zero
    let horizon = random.chance(0.3) ? Milliseconds(400_000) : .never
    let records = try world.ran(seed: seed) { rules in
      rules.retryInterval = Milliseconds(3000)
      rules.answerDelay = delay
      rules.requesterCancelProbability = 0.3
      rules.relaunchProbability = 0.5
      rules.relaunchDelay = Milliseconds(5000)
      rules.maxCycles = 2
      rules.horizon = horizon
    }
    return (world, records)
  }

  /// Packs that expire, promotions, and bank cards: each in half of the worlds.
  private static func addOtherCredits(to world: inout OrdersSetup, _ random: inout SplitMix64) {
    for pack in world.fields.packs.indices where random.chance(0.5) {
      world.fields.packs[pack].expiry = Milliseconds(Int64(random.whole(1...200_000)))
    }
    for number in 0..<(random.chance(0.5) ? random.whole(1...3) : 0) {
      world.fields.promotions.append(
        Promotion(
          name: "PROMOTION\(number)", condition: random.chance(0.5) ? .game : .accountOpened,
          credits: Int64(random.whole(1...4)), probability: random.chance(0.5) ? 1 : 0.4,
          number: random.chance(0.5) ? .max : Int64(random.whole(1...3)),
          begin: Milliseconds(Int64(random.whole(0...200_000))),
          end: random.chance(0.5) ? .never : Milliseconds(Int64(random.whole(200_001...600_000))),
          expiry: random.chance(0.5) ? nil : Milliseconds(Int64(random.whole(1...200_000)))))
    }
    if random.chance(0.5) { world.fields.payment.direct = DirectPayment(price: 290, probability: 0.4) }
    for number in 0..<(random.chance(0.5) ? random.whole(1...3) : 0) {
      world.fields.campaigns.append(
        Campaign(
          name: "CAMPAIGN\(number)", channel: random.chance(0.5) ? nil : "window",
          quota: random.chance(0.3) ? .max : Int64(random.whole(1...12)),
          perOrder: random.chance(0.5) ? .max : Int64(random.whole(1...3)),
          price: Int64(random.whole(0...200)),
          begin: Milliseconds(Int64(random.whole(0...200_000))),
          end: random.chance(0.5) ? .never : Milliseconds(Int64(random.whole(200_001...600_000)))))
    }
    guard random.chance(0.5) else { return }
    world.fields.referral = Referral(
      creditsNew: Int64(random.whole(0...3)), creditsReferrer: Int64(random.whole(0...3)),
      reward: random.chance(0.5) ? .accountOpened : .firstPayment,
      most: random.chance(0.5) ? .max : Int64(random.whole(1...2)),
      expiry: random.chance(0.5) ? nil : Milliseconds(Int64(random.whole(1...200_000))))
    for place in world.accounts.places where world.accounts[place].opens > .zero && random.chance(0.7) {
      world.accounts[place].referrer =
        world.accounts.places.first {
          world.accounts[$0].opens < world.accounts[place].opens
        } ?? .none
    }
  }

  private static func world(_ random: inout SplitMix64) -> OrdersSetup {
    var world = OrdersSetup()
    let law = ServiceLaw(.exponential, mean: Milliseconds(2000))
    world.fields.stations = [Station(name: "print", servers: 2, service: law)]
    for number in 0..<random.whole(1...5) {
      let opens = random.chance(0.5) ? -1 : Int64(random.whole(0...500_000))
      world.accounts.append(
        Account(
          id: Int64(number), opens: Milliseconds(opens), credits: Int64(random.whole(0...6)),
          usualPack: Int32(random.whole(0...1))))
    }
    world.fields.packs = [
      Pack(credits: 3, price: 500), Pack(credits: Int64(random.whole(4...9)), price: 900),
    ]
    addOtherCredits(to: &world, &random)
    world.channels = [OrderChannel(name: "window"), OrderChannel(name: "letter")]
    for number in 0..<random.whole(0...4) {
      world.fields.codes.append(
        PromoCode(
          name: "CODE\(number)", credits: Int64(random.whole(1...5)),
          uses: random.chance(0.5) ? .max : Int64(random.whole(0...4)),
          usesPerAccount: Int64(random.whole(1...3)),
          begin: random.chance(0.8) ? .zero : Milliseconds(Int64(random.whole(0...300_000))),
          end: random.chance(0.2) ? .never : Milliseconds(Int64(1000 * number + random.whole(0...600_000))),
          lapses: random.chance(0.7)))
    }
    for number in 0..<random.whole(1...60) {
      let start = Int32(world.typedCodes.count)
      for code in world.fields.codes.places where random.chance(0.2) { world.typedCodes.append(code) }
      if random.chance(0.02) { world.typedCodes.append(.none) }
      var order = Order(
        id: Int64(3 * number), submit: Milliseconds(Int64(random.whole(0...600_000))),
        account: random.chance(0.05) ? .none : AccountIndex(random.whole(0...world.accounts.count - 1)),
        recipients: Int32(random.whole(1...7)), codes: start..<Int32(world.typedCodes.count),
        isProbe: random.chance(0.1))
      if !world.fields.campaigns.isEmpty { order.channel = Int32(random.whole(-1...1)) }
      if random.chance(0.1) {
        order.delay = Milliseconds(Int64(random.whole(0...50_000)))
        if random.chance(0.4) { order.givesUp = .draftGivenUp }
      }
      if random.chance(0.3) { order.patience = Milliseconds(Int64(random.whole(0...60_000))) }
      world.orders.append(order)
    }
    world.fields.payment.packChoice = random.chance(0.5) ? .smallest : .usual
    world.fields.payment.packProbability = 0.6
    world.fields.payment.declineProbability = 0.3
    world.fields.line.cancelSpan = Milliseconds(20_000)
    return world
  }
}
