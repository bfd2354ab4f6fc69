import Foundation
import Testing

/// What shells offer while a command line is typed, told by the shells themselves; left out where one is missing.
@Suite(.waitsForPrograms) struct CompletionTests {
  let scratch = Scratch()

  /// The script of each shell.
  private static let scripts = Result {
    try Shell.allCases.map { shell in
      let script = try Program.run("completions", shell.rawValue, in: Scratch())
      script.expectSuccess()
      return (name: "completions." + shell.rawValue, text: script.output)
    }
  }

  /// What zsh keeps of its own completions, which it would look for at each start.
  private static let dump = Result {
    guard let zsh = Shell.zsh.path else { return "" }
    let scratch = Scratch()
    let words = ["-f", "-c", "autoload -U compinit; compinit -u -d ./dump"]
    #expect(try Program.call(URL(filePath: zsh), words, in: scratch).status == 0)
    return try scratch.text("dump")
  }

  init() throws {
    for script in try Self.scripts.get() { try scratch.write(script.text, to: script.name) }
    try scratch.write("{}", to: "town.json5")
    try scratch.write("id\n", to: "pairs.csv")
    try FileManager.default.createDirectory(
      at: scratch.url.appending(path: "study"), withIntermediateDirectories: true)
  }

  /// What is typed so far, the last word begun, and some of what is offered and what is not.
  struct Line: CustomTestStringConvertible {
    let typed: String
    let offered: [String]
    var missing: [String] = []
    var testDescription: String { typed }
  }

  static let lines = [
    Line(typed: "", offered: ["run", "sweep", "bench", "man", "help"], missing: ["--routing"]),
    Line(typed: "sw", offered: ["sweep"], missing: ["run"]),
    Line(typed: "help ne", offered: ["network"]),
    Line(typed: "run ", offered: ["town.json5"], missing: ["pairs.csv"]),
    Line(typed: "run --out ", offered: ["study"], missing: ["town.json5"]),
    Line(typed: "run --record t", offered: ["tracks"], missing: ["town.json5"]),
    Line(
      typed: "run town.json5 --routing ", offered: ["dijkstra", "hierarchy", "labels"], missing: ["study"]),
    Line(typed: "run --set matching.rad", offered: ["matching.radius_m="]),
    Line(
      typed: "run --set matching.policy=", offered: ["matching.policy=first", "matching.policy=insertion"],
      missing: ["matching.radius_m="]),
    Line(typed: "run --set space.kind=t", offered: ["space.kind=torus"], missing: ["space.kind=plane"]),
    Line(
      typed: "sweep --vary market=s", offered: ["market=services", "market=shifts"],
      missing: ["market=orders"]),
    Line(typed: "run --qu", offered: ["--quiet"]),
    Line(typed: "plot study --kind h", offered: ["heatmap"], missing: ["curves"]),
    Line(typed: "plot --figure match_r", offered: ["match_rate"]),
    // The option's older name is not offered, and its values are.
    Line(typed: "plot --kpi match_r", offered: ["match_rate"]),
    Line(typed: "sweep --design s", offered: ["sobol", "saltelli"], missing: ["lhs"]),
    Line(typed: "run town.json5 -qo ", offered: ["study"], missing: ["town.json5"]),
    Line(typed: "sweep --design=lhs ", offered: [], missing: ["town.json5", "study"]),
    Line(typed: "sweep --design=lhs 100 ", offered: ["town.json5"]),
    Line(typed: "run -- --", offered: [], missing: ["--quiet"]),
    Line(typed: "network ", offered: ["import", "route", "formats"]),
    Line(typed: "network import --l", offered: ["--length-unit-m"]),
    Line(typed: "network prepare --routing ", offered: ["labels"], missing: ["dijkstra"]),
    Line(typed: "bench com", offered: ["compare"]),
    Line(typed: "bench --w", offered: [], missing: ["--worker"]),
    Line(typed: "bench history --", offered: ["--figure", "--out"], missing: ["--pairs", "--census"]),
    Line(typed: "bench compare a b --set ", offered: ["small", "all"], missing: ["micro"]),
    Line(typed: "network info --", offered: ["--check"], missing: ["--geojson"]),
    Line(typed: "bench compare a b --gates exact,t", offered: ["exact,time"]),
    Line(typed: "columns orders/or", offered: ["orders/orders"]),
    Line(typed: "completions ", offered: ["bash", "fish", "zsh"], missing: ["town.json5"]),
    Line(typed: "man ru", offered: ["run"]),
  ]

  @Test(.enabled(if: Shell.bash.isThere), arguments: lines)
  func `bash offers what may stand there`(line: Line) throws {
    // What bash hands over: the words, and which of them the cursor is in.
    try scratch.write(
      #"""
      source ./completions.bash
      COMP_WORDS=("$@")
      COMP_CWORD=$(($# - 1))
      _detour
      printf '%s\n' "${COMPREPLY[@]}"
      """#, to: "ask.bash")
    let words =
      ["detour"] + line.typed.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    expect(line, try answer(.bash, ["ask.bash"] + words))
  }

  @Test(.enabled(if: Shell.fish.isThere), arguments: lines)
  func `fish offers what may stand there`(line: Line) throws {
    let offered = try answer(
      .fish, ["--no-config", "-c", "source completions.fish; complete -C \"detour \(line.typed)\""])
    // A folder comes with a slash, a word with what it does behind a tab.
    let words = offered.map { word in
      let word = word.split(separator: "\t")[0]
      return String(word.last == "/" ? word.dropLast() : word)
    }
    expect(line, words)
  }

  @Test(.enabled(if: Shell.zsh.isThere), arguments: lines)
  func `zsh offers what may stand there`(line: Line) throws {
    expect(line, try zshAnswer(line.typed))
  }

  @Test(.enabled(if: Shell.zsh.isThere))
  func `zsh puts the value of a field right behind its name`() throws {
    #expect(try zshAnswer("run --set matching.radius").contains("line:detour run --set matching.radius_m="))
  }

  @Test
  func `the points of a study are offered, field by field, with the values that it has`() throws {
    try Town.write(to: scratch)
    try TownStudy.run("--shard", "1/12", out: "done", in: scratch).expectSuccess()
    func offers(_ words: String...) throws -> [String] {
      let lines = try Program.run(["--complete"] + words, in: scratch).output.split(separator: "\n").map(
        String.init)
      #expect(lines.first == "words")
      return Array(lines.dropFirst())
    }
    for (command, option) in [("compare", "--a"), ("compare", "--b"), ("analyse", "--at"), ("plot", "--at")] {
      #expect(
        try offers(command, "done", option, "") == [
          "matching.radius_m=600", "matching.radius_m=1200", "matching.policy=two_circles",
          "matching.policy=first",
        ], "\(command) \(option)")
    }
    #expect(
      try offers("compare", "done", "--a", "matching.radius_m=600,matching.policy=f") == [
        "matching.radius_m=600,matching.policy=first"
      ])
    #expect(try offers("compare", "study", "--a", "") == [])
  }

  private func zshAnswer(_ typed: String) throws -> [String] {
    try scratch.write(Self.dump.get(), to: "dump")
    // A terminal of its own, in which a tab is typed; what is added is told instead of shown.
    try scratch.write(
      #"""
      zmodload zsh/zpty
      zpty asked 'zsh -f -i'
      zpty -w asked 'PS1=; autoload -U compinit; compinit -C -d ./dump; source ./completions.zsh'
      zpty -w asked 'zstyle ":completion:*" list-grouped false; LISTMAX=0; COLUMNS=999; LINES=999; unsetopt list_beep'
      zpty -w asked 'compadd() { builtin compadd -O told "$@"; builtin print -rl -- "offered:"${^told} >>offers; builtin compadd "$@" }'
      zpty -w asked 'tell() { zle complete-word; print -r -- "line:$BUFFER" >>offers; exit }; zle -N tell; bindkey "^I" tell'
      zpty -n -w asked "detour $1"$'\t'
      while zpty -r asked; do :; done >/dev/null
      """#, to: "ask.zsh")
    return try answer(.zsh, ["-f", "ask.zsh", typed], "offers")
  }

  private func expect(_ line: Line, _ offered: [String]) {
    // zsh completes the last of a list alone.
    for word in line.offered {
      let last = word.split(separator: ",").last.map(String.init) ?? word
      #expect(offered.contains(word) || offered.contains(last), "\(offered)")
    }
    for word in line.missing { #expect(!offered.contains(word), "\(offered)") }
  }

  /// The lines that `shell` prints, or writes into `file`.
  private func answer(_ shell: Shell, _ words: [String], _ file: String? = nil) throws -> [String] {
    // The scripts ask the program itself.
    let path = Program.url.deletingLastPathComponent().path + ":/usr/local/bin:/usr/bin:/bin"
    let call = try Program.call(
      URL(filePath: "/usr/bin/env"), ["PATH=" + path, try #require(shell.path)] + words, in: scratch)
    #expect(call.errors == "")
    let text = try file.map(scratch.text) ?? call.output
    return text.split(separator: "\n").map { String($0.hasPrefix("offered:") ? $0.dropFirst(8) : $0[...]) }
  }

  @Test(arguments: Shell.allCases)
  func `each script is one that its shell reads`(shell: Shell) throws {
    guard let path = shell.path else { return }
    let call = try Program.call(URL(filePath: path), ["-n", "completions." + shell.rawValue], in: scratch)
    #expect(call.status == 0)
    #expect(call.errors == "")
  }

  enum Shell: String, CaseIterable {
    case bash, zsh, fish

    /// Where it is; nil where it is missing.
    var path: String? {
      ["/bin/", "/usr/bin/", "/usr/local/bin/"].map { $0 + rawValue }.first {
        FileManager.default.isExecutableFile(atPath: $0)
      }
    }

    var isThere: Bool { path != nil }
  }
}
