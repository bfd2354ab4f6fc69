import Carpool
import CarpoolScenario
import Ground
import JSON5
import Markets
import Matching
import Models
import OutsidePolicies
import Quantities
import RoadNetwork
import Scenario
import Study
import Tables

extension Command {
  static let validate = Command(
    name: "validate", summary: "check a scenario or study file and all files it reads",
    operands: [scenarioOperand],
    options: [setOption, jsonOption("faults and counts"), quietOption],
    discussion: """
      All faults are reported at once, each with line, value found and value expected. For a study file, every
      point and the files read by its scenario are checked. Fields that are set but cannot change any result cause a
      warning.
      """,
    example: "detour validate Scenarios/quickstart.json5 --set matching.radius_m=800"
  ) { arguments, command in
    guard arguments.has("--json") else { return try validate(arguments, command).tell(arguments) }
    do {
      let validation = try validate(arguments, command)
      print(json: validation.json(faults: []), as: .validate)
      return ExitCode.success
    } catch let fault as any InputFault {
      let faults = fault.description.split(separator: "\n").map(String.init)
      print(json: Validation(path: arguments.operands[0]).json(faults: faults), as: .validate)
      throw fault
    }
  }

  /// Reads the scenario or study and every file it refers to.
  static func validate(_ arguments: Arguments, _ command: Command) throws -> Validation {
    let path = arguments.operands[0]
    let isStudy = try StudyPlan.isStudy(FileBytes(contentsOf: path).text)
    let bar = ProgressBar(isQuiet: arguments.has("--quiet") || arguments.has("--json"))
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
    let idle = study?.warnings ?? world.scenario.idleFields.map(\.description)
    return Validation(
      path: path, study: study, counts: world.counts, notices: idle + world.notices,
      defaults: world.actingDefaults)
  }

  /// Checks once for each external policy that it can be started and replies.
  private static func check(_ scenarios: [Scenario], folder: String) throws {
    var asked: Set<PolicyChoice> = []
    for scenario in scenarios where scenario.market == CarpoolModel.name {
      guard case .outside = scenario.matching.policy, asked.insert(scenario.matching.policy).inserted else {
        continue
      }
      var subject = PolicySubject(
        scenario: scenario.name, seed: scenario.seed, replication: scenario.replication, geometry: .plane,
        walks: scenario.matching.walking.reach > 0, folder: folder)
      if let rules = scenario.matching.batch { subject.batch = rules }
      try scenario.matching.policy.policy(in: subject).begin().end()
    }
  }

  private static func ready(_ scenario: Scenario, folder: String) throws -> any MarketWorld {
    try Markets.of(scenario).world(
      of: scenario, folder: folder, on: .method(.advised(questions: nil)), progress: { _ in })
  }

  static let schema = Command(
    name: "schema", summary: "print the JSON Schema of scenarios, study files, or output",
    options: [
      Option(name: "--study", help: "print the schema of study files, which `detour sweep` reads"),
      Option(name: "--markdown", help: "print the fields and their defaults as Markdown tables"),
      Option(
        name: "--json-output", value: "COMMAND", kind: .words(Output.all.map(\.name)),
        help: "print the schema of a command's --json output"),
    ],
    discussion: """
      Editors use it to complete and check scenarios: save the output to a file and name that file in the
      "$schema" member of the scenario or study file. With --json-output, COMMAND is a command and its verb, such as
      network-route; members that do not apply are null, or omitted if the schema does not require them.
      """,
    example: "detour schema > scenario.schema.json"
  ) { arguments, command in
    let isStudy = arguments.has("--study")
    if let name = arguments.value("--json-output") {
      if let other = ["--study", "--markdown"].first(where: arguments.has) {
        throw command.misuse("\(other) and --json-output print different schemas; give one of them")
      }
      for output in Output.all where output.name == name { print(json: output.schema) }
      return ExitCode.success
    }
    if arguments.has("--markdown") {
      print(isStudy ? StudyPlan.documentation : Scenario.documentation(Markets.scenarios), terminator: "")
    } else {
      print(json: isStudy ? StudyPlan.schema : Scenario.schema(Markets.scenarios))
    }
    return ExitCode.success
  }
}
