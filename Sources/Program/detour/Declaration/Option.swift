/// One option of a command: how it is written, what its value may be, and what it does.
///
/// The reader of command lines, the help, the manual pages and the completions of shells are all made from it.
struct Option: Sendable {
  let name: String
  /// A letter for it, with the dash: `-q`.
  var short: String?
  /// The name of its value in the help, a word for each word that it takes; nil for a switch.
  var value: String?
  var kind = ValueKind.text
  /// The effect of the option, without its standard.
  let help: String
  /// The value where it is left out, as the user would write it.
  var standard: String?
  var repeats = false
  /// Earlier names, which are accepted and not shown.
  var former: [String] = []

  /// The number of words that its value takes.
  var wordCount: Int { value?.split(separator: " ").count ?? 0 }

  /// All ways to write it, the short one first.
  var names: [String] { [short].compactMap(\.self) + [name] }

  /// Whether it is written `name`, or once was.
  func isCalled(_ name: String) -> Bool { names.contains(name) || former.contains(name) }

  /// It and its value, as the help and the manual write them: `-o, --out DIR`.
  var usage: String { names.joined(separator: ", ") + (value.map { " " + $0 } ?? "") }

  /// The effect of the option, and its standard.
  var sentence: String { help + (standard.map { "; default " + $0 } ?? "") }
}

/// The kind of the value of an option, or of an operand.
enum ValueKind: Sendable {
  /// Free text.
  case text
  case number
  /// A file, or one with one of these endings; folders lead to it. `-` stands for standard input or output.
  case file([String] = [])
  case folder
  /// A file or a folder.
  case path
  /// One of these words and nothing else.
  case words([String])
  /// Some of these words, with commas between them.
  case list([String])
  /// One of these words, and a number behind it.
  case wordAndNumber([String])
  /// A command of the program.
  case command
  /// Anything, of which these are the beginnings that are known; asked for where a shell completes, so that no other call waits for them.
  case known(@Sendable () -> [String])

  /// A file that holds a scenario or a study, or the name of one that comes with the program.
  case scenario

  /// Points of the study that is an operand, by what varies there.
  case point

  /// The endings of files of scenarios and studies.
  static let scenarioEndings = ["json5", "json"]

  /// The words that a shell offers.
  var words: [String] {
    switch self {
    case .words(let words), .list(let words), .wordAndNumber(let words): words
    case .known(let words): words()
    case .command: Command.all.map(\.name)
    case .scenario: ShippedScenarios.names
    case .text, .number, .file, .folder, .path, .point: []
    }
  }

  /// The reason `text` is refused; nil where it is one of the words, or where words do not matter.
  func refusal(of text: String) -> String? {
    let given: [String]
    switch self {
    case .words, .command: given = [text]
    case .list: given = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    case .wordAndNumber, .known, .text, .number, .file, .folder, .path, .scenario, .point: return nil
    }
    guard let stranger = given.first(where: { !words.contains($0) }) else { return nil }
    let some = if case .list = self { "some" } else { "one" }
    return "give \(some) of \(words.joined(separator: ", "))" + Suggestion(for: stranger, among: words).ending
  }
}
