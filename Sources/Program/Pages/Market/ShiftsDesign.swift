import JSON5
import Quantities
import Quoting
import Run
import Scenario
import Shifts
import Tables

extension MarketDesign {
  /// The design for shifts: the board of posts and slots over the days.
  static let shifts = MarketDesign(
    scripts: PageAsset.shifts, stages: ShiftStage.allCases.map(Stage.init), candidates: "posts",
    beginsWithOne: false,
    requestColumns: ["post", "slot", "assigned", "reserve"].map { .word($0) }
      + [.required("wishes"), .number("rank")],
    // A volunteer on standby does not fail if not needed.
    isMeant: { signUps, row in signUps.numbers("wishes")[row] > 0 }, success: "worked",
    causes: "Why sign-ups failed",
    spreads: [
      Spread(
        column: "time_to_confirm_s", metric: "time_to_confirm_s",
        title: "From the sign-up to the first confirmation")
    ],
    charts: [
      Chart(
        "Sign-ups", "sign-ups", isFlow: true,
        [("submitted", "signups_submitted"), ("confirmed", "confirmed"), ("withdrawn", "withdrawn")]),
      Chart("Waiting for a place", "sign-ups", [("waiting", "signups_waiting")]),
      Chart("Places taken, of all", "share", unit: "share", [("places taken", "fill_ratio")]),
    ], section: boardSection, ownSection: { try board($0) })

  private static var boardSection: HTML {
    """
    <section aria-labelledby="board-title" class="scripted" id="board-section">
    <h2 id="board-title">The board: posts and slots, filling</h2>
    <div class="controls" role="group" aria-label="Day">
    <button type="button" id="play">Play</button>
    <button type="button" id="earlier" title="back by a step">‹ earlier</button>
    <button type="button" id="later" title="on by a step">later ›</button>
    <output id="board-time" class="board-time" aria-live="polite"></output>
    </div>
    <input type="range" id="time" class="wide" min="0" max="1" step="1" value="0" aria-label="day">
    <p id="board-words"></p>
    <ul class="legend" id="board-legend" aria-label="Colours"></ul>
    <div class="scroll tall" id="board" tabindex="-1"></div>
    <div id="cell" class="panel" role="status"><p class="quiet">Choose a cell: click it, or go there with Tab and the arrow keys.</p></div>
    <h3>Slots: what sign-up, the deadline and the day brought</h3>
    <div id="slots"></div>
    <div id="openings"></div>
    <div id="needs"></div>
    <div class="columns" id="ranks"></div>
    </section>
    """
  }

  /// Returns posts, slots and cells; the ledger of places; the sign-ups by cell.
  private static func board(_ tables: MarketTables) throws -> OwnSection {
    let zonesComeLater = try tables.hasColumn("without_zone", of: "posts")
    let numbers =
      ["begin_s", "end_s", "capacity", "filled", "post_capacity", "manned"]
      + (zonesComeLater ? ["without_zone", "manned_without_zone"] : [])
    let posts = try tables.table(
      "posts", ["post", "slot", "zone"].map { .word($0) } + numbers.map { .required($0) })
    let places = try tables.table(
      "places", ["post", "slot", "change"].map { .word($0) } + ["time_s", "taken"].map { .required($0) })
    let (names, slots) = (posts.words("post"), posts.words("slot"))
    let folder = tables.run.folder
    let placeOfPost = Dictionary(uniqueKeysWithValues: names.texts.enumerated().map { ($1, Int64($0)) })
    let placeOfSlot = Dictionary(uniqueKeysWithValues: slots.texts.enumerated().map { ($1, Int64($0)) })
    /// Returns the post and the slot of each row of a table, as columns of indices; −1: none.
    func cells(_ table: RecordedTable) throws -> (posts: [Int64], slots: [Int64]) {
      func column(_ name: String, _ known: [String: Int64]) throws -> [Int64] {
        let words = table.words(name)
        let places = try words.texts.map { text -> Int64 in
          if text.isEmpty { return -1 }
          guard let place = known[text] else {
            throw PageError.damaged(
              folder: folder, what: "posts.csv has no \(name) `\(text)` that others name")
          }
          return place
        }
        return words.places.map { places[Int($0)] }
      }
      return (try column("post", placeOfPost), try column("slot", placeOfSlot))
    }
    var sections = PageBlock()
    sections.add("post", names.places.lazy.map(Int64.init))
    sections.add("slot", slots.places.lazy.map(Int64.init))
    sections.add("zone", posts.words("zone").places.lazy.map(Int64.init))
    for column in numbers { sections.add(column, posts.numbers(column)) }
    var ledger = PageBlock()
    let changed = try cells(places)
    ledger.add("post", changed.posts)
    ledger.add("slot", changed.slots)
    ledger.add("time_s", places.numbers("time_s"))
    ledger.add("taken", places.numbers("taken"))
    ledger.add("change", places.words("change").places.lazy.map(Int64.init))
    var signUps = PageBlock()
    let signed = try cells(tables.requests)
    signUps.add("post", signed.posts)
    signUps.add("slot", signed.slots)
    signUps.add("outcome", tables.requests.words("outcome").places.lazy.map(Int64.init))
    signUps.add("rank", tables.requests.numbers("rank").lazy.map { max(0, $0) })
    signUps.add("wishes", tables.requests.numbers("wishes"))
    for column in ["assigned", "reserve"] {
      let words = tables.requests.words(column)
      signUps.add(column, words.places.lazy.map { words.texts[Int($0)] == "true" ? 1 : 0 })
    }
    func texts(_ words: RecordedTable.Words) -> JSON { .list(words.texts.map { .text($0.visible) }) }
    let scenario = tables.run.scenario
    let fields = scenario.fields(of: ShiftsFields.self)
    let deadline = fields.deadline(in: scenario)
    return OwnSection(
      facts: [
        .init("posts", texts(names)), .init("slots", texts(slots)),
        .init("zones", texts(posts.words("zone"))),
        .init("changes", texts(places.words("change"))),
        .init("outcomes", texts(tables.requests.words("outcome"))),
        .init("deadline", .number(deadline?.seconds)),
        .init("zonesOpen", .number(zonesComeLater ? fields.zones?.opens.seconds : nil)),
        .init("openings", .list(try openings(tables, placeOfPost, placeOfSlot))),
        .init("needs", .list(try needs(tables))),
      ],
      blocks: [
        .block("sections", sections.packed), .block("ledger", ledger.packed),
        .block("signups", signUps.packed),
      ])
  }

  /// Returns places opened later: time, post, slot, zone and number; empty if there are none.
  private static func openings(
    _ tables: MarketTables, _ posts: [String: Int64], _ slots: [String: Int64]
  ) throws -> [JSON] {
    guard try tables.has("openings") else { return [] }
    let table = try tables.table(
      "openings", ["post", "slot", "zone"].map { .word($0) } + ["opens_s", "places"].map { .required($0) })
    func text(_ column: String, _ row: Int) -> String {
      table.words(column)[row]
    }
    return try (0..<table.count).map { row in
      guard let post = posts[text("post", row)], let slot = slots[text("slot", row)] else {
        throw PageError.damaged(
          folder: tables.run.folder, what: "posts.csv lacks a post or slot that openings.csv names")
      }
      return [
        "time": .number(Double(table.numbers("opens_s")[row]) / 1000),
        "post": .integer(post), "slot": .integer(slot),
        "zone": .text(text("zone", row).visible),
        "places": .integer(table.numbers("places")[row]),
      ]
    }
  }

  /// Returns the needs of volunteers, row by row; empty if not surveyed.
  private static func needs(_ tables: MarketTables) throws -> [JSON] {
    guard try tables.has("needs") else { return [] }
    let (words, numbers) = (["need", "kind", "date", "slot"], ["day", "planned", "came"])
    let table = try tables.table(
      "needs", words.map { .word($0) } + numbers.map { .required($0) })
    return (0..<table.count).map { row in
      .object(
        words.map { .init($0, .text(table.words($0)[row].visible)) }
          + numbers.map { .init($0, .integer(table.numbers($0)[row])) })
    }
  }
}
