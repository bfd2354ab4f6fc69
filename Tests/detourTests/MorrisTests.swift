import Foundation
import Testing

/// Screenings: studies whose points are trajectories.
@Suite(.waitsForPrograms) struct MorrisTests {
  let scratch = Scratch()
  static let words = [
    "sweep", "town.json5", "--vary", "matching.radius_m=300:1500", "--vary",
    "matching.limits.max_detour_s=100:900",
    "--vary", "matching.attempts=1:4", "--design", "morris", "3", "--replications", "2", "--set",
    "demand.count=60", "--set", "supply.count=60",
  ]

  init() throws { try Town.write(to: scratch) }

  private func run(_ more: String..., out folder: String) throws {
    try Program.run(Self.words + ["--quiet", "--out", folder] + more, in: scratch).expectSuccess()
  }

  /// The means of the replications by the values of the point.
  private func means(_ figure: String, of folder: String) throws -> [[String]: Double] {
    let rows = try Table(folder + "/runs.csv", in: scratch)
    var sums: [[String]: (Double, Double)] = [:]
    for row in rows.column(figure).indices {
      let point = Self.fields.map { rows.column($0)[row] }
      let value = try #require(Double(rows.column(figure)[row]))
      sums[point] = (sums[point, default: (0, 0)].0 + value, sums[point, default: (0, 0)].1 + 1)
    }
    return sums.mapValues { $0.0 / $0.1 }
  }

  private static let fields = ["matching.radius_m", "matching.limits.max_detour_s", "matching.attempts"]

  @Test
  func `the effects are those of the steps in the manifest`() throws {
    try run(out: "study")
    let call = try Program.run("analyse", "study", "--figure", "match_rate", "--json", in: scratch)
    call.expectSuccess()
    let json = try #require(try JSONSerialization.jsonObject(with: Data(call.output.utf8)) as? [String: Any])
    let rows = try #require((json["screenings"] as? [String: Any])?["match_rate"] as? [[String: Any]])
    let manifest = try #require(
      try JSONSerialization.jsonObject(with: scratch.data("study/manifest.json")) as? [String: Any])
    let points = try #require(manifest["points"] as? [[String: Any]]).compactMap { $0["values"] as? [String] }
    let ways = try #require(manifest["trajectories"] as? [[Int]])
    #expect(ways.count == 3 && ways.allSatisfy { $0.count == 4 })
    let means = try means("match_rate", of: "study")
    for (place, field) in Self.fields.enumerated() {
      let effects = try ways.map { way in
        let step = try #require((1...3).first { points[way[$0]][place] != points[way[$0 - 1]][place] })
        let (a, b) = (points[way[step - 1]], points[way[step]])
        let change = try #require(means[b]) - #require(means[a])
        // Four levels: each step takes two thirds of the range.
        return change * 1.5 * (Double(a[place])! < Double(b[place])! ? 1 : -1)
      }
      let row = try #require(rows.first { $0["field"] as? String == field })
      #expect(row["effects"] as? Int == 3)
      #expect(abs(try #require(row["mu"] as? Double) - effects.reduce(0, +) / 3) < 1e-9)
      #expect(abs(try #require(row["mu_star"] as? Double) - effects.map(abs).reduce(0, +) / 3) < 1e-9)
    }
    let text = try Program.run("analyse", "study", "--figure", "match_rate", in: scratch).output
    #expect(
      text.contains("Screening for match_rate (Morris, 3 trajectories; the effect of a field's whole range):")
    )
  }

  @Test
  func `shards, jobs and going on make the same study`() throws {
    try run("--jobs", "1", out: "whole")
    let whole = try TownStudy.content("whole", in: scratch)
    for shard in 1...3 { try run("--shard", "\(shard)/3", out: "shard\(shard)") }
    try Program.run("merge", "shard1", "shard2", "shard3", "--out", "merged", "--quiet", in: scratch)
      .expectSuccess()
    #expect(try TownStudy.content("merged", in: scratch) == whole)
    try run("--shard", "2/3", out: "resumed")
    try run(out: "resumed")
    #expect(try TownStudy.content("resumed", in: scratch) == whole)
  }

  @Test
  func `precision adds replications to trajectories`() throws {
    for jobs in ["1", "2"] {
      try run("--precision", "0.2", "--max-replications", "5", "--jobs", jobs, out: "jobs" + jobs)
    }
    #expect(try TownStudy.content("jobs1", in: scratch) == TownStudy.content("jobs2", in: scratch))
    let replications = try Table("jobs1/runs.csv", in: scratch).column("replication")
    #expect(replications.contains("2"))
    try Program.run("analyse", "jobs1", "--figure", "match_rate", in: scratch).expectSuccess()
  }

  @Test
  func `a study file says the same as the options`() throws {
    try scratch.write(
      """
      {
        name: "town-sweep", scenario: "town.json5", set: ["demand.count=60", "supply.count=60"],
        vary: [
          { field: "matching.radius_m", from: 300, to: 1500 },
          { field: "matching.limits.max_detour_s", from: 100, to: 900 },
          { field: "matching.attempts", from: 1, to: 4 },
        ],
        design: { method: "morris", trajectories: 3 },
        replications: 2,
      }
      """, to: "screening.json5")
    try Program.run("sweep", "screening.json5", "--quiet", "--out", "file", in: scratch).expectSuccess()
    try run(out: "options")
    #expect(try TownStudy.content("file", in: scratch) == TownStudy.content("options", in: scratch))
    try Program.run("validate", "screening.json5", in: scratch).expectSuccess()
  }
}
