/// A subcommand: its name, what it takes, its help, and what it does.
struct Command: Sendable {
  let name: String
  /// One line for the list of commands.
  let summary: String
  /// What stands behind the name, in order.
  var operands: [Operand] = []
  /// What the first operand may name instead.
  var verbs: [Verb] = []
  /// Names of the options that it has where no verb is named; nil for all.
  var plainOptions: [String]?
  var options: [Option] = []
  /// What else there is to know.
  var discussion = ""
  /// A command line that works in a checkout.
  let example: String
  /// Carries it out; returns the exit code.
  let run: @Sendable (Arguments, Command) throws -> Int32

  /// All commands, in the order of the help.
  static let all = [
    run, sweep, tune, merge, progress, compare, analyse, plot, report, validate, explain, schema, columns,
    network, bench, completions, man,
  ]

  /// The command called `name`; nil where there is none.
  static func named(_ name: String) -> Command? { all.first { $0.name == name } }

  /// Why `name` is refused as the name of a command.
  static func refusal(of name: String) -> UsageError {
    let names = all.map(\.name)
    let advice = Suggestion(for: name, among: names).or("the commands are \(names.joined(separator: ", "))")
    return UsageError("`\(name)` is not a command; \(advice)", command: nil)
  }

  /// Its options and those that every command takes.
  var allOptions: [Option] { options + Self.commonOptions }

  /// How many operands there may be, those of verbs included.
  var operandCount: ClosedRange<Int> {
    let most = operands.map(\.count.upperBound).reduce(0, +)
    return operands.map(\.count.lowerBound).reduce(0, +)...most
  }

  /// What stands behind the name, as messages and the usage write it.
  var operandsText: String {
    let own = operands.map(\.usage).joined(separator: " ")
    // Where operands may stand alone, the verbs are other ways.
    guard operandCount.lowerBound == 0 else { return own }
    let ways = verbs.map { ([$0.name] + $0.operands.map(\.usage)).joined(separator: " ") }
    return ([own] + ways).filter { !$0.isEmpty }.joined(separator: " | ")
  }

  /// The usage, as the help and the manual show it.
  var usage: String {
    ["detour", name, operandsText, "[OPTIONS]"].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The ways to write its verbs, and what each does.
  var verbRows: [(usage: String, summary: String)] {
    verbs.flatMap { verb in
      verb.forms.map { form in
        (["detour", name, verb.name, form.usage].filter { !$0.isEmpty }.joined(separator: " "), form.summary)
      }
    }
  }
}
