import BenchmarkSupport
import Foundation
import Ground
import Synthesis

/// Our side of the comparisons in `Benchmarks/peers`: does one work on a scenario, once for each line on
/// standard input, and answers with a line of JSON.
///
/// usage: SideBySideBenchmark WORK SCENARIO [ASSIGNMENTS]
///
/// WORK is `run` (the simulator), `whole` (the same, the files read anew), `loop` (the smallest carpool loop),
/// `radius` (the drivers near the requests), or, of a table of pairs instead of a scenario, `least` (an assignment of least
/// cost), `most` (the most pairs) or `matching` (of least cost, rows and columns being numbers of the same people). `run` writes who was taken by whom into ASSIGNMENTS.
@main
struct SideBySide {
  static func main() throws {
    let words = Array(CommandLine.arguments.dropFirst())
    switch (words.first, words.count) {
    case ("run", 2...3):
      let world = try CarpoolInput(contentsOf: words[1])
      try answerEachLine { try ScenarioRun(world: world).sample(assignments: words.dropFirst(2).first) }
    case ("whole", 2):
      try answerEachLine { try ScenarioRun.wholeSample(of: words[1]) }
    case ("loop", 2):
      let loop = CarpoolLoop(try CarpoolInput(contentsOf: words[1]))
      answerEachLine { loop.sample() }
    case ("radius", 2):
      let questions = RadiusQuestions(try CarpoolInput(contentsOf: words[1]))
      answerEachLine { questions.sample() }
    case ("least", 2):
      let assignments = try Assignments(words[1])
      answerEachLine { assignments.leastCost() }
    case ("most", 2):
      let assignments = try Assignments(words[1])
      answerEachLine { assignments.mostPairs() }
    case ("matching", 2):
      let matching = try Matching(words[1])
      answerEachLine { matching.leastCost() }
    default:
      let usage =
        "usage: SideBySideBenchmark (run | whole | loop | radius | least | most | matching) SCENARIO [ASSIGNMENTS]\n"
      FileHandle.standardError.write(Data(usage.utf8))
      exit(64)
    }
  }
}
