import Ground
import Markets
import Metrics
import Models
import Report
import RoadNetwork
import Tables

extension Command {
  static let columns = Command(
    name: "columns", summary: "describe the columns of result and input tables",
    operands: [Operand(name: "TABLE", kind: .known { TableChoice.names }, count: 0...1)],
    options: [
      Option(name: "--markdown", help: "print all tables as Markdown"),
      Option(
        name: "--json", help: "print all tables as a Data Package: names, types, units, value lists, keys"),
    ],
    discussion: """
      A word that is not the name of a table, such as wait, finds the columns and figures whose names contain it.

      Input tables are called input/NAME, such as input/drivers; `detour columns input` describes all of them. A table
      of a market other than the carpool is called MARKET/NAME, such as orders/input/accounts.
      """,
    example: "detour columns requests"
  ) { arguments, command in
    if arguments.has("--markdown"), arguments.has("--json") {
      throw command.misuse("--markdown and --json exclude each other; give one of them")
    }
    if arguments.has("--markdown") {
      let others = Markets.all.dropFirst().map { market in
        (heading: "Of market `\(market.name)`", dictionary: market.dictionary)
      }
      print(Markets.all[0].dictionary.markdown(others, inputs: TableChoice.common), terminator: "")
      return ExitCode.success
    }
    let name = arguments.operands.first
    if let inputs = name.flatMap(TableChoice.inputs) {
      return arguments.show(
        DataDictionary.json(of: inputs), as: .columns,
        or: DataDictionary.text(of: inputs, width: TerminalWidth.ofOutput))
    }
    if let name, !arguments.has("--json"), !TableChoice.isTable(name) {
      let hits = TableChoice.hits(name)
      if !hits.isEmpty {
        let width = TerminalWidth.ofOutput
        print(DataDictionary.text(of: hits, head: "table", width: width), terminator: "")
        return ExitCode.success
      }
    }
    let (dictionary, table) = try TableChoice.named(name, command)
    return arguments.show(
      dictionary.json(of: table), as: .columns, or: dictionary.text(of: table, width: TerminalWidth.ofOutput))
  }
}

/// The tables that `detour columns` explains.
private enum TableChoice {
  /// Returns the market's dictionary and the table that `name` denotes; the table is nil if `name` denotes all of
  /// them.
  ///
  /// The name of a market denotes all of its tables; the name of a table alone denotes that of the first market
  /// that has one.
  static func named(
    _ name: String?, _ command: Command
  ) throws(UsageError) -> (DataDictionary, TableSchema?) {
    guard let name else { return (Markets.all[0].dictionary, nil) }
    if let market = Markets.named(name) { return (market.dictionary, nil) }
    for market in Markets.all {
      let dictionary = market.dictionary
      if let table = dictionary.table(named: name) { return (dictionary, table) }
    }
    let parts = name.split(separator: "/", maxSplits: 1).map(String.init)
    guard parts.count == 2, let market = Markets.named(parts[0]) else {
      let advice = Suggestion(for: name, among: names).or("the tables are \(names.joined(separator: ", "))")
      throw command.misuse("`\(name)` is not a table; \(advice)")
    }
    let dictionary = market.dictionary
    guard let table = dictionary.table(named: parts[1]) else {
      let tables = dictionary.tables.map(\.name)
      let advice = Suggestion(for: parts[1], among: tables).or(
        "its tables are \(tables.joined(separator: ", "))")
      throw command.misuse("`\(parts[1])` is not a table of market \(market.name); \(advice)")
    }
    return (dictionary, table)
  }

  /// The input tables common to all markets.
  static let common = InputTable.ofNetworks + [InputTable.observed, InputTable.times]

  /// Returns the input tables that `name` denotes: `input` stands for all tables of the carpool and the common ones,
  /// `MARKET/input` for those of another market; nil if `name` denotes none.
  static func inputs(_ name: String) -> [InputTable]? {
    for market in Markets.all {
      let isFirst = market == Markets.all[0]
      let tables = market.inputTables + (isFirst ? common : [])
      let own = name.hasPrefix(market.name + "/") ? String(name.dropFirst(market.name.count + 1)) : nil
      guard let word = own ?? (isFirst || name.contains("/") || !isResult(name) ? name : nil) else {
        continue
      }
      if word == "input", isFirst || own != nil { return tables }
      let isKnown = market.dictionary.table(named: word) != nil
      if let table = tables.first(where: { $0.title == word || ($0.name == word && !isKnown) }) {
        return [table]
      }
    }
    return nil
  }

  /// Returns whether `name` is the name of a market or of a table.
  static func isTable(_ name: String) -> Bool {
    Markets.named(name) != nil || name.contains("/") || isResult(name) || names.contains(name)
  }

  /// Returns the columns and words, of all markets, whose names contain `word`; those shared by several markets are
  /// listed once.
  static func hits(_ word: String) -> [DataDictionary.Hit] {
    var seen: Set<DataDictionary.Hit> = []
    return Markets.all.flatMap { market in
      let isFirst = market == Markets.all[0]
      return market.dictionary.hits(word).filter { seen.insert($0).inserted }.map { hit in
        let place = isFirst ? hit.place : market.name + "/" + hit.place
        return DataDictionary.Hit(place: place, name: hit.name, unit: hit.unit, meaning: hit.meaning)
      }
    }
  }

  /// Returns whether any market has a result table called `name`.
  private static func isResult(_ name: String) -> Bool {
    Markets.all.contains { $0.dictionary.table(named: name) != nil }
  }

  /// The names of all tables, prefixed by the market for all markets but the first.
  static let names: [String] = {
    let others = Markets.all.dropFirst().flatMap { market in
      market.tables.all.map { "\(market.name)/\($0.name)" }
        + market.inputTables.map { "\(market.name)/\($0.title)" }
    }
    let first = Markets.all[0]
    return first.dictionary.tables.map(\.name) + (first.inputTables + common).map(\.title) + others
  }()
}
