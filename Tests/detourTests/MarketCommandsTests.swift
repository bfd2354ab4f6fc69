import Foundation
import JSON5
import TestSupport
import Testing

/// Every command with every market but the carpool, on its small recorded scenario.
@Suite(.waitsForPrograms) struct MarketCommandsTests {
  static let markets = ["services", "shifts", "orders"]
  let scratch = Scratch()

  private func scenario(_ market: String) -> String {
    SharedData.checkout.appending(path: "Scenarios/\(market)-recorded.json5").path
  }

  private func run(_ market: String, into folder: String, _ words: [String] = []) throws {
    try succeed(["run", scenario(market), "--out", folder] + words)
  }

  /// Calls the program, which may warn of the odd rows of the small files.
  @discardableResult
  private func succeed(_ words: [String]) throws -> String {
    let call = try Program.run(words, in: scratch)
    try #require(call.status == 0, "\(words): \(call.errors)")
    return call.output
  }

  /// The tables of a result folder that two runs of one scenario have in common, byte for byte.
  private func tables(_ folder: String) throws -> [String: Data] {
    var tables: [String: Data] = [:]
    for name in try scratch.names(in: folder) where name.hasSuffix(".csv") && name != "timing.csv" {
      tables[name] = try scratch.data("\(folder)/\(name)")
    }
    return tables
  }

  @Test(arguments: markets)
  func `the same command gives the same bytes, whatever is recorded`(market: String) throws {
    try run(market, into: "one")
    try run(market, into: "two", ["--record", "events", "--quiet"])
    let one = try tables("one")
    let two = try tables("two")
    #expect(one.count >= 6 && two["events.csv"] != nil)
    for (name, content) in one { #expect(two[name] == content, "\(name)") }
  }

  @Test(.enabled(if: Program.hasPython), arguments: markets)
  func `the verifier finds no fault`(market: String) throws {
    try run(market, into: "out", ["--quiet"])
    let verifier = SharedData.checkout.appending(path: "Tests/Verifier/verify.py").path
    let call = try Program.call(URL(filePath: "/usr/bin/env"), ["python3", verifier, "out"], in: scratch)
    #expect(
      call.status == 0,
      "\(call.output.split(separator: "\n").filter { $0.contains("FAIL") || $0.contains("csv:") }) \(call.errors)"
    )
  }

  @Test(arguments: markets)
  func `each request is explained, and one that is not there is not`(market: String) throws {
    try run(market, into: "out", ["--quiet"])
    let manifest = try JSONSerialization.jsonObject(with: scratch.data("out/manifest.json"))
    let file = (((manifest as? [String: Any])?["tables"] as? [[String: Any]])?.first?["file"]) as? String
    let rows = try Table("out/\(try #require(file))", in: scratch)
    let ids = rows.column(rows.header[1])
    #expect(ids.count > 5)
    for id in ids {
      #expect(try succeed(["explain", "out", id]).contains(" \(id): "))
    }
    let call = try Program.run("explain", "out", "nobody", in: scratch)
    #expect(call.status == 65 && call.errors.contains("`nobody`"))
  }

  /// A row of attempts.csv that a program reads in `explain --json` instead: the columns of both, as texts.
  private func fields(_ attempt: JSON) -> [String: String] {
    guard case .object(let members) = attempt else { return [:] }
    let flat = members.flatMap { member -> [JSON.Member] in
      guard case .object(let inner) = member.value else { return [member] }
      return member.key == "funnel" ? inner : inner.map { .init("\(member.key)_\($0.key)", $0.value) }
    }
    let pairs = flat.map { member -> (String, String) in
      let text =
        switch member.value {
        case .null: ""
        case .text(let text): text
        default: member.value.compact
        }
      return (member.key, text)
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  @Test(arguments: markets)
  func `what explain prints for programs are the rows of its attempts, beside the same lines`(market: String)
    throws
  {
    try run(market, into: "out", ["--quiet"])
    let rows = try Table("out/attempts.csv", in: scratch)
    let ids = rows.column(rows.header[1])
    for id in Set(ids) {
      let account = try #require(JSON(parsing: try succeed(["explain", "out", id, "--json"])))
      let lines = (account["lines"]?.items ?? []).compactMap(\.words).joined(separator: "\n") + "\n"
      #expect(try lines == succeed(["explain", "out", id]))
      #expect(account["outcome"]?.words.map { lines.contains("\(id): \($0)") } == true)
      let attempts = try #require(account["attempts"]?.items)
      #expect(attempts.count == ids.count { $0 == id })
      for (attempt, place) in zip(attempts, ids.indices.filter { ids[$0] == id }) {
        let fields = fields(attempt)
        #expect(fields.count >= 10)
        for (name, found) in fields where rows.header.contains(name) {
          let written = rows.column(name)[place]
          let isSame = found == written || Double(found).map { $0 == Double(written) } == true
          #expect(isSame, "\(market) \(id) \(name): \(found), not \(written)")
        }
      }
    }
  }

  @Test(arguments: markets)
  func `it is swept, gone on with, compared and analysed`(market: String) throws {
    let sweep = [
      "sweep", scenario(market), "--vary", "matching.attempts=1,3", "--replications", "3", "--quiet", "--out",
    ]
    try succeed(sweep + ["study", "--jobs", "1"])
    let rows = try scratch.data("study/runs.csv")
    let summary = try scratch.data("study/summary.csv")
    try succeed(sweep + ["study", "--jobs", "2"])
    try succeed(sweep + ["again", "--jobs", "2"])
    for folder in ["study", "again"] {
      #expect(
        try scratch.data("\(folder)/runs.csv") == rows && scratch.data("\(folder)/summary.csv") == summary)
    }
    for part in ["1/2", "2/2"] {
      try succeed(sweep + ["part\(part.first ?? "0")", "--shard", part])
    }
    try succeed(["merge", "part1", "part2", "--out", "merged", "--quiet"])
    #expect(try scratch.data("merged/runs.csv") == rows)
    let compared = try Program.run(
      "compare", "study", "--a", "matching.attempts=1", "--b", "matching.attempts=3", in: scratch)
    // Better, worse, or not to be told: few rows decide little.
    #expect([0, 1, 3].contains(compared.status) && compared.output.contains("B is"), "\(compared.errors)")
    #expect(try succeed(["analyse", "study"]).contains("Best simulated point"))
  }

  @Test(arguments: markets)
  func `it is validated, and its tables are explained`(market: String) throws {
    #expect(try succeed(["validate", scenario(market)]).contains("no faults"))
    let foreign = try Program.run(
      "validate", scenario(market), "--set", "matching.weights.time_to_pickup=1", in: scratch)
    #expect(foreign.status == 65 && foreign.errors.contains("carpool"), "\(foreign.errors)")
    try run(market, into: "out", ["--quiet"])
    for name in try scratch.names(in: "out") where name.hasSuffix(".csv") {
      let table = "\(market)/\(name.dropLast(4))"
      let words = try succeed(["columns", table])
      for column in try Table("out/\(name)", in: scratch).header {
        #expect(words.contains("  \(column) "), "\(table) \(column)")
      }
    }
  }
}
