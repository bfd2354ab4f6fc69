import Quoting

/// The completion of command lines in zsh: specifications for its function `_arguments`.
enum ZshCompletion {
  static var script: String {
    """
    #compdef detour
    # zsh completion for detour, made by `detour completions zsh`.

    \(Completions.lists.map { "\($0.name)=(\($0.words.joined(separator: " ")))" }.joined(separator: "\n"))

    \(Command.all.map(function).joined(separator: "\n"))
    _detour() {
      local curcontext=$curcontext state line
      local -a commands=(
    \(commands)
        'help:tell more about a command'
      )
      _arguments -C \(ownOptions) '1: :->command' '*:: :->words' && return
      case $state in
        command) _describe -t commands 'command' commands ;;
        words)
          curcontext=${curcontext%:*:*}:detour-$words[1]:
          case $words[1] in
    \(branches)
            help) _arguments '1:command:(\(Command.all.map(\.name).joined(separator: " ")))' ;;
          esac
          ;;
      esac
    }

    if [[ $funcstack[1] == _detour ]]; then
      _detour "$@"
    else
      compdef _detour detour
    fi

    """
  }

  private static var commands: String {
    Command.all.map { "    " + quoted(described($0.name, $0.summary)) }.joined(separator: "\n")
  }

  private static var ownOptions: String {
    Completions.ownOptions.map { option in
      "'(- *)'{\(option.names.joined(separator: ","))}\(quoted("[\(bracketed(option.help))]"))"
    }.joined(separator: " ")
  }

  private static var branches: String {
    Command.all.map { "        \($0.name)) _detour_\($0.name) ;;" }.joined(separator: "\n")
  }

  private static func function(_ command: Command) -> String {
    guard !command.verbs.isEmpty else {
      return """
        _detour_\(command.name)() {
          \(arguments(command.allOptions, command.operands, "  "))
        }

        """
    }
    let verbs = command.verbs.map { verb in
      "      " + quoted(described(verb.word, verb.rows[0].summary.replacingScalars(["\n": " "])))
    }
    let branches = command.verbs.map { verb in
      "      \(verb.word)) \(arguments(verb.allOptions, verb.operands, "        ")) ;;"
    }
    let others = command.otherFirstWords
    let offer = others.isEmpty ? "" : "\n      compadd \(added(others))"
    return """
      _detour_\(command.name)() {
        local curcontext=$curcontext state line
        local -a verbs=(
      \(verbs.joined(separator: "\n"))
        )
        _arguments -s -S -C \(command.allOptions.map { specification($0) }.joined(separator: " \\\n    ")) \\
          '1: :->verb' '*:: :->words' && return
        case $state in
          verb)
            _describe -t verbs 'what to do' verbs\(offer)
            ;;
          words)
            case $words[1] in
      \(branches.joined(separator: "\n"))
              *) \(arguments(command.allOptions, command.operands, "        ")) ;;
            esac
            ;;
        esac
      }

      """
  }

  private static func arguments(_ options: [Option], _ operands: [Operand], _ margin: String) -> String {
    let specifications = options.map(specification) + self.operands(operands)
    return "_arguments -s -S " + specifications.joined(separator: " \\\n\(margin)  ")
  }

  /// `'(-o --out)'{-o,--out=}'[what it does]:DIR:_files -/'`.
  private static func specification(_ option: Option) -> String {
    let text = "[\(bracketed(option.sentence))]" + value(option)
    let excluded =
      option.repeats ? "*" : option.names.count > 1 ? "(\(option.names.joined(separator: " ")))" : ""
    let long = option.wordCount == 1 ? option.name + "=" : option.name
    guard let short = option.short else { return quoted(excluded + long + text) }
    return quoted(excluded) + "{\(short)\(option.wordCount == 1 ? "+" : ""),\(long)}" + quoted(text)
  }

  private static func value(_ option: Option) -> String {
    guard let placeholder = option.value else { return "" }
    let words = placeholder.split(separator: " ").map(String.init)
    return ":\(colonless(words[0])):\(action(option.kind))"
      + words.dropFirst().map { ":\(colonless($0)): " }.joined()
  }

  private static func operands(_ operands: [Operand]) -> [String] {
    var place = 1
    return operands.map { operand in
      defer { place += operand.count.upperBound }
      let end = ":\(colonless(operand.name)):\(action(operand.kind))"
      let start = operand.count.upperBound > 1 ? "*" : "\(place)" + (operand.count.lowerBound == 0 ? ":" : "")
      return quoted(start + end)
    }
  }

  private static func action(_ kind: ValueKind) -> String {
    switch kind {
    case .text, .number: " "
    case .file(let endings) where !endings.isEmpty: "_files -g \"*.(\(endings.joined(separator: "|")))(-.)\""
    case .file, .path: "_files"
    case .folder: "_files -/"
    case .list(let words): "_values -s , item \(words.joined(separator: " "))"
    case .known(let words) where words().contains { $0.hasSuffix("=") }:
      "compadd -S \"\" \(added(words()))"
    case .words, .wordAndNumber, .known, .command: "compadd \(added(kind.words))"
    }
  }

  /// The words for `compadd`, by the name of their list where they have one.
  private static func added(_ words: [String]) -> String {
    Completions.list(words).map { "-a " + $0 } ?? "-- " + words.joined(separator: " ")
  }

  private static func described(_ name: String, _ text: String) -> String {
    name.replacingScalars([":": "\\:"]) + ":" + text.replacingScalars(["\\": "\\\\", ":": "\\:"])
  }

  private static func bracketed(_ text: String) -> String {
    colonless(text.replacingScalars(["\\": "\\\\", "[": "\\[", "]": "\\]"]))
  }

  private static func colonless(_ text: String) -> String { text.replacingScalars([":": "\\:"]) }

  private static func quoted(_ text: String) -> String { "'" + text.replacingScalars(["'": "'\\''"]) + "'" }
}
