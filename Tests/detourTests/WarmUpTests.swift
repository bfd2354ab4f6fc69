import Foundation
import Testing

/// What MSER-5 says, where it is shown.
@Suite(.waitsForPrograms) struct WarmUpTests {
  let scratch = Scratch()

  init() throws { try Town.write(to: scratch) }

  @Test
  func `a run of a stationary scenario says whether its warm-up is long enough`() throws {
    let words = ["run", "town.json5", "--force", "--out", "out", "--set", "demand.count=3000"]
    let call = try Program.run(words, in: scratch)
    call.expectSuccess()
    let line = try #require(call.output.split(separator: "\n").first { $0.hasPrefix("warm-up ") })
    #expect(line.contains("MSER-5 deletes ") && line.contains("1,800"))
    #expect(line.count <= 80)
    let json = try Program.run(words + ["--json"], in: scratch).output
    let summary = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let found = try #require(summary["warm_up"] as? [String: Any])
    #expect(found["period_s"] as? Double == 1800 && found["warm_up_s"] as? Double == 0)
    let late = try Program.run(words + ["--set", "demand.profile=[1,2]"], in: scratch)
    #expect(!late.output.contains("warm-up "))
  }

  /// What the sweep says is what its files say, and outlives the runs that it came from.
  @Test
  func `a study says it of the point that takes longest, again when nothing is left to run`() throws {
    let words = [
      "sweep", "town.json5", "--vary", "matching.radius_m=600,1200", "--replications", "3", "--out", "study",
    ]
    let call = try Program.run(words, in: scratch)
    call.expectSuccess()
    let lines = call.output.split(separator: "\n").drop { !$0.hasPrefix("warm-up ") }
    let told = lines.prefix { $0.hasPrefix("warm-up ") || $0.hasPrefix("             ") }
    #expect(told.count > 1 && told.allSatisfy { $0.count <= 80 })
    let sentence = told.joined(separator: " ").split(separator: " ").joined(separator: " ")
    #expect(sentence.contains("at the slowest of 2 points, by the mean of 3 runs · warm_up_s "))
    #expect(try Program.run(words, in: scratch).output == call.output)
    try Program.run("unpack", "study", "--runs", "--quiet", in: scratch).expectSuccess()
    let table = try Table("study/warm_up.csv", in: scratch)
    #expect(table.column("matching.radius_m") == ["600", "1200"] && table.column("runs") == ["3", "3"])
    #expect(table.column("period_s") == ["1800.000", "1800.000"])
    // The truncation, tried for every number of batches over the means of the runs.
    let ids = try Table("study/runs.csv", in: scratch).column("run_id")
    for point in 0..<2 {
      var sums = Array(repeating: 0.0, count: 100)
      for id in ids[3 * point..<3 * point + 3] {
        let matches = try Table("study/start-up/\(id).csv", in: scratch).column("matches")
        for (batch, text) in matches.enumerated() { sums[batch] += try #require(Double(text)) }
      }
      let errors = (0...95).map { cut in
        let rest = sums[cut...]
        let mean = rest.reduce(0, +) / Double(rest.count)
        return rest.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(rest.count * rest.count)
      }
      let best = try #require(errors.indices.min { errors[$0] < errors[$1] })
      let deleted = best <= 50 ? String(format: "%.3f", Double(18 * best)) : ""
      #expect(table.column("deleted_s")[point] == deleted)
      let verdict = best > 50 ? "no_steady_state" : best > 0 ? "too_short" : "long_enough"
      #expect(table.column("verdict")[point] == verdict)
    }
  }
}
