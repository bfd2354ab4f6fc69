import Benchmarking
import Foundation
import Metrics
import Report
import RoadNetwork
import Scenario
import Study
import Synthesis
import Tables

/// The command: finds the subcommand, and turns what it throws into a sentence and an exit code.
@main
struct Detour {
  /// The version of the program.
  static let version = "0.1.0"

  static func main() {
    Outlet.open()
    // A limit on the size of files is then an error of the call that meets it, and not the end of the program.
    signal(SIGXFSZ, SIG_IGN)
    exit(Outlet.close(carryOut(Array(CommandLine.arguments.dropFirst()))))
  }

  private static func carryOut(_ words: [String]) -> Int32 {
    do {
      return try dispatch(words)
    } catch let error as UsageError {
      complain(error.sentence)
      complain("see `detour \(error.command.map { $0 + " " } ?? "")--help`")
      return ExitCode.usage
    } catch let error as any InputFault {
      complain(error.description)
      return error.exitCode
    } catch {
      complain("\(error)")
      return ExitCode.failure
    }
  }

  private static func dispatch(_ words: [String]) throws -> Int32 {
    guard let first = words.first else {
      print(Command.overview, terminator: "")
      return ExitCode.usage
    }
    switch first {
    case "--help", "-h":
      print(Command.overview, terminator: "")
      return ExitCode.success
    case "--version":
      print("detour \(version)")
      return ExitCode.success
    case "help":
      let named = words.dropFirst().first.flatMap { name in Command.all.first { $0.name == name } }
      print(named?.help ?? Command.overview, terminator: "")
      return ExitCode.success
    default:
      guard let command = Command.all.first(where: { $0.name == first }) else {
        let names = Command.all.map(\.name).joined(separator: ", ")
        throw UsageError("`\(first)` is not a command; the commands are \(names)", command: nil)
      }
      if words.contains("--help") || words.contains("-h") {
        print(command.help, terminator: "")
        return ExitCode.success
      }
      let arguments = try Arguments(words.dropFirst(), for: command)
      if let bytes = try arguments.unsigned(Command.inputLimitOption.name, command: command) {
        InputLimit.current = InputLimit(bytes: Int(clamping: bytes))
      }
      return try command.run(arguments, command)
    }
  }

  /// Says on standard error what the user should know although the program goes on.
  static func warn(_ sentence: String) { complain("warning: " + sentence) }

  /// Says `sentence` on standard error, behind the program's name.
  static func complain(_ sentence: String) {
    for line in sentence.split(separator: "\n", omittingEmptySubsequences: false) {
      Outlet.errors.write("detour: \(line)\n")
    }
  }
}
