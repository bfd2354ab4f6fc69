import JSON5
import Quoting
import Tables

/// The completions for the last word of a command line, which shell scripts request with `detour --complete WORD…`.
///
/// The preceding words are parsed as by the program, options with their values first, to determine which value or
/// operand is at the cursor.
struct Completion {
  /// The first argument with which scripts request completions.
  static let request = "--complete"

  private let command: Command
  private var verb: Command?
  private var option: Option?
  /// The number of words still missing from the option's value.
  private var awaited = 0
  /// The number of operands so far.
  private var place = 0
  private var operands: [String] = []
  /// Whether `--` has ended the options.
  private var onlyOperands = false

  private init(_ command: Command, _ words: some Sequence<String>) {
    self.command = command
    for word in words { take(word) }
  }

  /// Returns the completions of the last of `words`. The first line is their kind: `words`, `files` or `folders`. The
  /// other lines contain a word each, with its meaning after a tab, or a file extension each; without extensions, all
  /// files are allowed.
  static func offers(_ words: ArraySlice<String>) -> String {
    let (given, typed) = (words.dropLast(), words.last ?? "")
    let commands = Command.all.map { ($0.name, $0.summary) }
    guard let first = given.first else {
      return list(commands + [("help", "describe a command")] + Self.words(Command.ownOptions), typed)
    }
    if first == "help" { return list(commands, typed) }
    guard let command = Command.named(first) else { return list([], typed) }
    return Self(command, given.dropFirst()).offers(typed)
  }

  private static func words(_ options: [Option]) -> [(word: String, meaning: String)] {
    options.flatMap { option in option.names.map { ($0, option.sentence) } }
  }

  private static func list(_ words: [(word: String, meaning: String)], _ typed: String) -> String {
    let lines = words.filter { $0.word.hasPrefix(typed) }.map { word, meaning in
      meaning.isEmpty ? word : word + "\t" + meaning.replacingScalars(["\n": " "])
    }
    return (["words"] + lines).map { $0 + "\n" }.joined()
  }

  /// The options allowed at the cursor: those of all verbs if none has been given yet.
  private var options: [Option] { verb?.allOptions ?? command.allOptions + command.verbs.flatMap(\.options) }

  private mutating func take(_ word: String) {
    if awaited > 0 {
      awaited -= 1
    } else if onlyOperands || !word.hasPrefix("-") || word == "-" {
      operands.append(word)
      if place == 0 { verb = command.verbs.first { $0.word == word } }
      place += 1
    } else if word == "--" {
      onlyOperands = true
    } else if word.hasPrefix("--") {
      let parts = Self.parts(of: word)
      choose(parts[0], isAttached: parts.count > 1)
    } else {
      var letters = word.dropFirst()
      while let letter = letters.popFirst() {
        choose("-\(letter)", isAttached: !letters.isEmpty)
        if option?.value != nil { return }
      }
    }
  }

  /// Reads the option called `name`; the first word of its value may be attached to it.
  private mutating func choose(_ name: String, isAttached: Bool) {
    option = options.first { $0.isCalled(name) }
    awaited = max(0, (option?.wordCount ?? 0) - (isAttached ? 1 : 0))
  }

  /// Returns the name of an option and the value attached to it with `=`, if any.
  private static func parts(of word: String) -> [String] {
    word.unicodeScalars.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
      String($0)
    }
  }

  private func offers(_ typed: String) -> String {
    if awaited > 0, let option {
      return awaited == option.wordCount
        ? Self.offers(option.kind, typed, "", operands) : Self.list([], typed)
    }
    if typed.hasPrefix("-"), !onlyOperands {
      let parts = Self.parts(of: typed)
      guard parts.count > 1 else {
        return Self.list(Self.words((verb ?? command).allOptions), typed)
      }
      let kind = options.first { $0.name == parts[0] && $0.value != nil }?.kind
      return Self.offers(kind ?? .text, typed, parts[0] + "=", operands)
    }
    if place == 0, !command.verbs.isEmpty {
      let verbs = command.verbs.map { ($0.word, $0.rows[0].summary) }
      let others = (command.operands.first?.kind.words ?? []).filter { word in
        !verbs.contains { $0.0 == word }
      }
      return Self.list(verbs + others.map { ($0, "") }, typed)
    }
    let operand = verb.map { $0.operands.at(place - 1) } ?? command.operands.at(place)
    return Self.offers(operand?.kind ?? .text, typed, "")
  }

  /// Returns the varied fields of the study in `folder` with each of their values, as `FIELD=VALUE`; empty if there is
  /// no study.
  private static func points(of folder: String) -> [String] {
    guard let text = try? FileBytes(contentsOf: folder + "/manifest.json").text,
      let manifest = JSON(parsing: text),
      let fields = manifest["plan"]?["vary"]?.items?.compactMap({ $0["field"]?.words })
    else { return [] }
    var seen: Set<String> = []
    let rows = (manifest["points"]?.items ?? []).map { ($0["values"]?.items ?? []).compactMap(\.words) }
    return fields.indices.flatMap { place in
      rows.compactMap { $0.indices.contains(place) ? "\(fields[place])=\($0[place])" : nil }
    }.filter { seen.insert($0).inserted }
  }

  /// Returns the values of `kind`, each after `head`, which precedes them in the word. `operands` are those already
  /// given.
  private static func offers(_ kind: ValueKind, _ typed: String, _ head: String, _ operands: [String] = [])
    -> String
  {
    switch kind {
    case .text, .number: return list([], typed)
    case .file(let endings): return (["files"] + endings.map { "." + $0 }).map { $0 + "\n" }.joined()
    case .scenario:
      // Names are offered once one has been begun; until then, only files.
      let names = ShippedScenarios.names.filter {
        !typed.isEmpty && $0.hasPrefix(typed) && !FileSystem.exists(typed)
      }
      guard names.isEmpty else { return list(names.map { (head + $0, "") }, typed) }
      return (["files"] + ValueKind.scenarioEndings.map { "." + $0 }).map { $0 + "\n" }.joined()
    case .path: return "files\n"
    case .folder: return "folders\n"
    case .list(let words):
      let kept = typed.unicodeScalars.lastIndex(of: ",").map { String(typed.unicodeScalars[...$0]) } ?? head
      return list(words.map { (kept + $0, "") }, typed)
    case .words, .wordAndNumber:
      return list(kind.words.map { (head + $0, "") }, typed)
    case .known:
      // Values are offered once the field has been typed.
      let isValue = typed.dropFirst(head.count).contains("=")
      let words = kind.words.filter { isValue || $0.hasSuffix("=") || !$0.contains("=") }
      return list(words.map { (head + $0, "") }, typed)
    case .point:
      let kept = typed.unicodeScalars.lastIndex(of: ",").map { String(typed.unicodeScalars[...$0]) } ?? head
      return list(operands.flatMap { points(of: $0) }.map { (kept + $0, "") }, typed)
    case .command: return list(Command.all.map { (head + $0.name, $0.summary) }, typed)
    }
  }
}
