import Markets
import Metrics
import Models
import Tables

extension Command {
  static let columns = Command(
    name: "columns", summary: "explain the columns of the result tables",
    operands: [Operand(name: "TABLE", kind: .known { TableChoice.names }, count: 0...1)],
    options: [
      Option(name: "--markdown", help: "print all tables as Markdown"),
      Option(name: "--json", help: "print them as a Data Package: names, types, units, words, keys"),
    ],
    example: "detour columns requests"
  ) { arguments, command in
    if arguments.has("--markdown"), arguments.has("--json") {
      throw command.misuse("--markdown and --json are two forms; give one of them")
    }
    if arguments.has("--markdown") {
      let others = Markets.all.dropFirst().map { market in
        (heading: "Of market `\(market.name)`", dictionary: market.dictionary)
      }
      print(Markets.all[0].dictionary.markdown(others), terminator: "")
      return ExitCode.success
    }
    let (dictionary, table) = try TableChoice.named(arguments.operands.first, command)
    return arguments.show(
      dictionary.json(of: table), as: .columns, or: dictionary.text(of: table, width: TerminalWidth.ofOutput))
  }
}

/// The tables that `detour columns` explains.
private enum TableChoice {
  /// Returns the market dictionary and the table that `name` denotes; the table is nil if all are meant.
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

  /// The names of all tables, prefixed by the market for all markets but the first.
  static let names: [String] = {
    let others = Markets.all.dropFirst().flatMap { market in
      market.tables.all.map { "\(market.name)/\($0.name)" }
    }
    return Markets.all[0].dictionary.tables.map(\.name) + others
  }()
}
