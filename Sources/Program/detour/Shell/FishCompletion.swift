import Quoting

/// The completion of command lines in fish: a line for each option, and for each kind of operand.
enum FishCompletion {
  static var script: String {
    var lines = Completions.lists.map { "set -g \($0.name) \($0.words.joined(separator: " "))" }
    lines.insert(frame, at: 0)
    for option in Completions.ownOptions {
      lines.append(line("__detour_at_start", names(option) + ["-d", quoted(option.help)]))
    }
    for command in Command.all {
      lines.append(line("__detour_at_start", ["-a", command.name, "-d", quoted(command.summary)]))
    }
    lines.append(line("__detour_at_start", ["-a", "help", "-d", quoted("tell more about a command")]))
    lines.append(line("__detour_in help", ["-a", quoted(Command.all.map(\.name).joined(separator: " "))]))
    for command in Command.all { lines += self.lines(of: command) }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func lines(of command: Command) -> [String] {
    let place = "__detour_in \(command.name)"
    guard !command.verbs.isEmpty else {
      return options(command.allOptions, place) + operands(command.operands, place)
    }
    let words = command.verbs.map(\.word)
    // Where no verb stands there.
    var lines = options(command.allOptions, "\(place); and not \(place) \(words.joined(separator: " "))")
    for verb in command.verbs {
      let summary = quoted(verb.rows[0].summary.replacingScalars(["\n": " "]))
      lines.append(line("__detour_first \(command.name)", ["-a", verb.word, "-d", summary]))
      lines += options(verb.allOptions, "\(place) \(verb.word)")
      lines += operands(verb.operands, "\(place) \(verb.word)")
    }
    let others = command.otherFirstWords
    return others.isEmpty
      ? lines
      : lines + [line("__detour_first \(command.name)", ["-a", offered(others)])]
  }

  private static func options(_ options: [Option], _ condition: String) -> [String] {
    options.flatMap { option in
      values(option.kind, isSwitch: option.value == nil).map { value in
        line(condition, names(option) + value + ["-d", quoted(option.sentence)])
      }
    }
  }

  private static func operands(_ operands: [Operand], _ condition: String) -> [String] {
    operands.flatMap { operand in
      values(operand.kind, isSwitch: false).filter { $0.contains("-a") || $0.contains("-F") }.map { value in
        line(condition, value.filter { $0 != "-r" && $0 != "-x" })
      }
    }.distinct
  }

  /// The offers for a value, each a way of its own.
  private static func values(_ kind: ValueKind, isSwitch: Bool) -> [[String]] {
    guard !isSwitch else { return [[]] }
    switch kind {
    case .text, .number: return [["-x"]]
    case .file(let endings) where !endings.isEmpty:
      return [["-x", "-a", "'(__detour_files \(endings.joined(separator: " ")))'"]]
    case .file, .path: return [["-r", "-F"]]
    case .folder: return [["-x", "-a", "'(__fish_complete_directories)'"]]
    case .list(let words):
      return [["-x", "-a", quoted("(__fish_append , \(words.joined(separator: " ")))")]]
    case .words, .wordAndNumber, .known, .command:
      return [["-x", "-a", offered(kind.words)]]
    }
  }

  /// The words, or the variable that holds them, which fish looks into when it completes.
  private static func offered(_ words: [String]) -> String {
    quoted(Completions.list(words).map { "$" + $0 } ?? words.joined(separator: " "))
  }

  private static func names(_ option: Option) -> [String] {
    (option.short.map { ["-s", String($0.dropFirst())] } ?? []) + ["-l", String(option.name.dropFirst(2))]
  }

  private static func line(_ condition: String, _ words: [String]) -> String {
    (["complete", "-c", "detour", "-n", quoted(condition)] + words).joined(separator: " ")
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacingScalars(["\\": "\\\\", "'": "\\'"]) + "'"
  }

  private static let frame = #"""
    # fish completion for detour, made by `detour completions fish`.

    function __detour_at_start
        test (count (commandline -opc)) -eq 1
    end

    # Whether the command is the first word given, and one of the others, if there are some, the next.
    function __detour_in
        set -l words (commandline -opc)
        test "$words[2]" = "$argv[1]"
        or return 1
        test (count $argv) -eq 1
        or contains -- "$words[3]" $argv[2..]
    end

    # Files with one of the endings, and the folders that lead to them.
    function __detour_files
        for path in (complete -C "'' "(commandline -ct))
            set path (string split \t -- $path)[1]
            string match -q -r '(/|\.('(string join '|' -- $argv)'))$' -- $path
            and echo $path
        end
    end

    # Whether the command is the last word so far.
    function __detour_first
        set -l words (commandline -opc)
        test (count $words) -eq 2 -a "$words[2]" = "$argv[1]"
    end

    complete -c detour -f
    """#
}
