/// A manual page, in the markup of man(7).
struct ManualPage {
  /// `detour` or `detour-run`.
  let name: String
  private var body: Roff

  /// All pages: the program's, then one per command.
  static var all: [ManualPage] { [overview] + Command.all.map(ManualPage.init(of:)) }

  /// The page in roff.
  var text: String { body.text }

  /// Creates the page of `command`.
  init(of command: Command) {
    name = "detour-" + command.name
    body = Roff(title: name, summary: command.summary)
    body.section("SYNOPSIS")
    for usage in command.usages { body.synopsis(usage) }
    body.section("DESCRIPTION")
    body.paragraphs(command.sentence + ".")
    body.paragraphs(command.discussion)
    body.section("OPTIONS")
    for option in command.allOptions { body.item(option.usage, option.sentence) }
    if !command.verbs.isEmpty { body.section("VERBS") }
    for verb in command.verbs {
      body.subsection(verb.word)
      for row in verb.rows { body.item(row.usage, row.summary) }
      for option in verb.options { body.item(option.usage, option.sentence) }
    }
    body.section("EXIT STATUS")
    body.paragraphs(
      "0 done, 1 failed, 3 inconclusive, 64 usage error, 65 invalid input: see detour(1).")
    body.section("EXAMPLES")
    body.code(command.example)
    body.section("SEE ALSO")
    body.paragraphs((["detour(1)"] + command.others.map { "detour-\($0)(1)" }).joined(separator: ", "))
  }

  /// The page of the program.
  static var overview: ManualPage { ManualPage() }

  private init() {
    name = "detour"
    body = Roff(title: name, summary: "a discrete-event simulator for dynamic carpool matching")
    body.section("SYNOPSIS")
    body.synopsis("detour COMMAND …")
    body.section("DESCRIPTION")
    body.paragraphs(
      "A simulator and a benchmark harness. Each command has a separate page, such as detour-run(1).")
    for command in Command.all { body.item(command.name, command.summary) }
    body.section("OPTIONS")
    for option in Command.ownOptions { body.item(option.usage, option.help) }
    body.section("EXIT STATUS")
    body.paragraphs(Command.exitCodes.replacing("Exit codes: ", with: ""))
    body.section("EXAMPLES")
    body.code("detour run Scenarios/quickstart.json5")
    body.section("SEE ALSO")
    body.paragraphs(Command.all.map { "detour-\($0.name)(1)" }.joined(separator: ", "))
  }
}

extension Command {
  /// The other commands mentioned in its texts.
  fileprivate var others: [String] {
    let texts = ([summary, discussion] + (options + verbs.flatMap(\.options)).map(\.help)).joined(
      separator: "\n")
    return Command.all.map(\.name).filter { $0 != name && texts.contains("detour \($0)") }
  }
}
