import Markets
import Metrics
import Models
import Scenario

extension Command {
  static let fields = Command(
    name: "fields", summary: "describe the scenario fields whose names contain a word",
    operands: [Operand(name: "WORD", kind: .known { Scenario.fieldPaths(Markets.scenarios) }, count: 0...1)],
    options: [
      Option(
        name: "--market", value: "NAME", kind: .words(Markets.all.map { $0.name }),
        help: "only the fields of this market; default all markets")
    ],
    discussion: """
      Prints each field with its unit and description; without WORD, all fields. docs/scenario.md also has their
      ranges and defaults. Fields that several markets share are printed once.
      """,
    example: "detour fields radius"
  ) { arguments, command in
    let word = arguments.operands.first ?? ""
    let market = arguments.value("--market")
    let all = Scenario.fieldPaths(Markets.scenarios)
    let hits = all.filter { $0.lowercased().contains(word.lowercased()) }.compactMap { path in
      Scenario.note(on: path, of: market, markets: Markets.scenarios).map {
        DataDictionary.Hit(place: "", name: path, unit: $0.unit, meaning: $0.summary)
      }
    }
    guard !hits.isEmpty else {
      let parts = Set(all.flatMap { $0.split(separator: ".").map(String.init) }).sorted()
      let advice = Suggestion(for: word, among: parts).or("`detour fields` prints all of them")
      throw command.misuse(
        "no field has `\(word)` in its name\(market.map { " in the market \($0)" } ?? ""); \(advice)")
    }
    print(
      DataDictionary.text(of: hits, head: nil, name: "field", width: TerminalWidth.ofOutput), terminator: "")
    return ExitCode.success
  }
}
