/// A subcommand, or a verb of one: its name, what it takes, its help, and what it does.
struct Command: Sendable {
  /// The words behind `detour`: two for a verb, as `network info`.
  let name: String
  /// One line for the list of commands.
  let summary: String
  /// The operands behind the name, in order.
  var operands: [Operand] = []
  /// The ways to write it, where the operands do not say it all.
  var forms: [Form] = []
  /// The commands that the first operand may name instead, each with options of its own.
  var verbs: [Command] = []
  var options: [Option] = []
  /// Options for calls from program to program, which no help and no shell offers.
  var hiddenOptions: [Option] = []
  /// The further explanation.
  var discussion = ""
  /// A command line that works in a checkout; empty for a verb.
  var example = ""
  /// Carries it out; returns the exit code.
  let run: @Sendable (Arguments, Command) throws -> Int32

  /// A way to write a command.
  struct Form: Sendable {
    /// The text behind the name.
    var usage = ""
    let summary: String
  }

  /// All commands, in the order of the help.
  static let all = [
    run, sweep, tune, calibrate, sample, merge, progress, compare, analyse, plot, report, validate, explain,
    episodes, profile, schema, columns, network, bench, completions, man,
  ]

  /// The command called `name`; nil where there is none.
  static func named(_ name: String) -> Command? { all.first { $0.name == name } }

  /// The refusal of `name` as the name of a command.
  static func refusal(of name: String) -> UsageError {
    let names = all.map(\.name)
    let advice = Suggestion(for: name, among: names).or("the commands are \(names.joined(separator: ", "))")
    return UsageError(sentence: "`\(name)` is not a command; \(advice)", command: nil)
  }

  /// Its options and those that every command takes.
  var allOptions: [Option] { options + Self.commonOptions }

  /// The last word of its name.
  var word: String { String(name.split(separator: " ").last ?? "") }

  /// The command that it is a verb of; nil for one that is none.
  var parent: Command? { Self.all.first { $0.name != name && name.hasPrefix($0.name + " ") } }

  /// The possible numbers of operands.
  var operandCount: ClosedRange<Int> {
    let most = operands.map(\.count.upperBound).reduce(0, +)
    return operands.map(\.count.lowerBound).reduce(0, +)...most
  }

  /// The operands behind the name, as messages and the usage write them.
  var operandsText: String { operands.map(\.usage).joined(separator: " ") }

  /// The ways to write it, and what each does.
  var rows: [(usage: String, summary: String)] {
    (forms.isEmpty ? [Form(usage: operandsText, summary: summary)] : forms).map { form in
      (["detour", name, form.usage].filter { !$0.isEmpty }.joined(separator: " "), form.summary)
    }
  }

  /// The ways to write it, and then those of its verbs, as the help and the manual show them.
  var usages: [String] {
    let own = operandCount.lowerBound > 0 && !verbs.isEmpty ? [] : rows
    return (own + verbs.flatMap(\.rows)).map { $0.usage + " [OPTIONS]" }
  }

  /// The verb that `words`, which stand behind the name, are for, and the words without it; itself where they name none.
  func choose(_ words: ArraySlice<String>) -> (command: Command, words: ArraySlice<String>) {
    let known = options + hiddenOptions + verbs.flatMap(\.options) + Self.commonOptions
    var place = words.startIndex
    // Options may stand before the verb, and their values may be called as one.
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
