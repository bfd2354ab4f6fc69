import JSON5
import Orders
import Quantities
import Quoting
import Run
import Scenario
import Tables

extension MarketDesign {
  /// The design for orders: the line, and whether promises were kept.
  static let orders = MarketDesign(
    scripts: PageAsset.orders, stages: OrderStage.allCases.map(Stage.init), candidates: "orders",
    beginsWithOne: true,
    requestColumns: [.number("confirmed_s"), .number("finished_s")], isMeant: { _, _ in true }, success: nil,
    causes: "Why orders failed",
    spreads: [
      Spread(
        column: "order_time_s", metric: "order_time_s",
        title: "From the order to the departure of the last card"),
      Spread(column: "wait_s", metric: "wait_s", title: "Total wait of a card at all stations"),
      Spread(column: "lateness_s", metric: "lateness_s", title: "Lateness of late orders"),
    ],
    charts: [
      Chart(
        "Orders", "orders", isFlow: true,
        [("submitted", "orders_submitted"), ("begun", "orders_begun"), ("finished", "orders_finished")]),
      Chart("In the line", "orders", [("in the line", "orders_in_line"), ("not begun", "orders_unbegun")]),
      Chart(
        "Credits", "credits", isFlow: true, [("sold", "credits_sold"), ("used", "credits_used")]),
    ], section: lineSection, ownSection: { try line($0) })

  private static var lineSection: HTML {
    """
    <section aria-labelledby="line-title" class="scripted" id="line">
    <h2 id="line-title">The line: who waits before the stations</h2>
    <div class="controls"><label>shown <select id="line-span"></select></label></div>
    <p class="quiet small">Shaded: the hours in which the station is open. A queue that grows in the shade has too few servers; one that grows outside of it waits for the morning.</p>
    <div id="queue-charts"></div>
    <div id="stations"></div>
    </section>
    <section aria-labelledby="promise-title" class="scripted" id="promise">
    <h2 id="promise-title">The promise</h2>
    <div id="promise-words"></div>
    <div class="columns" id="promises"></div>
    </section>
    <section aria-labelledby="coming-title" class="scripted" id="coming" hidden>
    <h2 id="coming-title">Partners, drafts, and accounts opened on the way</h2>
    <p id="draft-words"></p>
    <div id="campaigns"></div>
    </section>
    """
  }

  /// Returns stations with their hours, queues if recorded, and promises by day.
  private static func line(_ tables: MarketTables) throws -> OwnSection {
    let scenario = tables.run.scenario
    let fields = scenario.fields(of: OrdersFields.self)
    var ownSection = OwnSection()
    ownSection.facts = [
      .init("sinceMonday", .number(scenario.time.sinceMonday.seconds)),
      .init("promise", .number(fields.line.promise.seconds)),
      .init("stations", .list(try stations(tables, fields))),
      .init("kept", promises(kept(tables))),
      .init("delivered", try delivered(tables, fields)),
      .init("campaigns", .list(try campaigns(tables))), .init("drafts", try drafts(tables)),
    ]
    if try tables.has("queues") {
      ownSection.blocks.append(.block("queues", try queues(tables, stations: fields.stations.count).packed))
    } else {
      ownSection.notes.append(
        "The queue before each station was not recorded, so the orders that are paid and not begun are shown instead; run the scenario"
          + " with `--record queues` for each station's.")
    }
    return ownSection
  }

  private static func stations(_ tables: MarketTables, _ fields: OrdersFields) throws -> [JSON] {
    let numbers = ["servers", "begun", "most_waiting", "mean_wait_s", "p95_wait_s", "utilisation"]
    let table = try tables.table("stations", [.word("name"), .word("unit")] + numbers.map { .number($0) })
    guard table.count == fields.stations.count else {
      throw PageError.damaged(
        folder: tables.run.folder, what: "stations.csv has other stations than its scenario")
    }
    return fields.stations.enumerated().map { row, station in
      [
        "name": .text(station.name.visible), "unit": .text(station.unit.rawValue),
        "servers": table.json("servers", row), "begun": table.json("begun", row),
        "mostWaiting": table.json("most_waiting", row),
        "meanWait": table.json("mean_wait_s", row, perOne: 1000),
        "p95Wait": table.json("p95_wait_s", row, perOne: 1000),
        "utilisation": table.json("utilisation", row, perOne: 1_000_000),
        "hours": .list(
          station.hours.spans.map {
            .list([.number(Double($0.lowerBound) / 1000), .number(Double($0.upperBound) / 1000)])
          }),
      ]
    }
  }

  private static func queues(_ tables: MarketTables, stations: Int) throws -> PageBlock {
    let table = try tables.table("queues", [.required("station"), .required("waiting")])
    guard table.count == stations * tables.timeseries.count else {
      throw PageError.damaged(
        folder: tables.run.folder, what: "queues.csv has other intervals than timeseries.csv")
    }
    var block = PageBlock()
    block.add("waiting", table.numbers("waiting"))
    return block
  }

  /// The numbers of kept and broken promises, by day.
  private typealias Days = [Int: (kept: Int, broken: Int)]

  /// Returns the numbers of kept and broken promises of the orders included in figures, by day of payment. A promise
  /// is kept if the last card left by the promised time.
  private static func kept(_ tables: MarketTables) -> Days {
    let requests = tables.requests
    let (outcomes, confirmed) = (requests.words("outcome"), requests.numbers("confirmed_s"))
    var days: Days = [:]
    for row in tables.counted where requests.numbers("finished_s")[row] != RecordedTable.none {
      let isKept = outcomes[row] == "kept"
      days[day(of: confirmed[row], tables), default: (0, 0)].kept += isKept ? 1 : 0
      days[day(of: confirmed[row], tables), default: (0, 0)].broken += isKept ? 0 : 1
    }
    return days
  }

  /// Returns the numbers of cards that arrived in time and late, by day of hand-over and by country; null if the run
  /// has no deliveries.
  private static func delivered(_ tables: MarketTables, _ fields: OrdersFields) throws -> JSON {
    guard try tables.has("deliveries") else { return .null }
    let table = try tables.table(
      "deliveries", [.word("order_id"), .word("country"), .word("outcome"), .required("handed_s")])
    let (countries, outcomes, orders) = (
      table.words("country"), table.words("outcome"), table.words("order_id")
    )
    let counted = Set(tables.counted)
    let ids = tables.requests.words("order_id").texts
    let places = Dictionary(uniqueKeysWithValues: ids.enumerated().map { ($1, $0) })
    let isCounted = orders.texts.map { places[$0].map(counted.contains) ?? false }
    var days: Days = [:]
    var byCountry = [(kept: Int, broken: Int)](repeating: (0, 0), count: countries.texts.count)
    for row in 0..<table.count where isCounted[Int(orders.places[row])] {
      let outcome = outcomes[row]
      guard !["on_the_way", "returned"].contains(outcome) else { continue }
      let isKept = outcome == "in_time"
      days[day(of: table.numbers("handed_s")[row], tables), default: (0, 0)].kept += isKept ? 1 : 0
      days[day(of: table.numbers("handed_s")[row], tables), default: (0, 0)].broken += isKept ? 0 : 1
      byCountry[Int(countries.places[row])].kept += isKept ? 1 : 0
      byCountry[Int(countries.places[row])].broken += isKept ? 0 : 1
    }
    return [
      "days": promises(days),
      "countries": .list(
        countries.texts.enumerated().map { place, name in
          let promised = fields.delivery?.countries.first { $0.name == name }?.promiseDays
          return [
            "name": .text(name.visible), "days": .number(promised),
            "kept": .integer(byCountry[place].kept),
            "broken": .integer(byCountry[place].broken),
          ]
        }),
    ]
  }

  /// Returns the calendar day that contains `time`, counted from the day on which the run starts.
  private static func day(of time: Int64, _ tables: MarketTables) -> Int {
    let day: Int64 = 86_400_000
    return Int((time + tables.run.scenario.time.sinceMonday.rawValue % day) / day)
  }

  private static func promises(_ days: Days) -> JSON {
    guard let first = days.keys.min(), let last = days.keys.max() else { return .list([]) }
    return .list(
      (first...last).map { day in
        let (kept, broken) = days[day] ?? (0, 0)
        return .list([.integer(day), .integer(kept), .integer(broken)])
      })
  }
}

/// The path of orders to payment: campaigns and drafts.
extension MarketDesign {
  /// Returns the campaigns, row by row; empty if there are none.
  static func campaigns(_ tables: MarketTables) throws -> [JSON] {
    guard try tables.has("campaigns") else { return [] }
    let (words, numbers) = (
      ["campaign", "partner", "channel"], ["quota", "orders", "cards", "returned", "paid"]
    )
    let table = try tables.table(
      "campaigns", words.map { .word($0) } + (numbers + ["begin_s", "end_s"]).map { .number($0) })
    return (0..<table.count).map { row in
      .object(
        words.map { .init($0, .text(table.words($0)[row].visible)) }
          + numbers.map { .init($0, table.json($0, row)) }
          + ["begin_s", "end_s"].map { .init($0, table.json($0, row, perOne: 1000)) })
    }
  }

  /// Returns the numbers of drafts and of accounts opened at checkout, over the orders included in figures; null if
  /// customers pay at once.
  static func drafts(_ tables: MarketTables) throws -> JSON {
    guard try tables.hasColumn("completed_s", of: "orders") else { return .null }
    let table = try tables.table(
      "orders", [.word("draft"), .word("cause"), .number("completed_s"), .number("submit_s")])
    let (draft, cause) = (table.words("draft"), table.words("cause"))
    let drafts = tables.counted.filter { draft[$0] == "true" }
    let spans = drafts.filter { table.numbers("completed_s")[$0] != RecordedTable.none }
      .map { table.numbers("completed_s")[$0] - max(0, table.numbers("submit_s")[$0]) }.sorted()
    func count(_ rows: [Int], _ word: String) -> JSON {
      .integer(rows.count { cause[$0] == word })
    }
    let opened = try tables.table("accounts", [.word("opened_with")]).words("opened_with")
    return [
      "drafts": .integer(drafts.count), "finished": .integer(spans.count),
      "givenUp": count(drafts, "draft_given_up"),
      "median": spans.isEmpty ? .null : .number(Double(spans[(spans.count - 1) / 2]) / 1000),
      "opened": .integer(opened.places.count { !opened.texts[Int($0)].isEmpty }),
      "accountsGivenUp": count(tables.counted, "account_given_up"),
    ]
  }
}
