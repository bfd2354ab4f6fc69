import Carpool
import Markets
import Matching
import Metrics
import Models
import OutsidePolicies
import Quantities
import RoadNetwork
import Scenario
import Study
import Synthesis
import Tables

extension Command {
  static let validate = Command(
    name: "validate", summary: "check a scenario or a study file and everything it reads",
    operands: [scenarioOperand],
    options: [setOption, quietOption],
    discussion: """
      All faults are reported at once, each with its line, what was found and what would be right. Of a study file
      every point is checked, and the files that its scenario reads.
      """,
    example: "detour validate Scenarios/quickstart.json5 --set matching.radius_m=800"
  ) { arguments, command in
    let path = arguments.operands[0]
    let isStudy = try StudyPlan.isStudy(FileBytes(contentsOf: path).text)
    let bar = ProgressBar(isQuiet: arguments.has("--quiet"))
    defer { bar.clear() }
    let study = isStudy ? try PlanReader(arguments, command).read().study(bar) : nil
    let world =
      try study.map { try ready($0.base, folder: $0.folder) }
      ?? ready(
        Scenario.load(
          contentsOf: path, overrides: arguments.all("--set"), markets: Markets.scenarios),
        folder: FilePath.folder(of: path))
    try world.check()
    if let study { try check(study.points.map(\.scenario), folder: study.folder) }
    bar.clear()
    guard !arguments.has("--quiet") else {
      for notice in world.notices { Detour.warn(notice) }
      return ExitCode.success
    }
    print("\(path): no faults")
    if let study {
      let least = study.points.count * study.plan.replications
      print("points    \(study.points.count)")
      print("runs      \(study.plan.precision == nil ? "" : "at least ")\(least)")
    }
    let counts = world.counts
    let width = max(10, (counts.map(\.name.count).max() ?? 0) + 2)
    for (name, count) in counts { print("\(name.padded(to: width))\(count)") }
    for notice in world.notices { print("warning   \(notice)") }
    return ExitCode.success
  }

  /// Asks the policies that stand outside the program, each once, whether they can be asked.
  private static func check(_ scenarios: [Scenario], folder: String) throws {
    var asked: Set<PolicyChoice> = []
    for scenario in scenarios where scenario.market == CarpoolModel.name {
      guard case .outside = scenario.matching.policy, asked.insert(scenario.matching.policy).inserted else {
        continue
      }
      let subject = PolicySubject(
        scenario: scenario.name, seed: scenario.seed, replication: scenario.replication, geometry: .plane,
        folder: folder)
      try scenario.matching.policy.policy(in: subject).begin().end()
    }
  }

  private static func ready(_ scenario: Scenario, folder: String) throws -> any MarketWorld {
    try Markets.of(scenario).world(
      of: scenario, folder: folder, on: .method(.advised(questions: nil)), progress: { _ in })
  }

  static let schema = Command(
    name: "schema", summary: "print the JSON Schema of scenarios or study files",
    options: [
      Option(name: "--study", help: "that of study files, which `detour sweep` reads"),
      Option(name: "--markdown", help: "print the fields and their defaults as Markdown tables"),
    ],
    discussion: """
      Editors complete and check scenarios with it: put the output into a file and name that file in the
      scenario's "$schema" member, or in that of the study file.
      """,
    example: "detour schema > scenario.schema.json"
  ) { arguments, _ in
    let isStudy = arguments.has("--study")
    if arguments.has("--markdown") {
      print(isStudy ? StudyPlan.documentation : Scenario.documentation(Markets.scenarios), terminator: "")
    } else {
      print(json: isStudy ? StudyPlan.schema : Scenario.schema(Markets.scenarios))
    }
    return ExitCode.success
  }
}
