import Lifecycle
import Quantities
import Scenario
import Statistics
import TestSupport
import Testing

@testable import Orders

/// Cards that partners pay for.
struct CampaignTests {
  private static let print = Station(name: "print", service: ServiceLaw(.fixed, mean: Milliseconds(1000)))

  /// Orders of one account that holds `credits`: when, for so many recipients, by the channel of this number.
  private static func world(
    credits: Int64, _ campaigns: [Campaign], _ orders: [(at: Int64, recipients: Int32, channel: Int32)]
  ) -> OrdersSetup {
    var world = OrdersSetup()
    world.fields.stations = [print]
    world.accounts = [Account(id: 1, credits: credits)]
    world.fields.campaigns = campaigns
    world.channels = [OrderChannel(name: "window"), OrderChannel(name: "letter")]
    world.fields.payment.packProbability = 0
    world.orders = orders.enumerated().map { number, order in
      var row = Order(
        id: Int64(number + 1), submit: Milliseconds(order.at), account: 0, recipients: order.recipients)
      row.channel = order.channel
      return row
    }
    return world
  }

  private static func story(_ records: OrdersRecords) -> [String] {
    records.ledger.entries.map { "\($0.time.rawValue) \($0.kind) \($0.amount)" }
  }

  @Test func aCampaignPaysForOrdersOfItsChannelInItsTimeUntilItsQuotaIsUsedUp() throws {
    let campaign = Campaign(
      name: "office", channel: "letter", quota: 5, perOrder: 2, price: 150, begin: Milliseconds(1000),
      end: Milliseconds(9000))
    let world = Self.world(
      credits: 100, [campaign],
      [
        (999, 1, 1), (1000, 3, 1), (2000, 2, 0), (3000, 1, -1), (4000, 2, 1), (5000, 2, 1), (6000, 1, 1),
        (9000, 1, 1),
      ])
    let records = try world.ran()
    #expect(records.orders.map(\.byCampaign) == [0, 2, 0, 0, 2, 1, 0, 0])
    #expect(
      records.orders.map(\.paidBy) == [
        .credits, .credits, .credits, .credits, .campaign, .credits, .credits, .credits,
      ])
    #expect(records.campaigns == [CampaignState(left: 0, orders: 3, cards: 5)])
    #expect(records.accounts[0].fromCampaigns == 5 && records.accounts[0].balance == 100 - 13 + 5)
    #expect(records.ledger.balance(of: .partners) == -750 && records.ledger.balance(of: .revenue) == 750)
    #expect(
      Array(Self.story(records).dropFirst(3).prefix(3)) == [
        "1000 campaign 2", "1000 sponsorship 300", "1000 hold 1",
      ])
  }

  /// The first campaign that fits pays, and for an order whose customer has nothing too.
  @Test func ofSeveralCampaignsTheFirstThatFitsPays() throws {
    let campaigns = [
      Campaign(name: "one", quota: 3, price: 100),
      Campaign(name: "two", channel: "window", quota: 10, price: 10),
    ]
    let world = Self.world(credits: 0, campaigns, [(1, 2, 0), (2, 2, 0), (3, 2, 0), (4, 2, 1)])
    let records = try world.ran()
    // The second order lacks a credit where the first campaign has one card left, and another campaign does not step in.
    #expect(records.orders.map(\.outcome) == [.kept, .abandoned, .abandoned, .abandoned])
    #expect(records.campaigns.map(\.cards) == [2, 0] && records.campaigns.map(\.left) == [1, 10])
    #expect(records.accounts[0].paid == 0)
  }

  @Test func whatACampaignPaidForACancelledOrderGoesBackAndAnotherOrderHasIt() throws {
    var world = Self.world(
      credits: 0, [Campaign(name: "office", quota: 2, price: 150)], [(1000, 2, -1), (90_000_000, 2, -1)])
    world.fields.stations[0].hours = WeeklyHours([86_400_000 * 2..<86_400_000 * 3])
    world.fields.line.cancelSpan = Milliseconds(60_000)
    let records = try world.ran { $0.requesterCancelProbability = 1 }
    #expect(records.orders.map(\.outcome) == [.cancelledByCustomer, .cancelledByCustomer])
    #expect(records.campaigns == [CampaignState(left: 2, orders: 0, cards: 0, returned: 4)])
    #expect(records.ledger.balance(of: .partners) == 0 && records.ledger.balance(of: .campaigns) == 0)
    #expect(records.accounts[0].fromCampaigns == 0 && records.accounts[0].held == 0)
  }

  @Test func channelsAreDrawnByTheirWeightsAndChangeNothingElse() throws {
    func orders(_ more: String) throws -> OrdersSetup {
      try OrdersInput(Given.orders(more), folder: ".").setup
    }
    let campaigns = "campaigns: [{name: 'office', channel: 'window'}]"
    let world = try orders(
      "demand: {kind: 'synthetic', count: 20000, channels: [{name: 'window', weight: 3}, {name: 'letter'}]}, \(campaigns)"
    )
    let plain = try orders("demand: {kind: 'synthetic', count: 20000}")
    #expect(world.orders.map(\.account) == plain.orders.map(\.account))
    #expect(world.orders.map(\.recipients) == plain.orders.map(\.recipients))
    let found = Double(world.orders.count { $0.channel == 0 })
    #expect(abs(found - 15_000) < 3.5 * (20_000 * 0.75 * 0.25).squareRoot(), "\(found)")
  }

  @Test(arguments: [
    (
      "campaigns: [{name: 'a', channel: 'window'}]",
      "the campaign `a` applies to the channel `window`, which is not among demand.channels"
    ),
    ("campaigns: [{name: 'a', begin_s: 9, end_s: 9}]", "the campaign never runs"),
    ("campaigns: [{name: 'a', begin_s: 86400}]", "the campaign `a` begins after the last order"),
    ("campaigns: [{name: 'a'}, {name: 'a'}]", "the name `a` is given twice"),
    ("campaigns: [{name: 'a', cards: 0}]", "campaigns[0].cards"),
    ("referral: {share: 0.5, credits_new: 0, credits_referrer: 0}", "no credits are given"),
  ])
  func whatCannotBeIsRefusedWithASentence(text: String, sentence: String) {
    #expect(Given.fault("demand: {kind: 'synthetic', count: 9}, " + text).contains(sentence))
  }

  @Test(arguments: [
    ("demand: {kind: 'none'}, campaigns: [{name: 'a'}]", "there are no orders"),
    (
      "demand: {kind: 'synthetic', count: 9, channels: [{name: 'window'}]}, campaigns: [{name: 'a'}]",
      "no campaign names a `channel`"
    ),
    ("demand: {kind: 'synthetic', count: 9}, registration: {}", "no order comes without an account"),
    ("demand: {kind: 'synthetic', count: 9}, referral: {}", "no account is referred"),
    (
      "demand: {kind: 'synthetic', count: 9}, accounts: {kind: 'synthetic', open_share: 1}, referral: {share: 0.5}",
      "no account opens in the run"
    ),
    (
      "demand: {kind: 'synthetic', count: 9}, referral: {share: 0.5, credits_referrer: 0, most: 2}",
      "the referrer gets nothing"
    ),
  ])
  func aFieldThatChangesNothingIsTold(text: String, reason: String) throws {
    let scenario = try Given.orders(text)
    #expect(scenario.idleFields.contains { $0.reason.contains(reason) }, "\(scenario.idleFields)")
  }
}
