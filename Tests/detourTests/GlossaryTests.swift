import Foundation
import TestSupport
import Testing

/// The glossary names fields and columns that there are.
struct GlossaryTests {
  private static func document(_ name: String) throws -> String {
    try String(contentsOf: SharedData.checkout.appending(path: "docs/" + name), encoding: .utf8)
  }

  /// The rows of the glossary with a field of the scenario and a place where the term is counted.
  private static func rows() throws -> [[Substring]] {
    try document("glossary.md").split(separator: "\n")
      .map { $0.split(separator: "|").map { $0.trimming(" ") } }
      .filter { $0.count == 4 && $0[0] != "term" && !$0[0].hasPrefix("-") }
  }

  @Test
  func `the words of services, shifts and orders have a field and a place where they are counted`() throws {
    let rows = try Self.rows()
    let terms = Set(rows.flatMap { $0[0].split(separator: ", ") })
    let expected: Set<Substring> = [
      "provider", "job", "client", "dispute", "impression", "moderation", "volunteer", "post", "slot",
      "flexible", "reserve",
      "order", "account", "credit", "pack", "promo code", "campaign", "draft", "referral", "wallet",
    ]
    #expect(expected.subtracting(terms) == [])
    #expect(try Self.document("glossary.md").contains("| verification, KYC |"))

    let fields = try Self.document("scenario.md")
    let tables = try Self.columns()
    for row in rows {
      let names = Self.quoted(row[2])
      #expect(!names.isEmpty && names.allSatisfy { fields.contains("`\($0)`") }, "\(row)")
      for place in row[3].split(separator: "; ") {
        let parts = place.split(separator: ".csv: ")
        let columns = tables[String(parts[0])] ?? []
        #expect(parts.count == 2 && Self.quoted(place).allSatisfy(columns.contains), "\(row)")
      }
    }
  }

  /// The columns of each table, of whichever market.
  private static func columns() throws -> [String: Set<Substring>] {
    var tables: [String: Set<Substring>] = [:]
    var table: String?
    for line in try document("columns.md").split(separator: "\n") {
      if line.hasPrefix("## ") {
        table = line.contains(".csv`") ? String(line.dropFirst(4).dropLast(5)) : nil
      }
      if let table, line.hasPrefix("| `"), let name = quoted(line).first {
        tables[table, default: []].insert(name)
      }
    }
    return tables
  }

  /// The words between backticks.
  private static func quoted(_ text: Substring) -> [Substring] {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map(\.element)
  }
}

extension Substring {
  fileprivate func trimming(_ character: Character) -> Substring {
    var rest = drop { $0 == character }
    while rest.last == character { rest.removeLast() }
    return rest
  }
}
