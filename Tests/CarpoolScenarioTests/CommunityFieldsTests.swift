import CarpoolScenario
import Community
import JSON5
import Quantities
import Statistics
import TestSupport
import Testing

@testable import Scenario

/// Verification, money, friends, ratings and the channel in a scenario.
@Suite struct CommunityFieldsTests {
  private static let everything = [
    """
    verification={verified_share: 0.5, delay: {law: 'exponential', mean_s: 3600}, applications: {refused_share: 0.25,
      most: 3, again_share: 0.5, again_delay: 60, team: {servers: 2, hours: 'mon-fri 09:00-17:00', service: 600}}}
    """,
    """
    money={currency: {code: 'XOF', decimals: 0}, price: {kind: 'per_km', per_km: 25, step: 50}, wallet_share: 1,
      opening_balance: {law: 'uniform', from: 0, to: 5000}, top_up: {probability: 0.25, amount: 2000},
      commission_share: 0.1, refunds: [{lead_s: 3600, share: 1}, {lead_s: 0, share: 0.5}]}
    """,
    "friends={network: {kind: 'watts_strogatz', neighbours: 6, rewiring: 0.25}, only_share: 0.125}",
    "ratings={prior: 4, lateness_s: 60, least_share: 0.5, least: 4.5, moderation: {rejected_share: 0.125, team: {}}}",
    """
    channel={delay: {law: 'lognormal', median_s: 30, sigma: 1}, loss: 0.0625, tries: 4, backoff_s: 5,
      offer_timeout_s: 90, online: 600, offline: {law: 'fixed', value_s: 60}}
    """,
  ]

  private func load(_ overrides: [String] = []) throws(ScenarioError) -> Scenario {
    try Scenario.load(text: Examples.least, file: "s.json5", overrides: overrides)
  }

  private func fields(_ overrides: String...) throws(ScenarioError) -> CarpoolFields {
    try load(overrides).fields(of: CarpoolFields.self)
  }

  private func faults(_ overrides: String...) -> String {
    do throws(ScenarioError) {
      _ = try load(overrides)
      return ""
    } catch {
      return error.description
    }
  }

  @Test("a scenario without them is written as it was before there were any")
  func nothingIsWrittenOfWhatIsAbsent() throws {
    let without = try load()
    let fields = without.fields(of: CarpoolFields.self)
    #expect(fields.verification == nil && fields.money == nil && fields.friends == nil)
    #expect(fields.ratings == nil && fields.channel == nil)
    let withNull = try load(["channel=null", "money=null"])
    for name in ["verification", "money", "friends", "ratings", "channel"] {
      #expect(without.resolved[name] == nil && withNull.resolved[name] == nil)
      #expect(!without.identity().contains("\"\(name)\""))
      #expect(Scenario.schema(.carpool)["properties"]?[name]?["default"] == .null)
    }
    #expect(withNull == without && withNull.identity() == without.identity())
  }

  @Test func eachOfThemEntersTheIdentity() throws {
    let without = try load().identity()
    for one in Self.everything { #expect(try load([one]).identity() != without, "\(one)") }
  }

  @Test func whatIsWrittenIsReadBackTheSame() throws {
    let scenario = try load(Self.everything)
    let again = try Scenario.load(text: scenario.resolved.indented, file: "again.json5")
    #expect(again == scenario && again.resolved == scenario.resolved)
    let fields = scenario.fields(of: CarpoolFields.self)
    #expect(fields.verification?.delay == .exponential(mean: 3600))
    let channel = try #require(fields.channel)
    #expect(channel.delay == .lognormal(median: 30, sigma: 1) && channel.tries == 4)
    #expect(channel.online == .fixed(600) && channel.offline == .fixed(60))
    #expect(channel.backoffFactor == ChannelRules().backoffFactor)
    #expect(fields.friends?.network == .wattsStrogatz(neighbours: 6, rewiring: 0.25))
    #expect(fields.ratings?.lateness == Milliseconds(60_000))
    #expect(fields.ratings?.moderation?.rejectedShare == 0.125)
    let applications = try #require(fields.verification?.applications)
    #expect(applications.most == 3 && applications.againDelay == .fixed(60))
    #expect(applications.team?.servers == 2 && applications.team?.service == .fixed(600))
    #expect(try #require(applications.team).hours.weeklyWork == Int64(144_000_000))
    let recorded = try self.fields("friends={network: {kind: 'recorded', file: 'friends.csv'}}")
    #expect(recorded.friends?.network == .recorded(file: "friends.csv"))
  }

  @Test func amountsAreReadByTheCurrencyBesideThem() throws {
    let francs = try #require(try fields(Self.everything[1]).money)
    #expect(francs.price == .perKm(25, step: 50) && francs.topUp.amount == 2_000)
    #expect(francs.refunds.map(\.lead.seconds) == [3600, 0] && francs.refunds.map(\.share) == [1, 0.5])
    let dirhams = try #require(try fields("money={price: {kind: 'fixed', price: 80.5}}").money)
    #expect(dirhams.price == .fixed(8_050) && dirhams.topUp.amount == 10_000)
    #expect(try fields("money={}").money == MoneyRules())
    let dinars = try fields("money.currency={code: 'TND', decimals: 3}").money
    #expect(dinars == MoneyRules(in: Currency(code: "TND", decimals: 3)))
  }

  @Test func theKindsOfALawAreMembersOfTheSchemaAndOfThePaths() throws {
    let paths = Scenario.fieldPaths(.carpool)
    for path in ["channel.delay.law", "channel.delay.median_s", "verification.delay.mean_s"] {
      #expect(paths.contains(path), "\(path)")
    }
    #expect(paths.contains("money.opening_balance.median") && !paths.contains("channel.delay.kind"))
    #expect(Scenario.note(on: "channel.delay.median_s", markets: .carpool)?.unit == "s")
    #expect(Scenario.documentation(.carpool).contains("`law: \"lognormal\"`"))
  }

  @Test(arguments: [
    ("money={top_up: {amount: 10.125}}", "10.125", "at most 2 decimals"),
    ("money={currency: {decimals: 0}, price: {kind: 'fixed', price: 0.5}}", "0.5", "at most 0 decimals"),
    ("money={price: {kind: 'fixed', price: -1}}", "-1", "from 0 to"),
    ("money={price: {kind: 'per_km', step: 0}}", "money.price.step", "excluding 0"),
    ("money={currency: {code: 'Dh'}}", "money.currency.code", "three capital letters"),
    (
      "money={refunds: [{lead_s: 0, share: 1}, {lead_s: 60, share: 1}]}", "money.refunds", "the longest first"
    ),
    ("money={cap: {cost_per_km: -1}}", "money.cap.cost_per_km", "from 0 to"),
    ("money={cap: {cost_per_km: '1'}}", "money.cap.cost_per_km", "from 0 to"),
    ("channel={online: 60}", "channel", "both or neither"),
    ("channel={delay: {law: 'normal', mean_s: 2}}", "channel.delay.law", "lognormal"),
    ("channel={delay: {law: 'lognormal', median_s: 2}}", "channel.delay.sigma", "from 0 to 5"),
    (
      "channel={delay: {law: 'fixed', value_s: 2, median_s: 2}}", "channel.delay.median_s", "value_s"
    ),
    ("channel={delay: {median_s: 2, sigma: 1}}", "channel.delay.law", "`\"fixed\"`"),
    ("channel={delay: {law: 'uniform', from_s: 3, to_s: 2}}", "channel.delay", "swap them"),
    ("channel={delay: -1}", "channel.delay", "from 0 to"),
    ("channel={loss: 1.5}", "channel.loss", "from 0 to 1"),
    ("friends={network: {kind: 'watts_strogatz', neighbours: 5}}", "neighbours", "even number"),
    ("ratings={prior: 6}", "ratings.prior", "from 1 to 5"),
    ("verification={verified_share: 2}", "verification.verified_share", "from 0 to 1"),
  ])
  func aFaultSaysWhatWasFoundAndWhatWouldBeRight(given: String, found: String, right: String) {
    let sentence = faults(given)
    #expect(sentence.contains(found) && sentence.contains(right), "\(sentence)")
    #expect(sentence.split(separator: "\n").count == 1, "\(sentence)")
  }
}
