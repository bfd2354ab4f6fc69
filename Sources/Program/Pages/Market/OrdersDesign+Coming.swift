import JSON5
import Quoting
import Run
import Tables

/// The way of orders to payment: campaigns and drafts.
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
