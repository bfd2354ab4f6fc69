import Foundation
import TestSupport
import Testing

/// Orders that pool on the way, predicted and run by a script of their own, as users run it.
@Suite(.waitsForPrograms, .enabled(if: Program.hasPython))
struct PooledOrdersTests {
  let scratch = Scratch()

  private func run(_ words: String...) throws -> Program.Call {
    let script = SharedData.checkout.appending(path: "Scripts/research/pooled_orders.py").path
    return try Program.call(
      URL(filePath: "/usr/bin/env"), ["python3", script, "--detour", Program.url.path] + words, in: scratch)
  }

  @Test(arguments: ["own-cars", "both-orders"])
  func `as many orders are matched as the equations say`(rule: String) throws {
    // Two pairs that share a corner of the grid.
    try scratch.write("0 0 3 4 7 1\n1 1 5 3 6 1\n", to: "pairs.txt")
    let call = try run("pairs.txt", "--only", rule, "--orders", "3000", "--seeds", "2")
    let rows = call.output.split(separator: "\n").dropFirst().map { $0.split(separator: " ") }
    #expect(rows.count >= 2 && call.errors.isEmpty, "\(call.output) \(call.errors)")
    for row in rows {
      let (predicted, found) = (try #require(Double(row[6])), try #require(Double(row[7])))
      #expect(predicted > 0.2 && abs(predicted - found) < 0.05, "\(row)")
    }
  }

  @Test(arguments: [
    ("", "odd.txt:1: the file is empty"),
    ("0 0 3 4 7\n", "odd.txt:1: found 0 0 3 4 7; give six numbers"),
    ("0 0 3 4 7 1\n0 0 3 31 7 1\n", "odd.txt:2: found 0 0 3 31 7 1; give two crossings from 0 to 30"),
    ("0 0 3 4 7 0\n", "odd.txt:1: found 0 0 3 4 7 0; give two crossings"),
  ])
  func `a list that is none is refused with the line`(text: String, sentence: String) throws {
    try scratch.write(text, to: "odd.txt")
    let call = try run("odd.txt")
    #expect(call.status == 1 && call.errors.contains(sentence), "\(call.errors)")
  }
}
