/// The shells that can complete command lines of the program, by what is made from the declaration of its commands.
enum Completions: String, CaseIterable {
  case bash, zsh, fish

  /// What the shell is to read.
  var script: String {
    switch self {
    case .bash: BashCompletion.script
    case .zsh: ZshCompletion.script
    case .fish: FishCompletion.script
    }
  }

  /// Long lists of words, which stand once in a script, each under a name.
  static let lists: [(name: String, words: [String])] = {
    let options = Command.all.flatMap(\.options).map(\.kind.words)
    let operands = Command.all.flatMap { command in
      (command.operands + command.verbs.flatMap(\.operands)).map(\.kind.words) + [command.firstWords]
    }
    var seen: Set<[String]> = []
    let long = (options + operands).filter { $0.count > 16 && seen.insert($0).inserted }
    return long.enumerated().map { ("_detour_words_\($0 + 1)", $1) }
  }()

  /// The name of the list of `words`; nil where it is short enough to stand where it is used.
  static func list(_ words: [String]) -> String? { lists.first { $0.words == words }?.name }

  /// What stands in place of a command.
  static let ownOptions = [
    Option(name: "--help", short: "-h", help: "print the commands"),
    Option(name: "--version", short: "-V", help: "print the version"),
  ]
}

extension Command {
  /// The options that belong to `verb`.
  func options(of verb: Verb) -> [Option] {
    guard let names = verb.options else { return allOptions }
    return options.filter { names.contains($0.name) } + Self.commonOptions
  }

  /// What the first operand may be, its verbs included.
  var firstWords: [String] { (verbs.map(\.name) + (operands.first?.kind.words ?? [])).distinct }
}
