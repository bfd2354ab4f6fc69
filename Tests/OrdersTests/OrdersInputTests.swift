import Foundation
import Ground
import JSON5
import Lifecycle
import Quantities
import Scenario
import Tables
import TestSupport
import Testing

@testable import Orders

/// What scenarios and files of orders become, and what is said of those that are wrong.
struct OrdersInputTests {
  private static let markets = ScenarioMarkets([OrdersFields.self])
  private static let scenarios = SharedData.checkout.appending(path: "Scenarios").path

  private static func shipped(_ name: String, _ overrides: [String] = []) throws -> Scenario {
    try Scenario.load(contentsOf: "\(scenarios)/\(name).json5", overrides: overrides, markets: markets)
  }

  private static func loaded(_ own: String) throws -> Scenario {
    try Scenario.load(
      text: "{ market: \"orders\", demand: { kind: \"none\" }, \(own) }", file: "s.json5", markets: markets)
  }

  /// What is said of a scenario with these fields, or of its files, each with its name.
  private static func faults(_ own: String, _ files: [String: String] = [:]) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "orders-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files {
      try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
    }
    do {
      let scenario = try Scenario.load(
        text: "{ market: \"orders\", \(own) }", file: "s.json5", markets: markets)
      let input = try OrdersInput(scenario, folder: folder.path)
      return input.notices.joined(separator: "\n")
    } catch { return "\(error)".replacing(folder.path + "/", with: "") }
  }

  @Test(arguments: ["orders", "orders-recorded", "postcards"])
  func theShippedScenariosAreReadAgainAsTheyAreWritten(_ name: String) throws {
    let scenario = try Self.shipped(name)
    let again = try Scenario.load(
      text: scenario.resolved.compact, file: "again.json5", markets: Self.markets)
    #expect(again == scenario)
  }

  @Test func theMonthHasItsOrders() throws {
    let scenario = try Self.shipped("orders")
    let world = try OrdersInput(scenario, folder: Self.scenarios).setup
    #expect(world.orders.count == 20_000)
    #expect(world.accounts.count { $0.opens == .zero } > 2_800)
    #expect(world.fields.stations.map(\.name) == ["print", "finish", "post"])
    #expect(world.fields.stations[0].hours.weeklyWork == 55 * 3_600_000)
    // Each order is as it was, however many there are, but for who is there to order.
    let more = try OrdersInput(
      try Self.shipped("orders", ["demand.count=20100"]), folder: Self.scenarios
    ).setup
    #expect(Array(more.orders.prefix(20_000)) == world.orders)
    #expect(world.orders.allSatisfy { $0.account == .none || world.accounts[$0.account].opens <= $0.submit })
  }

  @Test func theRecordedDaysAreTheFiles() throws {
    let scenario = try Self.shipped("orders-recorded")
    let input = try OrdersInput(scenario, folder: Self.scenarios)
    #expect(input.setup.orders.count == 20)
    #expect(input.setup.phase == 0)
    #expect(input.inputs.map(\.rows) == [6, 20])
    #expect(input.setup.accountNames.text(of: input.setup.accounts[2].id) == "chama")
    #expect(
      input.notices == [
        "orders/orders.csv: 1 of 20 orders name a promo code that is not in `codes`; they fail as `code_invalid`",
        "orders: 1 of 20 are refused and excluded: 1 code_twice (the order names the same promo code twice)",
      ])
    let records = try input.setup.records(Rules(ofOrders: scenario))
    #expect(records.orders[14].outcome == .refusedInput && records.orders[14].cause == .codeTwice)
    #expect(records.orders[5].outcome == .abandoned && records.orders[5].cause == .noAccount)
    #expect(records.orders.count { $0.outcome == .kept } == 16)
  }

  @Test func hoursThatEndBeforeTheyBeginAreRefused() throws {
    let sentence = try Self.faults(
      "demand: { kind: \"none\" }, stations: [{ name: \"print\", hours: \"mon 18:00-08:00\" }]"
    )
    #expect(sentence.contains("stations[0].hours") && sentence.contains("before"), "\(sentence)")
  }

  @Test func everythingWrongInTheFilesIsSaidAtOnce() throws {
    let sentence = try Self.faults(
      """
      accounts: { kind: "recorded", file: "a.csv" }, demand: { kind: "recorded", file: "o.csv" },
      time: { duration_s: 1000 },
      """,
      [
        "a.csv": "account_id,credits\n1,5\n2,-3\n2,1\n",
        "o.csv": "order_id,submit_s,account_id,recipients\n1,10,1,0\n2,abc,1,1\n",
      ])
    #expect(sentence.contains("a.csv:3: column credits: found “-3”; an integer from 0 to"), "\(sentence)")
    #expect(sentence.contains("a.csv:4: column account_id"), "\(sentence)")
    #expect(sentence.contains("o.csv:2: column recipients: found “0”"), "\(sentence)")
    #expect(sentence.contains("o.csv:3: column submit_s: found “abc”"), "\(sentence)")
  }

  @Test func ordersThatAreAllRefusedAreAnError() throws {
    let sentence = try Self.faults(
      """
      accounts: { kind: "recorded", file: "a.csv" }, demand: { kind: "recorded", file: "o.csv" },
      time: { duration_s: 1000 }, codes: [{ name: "A", credits: 1 }],
      """,
      ["a.csv": "account_id\n1\n", "o.csv": "order_id,submit_s,account_id,codes\n1,10,1,A;A\n"])
    #expect(
      sentence
        == "orders: all 1 are refused, so there is nothing to simulate: 1 code_twice (the order names the same promo code"
        + " twice)")
  }

  @Test func whoIsUnknownIsTold() throws {
    let sentence = try Self.faults(
      """
      accounts: { kind: "recorded", file: "a.csv" }, demand: { kind: "recorded", file: "o.csv" },
      time: { duration_s: 1000 },
      """,
      [
        "a.csv": "account_id,credit\n1,3\n",
        "o.csv": "order_id,submit_s,account_id\n1,10,1\n2,20,7\n3,2000,1\n",
      ])
    #expect(
      sentence == """
        a.csv: unknown column `credit` is ignored (did you mean `credits`?)
        o.csv: 1 of 3 rows are skipped: 1 after the end of time.duration_s; time.duration_s: 3600, or null, includes \
        all
        o.csv: 1 of 2 orders name an account that is not in `accounts`; they fail as `no_account`
        """)
  }

  @Test(arguments: [
    ("codes: [{ name: \"A\", credits: 1 }, { name: \"A\", credits: 2 }]", "`A` is given twice"),
    ("stations: []", "a list of 1 to 100"), ("packs: [{ credits: 0, price: 5 }]", "packs[0].credits"),
    ("line: { cut_off: \"25:00\" }", "line.cut_off"),
    ("accounts: { kind: \"synthetic\", credits: [0, 0] }", "no weight is above 0"),
    ("packs: [{ credits: 1, price: 5, expire_s: 0 }]", "packs[0].expire_s"),
    (
      "codes: [{ name: \"A\", credits: 1, begin_s: 9, end_s: 9 }]", "begin_s is not before end_s, so the code"
    ),
    (
      "promotions: [{ name: \"A\", condition: \"game\", credits: 1, begin_s: 9, end_s: 8 }]",
      "begin_s is not before end_s, so the promotion"
    ),
    ("promotions: [{ name: \"A\", condition: \"gift\", credits: 1 }]", "promotions[0].condition"),
    ("promotions: [{ name: \"A\", condition: \"game\", credits: 1, probability: 0 }]", "probability"),
    (
      "time: { duration_s: 60 }, promotions: [{ name: \"A\", condition: \"account_opened\", credits: 1, begin_s: 60 }]",
      "the promotion `A` begins when nobody can benefit any more; give begin_s a time before 60"
    ),
    ("payment: { direct: { probability: 0.5 } }", "payment.direct.price"),
    ("delivery: { countries: [] }", "delivery.countries"),
    ("photos: { bad_share: 0 }", "photos.bad_share"),
    ("photos: { check: { servers: 0 } }", "photos.check.servers"),
    (
      "delivery: { countries: [{ name: \"FR\", weight: 0, time: 2, promise_days: 3 }] }",
      "no country has a weight above 0"
    ),
    (
      "delivery: { countries: [{ name: \"FR\", time: 2, promise_days: 3, days: [\"mon\", \"mon\"] }] }",
      "`mon` is given twice"
    ),
    ("delivery: { countries: [{ name: \"FR\", time: 2 }] }", "delivery.countries[0].promise_days"),
  ])
  func badFieldsAreRefused(_ own: String, _ part: String) {
    do {
      _ = try Self.loaded(own)
      Issue.record("\(own) is taken")
    } catch { #expect("\(error)".contains(part), "\(error)") }
  }

  /// Without them a scenario says nothing of what came later, and its runs keep their names.
  @Test(arguments: ["orders", "orders-recorded"])
  func fieldsThatAreLeftOutAreNotWritten(_ name: String) throws {
    let text = try Self.shipped(name).resolved.compact
    for field in ["delivery", "promotions", "direct", "expire_s", "begin_s", "photos"] {
      #expect(!text.contains("\"\(field)\""), "\(field)")
    }
  }

  @Test func aPromotionThatNobodyCanGetIsTold() throws {
    let promotion = "promotions: [{ name: \"A\", condition: \"account_opened\", credits: 1 }]"
    let text =
      "{ market: \"orders\", demand: { kind: \"none\" }, accounts: { kind: \"synthetic\", open_share: 1 }, \(promotion) }"
    let scenario = try Scenario.load(text: text, file: "s.json5", markets: Self.markets)
    #expect(
      scenario.idleFields.map(\.description) == [
        "promotions[0].credits in line 1 has no effect: no account opens in the run (`accounts.open_share` is 1)"
      ])
  }

  @Test(arguments: [
    (
      "complaint_share: 0.3, check: { found_share: 1 }",
      [
        "photos.complaint_share in line 1 has no effect: every bad photo is detected (`check.found_share` is 1)"
      ]
    ),
    (
      "complaint_share: 0, complaint_delay: 9",
      [
        "photos.complaint_delay in line 1 has no effect: nobody complains about bad photos (`complaint_share` is 0)"
      ]
    ),
    (
      "check: { found_share: 0, give_up_share: 0.4, answer: 60 }",
      [
        "photos.check.give_up_share in line 1 has no effect: no bad photo is detected (`found_share` is 0)",
        "photos.check.answer in line 1 has no effect: no bad photo is detected (`found_share` is 0)",
      ]
    ),
  ])
  func whatPhotosCannotDoIsTold(_ photos: String, _ told: [String]) throws {
    #expect(try Self.loaded("photos: { \(photos) }").idleFields.map(\.description) == told)
  }

  private static let delivery = """
    delivery: { countries: [
      { name: "FR", time: 2, promise_days: 3 }, { name: "MA", time: 5, promise_days: 7 } ] },
    """
  private static let files = """
    accounts: { kind: "recorded", file: "a.csv" }, demand: { kind: "recorded", file: "o.csv" },
    time: { duration_s: 1000 },
    """

  @Test func recipientsLiveWhereTheFileSays() throws {
    let orders = """
      order_id,submit_s,account_id,recipients,countries
      1,10,1,3,MA
      2,20,1,2,FR; MA
      3,30,1,1,

      """
    let folder = FileManager.default.temporaryDirectory.appending(path: "orders-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try "account_id\n1\n".write(to: folder.appending(path: "a.csv"), atomically: true, encoding: .utf8)
    try orders.write(to: folder.appending(path: "o.csv"), atomically: true, encoding: .utf8)
    let scenario = try Scenario.load(
      text: "{ market: \"orders\", \(Self.delivery) \(Self.files) }", file: "s.json5", markets: Self.markets)
    let world = try OrdersInput(scenario, folder: folder.path).setup
    #expect(world.namedCountries == [1, 1, 1, 0, 1])
    #expect(world.orders.map(\.countries) == [0..<3, 3..<5, 5..<5])
  }

  @Test func aCountryThatThereIsNotIsRefused() throws {
    let sentence = try Self.faults(
      Self.delivery + Self.files,
      [
        "a.csv": "account_id\n1\n",
        "o.csv": "order_id,submit_s,account_id,recipients,countries\n1,10,1,3,FR;MA\n2,20,1,1,XX\n",
      ])
    #expect(
      sentence.contains(
        "o.csv:2: column countries: found “FR;MA”; one country of `delivery.countries`, or one for"),
      "\(sentence)")
    #expect(sentence.contains("o.csv:3: column countries: found “XX”"), "\(sentence)")
    // Where nobody follows cards, the column is one that is not read.
    let told = try Self.faults(
      Self.files,
      [
        "a.csv": "account_id\n1\n", "o.csv": "order_id,submit_s,account_id,countries\n1,10,1,FR\n",
      ])
    #expect(told.contains("o.csv: unknown column `countries` is ignored"), "\(told)")
  }
}
