import Scenario

/// An option of a command: its spelling, the values it accepts, and its effect.
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
  /// A file, optionally restricted to these extensions; completion also offers folders. `-` denotes standard input or
  /// output.
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
  /// Any text. The known prefixes are computed only for shell completion, so as not to delay other calls.
  case known(@Sendable () -> [String])

  /// A file that contains a scenario or study, or the name of one that comes with the program.
  case scenario

  /// Points of the study given as an operand, described by the values of the varied fields.
  case point

  /// The file extensions of scenarios and studies.
  static let scenarioEndings = ["json5", "json"]

  /// The words offered by a shell for completion.
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

/// An operand of a command.
struct Operand: Sendable {
  let name: String
  var kind = ValueKind.text
  /// The allowed range of the number of times it is given.
  var count = 1...1

  /// The operand as shown in the help: `[B]` is optional, `SHARD…` is repeated.
  var usage: String {
    let many = count.upperBound > 1
    return count.lowerBound == 0 ? (many ? "[\(name) …]" : "[\(name)]") : many ? name + "…" : name
  }
}

extension [Operand] {
  /// Returns the operand at `place`, counting from 0; nil if there are too few.
  func at(_ place: Int) -> Operand? {
    var begin = 0
    for operand in self {
      begin += operand.count.upperBound
      if place < begin { return operand }
    }
    return nil
  }
}

extension [String] {
  /// The elements as alternatives: `a, b or c`.
  var alternatives: String {
    count < 2 ? joined() : dropLast().joined(separator: ", ") + " or " + self[count - 1]
  }
}

/// A suggestion of the name meant by an unknown word.
struct Suggestion {
  /// The suggested name; nil if none is similar enough.
  let name: String?

  /// Finds the one of `names` most similar to `word`, ignoring leading dashes.
  init(for word: String, among names: [String]) {
    let bare = names.map { String($0.drop { $0 == "-" }) }
    let wanted = String(word.drop { $0 == "-" })
    let begun = wanted.count > 1 ? bare.filter { $0.hasPrefix(wanted) } : []
    let nearest = begun.count == 1 ? begun[0] : nearestName(to: wanted, among: bare)
    name = nearest.flatMap { nearest in bare.firstIndex(of: nearest).map { names[$0] } }
  }

  /// The end of a message: `; did you mean …?`, or empty if there is no suggestion.
  var ending: String { name.map { "; did you mean `\($0)`?" } ?? "" }

  /// Returns a question that offers the suggestion, or `otherwise` if there is none.
  func or(_ otherwise: String) -> String { name.map { "did you mean `\($0)`?" } ?? otherwise }
}
