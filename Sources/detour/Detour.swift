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
    exit(carryOut(Array(CommandLine.arguments.dropFirst())))
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
      return ExitCode.badInput
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

  /// Says `sentence` on standard error, behind the program's name.
  static func complain(_ sentence: String) {
    for line in sentence.split(separator: "\n", omittingEmptySubsequences: false) {
      FileHandle.standardError.write(Data("detour: \(line)\n".utf8))
    }
  }
}

/// What the program ends with.
enum ExitCode {
  static let success: Int32 = 0
  static let failure: Int32 = 1
  /// A comparison that cannot tell: too few runs, or too much noise.
  static let cannotTell: Int32 = 3
  static let usage: Int32 = 64
  static let badInput: Int32 = 65
}

/// An error whose cause is the input, and whose description tells what, where, and what would be right.
protocol InputFault: Error, CustomStringConvertible {}

extension ScenarioError: InputFault {}
extension TableError: InputFault {}
extension ResultFolderError: InputFault {}
extension NetworkError: InputFault {}
extension StudyError: InputFault {}
extension SynthesisError: InputFault {}
extension BenchError: InputFault {}
extension ReportError: InputFault {}
