import CarpoolScenario
import JSON5
import Testing

@testable import Scenario

struct StudyPlanTests {
  private func sentences(_ text: String) -> [String] {
    do throws(ScenarioError) {
      _ = try StudyPlan.load(text: text, file: "s.json5")
      return []
    } catch {
      return error.faults.map { $0.sentence(file: "s.json5") }
    }
  }

  @Test(arguments: [
    (
      "{scenario: 'a', vary: [{field: 'matching.radus_m', values: [1]}]}",
      "s.json5:1:32: vary[0]: `matching.radus_m` is not a field of a scenario; did you mean `matching.radius_m`?"
    ),
    (
      "{scenario: 'a', design: {method: 'morris'}}",
      "the design `morris` requires the number of `trajectories`"
    ),
    (
      "{scenario: 'a', design: {method: 'lhs', points: 3, trajectories: 3}}",
      "only the design `morris` has `trajectories`"
    ),
    (
      "{scenario: 'a', design: {method: 'morris', points: 3, trajectories: 3}}",
      "has `trajectories` instead of `points`"
    ),
    (
      "{scenario: 'a', design: {method: 'morris', trajectories: 3, levels: 5}}",
      "s.json5:1:69: design.levels: found 5 levels, which is odd; give an even number, such as 4"
    ),
    ("{scenario: 'a', desing: {}}", "desing: is not a field; did you mean `design`?"),
  ])
  func `what is wrong is told with its place`(text: String, sentence: String) {
    let found = sentences(text)
    #expect(found.contains { $0.contains(sentence) }, "\(found)")
  }

  @Test
  func `a plan is written and read back as the same`() throws {
    let text = """
      {scenario: 'a', vary: [{field: 'matching.radius_m', from: 1, to: 2}, {field: 'name', values: [1, null]}],
       design: {method: 'morris', trajectories: 3, levels: 6, seed: 9}, replications: 3}
      """
    let plan = try StudyPlan.load(text: text, file: "s.json5")
    #expect(
      plan.design
        == {
          var design = StudyPlan.Design(trajectories: 3, levels: 6)
          design.seed = 9
          return design
        }())
    #expect(try StudyPlan.load(text: plan.resolved.compact, file: "s.json5") == plan)
  }

  @Test
  func `a fault that a value brings is told of the value's place`() throws {
    let text = """
      {
        scenario: "a.json5",
        set: ["matching.attempts=0"],
        vary: [{ field: "matching.radius_m", values: [1, -2] }, { field: "seed", from: 1, to: 2 }],
      }
      """
    let places = try #require(StudyPlaces(text: text, file: "s.json5"))
    func fault(_ path: String, _ origin: Origin) -> ScenarioFault {
      ScenarioFault(path: path, origin: origin, problem: .conflict("is wrong"))
    }
    let error = ScenarioError(
      file: "a.json5",
      faults: [
        fault("matching.radius_m", .variation("matching.radius_m=-2")), fault("seed", .variation("seed=1.5")),
        fault("matching.attempts", .override("matching.attempts=0")),
        fault("time", .override("time=0")), fault("name", .file(line: 2, column: 3)),
      ])
    #expect(
      places.sentences(error) == [
        "s.json5:4:52: matching.radius_m: is wrong", "s.json5:4:59: seed: is wrong",
        "s.json5:3:9: matching.attempts: is wrong", "--set time=0: time: is wrong",
        "a.json5:2:3: name: is wrong",
      ])
    #expect(places.sentence("is none", about: "vary") == "s.json5:4:9: vary: is none")
    #expect(places.sentence("is none", about: "precision", "of") == "s.json5: is none")
  }

  @Test
  func `the schema and the documentation list every field of a study file`() {
    let schema = StudyPlan.schema
    #expect(schema["required"]?.compact == #"["scenario"]"#)
    let item = schema["properties"]?["vary"]?["items"]
    #expect(item?["required"]?.compact == #"["field"]"#)
    #expect(item?["properties"]?["scale"]?["enum"]?.compact == #"["linear","log"]"#)
    #expect(
      schema["properties"]?["design"]?["properties"]?["method"]?["enum"]?.compact
        == #"["grid","list","lhs","sobol","morris","saltelli"]"#)
    #expect(schema["properties"]?["$schema"] != nil)
    let documentation = StudyPlan.documentation
    for path in [
      "name", "scenario", "set", "vary.field", "vary.values", "vary.from", "vary.to", "vary.count",
      "vary.scale",
      "design.method", "design.points", "design.trajectories", "design.levels", "design.seed", "replications",
      "precision.half_width", "precision.of", "precision.max_replications",
    ] { #expect(documentation.contains("`\(path)`"), "\(path)") }
  }
}
