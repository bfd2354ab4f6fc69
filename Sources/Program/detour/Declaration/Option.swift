/// An option of a command: how it is written, which values it accepts, and what it does.
///
/// The command-line parser, the help, the manual pages and the shell completions are all derived from it.
struct Option: Sendable {
  let name: String
  /// The short form, with the dash: `-q`.
  var short: String?
  /// The name of its value in the help, one word for each word the value takes; nil for a switch.
  var value: String?
  var kind = ValueKind.text
  /// What the option does, without its default.
  let help: String
  /// The default value, as the user would write it.
  var standard: String?
  var repeats = false
  /// Former names, which are accepted but not shown.
  var former: [String] = []

  /// The number of words in its value.
  var wordCount: Int { value?.split(separator: " ").count ?? 0 }

  /// All spellings, the short one first.
  var names: [String] { [short].compactMap(\.self) + [name] }

  /// Returns whether `name` is or was one of its spellings.
  func isCalled(_ name: String) -> Bool { names.contains(name) || former.contains(name) }

  /// The option and its value, as shown in the help and the manual: `-o, --out DIR`.
  var usage: String { names.joined(separator: ", ") + (value.map { " " + $0 } ?? "") }

  /// What the option does, and its default.
  var sentence: String { help + (standard.map { "; default " + $0 } ?? "") }
}

/// The kind of value of an option or operand.
enum ValueKind: Sendable {
  /// Any text.
  case text
  case number
  /// A file, optionally only with one of these extensions; completion also offers the folders on the way. `-`
  /// denotes standard input or output.
  case file([String] = [])
  case folder
  /// A file or a folder.
  case path
  /// One of these words.
  case words([String])
  /// A comma-separated list of these words.
  case list([String])
  /// One of these words followed by a number.
  case wordAndNumber([String])
  /// A command of the program.
  case command
  /// Any text, with these as known beginnings. They are computed only when a shell completes, so that other calls
  /// do not wait for them.
  case known(@Sendable () -> [String])

  /// A file that contains a scenario or study, or the name of one that comes with the program.
  case scenario

  /// Points of the study given as an operand, described by what varies in them.
  case point

  /// The file extensions of scenarios and studies.
  static let scenarioEndings = ["json5", "json"]

  /// The words a shell offers.
  var words: [String] {
    switch self {
    case .words(let words), .list(let words), .wordAndNumber(let words): words
    case .known(let words): words()
    case .command: Command.all.map(\.name)
    case .scenario: ShippedScenarios.names
    case .text, .number, .file, .folder, .path, .point: []
    }
  }

  /// Returns the reason `text` is refused; nil if it is one of the words, or if any text is accepted.
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
