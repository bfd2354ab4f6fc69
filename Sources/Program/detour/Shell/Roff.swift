import Quoting

/// A text in the markup of man(7), built step by step.
struct Roff {
  private(set) var text: String

  /// Begins the page `title` of section 1 with the summary `summary`.
  init(title: String, summary: String) {
    text = """
      .TH \(Self.escaped(title.uppercased())) 1 "\(Detour.released)" "detour \(Detour.version)" "Detour"
      .SH NAME
      \(Self.escaped(title)) \\- \(Self.line(summary))

      """
  }

  mutating func section(_ title: String) { text += ".SH \"\(title)\"\n" }

  /// Begins a subsection.
  mutating func subsection(_ title: String) { text += ".SS \"\(Self.escaped(title))\"\n" }

  /// Begins a new paragraph, except directly after a heading.
  private mutating func part() {
    if text.split(separator: "\n").last?.hasPrefix(".SH") == false { text += ".PP\n" }
  }

  /// Adds a command line as it is written.
  mutating func synopsis(_ line: String) {
    part()
    text += ".B detour\n" + Self.line(String(line.dropFirst("detour ".count))) + "\n"
  }

  /// Adds a term and its description.
  mutating func item(_ name: String, _ words: String) {
    text += ".TP\n.B \"\(Self.escaped(name).replacingScalars(["\"": "\\(dq"]))\"\n"
    text += words.split(separator: "\n").map { Self.line(String($0)) + "\n" }.joined()
  }

  /// Adds paragraphs separated by empty lines; the lines of a paragraph with columns are kept as they are.
  mutating func paragraphs(_ words: String) {
    for paragraph in words.split(separator: "\n\n") {
      let lines = paragraph.split(separator: "\n").map { Self.line(String($0)) + "\n" }.joined()
      let hasColumns = paragraph.contains("  ") || paragraph.contains(#/^([^.:\n]+: .*\n){3}/#)
      part()
      text += (hasColumns ? ".nf\n" + lines + ".fi\n" : lines)
    }
  }

  /// Adds a line of code.
  mutating func code(_ line: String) {
    part()
    text += ".nf\n.B \"\(Self.escaped(line).replacingScalars(["\"": "\\(dq"]))\"\n.fi\n"
  }

  /// Returns a line of text that is never interpreted as a roff request, whatever its first character.
  private static func line(_ words: String) -> String {
    let line = escaped(words)
    return line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
  }

  /// Returns the text with the markup's special characters escaped.
  private static func escaped(_ words: String) -> String {
    var escaped = ""
    for scalar in words.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "'": escaped += "\\(aq"
      case "`": escaped += "\\(ga"
      case "^": escaped += "\\(ha"
      case "~": escaped += "\\(ti"
      case "\n": escaped += "\n"
      case _ where !scalar.isASCII: escaped += "\\[u\(hexadecimal(scalar))]"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Returns the scalar as four or more hexadecimal digits.
  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

/// A manual page, in the markup of man(7).
struct ManualPage {
  /// The name of the page, such as `detour` or `detour-run`.
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
