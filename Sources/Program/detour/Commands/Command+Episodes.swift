import Carpool
import CarpoolScenario
import Glibc
import Ground
import Markets
import Matching
import Models
import OutsidePolicies
import Scenario
import Tables

extension Command {
  static let episodes = Command(
    name: "episodes", summary: "run episodes that a learner decides, over pipes",
    operands: [Operand(name: "SCENARIO", kind: .scenario)],
    options: [setOption, routingOption, quietOption],
    discussion: """
      For programs, as `detour.gym` of the Python package is one: the learner is told attempts on standard output as
      frames of numbers, and sends its decisions to standard input; docs/policies.md has the messages. Each episode
      is the run of a seed and a replication. The command ends when standard input does.
      """,
    example: "detour episodes Scenarios/quickstart.json5 </dev/null"
  ) { arguments, _ in
    let path = arguments.operands[0]
    let scenario = try Scenario.load(
      contentsOf: path, overrides: arguments.all("--set"), markets: Markets.scenarios)
    guard Markets.of(scenario) == CarpoolModel.self else {
      throw EpisodesFault(
        description:
          "\(path): market: `\(scenario.market)` has no policies outside the program; episodes are of `carpool`"
      )
    }
    if !arguments.has("--quiet") {
      if scenario.matching.policy != .shipped(.twoCircles) {
        Detour.warn(
          "matching.policy: `\(scenario.matching.policy.name)` is not asked, for the learner decides")
      }
      for notice in scenario.idleFields { Detour.warn(notice.description) }
    }
    let folder = FilePath.folder(of: path)
    let ground = try Ground(scenario.space, folder: folder, method: RunCommand.method(arguments))
    try CarpoolEpisodes(scenario, folder: folder, on: ground).carryOut(
      for: Learner(input: STDIN_FILENO, output: STDOUT_FILENO))
    return ExitCode.success
  }
}

/// The reason a scenario has no episodes.
struct EpisodesFault: InputFault {
  let description: String
}
