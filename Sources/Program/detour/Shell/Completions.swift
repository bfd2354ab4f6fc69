/// The shells that can complete command lines of the program, by what is made from the declaration of its commands.
enum Completions: String, CaseIterable {
  case bash, zsh, fish

  /// The script that the shell is to read.
  var script: String {
    switch self {
    case .bash: BashCompletion.script
    case .zsh: ZshCompletion.script
    case .fish: FishCompletion.script
    }
  }

  /// Long lists of words, which stand once in a script, each under a name.
  static let lists: [(name: String, words: [String])] = {
    let commands = Command.all + Command.all.flatMap(\.verbs)
    let options = commands.flatMap(\.options).map(\.kind.words)
    let operands = commands.flatMap { $0.operands.map(\.kind.words) + [$0.firstWords] }
    var seen: Set<[String]> = []
    let long = (options + operands).filter { $0.count > 16 && seen.insert($0).inserted }
    return long.enumerated().map { ("_detour_words_\($0 + 1)", $1) }
  }()

  /// The name of the list of `words`; nil where it is short enough to stand where it is used.
  static func list(_ words: [String]) -> String? { lists.first { $0.words == words }?.name }

  /// The options that may stand in place of a command.
  static let ownOptions = [
    Option(name: "--help", short: "-h", help: "print the commands"),
    Option(name: "--version", short: "-V", help: "print the version"),
  ]
}

extension Command {
  /// Its options and those of its verbs, by which a shell passes over values before it knows the verb.
  var everyOption: [Option] {
    var seen: Set<String> = []
    return (allOptions + verbs.flatMap(\.options)).filter { seen.insert($0.name).inserted }
  }

  /// The possible first operands that are none of its verbs.
  var otherFirstWords: [String] {
    (operands.first?.kind.words ?? []).filter { word in !verbs.contains { $0.word == word } }
  }

  /// The possible first operands, its verbs included.
  var firstWords: [String] { (verbs.map(\.word) + (operands.first?.kind.words ?? [])).distinct }
}
