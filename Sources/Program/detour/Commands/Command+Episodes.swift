import Carpool
import CarpoolScenario
import Foundation
import Ground
import Markets
import Matching
import Models
import OutsidePolicies
import Quantities
import Scenario
import Synchronization
import Tables

extension Command {
  static let episodes = Command(
    name: "episodes", summary: "run episodes controlled by a learner over pipes",
    operands: [Operand(name: "SCENARIO", kind: .scenario)],
    options: [
      setOption, routingOption,
      Option(
        name: "--lane", value: "IN:OUT", kind: .text,
        help:
          "connect a learner to these two file descriptors instead of standard input and output; repeatable",
        repeats: true),
      quietOption,
    ],
    discussion: """
      For programs such as `detour.gym` in the Python package: the learner receives attempts on standard output as
      frames of numbers and sends its decisions to standard input; docs/policies.md describes the messages. Each episode
      is the run of one seed and replication. With --lane several learners run in parallel, each on a separate
      thread and all on one network. The command ends at the end of all their inputs.
      """,
    example: "detour episodes Scenarios/quickstart.json5 </dev/null"
  ) { arguments, command in
    let lanes = try arguments.all("--lane").map { try Lane($0, command) }
    let path = arguments.operands[0]
    let scenario = try Scenario.load(
      contentsOf: path, overrides: arguments.all("--set"), markets: Markets.scenarios)
    guard Markets.of(scenario) == CarpoolModel.self else {
      throw EpisodesFault(
        description:
          "\(path): market: `\(scenario.market)` does not support external policies; use a scenario of market `carpool`"
      )
    }
    if !arguments.has("--quiet") {
      // Where windows are decided, it is the learner's greeting that says whether it decides them.
      if scenario.matching.policy != .shipped(.twoCircles), !scenario.matching.policy.gathers {
        Detour.warn(
          "matching.policy: `\(scenario.matching.policy.name)` has no effect, because the learner decides")
      }
      for notice in scenario.idleFields { Detour.warn(notice.description) }
    }
    let folder = FilePath.folder(of: path)
    let ground = try Ground(scenario.space, folder: folder, method: RunCommand.method(arguments))
    try Lane.carryOut(
      CarpoolEpisodes(scenario, folder: folder, on: ground), for: lanes.isEmpty ? [.standard] : lanes)
    return ExitCode.success
  }
}

/// The two file descriptors for communication with a learner.
private struct Lane {
  let input: Int32
  let output: Int32

  static let standard = Lane(input: STDIN_FILENO, output: STDOUT_FILENO)

  private init(input: Int32, output: Int32) { (self.input, self.output) = (input, output) }

  /// Parses a lane such as `3:4`.
  init(_ text: String, _ command: Command) throws(UsageError) {
    let numbers = text.split(separator: ":", omittingEmptySubsequences: false).compactMap { Int32($0) }
    guard numbers.count == 2, numbers.allSatisfy({ fcntl($0, F_GETFD) >= 0 }) else {
      throw command.misuse("--lane \(text): give two open file descriptors, such as 3:4")
    }
    self.init(input: numbers[0], output: numbers[1])
  }

  private var learner: Learner { Learner(input: input, output: output) }

  /// Plays `episodes` with the learners on `lanes`, each on its own thread, until all learners have left or one
  /// fails.
  ///
  /// - Throws: `LanesFault` if the system grants fewer threads than there are lanes: a learner that plays its lanes
  ///   in step would wait forever for the missing ones.
  static func carryOut(_ episodes: CarpoolEpisodes, for lanes: [Lane]) throws {
    // A single lane needs no other thread.
    if lanes.count == 1 { return try episodes.carryOut(for: lanes[0].learner) }
    let outcomes = Outcomes()
    for (number, lane) in lanes.enumerated() {
      let learner = lane.learner
      let begins = Threads.start { outcomes.add(Result { try episodes.carryOut(for: learner) }) }
      guard begins else {
        throw LanesFault(granted: number, lanes: lanes.count)
      }
    }
    for _ in lanes { try outcomes.next().get() }
  }

  /// The outcomes of the threads, in the order in which they end.
  private final class Outcomes: Sendable {
    private let ended = Mutex<[Result<Void, any Error>]>([])
    private let count = DispatchSemaphore(value: 0)

    func add(_ outcome: sending Result<Void, any Error>) {
      ended.withLock { $0.append(outcome) }
      count.signal()
    }

    /// Waits for the next thread to end and returns its outcome.
    func next() -> Result<Void, any Error> {
      count.wait()
      return ended.withLock { $0.removeFirst() }
    }
  }
}

/// The system grants fewer threads than there are lanes.
private struct LanesFault: InputFault {
  let granted: Int
  let lanes: Int

  var description: String {
    "--lane: the system grants \(Words.plural(granted, "thread")) for \(lanes) lanes, which require one each; give fewer lanes, or raise "
      + Threads.limits
  }

  /// A failure of the run, since no file is at fault.
  var exitCode: Int32 { ExitCode.failure }
}

/// The reason a scenario has no episodes.
struct EpisodesFault: InputFault {
  let description: String
}
