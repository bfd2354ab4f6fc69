import CarpoolScenario
import JSON5
import Scenario
import Testing

/// Schema, documentation and studies know the fields of every market, and whose they are.
@Suite struct MarketDocumentsTests {
  @Test func theSchemaHasABranchForEachMarket() throws {
    let schema = Scenario.schema(.invented)
    #expect(
      schema["properties"]?["market"]?["enum"]?.compact == #"["carpool","ferries","cabs"]"#)
    #expect(schema["properties"]?["market"]?["default"] == .text("carpool"))
    #expect(schema["properties"]?.members?.map(\.key) == ["market"])
    #expect(
      schema["$defs"]?.members?.map(\.key) == [
        "name", "description", "schema_version", "seed", "replication", "time", "space",
      ])
    let branches = try #require(schema["allOf"]?.items)
    #expect(
      branches.map { $0["if"]?.compact } == [
        #"{"properties":{"market":{"const":"carpool"}}}"#,
        #"{"properties":{"market":{"const":"ferries"}},"required":["market"]}"#,
        #"{"properties":{"market":{"const":"cabs"}},"required":["market"]}"#,
      ])
    #expect(
      branches.map { $0["then"]?["required"]?.compact } == [
        #"["space","supply","demand"]"#, #"["ferries","travellers"]"#, #"["space"]"#,
      ])
    #expect(branches[0]["then"]?["properties"]?["space"]?.compact == ##"{"$ref":"#/$defs/space"}"##)
    #expect(schema["$defs"]?["space"]?["required"]?.compact == #"["kind"]"#)
    let ferries = try #require(branches[1]["then"])
    #expect(
      ferries["properties"]?.members?.map(\.key) == [
        "$schema", "name", "description", "schema_version", "market", "seed", "replication", "time",
        "ferries",
        "travellers", "fleet", "matching", "behaviour", "results",
      ])
    #expect(ferries["properties"]?["market"]?["const"] == .text("ferries"))
    #expect(branches.allSatisfy { $0["then"]?["additionalProperties"] == .boolean(false) })
    let carpool = Scenario.schema()["properties"]
    #expect(branches[0]["then"]?["properties"]?["matching"] == carpool?["matching"])
    #expect(branches[0]["then"]?["properties"]?["results"] == carpool?["results"])
  }

  @Test func theDocumentationHasAPartForEachMarket() throws {
    let text = Scenario.documentation(.invented)
    let headings = text.split(separator: "\n").filter { $0.hasPrefix("## ") }
    #expect(
      headings == [
        "## `time`", "## `space`", "## Market `carpool`", "## Market `ferries`", "## Market `cabs`",
      ])
    #expect(
      text.contains(
        "The space in which people travel. Only in scenarios of the markets `carpool` and `cabs`."))
    #expect(
      text.contains(
        "| `matching.earliest_s` | a number from 0 to 1e9 (s) | `600` | How long before one may book. |"))
    #expect(
      text.contains(
        "| `behaviour.decline_probability` | a number from 0 to 1 | `0.25` | The probability that a ferryman declines an offer. |"
      ))
    let parts = text.split(separator: "## Market `ferries`")
    let ferries = try #require(parts.last?.split(separator: "## Market `cabs`").first)
    for path in ["ferries.sails_s", "fleet.crew", "travellers.per_hour", "matching.relaunch.delay_s"] {
      #expect(ferries.contains("`\(path)`"), "\(path)")
    }
    #expect(!ferries.contains("radius_m"))
  }

  @Test func everyPathIsListedOnce() {
    let paths = Scenario.fieldPaths(.invented)
    #expect(Set(paths).count == paths.count)
    #expect(Set(paths).isSuperset(of: Scenario.fieldPaths()))
    for path in [
      "market", "ferries.places", "fleet.kind", "matching.earliest_s", "supply.cabs", "results.fare",
    ] {
      #expect(paths.contains(path) && (path == "market" || !Scenario.fieldPaths().contains(path)), "\(path)")
    }
  }

  @Test func aNoteIsThatOfTheMarket() {
    #expect(Scenario.note(on: "ferries[3].sails_s", markets: .invented)?.unit == "s")
    #expect(Scenario.note(on: "ferries[3].sails_s") == nil)
    #expect(Scenario.note(on: "supply.seats", of: "cabs", markets: .invented)?.summary == "Seats of each.")
    #expect(
      Scenario.note(on: "supply.seats", markets: .invented)?.summary
        == "The number of free seats, excluding the driver's.")
  }

  @Test func aStudyVariesTheFieldsOfItsScenariosMarket() throws {
    func fault(_ field: String, of market: String?) -> String? {
      Scenario.fault(inField: field, of: market, markets: .invented)
    }
    #expect(fault("ferries.0.places", of: "ferries") == nil && fault("ferries[0].places", of: nil) == nil)
    #expect(fault("matching.attempts", of: "ferries") == nil && fault("results.fare", of: "ferries") == nil)
    #expect(
      fault("matching.radius_m", of: "ferries")
        == "`matching.radius_m` is a field of market `carpool`; this scenario is of market `ferries`")
    #expect(
      fault("supply.seats", of: "ferries")
        == "`supply.seats` is a field of the markets `carpool` and `cabs`; this scenario is of market `ferries`"
    )
    #expect(
      fault("matching.erliest_s", of: "ferries")
        == "`matching.erliest_s` is not a field of a scenario; did you mean `matching.earliest_s`?")
    #expect(fault("matching.radius_m", of: nil) == nil && fault("matching.radius_m", of: "carpool") == nil)
  }

  @Test func aStudyOfAnotherMarketIsRead() throws {
    let text = "{scenario: 'a', vary: [{field: 'matching.earliest_s', values: [1, 2]}]}"
    let plan = try StudyPlan.load(text: text, file: "s.json5", markets: .invented)
    #expect(plan.variations.map(\.field) == ["matching.earliest_s"])
    #expect(throws: ScenarioError.self) { try StudyPlan.load(text: text, file: "s.json5") }
    let varied = "{scenario: 'a', vary: [{field: 'market', values: ['carpool', 'cabs']}]}"
    do throws(ScenarioError) {
      _ = try StudyPlan.load(text: varied, file: "s.json5", markets: .invented)
      Issue.record("the market varies")
    } catch {
      #expect(error.description.contains("`market` cannot vary, because it determines the figures"))
    }
  }

  @Test func aStudysPointsAreReadOfOneDraft() throws {
    let text = "{market: 'ferries', ferries: [{name: 'A'}], travellers: {count: 1}}"
    let draft = Scenario.Draft(text: text, file: "s.json5", markets: .invented)
    let places = try (1...3).map { count in
      try draft.scenario(varied: ["ferries.0.places=\(count)"]).fields(of: FerryFields.self).ferries[0].places
    }
    #expect(places == [1, 2, 3])
    #expect(try draft.scenario().holdsInteger("ferries.0.places"))
    #expect(try !draft.scenario(varied: ["matching.earliest_s=0.5"]).holdsInteger("matching.earliest_s"))
  }
}
