/// A subcommand: its name, what it takes, its help, and what it does.
struct Command: Sendable {
  let name: String
  /// One line for the list of commands.
  let summary: String
  /// What stands behind the name, as the help writes it.
  var operands = ""
  var operandCount = 0...0
  var options: [Option] = []
  /// What else there is to know.
  var discussion = ""
  /// A command line that works in a checkout.
  let example: String
  /// Carries it out; returns the exit code.
  let run: @Sendable (Arguments, Command) throws -> Int32

  static let helpOption = Option(name: "--help", help: "print this")
  static let inputLimitOption = Option(
    name: "--max-input-bytes", value: "N", help: "the most bytes of a file, unpacked; half of the memory")

  /// What every command takes.
  static let commonOptions = [inputLimitOption, helpOption]

  /// All commands, in the order of the help.
  static let all = [
    run, sweep, tune, merge, compare, analyse, plot, report, validate, progress, explain, schema, columns,
    network, bench,
  ]

  /// The help of the whole program.
  static var overview: String {
    let width = all.map(\.name.count).max() ?? 0
    let list = all.map { "  \($0.name.padded(to: width))  \($0.summary)" }.joined(separator: "\n")
    return """
      detour: a discrete-event simulator for dynamic carpool matching

      Usage: detour COMMAND …

      \(list)

      `detour COMMAND --help` tells more about a command; `detour --version` prints the version.

      Example: detour run Scenarios/quickstart.json5

      Exit codes: 0 done, 1 the run failed or the comparison says worse, 3 it cannot tell,
      64 the command line is wrong, 65 the input is wrong. Output that cannot be written is a failure (1); where the
      reader of a pipe has left, results are still finished, and the program then ends of SIGPIPE.

      """
  }

  /// The help of this command.
  var help: String {
    let rows = (options + Self.commonOptions).map { option in
      (option.name + (option.value.map { " " + $0 } ?? ""), option.help)
    }
    let width = rows.map(\.0.count).max() ?? 0
    let list = rows.map { "  \($0.0.padded(to: width))  \($0.1)" }.joined(separator: "\n")
    let usage = ["detour", name, operands, "[OPTIONS]"].filter { !$0.isEmpty }.joined(separator: " ")
    return """
      \(summary.prefix(1).uppercased() + summary.dropFirst())

      Usage: \(usage)

      \(list)
      \(discussion.isEmpty ? "" : "\n" + discussion + "\n")
      Example: \(example)

      """
  }
}

extension String {
  /// The text with blanks behind it up to `width` characters.
  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
