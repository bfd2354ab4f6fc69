import Foundation
import Processes
import Quantities
import Study
import Tables

/// The program's entry point: finds the subcommand, and turns errors it throws into a message and an exit
/// code.
@main
struct Detour {
  /// The version of the program.
  static let version = "1.0.0"
  /// The date of the version, for the manual.
  static let released = "2026-11-30"

  static func main() {
    Outlet.open()
    // With the signal ignored, exceeding a file size limit is an error of the write instead of killing the
    // program.
    signal(SIGXFSZ, SIG_IGN)
    let words = words()
    Threads.onRefusal {
      warn(
        """
        the system grants no more threads, so work continues with the existing ones; to use more, raise \
        \(Threads.limits)
        """)
    }
    GuestCode.onExit {
      complain(
        "a policy library ended the program by exit(); policies must return from each call, even on failure"
      )
      Unfinished.removeAll { _exit(ExitCode.failure) }
    }
    // A benchmark writes nothing that would need removing, and a second thread would make its instruction counts
    // vary.
    if !words.contains("--worker") { Interruption.removeUnfinished() }
    let code = Outlet.close(carryOut(words))
    // The program was told to end: wait until everything is removed and the signal ends it.
    if Unfinished.isGone { while true { pause() } }
    Interruption.passOn()
    exit(code)
  }

  /// Returns the words after the program's name; nil for a word that is not valid UTF-8.
  private static func words() -> [String?] {
    // `CommandLine.arguments` repairs invalid UTF-8, so we would read or write a different file than the one given.
    (1..<max(1, Int(CommandLine.argc))).map { place in
      CommandLine.unsafeArgv[place].flatMap { String(validatingCString: $0) }
    }
  }

  private static func carryOut(_ words: [String?]) -> Int32 {
    do {
      if let place = words.firstIndex(of: nil) {
        throw UsageError(
          sentence: "argument \(place + 1) of the command line is not UTF-8; rename the file or folder",
          command: nil)
      }
      return try dispatch(words.compactMap(\.self))
    } catch let error as UsageError {
      complain(error.sentence)
      complain("see `detour \(error.command.map { $0 + " " } ?? "")--help`")
      return ExitCode.usage
    } catch let interruption as StudyInterruption {
      complain("interrupted: \(interruption); the same command resumes the rest")
      Interruption.noteStop()
      return ExitCode.failure
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
    case "--version", "-V":
      print("detour \(version)")
      return ExitCode.success
    case Completion.request:
      print(Completion.offers(words.dropFirst()), terminator: "")
      return ExitCode.success
    case "help":
      guard let name = words.dropFirst().first else {
        print(Command.overview, terminator: "")
        return ExitCode.success
      }
      guard let named = Command.named(name) else { throw Command.refusal(of: name) }
      print(named.choose(words.dropFirst(2)).command.help, terminator: "")
      return ExitCode.success
    default:
      guard let named = Command.named(first) else { throw Command.refusal(of: first) }
      let (command, rest) = named.choose(words.dropFirst())
      // After `--`, every word is an operand, even if it looks like an option.
      let options = words.prefix { $0 != "--" }
      if options.contains("--help") || options.contains("-h") {
        print(command.help, terminator: "")
        return ExitCode.success
      }
      try OpenFiles.check()
      let arguments = try Arguments(rest, for: command)
      if let bytes = try arguments.unsigned(Command.inputLimitOption.name) {
        InputLimit.current = InputLimit(bytes: Int(clamping: bytes))
      }
      return try command.run(arguments, command)
    }
  }

  /// Writes a warning to standard error; the program continues.
  static func warn(_ sentence: String) { complain("warning: " + sentence) }

  /// Writes the program's name and `sentence` to standard error.
  static func complain(_ sentence: String) {
    // If a signal is ending the program, files that disappear while being written are no news.
    if Unfinished.isGone { while true { pause() } }
    for line in sentence.split(separator: "\n", omittingEmptySubsequences: false) {
      Outlet.errors.write("detour: \(line)\n")
    }
  }
}
