/// A subcommand, or a verb of one: its name, arguments, help and action.
struct Command: Sendable {
  /// The words after `detour`: two for a verb, such as `network info`.
  let name: String
  /// One line for the list of commands.
  let summary: String
  /// The operands after the name, in order.
  var operands: [Operand] = []
  /// The forms of the command line, if the operands do not describe them fully.
  var forms: [Form] = []
  /// The commands that can be named as the first operand, each with its own options.
  var verbs: [Command] = []
  var options: [Option] = []
  /// Options for calls between programs; neither the help nor completions show them.
  var hiddenOptions: [Option] = []
  /// Further explanation; composed only when it is shown, because some explanations list everything of a kind.
  @Composed var discussion = ""
  /// An example that works in a checkout; empty for a verb.
  var example = ""
  /// Runs the command and returns the exit code.
  let run: @Sendable (Arguments, Command) throws -> Int32

  /// One way to write a command line.
  struct Form: Sendable {
    /// The text after the name.
    var usage = ""
    let summary: String
  }

  /// All commands, in the order of the help.
  static let all = [
    new, run, sweep, tune, calibrate, sample, merge, unpack, progress, compare, analyse, plot, report,
    archive,
    reproduce, validate, explain, episodes, profile, schema, fields, columns, network, bench, completions,
    man,
  ]

  /// Returns the command called `name`; nil if there is none.
  static func named(_ name: String) -> Command? { all.first { $0.name == name } }

  /// Returns the error for `name`, an unknown command.
  static func refusal(of name: String) -> UsageError {
    let names = all.map(\.name)
    let advice = Suggestion(for: name, among: names).or("the commands are \(names.joined(separator: ", "))")
    return UsageError(sentence: "`\(name)` is not a command; \(advice)", command: nil)
  }

  /// The command's own options and those every command has.
  var allOptions: [Option] { options + Self.commonOptions }

  /// The last word of the name.
  var word: String { String(name.split(separator: " ").last ?? "") }

  /// The command this is a verb of; nil if it is not a verb.
  var parent: Command? { Self.all.first { $0.name != name && name.hasPrefix($0.name + " ") } }

  /// The allowed range of the number of operands.
  var operandCount: ClosedRange<Int> {
    let most = operands.map(\.count.upperBound).reduce(0, +)
    return operands.map(\.count.lowerBound).reduce(0, +)...most
  }

  /// The operands as written in messages and the usage.
  var operandsText: String { operands.map(\.usage).joined(separator: " ") }

  /// The forms of the command line, with what each does.
  var rows: [(usage: String, summary: String)] {
    (forms.isEmpty ? [Form(usage: operandsText, summary: summary)] : forms).map { form in
      (["detour", name, form.usage].filter { !$0.isEmpty }.joined(separator: " "), form.summary)
    }
  }

  /// The command lines of the command and its verbs, as shown in the help and the manual.
  var usages: [String] {
    let own = operandCount.lowerBound > 0 && !verbs.isEmpty ? [] : rows
    return (own + verbs.flatMap(\.rows)).map { $0.usage + " [OPTIONS]" }
  }

  /// Returns the verb selected by `words`, the words after the command's name, with the remaining words; the command
  /// itself if no verb is given.
  func choose(_ words: ArraySlice<String>) -> (command: Command, words: ArraySlice<String>) {
    let known = options + hiddenOptions + verbs.flatMap(\.options) + Self.commonOptions
    var place = words.startIndex
    // Options may precede the verb, and their values may be spelled like one.
    while place < words.endIndex, words[place] != "--" {
      let word = words[place]
      if word.hasPrefix("-"), word != "-" {
        place += 1 + (known.first { $0.isCalled(word) }?.wordCount ?? 0)
        continue
      }
      guard let verb = verbs.first(where: { $0.word == word }) else { break }
      return (verb, words[..<place] + words[(place + 1)...])
    }
    return (self, words)
  }
}

/// A text that is composed each time it is read.
@propertyWrapper
struct Composed: Sendable {
  private let compose: @Sendable () -> String

  var wrappedValue: String { compose() }

  init(wrappedValue: @autoclosure @escaping @Sendable () -> String) { compose = wrappedValue }
}

/// Text for a terminal with 80 columns, wrapped between words.
enum HelpText {
  /// The default width of a terminal.
  static let width = 80
  /// The maximum width of an option name whose description begins on the same line.
  private static let widestName = 24

  /// Wraps `text` into lines; every line after the first is indented by `indent` spaces.
  ///
  /// A word longer than a line, such as a path, is put on a separate line.
  static func broken(_ text: some StringProtocol, first: Int = 0, indent: Int = 0) -> String {
    var lines: [String] = []
    var line = ""
    var room = width - first
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > room {
        lines.append(line)
        (line, room) = ("", width - indent)
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return (lines + [line]).joined(separator: "\n" + String(repeating: " ", count: indent))
  }

  /// Wraps a shell command; each line except the last ends in a backslash.
  static func command(_ text: String) -> String {
    let lines = broken(text, first: 11, indent: 2).split(separator: "\n")
    return lines.joined(separator: " \\\n")
  }

  /// Wraps the paragraphs of `text` that are too wide; leaves lines that begin with a space unchanged.
  static func filled(_ text: String) -> String {
    var blocks: [String] = []
    var paragraph: [Substring] = []
    func end() {
      // Lines that fit may be a list.
      let fits = paragraph.allSatisfy { $0.count <= width }
      if fits {
        blocks += paragraph.map(String.init)
      } else {
        blocks.append(broken(paragraph.joined(separator: " ")))
      }
      paragraph = []
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty || line.hasPrefix(" ") {
        end()
        blocks.append(String(line))
      } else {
        paragraph.append(line)
      }
    }
    end()
    return blocks.joined(separator: "\n")
  }

  /// Returns `entries` as a list in two columns.
  static func list(_ entries: [(name: String, meaning: String)]) -> String {
    let width = entries.map(\.name.count).filter { $0 <= widestName }.max() ?? 0
    return entries.map { name, meaning in
      let text = broken(meaning, first: width + 4, indent: width + 4)
      return name.count > width
        ? "  \(name)\n" + String(repeating: " ", count: width + 4) + text
        : "  \(name.padded(to: width))  \(text)"
    }.joined(separator: "\n")
  }
}

/// An error in the command line, with exit code 64.
struct UsageError: Error {
  let sentence: String
  /// The command whose help explains the usage.
  let command: String?
}

extension Command {
  /// Returns the error for a wrong command line of this command, with `sentence` as the reason.
  func misuse(_ sentence: String) -> UsageError { UsageError(sentence: sentence, command: name) }
}

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
