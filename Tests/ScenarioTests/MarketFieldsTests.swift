import CarpoolScenario
import JSON5
import Quantities
import Scenario
import TestSupport
import Testing

/// Markets that a target above declares are read, told apart, and written as the carpool is.
@Suite struct MarketFieldsTests {
  private static let ferries = """
    {
      market: "ferries", time: {duration_s: 86400},
      ferries: [{name: "Anna", places: 4}, {name: "Berta", sails_s: 7200}],
      travellers: {per_hour: 12},
      fleet: {kind: "owned", crew: 3},
      matching: {attempts: 2, relaunch: {probability: 0}},
      behaviour: {patience_s: 900},
      results: {fare: 7, record: ["decks"]},
    }
    """

  private func load(_ text: String, _ overrides: String...) throws(ScenarioError) -> Scenario {
    try Scenario.load(text: text, file: "s.json5", overrides: overrides, markets: .invented)
  }

  private func faults(_ text: String, _ overrides: String...) -> [String] {
    do throws(ScenarioError) {
      _ = try Scenario.load(text: text, file: "s.json5", overrides: overrides, markets: .invented)
      return []
    } catch {
      return error.description.split(separator: "\n").map(String.init)
    }
  }

  @Test func aScenarioIsOfTheMarketThatItNames() throws {
    let scenario = try load(Self.ferries)
    let fields = scenario.fields(of: FerryFields.self)
    #expect(scenario.market == "ferries")
    #expect(scenario.time.duration == Milliseconds(86_400_000) && scenario.results.record == ["decks"])
    #expect(fields.ferries.map(\.name) == ["Anna", "Berta"] && fields.ferries.map(\.places) == [4, 10])
    #expect(fields.travellers.perHour == 12 && fields.fleet == .owned(crew: 3) && fields.fare == 7)
    #expect(fields.matching.attempts == 2 && fields.matching.maxCycles == 1)
    #expect(fields.matching.relaunch.probability == 0 && fields.behaviour.patience == Milliseconds(900_000))
    #expect(scenario.stationaryPeriod == Milliseconds(86_400_000))
    #expect(try load("{market: 'cabs', space: {kind: 'torus'}}").space == .torus(Scenario.Torus()))
  }

  @Test func aScenarioThatNamesNoneIsOfTheCarpool() throws {
    #expect(try load(Examples.least).market == "carpool")
    #expect(try load(Examples.least) == load(Examples.least, "market=carpool"))
    #expect(try load(Examples.full) == Scenario.load(text: Examples.full, file: "s.json5"))
    #expect(Scenario().market == "carpool")
  }

  @Test func theResolvedScenarioIsReadBackTheSame() throws {
    let scenario = try load(Self.ferries, "name=sea")
    let again = try load(scenario.resolved.indented)
    #expect(again == scenario && again.resolved == scenario.resolved)
    #expect(scenario.resolved["market"] == .text("ferries"))
    #expect(scenario.resolved["space"] == nil)
    #expect(
      scenario.resolved["results"]?.compact == #"{"interval_s":300,"fare":7,"record":["decks"]}"#)
    for other in ["ferries.1.places=3", "fleet.crew=4", "results.fare=8", "seed=2"] {
      #expect(try load(Self.ferries, "name=sea", other) != scenario, "\(other)")
    }
    #expect(try load("{market: 'cabs', space: {kind: 'torus'}}") != load(Examples.least))
  }

  /// The carpool's runs keep the ids that they had when it was the only market.
  @Test func theIdentityNamesTheMarketWhereItIsNotTheCarpool() throws {
    let least = try load(Examples.least)
    #expect(
      least.identity(inputs: ["ab"]) == """
        {"name":null,"description":null,"seed":1,"replication":0,"time":{"start":null,"duration_s":14400,\
        "warm_up_s":0,"horizon_s":null},"space":{"kind":"plane","width_m":30000,"height_m":30000,"speed_kmh":50,\
        "circuity":1},"supply":{"kind":"none"},"demand":{"kind":"none"},"trips":null,"matching":{"policy":\
        "two_circles","radius_m":1000,"spacing_m":500,"attempts":3,"retry_interval_s":60,"max_cycles":3,\
        "relaunch":{"probability":0.5,"delay_s":180},"weights":{"time_to_pickup":1,"detour":1,"preference_s":300},\
        "limits":{"max_detour_s":900,"max_detour_ratio":0.5,"max_wait_s":900,"max_delay_s":null,"max_ride_s":null,\
        "max_ride_ratio":null},"insertion":{"use_radius":false,"objective":"cost"}},"behaviour":{"answer_delay_s":15,\
        "decline_probability":0.1,"driver_cancel_probability":0.02,"patience_s":1800,"stop_duration_s":30},"input":\
        {"longest_trip_m":30000},"results":{"interval_s":300,"co2_kg_per_km":0.15,"record":null},"inputs":["ab"]}
        """)
    #expect(try load(Examples.least, "market=carpool").identity() == least.identity())
    let ferries = try load(Self.ferries)
    #expect(ferries.identity().hasPrefix(#"{"name":null,"description":null,"market":"ferries","seed":1,"#))
    #expect(try load(Self.ferries, "results.record=[]", "name=x").identity() == ferries.identity())
    #expect(try load(Self.ferries, "fleet.crew=4").identity() != ferries.identity())
  }

  @Test func overridesReachTheFieldsOfAMarket() throws {
    let scenario = try load(
      Self.ferries, "matching.earliest_s=30", "ferries[0].places=9", "fleet={kind: 'hired'}")
    let fields = scenario.fields(of: FerryFields.self)
    #expect(fields.matching.earliest == Milliseconds(30_000) && fields.ferries[0].places == 9)
    #expect(fields.fleet == .hired)
    #expect(
      faults(Self.ferries, "matching.radius_m=3", "results.fare=-1") == [
        "--set matching.radius_m=3: matching.radius_m: is a field of market `carpool`; "
          + "this scenario is of market `ferries`",
        "--set results.fare=-1: results.fare: found -1, which is out of range; give a whole number from 0 to 1000",
      ])
  }

  @Test func whatIsWrongIsToldWithItsLine() {
    let text = """
      {
        market: "ferries", time: {duration_s: 3600},
        ferries: [{nam: "Anna"}, {name: "Berta", places: 0}],
        travellers: {count: 1, per_hour: 2},
        matching: {attempts: 0, erliest_s: 1},
      }
      """
    #expect(
      faults(text) == [
        "s.json5:3:13: ferries[0].name: is missing; give a text that does not begin with one of `=+-@`, "
          + "which spreadsheets would run as a formula",
        "s.json5:3:14: ferries[0].nam: is not a field; did you mean `name`?",
        "s.json5:3:52: ferries[1].places: found 0, which is out of range; give a whole number from 1 to 1000",
        "s.json5:4:23: travellers: both `count` and `per_hour` are given; give one",
        "s.json5:5:24: matching.attempts: found 0, which is out of range; give a whole number from 1 to 1000",
        "s.json5:5:27: matching.erliest_s: is not a field; did you mean `earliest_s`?",
      ])
  }

  @Test func commonAndOwnFieldsAreCheckedTogether() {
    #expect(
      faults(Self.ferries, "ferries.0.sails_s=86401") == [
        "s.json5:3:12: `Anna` sails after the period (time.duration_s); let it sail earlier"
      ])
    #expect(
      faults(Self.ferries.replacing("owned\", crew: 3", with: "hired\""), "results.fare=51").first
        == "s.json5:5:10: a hired fleet takes at most 50; give less")
    #expect(
      faults(Self.ferries, "results.interval_s=0.001").first?.contains("timeseries.csv would have") == true)
  }

  @Test(arguments: [
    ("supply: {kind: 'none'}", "supply: is a field of the markets `carpool` and `cabs`; "),
    ("space: {kind: 'plane'}", "space: is a field of the markets `carpool` and `cabs`; "),
    ("demand: 3", "demand: is a field of market `carpool`; "),
    ("matching: {limits: {max_wait_s: 3}}", "matching.limits: is a field of market `carpool`; "),
    ("behaviour: {stop_duration_s: 3}", "behaviour.stop_duration_s: is a field of market `carpool`; "),
    ("results: {co2_kg_per_km: 3}", "results.co2_kg_per_km: is a field of market `carpool`; "),
  ])
  func aFieldOfAnotherMarketIsRefusedWithItsOwner(members: String, sentence: String) {
    let text = "{market: 'ferries', ferries: [{name: 'A'}], travellers: {count: 1},\n\(members)}"
    let found = faults(text)
    #expect(found.count == 1)
    #expect(
      found.first?.contains(": " + sentence + "this scenario is of market `ferries`") == true, "\(found)")
  }

  @Test func aFieldOfAnotherMarketIsFoundBelowListsAndKinds() {
    #expect(
      faults("{market: 'cabs', space: {kind: 'plane'}, supply: {od: {}, cabs: 3}}") == [
        "s.json5:1:51: supply.od: is a field of market `carpool`; this scenario is of market `cabs`"
      ])
    #expect(
      faults(Examples.least, "supply={kind: 'none', cabs: 3}") == [
        "--set supply={kind: 'none', cabs: 3}: supply.cabs: is a field of market `cabs`; "
          + "this scenario is of market `carpool`"
      ])
    // A field of another kind of the own market is no other market's.
    #expect(
      faults(Examples.least, "space.side_m=3").first?.contains("is not a field of kind `plane`") == true)
  }

  @Test func aScenarioThatForgetsItsMarketIsToldWhoseItsFieldsAre() {
    let found = faults("{ferries: [{name: 'A'}], travellers: {count: 1}}")
    #expect(
      found.contains(
        "s.json5:1:2: ferries: is a field of market `ferries`; this scenario is of market `carpool`"))
    #expect(faults("{market: 'cabs'}").map { $0.prefix(30) } == ["s.json5:1:1: space: is missing"])
    #expect(
      faults("{market: 'ferries'}").map { $0.prefix(34) } == [
        "s.json5:1:1: ferries: is missing; ", "s.json5:1:1: travellers: is missin",
      ])
  }

  @Test func aMarketThatNobodyKnowsIsRefused() {
    #expect(
      faults("{market: 'ferrys', seed: -1, planes: 3}") == [
        "s.json5:1:10: market: found \"ferrys\", which is not a valid choice; did you mean `ferries`?",
        "s.json5:1:26: seed: found -1, which is out of range; "
          + "give a whole number from 0 to 18446744073709551615",
      ])
    #expect(
      faults("{market: 'stocks'}") == [
        "s.json5:1:10: market: found \"stocks\", which is not a valid choice; "
          + "give one of `carpool`, `ferries`, `cabs`"
      ])
    #expect(
      faults("{market: null}") == [
        "s.json5:1:10: market: found null; give one of `\"carpool\"`, `\"ferries\"`, `\"cabs\"`"
      ])
  }

  @Test func tablesOnRequestAreThoseOfTheMarket() {
    #expect(ScenarioMarkets.invented.recordable(of: "ferries") == ["candidates", "events", "decks"])
    #expect(ScenarioMarkets.invented.recordable(of: "cabs") == ["candidates", "events"])
    #expect(ScenarioMarkets.invented.recordable(of: "stocks") == [])
    #expect(
      faults(Self.ferries, "results.record=['tracks']") == [
        "--set results.record=['tracks']: results.record[0]: found \"tracks\", which is not a valid choice; "
          + "give one of `candidates`, `events`, `decks`"
      ])
  }

  @Test func fieldsAreSetInPlace() throws {
    var scenario = try load(Self.ferries)
    var fields = scenario.fields(of: FerryFields.self)
    fields.fare = 9
    scenario.setFields(fields)
    #expect(try scenario == load(Self.ferries, "results.fare=9"))
    #expect(Scenario(of: fields).fields(of: FerryFields.self) == fields)
  }
}
