import Foundation
import Testing

/// A study of a small town: two radii by two policies, three replications each.
enum TownStudy {
  static let words = [
    "sweep", "town.json5", "--vary", "matching.radius_m=600,1200", "--vary",
    "matching.policy=two_circles,first", "--replications", "3", "--quiet", "--set", "demand.count=60",
    "--set", "supply.count=60",
  ]
  static let runs = 12

  /// Carries it out in `folder`, with more words.
  static func run(_ more: String..., out folder: String, in scratch: Scratch) throws -> Program.Call {
    try Program.run(words + ["--out", folder] + more, in: scratch)
  }

  /// What must be the same in every folder of the study, by file name.
  static func content(_ folder: String, in scratch: Scratch) throws -> [String: Data] {
    var content: [String: Data] = [:]
    for name in ["manifest.json", "runs.csv", "summary.csv", "warm_up.csv"] {
      content[name] = try scratch.data(folder + "/" + name)
    }
    for kind in ["runs", "start-up"] {
      for name in try scratch.names(in: "\(folder)/\(kind)") {
        content["\(kind)/\(name)"] = try scratch.data("\(folder)/\(kind)/\(name)")
      }
    }
    return content
  }

  /// The same with `others`, in which the folder's name stands.
  static func content(_ folder: String, with others: [String], in scratch: Scratch) throws -> [String: Data] {
    var content = try content(folder, in: scratch)
    for name in others {
      let text = try scratch.text("\(folder)/\(name)").replacing("\"\(folder)\"", with: "\"here\"")
      content[name] = Data(text.utf8)
    }
    return content
  }

  /// Checks that `words` leave the same content by one job, and by two that are killed and begun again.
  static func expectSameBytes(of words: [String], with others: [String], in scratch: Scratch) throws {
    try Program.run(words + ["--out", "one", "--jobs", "1", "--quiet"], in: scratch).expectSuccess()
    let process = try Program.start(
      Program.url, words + ["--out", "two", "--jobs", "2"], in: scratch, log: Scratch())
    while process.isRunning, ((try? scratch.names(in: "two/runs").count) ?? 0) < 20 { sched_yield() }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    try Program.run(words + ["--out", "two", "--jobs", "2", "--quiet"], in: scratch).expectSuccess()
    #expect(try content("two", with: others, in: scratch) == content("one", with: others, in: scratch))
  }
}

@Suite(.waitsForPrograms) struct SweepTests {
  let scratch = Scratch()

  init() throws { try Town.write(to: scratch) }

  @Test
  func `a study has a row per run, the same at any number of jobs`() throws {
    try TownStudy.run("--jobs", "1", out: "one", in: scratch).expectSuccess()
    try TownStudy.run("--jobs", "2", out: "two", in: scratch).expectSuccess()
    let one = try TownStudy.content("one", in: scratch)
    #expect(one == (try TownStudy.content("two", in: scratch)))
    #expect(try scratch.names(in: "one/runs").count == TownStudy.runs)
    let rows = try Table("one/runs.csv", in: scratch)
    #expect(
      rows.column("matching.radius_m").map(Int.init) == Array(repeating: 600, count: 6)
        + Array(repeating: 1200, count: 6))
    #expect(rows.column("replication") == Array(repeating: ["0", "1", "2"], count: 4).flatMap(\.self))
    #expect(Set(rows.column("run_id")).count == TownStudy.runs)
    #expect(try Table("one/performance.csv", in: scratch).column("run_id") == rows.column("run_id"))
  }

  @Test
  func `a row is what the run alone gives`() throws {
    try TownStudy.run(out: "study", in: scratch).expectSuccess()
    try Program.run(
      "run", "town.json5", "--set", "demand.count=60", "--set", "supply.count=60", "--set",
      "matching.radius_m=1200", "--set", "matching.policy=two_circles", "--replication", "2", "--out", "run",
      "--quiet", in: scratch
    ).expectSuccess()
    let run = try RunResult("run", in: scratch)
    let rows = try Table("study/runs.csv", in: scratch)
    let row = try #require(rows.column("run_id").firstIndex(of: run.runID))
    #expect(rows.column("fingerprint")[row] == run.fingerprint)
    #expect(Double(rows.column("match_rate")[row]) == (try run.figure("match_rate")))
    #expect(Double(rows.column("wait_s.p95")[row]) == (try run.figure("wait_s", "p95")))
  }

  @Test
  func `means and intervals are those of the rows`() throws {
    try TownStudy.run(out: "study", in: scratch).expectSuccess()
    let values = try Table("study/runs.csv", in: scratch).column("service_rate").prefix(3).compactMap(
      Double.init)
    let summary = try Table("study/summary.csv", in: scratch)
    let row = try #require(summary.column("metric").firstIndex(of: "service_rate"))
    let mean = values.reduce(0, +) / 3
    let sd = (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 2).squareRoot()
    // The 97.5 % quantile of Student's t with two degrees of freedom is 4.302653.
    #expect(abs(try #require(Double(summary.column("mean")[row])) - mean) < 1e-6)
    #expect(abs(try #require(Double(summary.column("sd")[row])) - sd) < 1e-6)
    let half = try #require(Double(summary.column("half_width_95")[row]))
    #expect(abs(half - 4.302653 * sd / 3.0.squareRoot()) < 2e-6)
    #expect(summary.column("n")[row] == "3")
  }

  @Test
  func `a replication has the same requests at every point`() throws {
    try TownStudy.run("--keep-tables", out: "study", in: scratch).expectSuccess()
    let rows = try Table("study/runs.csv", in: scratch)
    var drawn: [String: Set<[String]>] = [:]
    for (id, replication) in zip(rows.column("run_id"), rows.column("replication")) {
      let requests = try Table("study/tables/\(id)/requests.csv", in: scratch)
      let ends = ["submit_s", "origin_x", "origin_y", "destination_x", "destination_y"].flatMap(
        requests.column)
      drawn[replication, default: []].insert(ends)
    }
    #expect(drawn.count == 3)
    #expect(drawn.values.allSatisfy { $0.count == 1 })
    #expect(Set(drawn.values.flatMap(\.self)).count == 3)
  }

  @Test
  func `shards make the whole study`() throws {
    try TownStudy.run(out: "whole", in: scratch).expectSuccess()
    for shard in 1...5 {
      try TownStudy.run("--shard", "\(shard)/5", out: "shard\(shard)", in: scratch).expectSuccess()
    }
    let merge = ["merge", "shard1", "shard2", "shard3", "shard4", "shard5", "--out", "merged", "--quiet"]
    try Program.run(merge, in: scratch).expectSuccess()
    #expect(try TownStudy.content("merged", in: scratch) == TownStudy.content("whole", in: scratch))
    let part = try Program.run("merge", "shard1", "shard2", "--out", "part", "--quiet", in: scratch)
    part.expectFailure(1, "part: 6 runs are missing")
  }

  @Test
  func `one run alone is the same again`() throws {
    try TownStudy.run(out: "study", in: scratch).expectSuccess()
    let before = try TownStudy.content("study", in: scratch)
    let id = try Table("study/runs.csv", in: scratch).column("run_id")[7]
    let words = TownStudy.words.filter { $0 != "--quiet" }
    let call = try Program.run(words + ["--out", "study", "--only", id], in: scratch)
    call.expectSuccess()
    #expect(call.output == "run \(id): identical, byte for byte\n")
    #expect(try TownStudy.content("study", in: scratch) == before)
    let other = try scratch.text("study/runs/\(id).csv").replacing(",7,", with: ",8,")
    try scratch.write(other, to: "study/runs/\(id).csv")
    try TownStudy.run("--only", id, out: "study", in: scratch).expectFailure(
      1, "study/runs/\(id).csv was not written by the program")
  }

  @Test
  func `more replications keep the runs that are there`() throws {
    try TownStudy.run(out: "study", in: scratch).expectSuccess()
    let few = try scratch.text("study/performance.csv").split(separator: "\n")
    var words = TownStudy.words
    words[words.firstIndex(of: "3")!] = "4"
    try Program.run(words + ["--out", "study"], in: scratch).expectSuccess()
    let many = try scratch.text("study/performance.csv").split(separator: "\n")
    #expect(many.count == few.count + 4)
    #expect(Set(few).isSubset(of: many))
  }

  @Test
  func `replications are added until the precision is reached, whatever the jobs`() throws {
    let words = [
      "sweep", "town.json5", "--vary", "matching.radius_m=600,1200", "--replications", "2", "--quiet",
      "--precision", "0.15", "--max-replications", "9", "--set", "demand.count=60", "--set",
      "supply.count=60",
    ]
    for jobs in ["1", "3"] {
      try Program.run(words + ["--jobs", jobs, "--out", "jobs" + jobs], in: scratch).expectSuccess()
    }
    #expect(try TownStudy.content("jobs1", in: scratch) == TownStudy.content("jobs3", in: scratch))
    let summary = try Table("jobs1/summary.csv", in: scratch)
    for row in summary.column("metric").indices where summary.column("metric")[row] == "match_rate" {
      let numbers = ["n", "mean", "half_width_95"].compactMap { Double(summary.column($0)[row]) }
      #expect(numbers[0] == 9 || numbers[2] <= 0.15 * numbers[1])
      #expect(numbers[0] > 2)
    }
    for shard in 1...2 {
      try Program.run(words + ["--shard", "\(shard)/2", "--out", "shard\(shard)"], in: scratch)
        .expectSuccess()
    }
    try Program.run("merge", "shard1", "shard2", "--out", "merged", "--quiet", in: scratch).expectSuccess()
    #expect(try TownStudy.content("merged", in: scratch) == TownStudy.content("jobs1", in: scratch))
  }

  @Test
  func `a study file says the same as the options`() throws {
    try scratch.write(
      """
      {
        name: "town-sweep",
        scenario: "../town.json5",
        set: ["demand.count=60", "supply.count=60"],
        vary: [
          { field: "matching.radius_m", from: 600, to: 1200, count: 2 },
          { field: "matching.policy", values: ["two_circles", "first"] },
        ],
        replications: 3,
      }
      """, to: "studies/town.json5")
    try Program.run("sweep", "studies/town.json5", "--quiet", "--out", "file", in: scratch).expectSuccess()
    try TownStudy.run(out: "options", in: scratch).expectSuccess()
    for name in ["runs.csv", "summary.csv"] {
      #expect(try scratch.data("file/" + name) == scratch.data("options/" + name))
    }
  }
}

/// A table of a study, by column.
struct Table {
  let header: [String]
  private let rows: [[String]]

  init(_ path: String, in scratch: Scratch) throws {
    let lines = try scratch.text(path).split(separator: "\n").map { line in
      line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    header = try #require(lines.first)
    rows = Array(lines.dropFirst())
  }

  /// The fields of the column called `name`; none where there is no such column.
  func column(_ name: String) -> [String] {
    header.firstIndex(of: name).map { column in rows.map { $0[column] } } ?? []
  }
}
