extension Command {
  /// What the program ends with, for the help and the manual.
  static let exitCodes = """
    Exit codes: 0 done, 1 the run failed or the comparison found a worse figure, 3 inconclusive,
    64 usage error, 65 invalid input. Output that cannot be written is a failure (1); where the
    reader of a pipe has left, results are still finished, and the program then ends of SIGPIPE.
    """

  /// The help of the whole program.
  static var overview: String {
    let width = all.map(\.name.count).max() ?? 0
    let list = all.map { "  \($0.name.padded(to: width))  \($0.summary)" }.joined(separator: "\n")
    return """
      detour: a discrete-event simulator for dynamic carpool matching

      Usage: detour COMMAND …

      \(list)

      `detour COMMAND --help` describes a command; `detour --version` prints the version.

      Example: detour run Scenarios/quickstart.json5

      \(exitCodes)

      """
  }

  /// The help of this command.
  var help: String {
    let width = allOptions.map(\.usage.count).max() ?? 0
    let list = allOptions.map { "  \($0.usage.padded(to: width))  \($0.sentence)" }.joined(separator: "\n")
    let parts = [verbList, discussion].filter { !$0.isEmpty }.map { "\n" + $0 + "\n" }
    return """
      \(sentence)

      Usage: \(usage)

      \(list)
      \(parts.joined())
      Example: \(example)

      """
  }

  /// The summary as the beginning of a text.
  var sentence: String { summary.prefix(1).uppercased() + summary.dropFirst() }

  /// A line for each way to write a verb; empty where there is none.
  private var verbList: String {
    let rows = verbRows
    let width = rows.map(\.usage.count).max() ?? 0
    return rows.map { row in
      let lines = row.summary.split(separator: "\n")
      let further = lines.dropFirst().map { "\n" + "".padded(to: width + 2) + $0 }
      return row.usage.padded(to: width) + "  " + (lines.first ?? "") + further.joined()
    }.joined(separator: "\n")
  }
}

extension String {
  /// The text with blanks behind it up to `width` characters.
  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
