import JSON5
import Metrics
import Models
import Quantities
import Run
import Scenario
import Tables

/// The tables of a run of any market used for its page, with derived data.
struct MarketTables {
  let run: RecordedRun
  let requests: RecordedTable
  let attempts: RecordedTable
  let timeseries: RecordedTable
  private let design: MarketDesign

  /// Reads the tables.
  ///
  /// - Throws: `TableError`, `RecordedRunError` or `PageError` if the folder is damaged or lacks a table.
  init(_ run: RecordedRun, _ design: MarketDesign) throws {
    self.run = run
    self.design = design
    let words = run.market.request
    let common: [RecordedTable.Want] =
      [words.column, "outcome", "cause"].map { .word($0) } + [.required("submit_s")]
    let spreads = design.spreads.map { RecordedTable.Want.number($0.column) }
    requests = try Self.table(
      String(words.table.prefix { $0 != "." }), common + spreads + design.requestColumns, of: run)
    attempts = try Self.table(
      "attempts", design.stages.map { .number($0.column) } + design.attemptColumns, of: run)
    timeseries = try Self.table(
      "timeseries", try Self.schema("timeseries", of: run).columnNames.dropFirst().map { .number($0) },
      of: run)
    guard requests.words(words.column).texts.count == requests.count else {
      throw PageError.damaged(folder: run.folder, what: "\(words.table) has a \(words.column) twice")
    }
  }

  /// Returns the table `name` of the run.
  func table(_ name: String, _ wants: [RecordedTable.Want]) throws -> RecordedTable {
    try Self.table(name, wants, of: run)
  }

  /// Returns whether the run has the table `name`.
  func has(_ name: String) throws -> Bool { run.has(try Self.schema(name, of: run)) }

  /// Returns whether the table `table` of the run has the column `name`, which depends on the scenario.
  func hasColumn(_ name: String, of table: String) throws -> Bool {
    try run.columnNames(of: Self.schema(table, of: run)).contains(name)
  }

  static func schema(_ name: String, of run: RecordedRun) throws -> TableSchema {
    guard let schema = run.market.tables.all.first(where: { $0.name == name }) else {
      throw PageError.missingTable(folder: run.folder, file: name + ".csv", market: run.market.name)
    }
    return schema
  }

  private static func table(
    _ name: String, _ wants: [RecordedTable.Want], of run: RecordedRun
  ) throws -> RecordedTable {
    let schema = try schema(name, of: run)
    guard run.has(schema) else {
      throw PageError.missingTable(folder: run.folder, file: schema.fileName, market: run.market.name)
    }
    return try run.table(schema, wants)
  }

  // MARK: - The funnel

  /// For each stage, the number of candidates left over all attempts, and the number of attempts that end
  /// there.
  var funnel: [JSON] {
    var left = [Int64](repeating: 0, count: design.stages.count)
    var emptied = left
    let columns = design.stages.map { attempts.numbers($0.column) }
    for row in 0..<attempts.count {
      var isOpen = true
      for (stage, column) in columns.enumerated() where column[row] != RecordedTable.none {
        left[stage] += column[row]
        if isOpen, column[row] == 0 {
          emptied[stage] += 1
          isOpen = false
        }
      }
    }
    let start: [JSON] =
      design.beginsWithOne
      ? [
        [
          "name": .text("attempts"), "meaning": .text("All attempts."),
          "drivers": .integer(attempts.count), "emptied": .integer(0),
        ]
      ] : []
    return start
      + design.stages.enumerated().map { place, stage in
        [
          "name": .text(stage.name), "meaning": .text(stage.meaning),
          "remedy": .text(stage.remedy), "drivers": .integer(left[place]),
          "emptied": .integer(emptied[place]), "isStage": .boolean(true),
        ]
      }
  }

  // MARK: - Causes

  /// The outcomes of requests excluded from figures.
  private static let apart: Set = ["refused_input", "not_submitted", "probe_hit", "probe_miss"]

  /// The rows of requests included in figures: settled, not probes, after the warm-up.
  var counted: [Int] { counted(withOpen: false) }

  private func counted(withOpen countsOpen: Bool) -> [Int] {
    let warmUp = run.scenario.time.warmUp.rawValue
    let outcomes = requests.words("outcome")
    let submits = requests.numbers("submit_s")
    return (0..<requests.count).filter { row in
      let outcome = outcomes[row]
      return submits[row] >= warmUp && !Self.apart.contains(outcome)
        && (countsOpen || outcome != "in_progress")
    }
  }

  /// The intervals for counting causes: those of the time series, merged until bars are distinguishable.
  private var span: Int64 {
    let from = timeseries.numbers("from_s")
    let length = max(1, (timeseries.numbers("to_s").first ?? 1) - (from.first ?? 0))
    let day: Int64 = 86_400_000
    let whole = from.count > 120 && day % length == 0 ? day : length
    let bars = Double(from.count) * Double(length) / Double(whole)
    return whole * Int64(max(1, (bars / 120).rounded(.up)))
  }

  /// The causes of failed requests, with their submission times.
  var causes: JSON {
    let (words, submits) = (requests.words("cause"), requests.numbers("submit_s"))
    let end = timeseries.numbers("to_s").last ?? 0
    let bars = Int(max(1, (end + span - 1) / span))
    var counts = [[Int]](repeating: Array(repeating: 0, count: bars), count: words.texts.count)
    let outcomes = requests.words("outcome")
    for row in counted
    where design.isMeant(requests, row) && outcomes[row] != design.success {
      counts[Int(words.places[row])][max(0, min(bars - 1, Int(submits[row] / span)))] += 1
    }
    let meanings = glossary("Causes")
    let list = words.texts.enumerated().filter { !$1.isEmpty && counts[$0].contains { $0 > 0 } }
    return [
      "from_s": .list((0..<bars).map { .number(Double(Int64($0) * span) / 1000) }),
      "to_s": .list((0..<bars).map { .number(Double(Int64($0 + 1) * span) / 1000) }),
      "list": .list(
        list.map { place, word in
          [
            "word": .text(word), "meaning": .text(meanings[word] ?? ""),
            "total": .integer(counts[place].reduce(0, +)),
            "byTime": .list(counts[place].map { .integer($0) }),
          ]
        }),
    ]
  }

  /// Returns the meanings of the words in the market's list called `title`.
  private func glossary(_ title: String) -> [String: String] {
    let list = run.market.glossaries.first { $0.title == title }
    return Dictionary((list?.entries ?? []).map { ($0.word, $0.meaning) }) { first, _ in first }
  }

  // MARK: - Time series and distributions

  /// The time series, one list for each column.
  var course: JSON {
    let schema = run.market.tables.all.first { $0.name == "timeseries" }
    return timeseries.course((schema?.columns ?? []).dropFirst())
  }

  /// Returns the distributions, over the populations of the summary's figures.
  func spreads(in summary: RunSummary) -> [JSON] {
    design.spreads.compactMap { spread in
      guard let figure = run.market.figures.metrics.first(where: { $0.name == spread.metric }) else {
        return nil
      }
      let column = requests.numbers(spread.column)
      let values = counted(withOpen: spread.countsOpen).filter { design.isMeant(requests, $0) }
        .map { column[$0] }.filter { $0 != RecordedTable.none }.map { Double($0) / figure.unit.perOne }
      return FigureSpread(
        of: values, metric: figure, title: spread.title, whom: run.market.request.many, in: summary
      ).json
    }
  }
}
