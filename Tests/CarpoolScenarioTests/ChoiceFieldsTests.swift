import CarpoolScenario
import JSON5
import Statistics
import Testing

@testable import Scenario

/// How passengers choose, as scenarios say it.
@Suite struct ChoiceFieldsTests {
  private static func text(_ choice: String, _ more: String = "") -> String {
    """
    {space: {kind: 'plane'}, supply: {kind: 'synthetic', count: 5},
    demand: {kind: 'synthetic', count: 5, choice: \(choice)}\(more)}
    """
  }

  private static func choice(_ choice: String, _ more: String = "") throws -> Scenario.Choice? {
    try Scenario.load(text: text(choice, more), file: "s.json5").demand.attributes?.choice
  }

  @Test
  func `what is said is read`() throws {
    #expect(try Self.choice("null") == nil)
    #expect(try Self.choice("{}") == Scenario.Choice())
    let usual = try #require(try Self.choice("{}"))
    #expect(usual.constant == 0 && usual.weights == Scenario.ChoiceWeights())
    #expect(usual.alternative == .none && usual.onRefusal == .retries)
    let direct = try #require(
      try Self.choice(
        "{constant: 2, weights: {wait_s: -0.002, ride_s: -0.001, walk_m: -0.003, price: -0.1}, on_refusal: 'leaves',"
          + " alternative: {kind: 'direct', factor: 1.5, constant_s: 600, cost: 4, cost_per_km: 0.25}}",
        ", money: {}, matching: {walk_m: 200}"))
    #expect(direct.constant == 2 && direct.onRefusal == .leaves)
    let weights = direct.weights
    #expect([weights.wait, weights.ride, weights.walk, weights.price] == [-0.002, -0.001, -0.003, -0.1])
    var expected = Scenario.DirectAlternative()
    (expected.factor, expected.constant, expected.cost, expected.costPerKm) = (1.5, 600, 4, 0.25)
    #expect(direct.alternative == .direct(expected))
    let law = try #require(
      try Self.choice(
        "{weights: {ride_s: -0.001, price: -1}, alternative: {kind: 'law', time_s: {law: 'uniform', from_s: 1, to_s: 2}, cost: 3}}",
        ", money: {}"))
    var drawn = Scenario.DrawnAlternative()
    (drawn.time, drawn.cost) = (.uniform(from: 1, to: 2), .fixed(3))
    #expect(law.alternative == .law(drawn))
  }

  @Test
  func `a scenario with a choice is written as it was read`() throws {
    for alternative in [
      "'none'", "{kind: 'direct', factor: 2, cost: 1}",
      "{kind: 'law', time_s: 900, cost: {law: 'uniform', from: 0, to: 5}}",
    ] {
      let text = Self.text(
        "{constant: 1, weights: {ride_s: -0.001, price: -0.5}, alternative: \(alternative)}", ", money: {}")
      let scenario = try Scenario.load(text: text, file: "s.json5")
      let again = try Scenario.load(text: scenario.resolved.indented, file: "again.json5")
      #expect(again == scenario, "\(alternative)")
    }
    // Without the member, nothing of it is written: the identity of runs stays.
    let without = try Scenario.load(text: Self.text("null"), file: "s.json5")
    #expect(!without.resolved.indented.contains("choice"))
  }

  @Test(arguments: [
    (
      "{weights: {walk_m: -0.001}}", "",
      "nobody walks, so the weight of walking has no effect; give matching.walk_m, or leave out"
        + " demand.choice.weights.walk_m"
    ),
    (
      "{weights: {price: -0.1}}", "",
      "rides are free, so the weight of their price has no effect; give `money`, such as {}, or leave out"
        + " demand.choice.weights.price"
    ),
    (
      "{weights: {ride_s: -0.1}, alternative: 'recorded'}", "",
      "recorded alternatives are read from the request file; give a demand of kind `recorded`"
    ),
    ("{}", ", board: {}", "leave out `demand.choice` or `board`"),
    ("{}", ", results: {hindsight: true}", "leave out `results.hindsight` or `demand.choice`"),
    (
      "{weights: {wait_s: 0.1}}", "",
      "demand.choice.weights.wait_s: found 0.1, which is out of range; give a number from -1e6 to 0 (1/s)"
    ),
    ("{alternative: 'bus'}", "", "demand.choice.alternative"),
    ("{on_refusal: 'waits'}", "", "demand.choice.on_refusal"),
    (
      "{weights: {ride_s: -1}, alternative: {kind: 'direct', constant_s: -5}}", "",
      "demand.choice.alternative.constant_s: found -5, which is out of range"
    ),
    (
      "{weights: {ride_s: -1}, alternative: {kind: 'law'}}", "",
      "demand.choice.alternative.time_s: is missing"
    ),
  ])
  func `what cannot be is refused, with what would be right`(choice: String, more: String, sentence: String) {
    do throws(ScenarioError) {
      _ = try Scenario.load(text: Self.text(choice, more), file: "s.json5")
      Issue.record("it was read")
    } catch {
      #expect(error.description.contains(sentence), "\(error.description)")
      #expect(error.faults.count == 1, "\(error.description)")
    }
  }

  @Test
  func `everything that cannot be is said at once`() {
    do throws(ScenarioError) {
      _ = try Scenario.load(
        text: Self.text(
          "{weights: {walk_m: -0.001, price: -0.1}, alternative: 'recorded'}",
          ", board: {}, results: {hindsight: true}"), file: "s.json5")
      Issue.record("it was read")
    } catch {
      for words in [
        "nobody walks", "rides are free", "recorded alternatives", "or `board`", "or `demand.choice`",
      ] {
        #expect(error.description.contains(words), "\(words): \(error.description)")
      }
    }
  }

  @Test(arguments: [
    ("{alternative: {kind: 'direct', factor: 2}}", "", ["demand.choice.alternative"]),
    (
      "{weights: {price: -1}, alternative: {kind: 'direct', factor: 2, cost: 3}}", ", money: {}",
      ["demand.choice.alternative.factor"]
    ),
    (
      "{weights: {ride_s: -1}, alternative: {kind: 'direct', constant_s: 9, cost: 3, cost_per_km: 1}}", "",
      ["demand.choice.alternative.cost", "demand.choice.alternative.cost_per_km"]
    ),
    (
      "{weights: {ride_s: -1}, alternative: {kind: 'law', time_s: 9, cost: 3}}", "",
      ["demand.choice.alternative.cost"]
    ),
    ("{weights: {ride_s: -1}, alternative: {kind: 'law', time_s: 9}}", "", []),
    ("{constant: 1}, probe_share: 1", "", ["demand.choice"]),
  ])
  func `what changes nothing is told`(choice: String, more: String, paths: [String]) throws {
    let text = Self.text(choice, more)
    #expect(try Scenario.load(text: text, file: "s.json5").idleFields.map(\.path) == paths)
  }
}
