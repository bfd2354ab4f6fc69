import Lifecycle
import Quantities
import Statistics
import TestSupport
import Testing

@testable import Orders

/// Drafts, accounts that are opened on the way to a payment, and accounts that bring others.
struct ComingTests {
  private static let count = isFullValidation ? 400_000 : 40_000

  private static func z(_ found: Int, of count: Int, _ share: Double) -> Double {
    (Double(found) - share * Double(count)) / (share * (1 - share) * Double(count)).squareRoot()
  }

  private static func world(_ text: String) throws -> OrdersSetup {
    try OrdersInput(Given.orders(text), folder: ".").setup
  }

  /// Drafts thin binomially, lie as long as their law says, and leave all else as it was.
  @Test func draftsAreLeftAndFinishedAsOftenAsTheirSharesSay() throws {
    let count = Self.count
    let drafts = "{share: 0.3, give_up_share: 0.25, time: {law: 'exponential', mean_s: 1000}}"
    let world = try Self.world("demand: {kind: 'synthetic', count: \(count), drafts: \(drafts)}")
    let left = world.orders.filter(\.isDraft)
    #expect(abs(Self.z(left.count, of: count, 0.3)) < 3.5)
    let givenUp = left.filter { $0.givesUp != nil }
    #expect(abs(Self.z(givenUp.count, of: left.count, 0.25)) < 3.5)
    #expect(givenUp.allSatisfy { $0.givesUp == .draftGivenUp })
    #expect(world.orders.allSatisfy { $0.isDraft || $0.delay == .zero && $0.givesUp == nil })
    // Half of an exponential law lies below its mean times ln 2.
    let early = left.count { $0.delay.seconds < 693.147 }
    #expect(abs(Self.z(early, of: left.count, 0.5)) < 3.5)
    let plain = try Self.world("demand: {kind: 'synthetic', count: \(count)}")
    #expect(plain.orders.map(\.account) == world.orders.map(\.account))
    #expect(plain.orders.map(\.submit) == world.orders.map(\.submit))
  }

  @Test func customersWithoutAnAccountOpenOneOrGiveUpAsOftenAsTheShareSays() throws {
    let count = Self.count
    let text = "demand: {kind: 'synthetic', count: \(count), guest_share: 0.4}"
    let world = try Self.world(text + ", registration: {give_up_share: 0.2, time: 60}")
    let plain = try Self.world(text)
    let guests = plain.orders.places.filter { plain.orders[$0].account == .none }
    let opened = guests.filter { world.orders[$0].account != .none }
    #expect(abs(Self.z(guests.count - opened.count, of: guests.count, 0.2)) < 3.5)
    #expect(opened.count == world.accounts.count - plain.accounts.count)
    for place in opened {
      let account = world.accounts[world.orders[place].account]
      #expect(
        account.openedWith == place && account.opens == world.orders[place].submit + Milliseconds(60_000))
    }
    #expect(world.accounts.map(\.id) == world.accounts.map(\.id).sorted())
    #expect(Set(world.accounts.map(\.id)).count == world.accounts.count)
    // Another share leaves the accounts of those who open one in both what they were.
    let fewer = try Self.world(text + ", registration: {give_up_share: 0.5, time: 60}")
    for place in guests where fewer.orders[place].account != .none {
      #expect(fewer.accounts[fewer.orders[place].account] == world.accounts[world.orders[place].account])
    }
  }

  private static let print = Station(name: "print", service: ServiceLaw(.fixed, mean: Milliseconds(1000)))

  @Test func anOrderIsPaidWhenItsDraftIsFinishedAndItsAccountIsOpen() throws {
    var world = OrdersSetup()
    world.fields.stations = [Self.print]
    world.accounts = [Account(id: 1, credits: 9)]
    world.hasDrafts = true
    func order(_ id: Int64, delay: Int64, _ change: (inout Order) -> Void = { _ in }) -> Order {
      var order = Order(id: id, submit: Milliseconds(1000), account: 0)
      order.isDraft = true
      order.delay = Milliseconds(delay)
      change(&order)
      return order
    }
    world.orders = [
      order(1, delay: 0), order(2, delay: 5000), order(3, delay: 6000) { $0.givesUp = .draftGivenUp },
      order(4, delay: 9000) { $0.patience = Milliseconds(8000) },
      order(5, delay: 9000) {
        $0.patience = Milliseconds(8000)
        $0.givesUp = .draftGivenUp
      },
    ]
    let records = try world.ran()
    #expect(
      records.orders.map(\.outcome) == [.kept, .kept, .abandoned, .cancelledByCustomer, .cancelledByCustomer])
    #expect(records.orders.map(\.firstMatch?.rawValue) == [1000, 6000, nil, nil, nil])
    #expect(records.orders.map(\.ended?.rawValue) == [1000, 6000, 7000, 9000, 9000])
    #expect(records.orders.map(\.cause) == [nil, nil, .draftGivenUp, .patience, .patience])
    #expect(records.orders.map(\.attempts) == [1, 1, 0, 0, 0])
    #expect(records.accounts[0].used == 2)
  }

  /// The first account brings the second and the third, and is rewarded once, by the second's first payment.
  @Test func whoBringsOthersIsRewardedAsOftenAsTheRulesSay() throws {
    func ran(_ reward: Referral.Reward, most: Int64) throws -> OrdersRecords {
      var world = OrdersSetup()
      world.fields.stations = [Self.print]
      world.accounts = [0, 1000, 2000].enumerated().map { place, opens in
        var account = Account(
          id: Int64(place), opens: Milliseconds(Int64(opens)), credits: place == 0 ? 0 : 2)
        account.referrer = place == 0 ? .none : 0
        return account
      }
      world.fields.referral = Referral(
        creditsNew: 3, creditsReferrer: 5, reward: reward, most: most, expiry: Milliseconds(4000))
      world.orders = [(3000, 1), (3500, 1), (3600, 2)].enumerated().map { number, order in
        Order(id: Int64(number), submit: Milliseconds(Int64(order.0)), account: AccountIndex(order.1))
      }
      return try world.ran()
    }
    func story(_ records: OrdersRecords) -> [String] {
      records.ledger.entries.filter { [.referral, .expiry].contains($0.kind) }.map {
        "\($0.time.rawValue) \($0.kind) \($0.amount) \($0.account.rawValue)"
      }
    }
    #expect(
      story(try ran(.firstPayment, most: 1)) == [
        "1000 referral 3 1", "2000 referral 3 2", "3000 referral 5 0", "5000 expiry 1 1", "6000 expiry 2 2",
      ])
    #expect(
      story(try ran(.accountOpened, most: .max)) == [
        "1000 referral 3 1", "1000 referral 5 0", "2000 referral 3 2", "2000 referral 5 0", "5000 expiry 1 1",
        "5000 expiry 5 0", "6000 expiry 2 2", "6000 expiry 5 0",
      ])
    #expect(try ran(.firstPayment, most: .max).accounts.map(\.fromReferrals) == [10, 3, 3])
  }

  @Test func asManyAccountsAreBroughtAsTheShareSaysEachByOneThatWasOpenBefore() throws {
    let world = try Self.world(
      "demand: {kind: 'synthetic', count: 1}, accounts: {kind: 'synthetic', count: \(Self.count), open_share: 0.5},"
        + " referral: {share: 0.3}")
    let new = world.accounts.filter { $0.opens > .zero }
    let brought = new.filter { $0.referrer != .none }
    #expect(abs(Self.z(brought.count, of: new.count, 0.3)) < 3.5)
    #expect(brought.allSatisfy { world.accounts[$0.referrer].opens < $0.opens })
    #expect(world.accounts.allSatisfy { $0.opens > .zero || $0.referrer == .none })
    // Any that was open before alike: those open from the start are met with the mean of 1 ÷ (1 + t), t even in the period.
    let first = brought.count { world.accounts[$0.referrer].opens == .zero }
    #expect(abs(Self.z(first, of: brought.count, 0.693147)) < 3.5)
  }

  @Test func filesSayWhoWasBroughtByWhomByWhichChannelOrdersCameAndWhenDraftsWereFinished() throws {
    let input = try Given.world(
      accounts: "account_id,opens_s,referred_by\nann,,\nbob,50,ann\ncem,60,",
      orders: """
        order_id,submit_s,account_id,channel,completed_s
        1,10,ann,window,
        2,20,bob,letter,500
        3,30,,window,
        4,40,dora,,
        """,
      "campaigns: [{name: 'office', channel: 'window'}], referral: {}, registration: {give_up_share: 0, time: 60}"
    )
    let world = input.setup
    #expect(world.accounts.map(\.referrer) == [.none, 0, .none, .none])
    #expect(world.channels.map(\.name) == ["window", "letter"])
    #expect(world.orders.map(\.channel) == [0, 1, 0, -1])
    #expect(world.orders.map(\.delay.seconds) == [0, 480, 60, 0])
    #expect(world.orders.map(\.isDraft) == [false, true, false, false] && world.hasDrafts)
    // Who names an account that there is none of opens none.
    #expect(world.orders.map(\.account) == [0, 1, 3, .none])
    #expect(world.accountNames.text(of: world.accounts[3].id) == "guest 3")
  }

  @Test(arguments: [
    ("account_id,opens_s,referred_by\n1,,\n2,50,9", "2,20,1,", "account `2` is referred_by `9`"),
    ("account_id,opens_s,referred_by\n1,,2\n2,50,", "2,20,1,", "account `1` is referred_by `2`"),
    ("account_id,opens_s,referred_by\n1,,\n2,50,1", "2,20,1,10", "a time not before submit_s, or nothing"),
  ])
  func filesThatContradictThemselvesAreRefused(accounts: String, order: String, sentence: String) {
    do {
      _ = try Given.world(
        accounts: accounts, orders: "order_id,submit_s,account_id,completed_s\n" + order, "referral: {}")
      Issue.record("\(accounts) is read")
    } catch { #expect("\(error)".contains(sentence), "\(error)") }
  }
}
