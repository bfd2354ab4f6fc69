extension Command {
  /// The exit codes of the program, for the help and the manual.
  static let exitCodes = """
    Exit codes: 0 done, 1 the run failed or the comparison found a worse figure, 3 inconclusive,
    64 usage error, 65 invalid input. Output that cannot be written is a failure (1); if the reader
    of a pipe has closed it, results are still completed, and the program then exits with SIGPIPE.
    """

  /// The help text of the whole program.
  static var overview: String {
    let list = HelpText.list(all.map { ($0.name, $0.summary) })
    return """
      detour: a discrete-event simulator for dynamic carpool matching

      Usage: detour COMMAND …

      \(list)

      \(HelpText.broken("`detour COMMAND --help` describes a command; `detour --version` prints the version."))

      Example: detour run Scenarios/quickstart.json5

      \(HelpText.filled(exitCodes))

      """
  }

  /// The help text of this command.
  var help: String {
    let parts = verbs.map(\.section) + [discussion].filter { !$0.isEmpty }
    return """
      \(HelpText.broken(sentence))

      Usage: \(usages.map { HelpText.broken($0, first: 7, indent: 11) }.joined(separator: "\n       "))

      \(Self.list(allOptions))
      \(parts.map { "\n" + HelpText.filled($0) + "\n" }.joined())\(example.isEmpty ? "" : "\nExample: \(HelpText.command(example))\n")
      """
  }

  /// The section on this verb in its command's help: its usage, what it does, and its options.
  private var section: String {
    let ways = rows.map { row in
      ([HelpText.broken(row.usage, indent: 8)]
        + row.summary.split(separator: "\n").map { HelpText.broken($0, first: 4, indent: 4) })
        .joined(separator: "\n    ")
    }
    return (ways + [Self.list(options)]).filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// Returns one line per option.
  private static func list(_ options: [Option]) -> String {
    HelpText.list(options.map { ($0.usage, $0.sentence) })
  }

  /// The summary with a capital first letter.
  var sentence: String { summary.prefix(1).uppercased() + summary.dropFirst() }
}

extension String {
  /// Returns the text padded with spaces to `width` characters.
  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
