import JSON5
import Metrics
import Models
import Quantities
import Run
import Scenario
import Tables

/// The tables of a run of any market that its page uses, with derived data.
struct MarketTables {
  let run: RecordedRun
  let requests: RecordedTable
  let attempts: RecordedTable
  let timeseries: RecordedTable
  private let design: MarketDesign
  var stages: [MarketDesign.Stage] { design.stages }

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
      "attempts",
      [.word(words.column)] + design.stages.map { .number($0.column) } + design.attemptColumns, of: run)
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

  // MARK: - Which requests count

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

  /// For each request, where it is included, as a sum of flags: 1 for figures, 2 for figures that include requests in
  /// progress, 4 for causes of failure, and 8 for distributions.
  var parts: [Int64] {
    let (outcomes, causes) = (requests.words("outcome"), requests.words("cause"))
    var parts = [Int64](repeating: 0, count: requests.count)
    for row in counted(withOpen: true) { parts[row] |= 2 }
    for row in counted {
      parts[row] |= 1
      if design.isMeant(requests, row), outcomes[row] != design.success, !causes[row].isEmpty {
        parts[row] |= 4
      }
    }
    for row in parts.indices where design.isMeant(requests, row) { parts[row] |= 8 }
    return parts
  }

  /// Returns the meanings of the words in the market's list called `title`.
  private func glossary(_ title: String) -> [String: String] {
    let list = run.market.glossaries.first { $0.title == title }
    return Dictionary((list?.entries ?? []).map { ($0.word, $0.meaning) }) { first, _ in first }
  }

  // MARK: - Facts for scripts

  /// Returns the facts of the run and of the common sections, with the rows of the requests whose stories the page
  /// contains.
  func facts(told: [Int] = []) -> [JSON.Member] {
    let words = run.market.request
    let ids = requests.words(words.column).texts.map { JSON.text($0.visible) }
    return [
      .init("folder", .text(run.folder.visible)), .init("market", .text(run.market.name)),
      .init("one", .text(words.one)), .init("many", .text(words.many)),
      .init("start", .number(run.scenario.time.start.map { Double($0.seconds) })),
      .init("warmUp", .number(run.scenario.time.warmUp.seconds)), .init("ids", .list(ids)),
      .init("told", .list(told.map { .integer($0) })), .init("storiesInChunk", .integer(Stories.chunkSize)),
    ] + sections
  }

  /// The facts of the common sections: outcomes, causes, stages, distributions, time series and charts.
  private var sections: [JSON.Member] {
    let outcomes = run.market.glossaries.first { $0.title.hasSuffix("outcomes") }?.title ?? ""
    let (meaningsOfOutcomes, meaningsOfCauses) = (glossary(outcomes), glossary("Causes"))
    return [
      .init("requestOutcomes", requests.words("outcome").json { meaningsOfOutcomes[$0] }),
      .init("requestCauses", requests.words("cause").json { meaningsOfCauses[$0] }),
      .init("candidates", .text(design.candidates)), .init("beginsWithOne", .boolean(design.beginsWithOne)),
      .init(
        "stages",
        .list(
          design.stages.map {
            [
              "name": .text($0.name), "column": .text($0.column), "meaning": .text($0.meaning),
              "remedy": .text($0.remedy),
            ]
          })),
      .init("spread", .list(spreads.map(\.figure.json))),
      .init("course", course), .init("charts", .list(charts)),
    ]
  }

  /// The time series, one list for each column.
  private var course: JSON {
    let schema = run.market.tables.all.first { $0.name == "timeseries" }
    return timeseries.course((schema?.columns ?? []).dropFirst())
  }

  /// The charts of the time series, with their columns.
  private var charts: [JSON] {
    design.charts.map { chart in
      [
        "title": .text(chart.title), "label": .text(chart.label), "unit": .text(chart.unit),
        "isFlow": .boolean(chart.isFlow),
        "series": .list(chart.series.map { .list([.text($0.name), .text($0.column)]) }),
      ]
    }
  }

  /// The distributions, each with the column of its values, over the populations of the summary's figures.
  var spreads: [(column: String, figure: FigureSpread)] {
    design.spreads.compactMap { spread in
      guard let metric = run.market.figures.metrics.first(where: { $0.name == spread.metric }) else {
        return nil
      }
      let population = run.market.request.many
      return (
        spread.column,
        FigureSpread(
          metric: metric, title: spread.title, population: population, countsOpen: spread.countsOpen)
      )
    }
  }
}

/// The requests of a run and their attempts, in the form used by the common sections.
struct MarketRecords {
  private(set) var requests = PageBlock()
  private(set) var attempts = PageBlock()

  /// Creates the blocks of `tables`.
  ///
  /// - Throws: `PageError` if the folder is damaged.
  init(_ tables: MarketTables) throws {
    let words = tables.run.market.request
    let schema = try MarketTables.schema(String(words.table.prefix { $0 != "." }), of: tables.run)
    let roll = try Roll(tables.requests, words.column, schema, tables.run)
    requests.add(tables.requests, ["submit_s"])
    requests.add("part", tables.parts)
    requests.add(words: ["outcome", "cause"], of: tables.requests)
    for (place, spread) in tables.spreads.enumerated() {
      requests.add(
        "spread_\(place)",
        tables.requests.numbers(spread.column).map { $0 == RecordedTable.none ? PageBlock.absent : $0 })
    }
    attempts.add("request", try roll.places(in: tables.attempts))
    for stage in tables.stages {
      attempts.add(
        stage.column, tables.attempts.numbers(stage.column).map { $0 == RecordedTable.none ? -1 : $0 })
    }
  }
}
