/// A subcommand, or a verb of one: its name, its arguments, its help and what it does.
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
  /// Further explanation.
  var discussion = ""
  /// A command line that works in a checkout; empty for a verb.
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
    new, run, sweep, tune, calibrate, sample, merge, progress, compare, analyse, plot, report, validate,
    explain, episodes, profile, schema, fields, columns, network, bench, completions, man,
  ]

  /// Returns the command called `name`; nil if there is none.
  static func named(_ name: String) -> Command? { all.first { $0.name == name } }

  /// Returns the error for `name`, which is not the name of a command.
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

  /// The allowed numbers of operands.
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

  /// The forms of the command line and of its verbs', as the help and the manual show them.
  var usages: [String] {
    let own = operandCount.lowerBound > 0 && !verbs.isEmpty ? [] : rows
    return (own + verbs.flatMap(\.rows)).map { $0.usage + " [OPTIONS]" }
  }

  /// Returns the verb selected by `words`, the words after the name, and the words without it; the command itself
  /// if no verb is given.
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
