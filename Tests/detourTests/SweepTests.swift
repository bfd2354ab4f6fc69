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
    let files = Scratch()
    try Program.run("unpack", folder, "--runs", "--quiet", "--out", files.url.path, in: scratch)
      .expectSuccess()
    for kind in ["runs", "start-up"] {
      for name in try files.names(in: kind) { content["\(kind)/\(name)"] = try files.data("\(kind)/\(name)") }
    }
    return content
  }

  /// The number of finished runs in `folder`, by its indexes.
  static func count(_ folder: String, in scratch: Scratch) -> Int {
    let names = (try? scratch.names(in: folder + "/runs")) ?? []
    return names.filter { $0.hasSuffix(".index") }.reduce(0) { count, name in
      count + ((try? scratch.data("\(folder)/runs/\(name)"))?.count ?? 0) / 48
    }
  }

  /// The name of the only pack of runs in `folder`.
  static func pack(_ folder: String, in scratch: Scratch) throws -> String {
    try #require(try scratch.names(in: folder + "/runs").first { $0.hasSuffix(".runs") })
  }

  /// Changes a byte of each of the first `count` runs in the pack of `folder`, and returns their ids.
  static func damage(_ count: Int, _ folder: String, in scratch: Scratch) throws -> [String] {
    let file = "\(folder)/runs/" + (try pack(folder, in: scratch))
    var data = try scratch.data(file)
    let text = String(decoding: data, as: Unicode.ASCII.self)
    let heads = text.matches(
      of: /@[0-9a-f]{16} ([0-9a-f]{16}) [0-9a-f]{16} [0-9a-f]{8} [0-9a-f]{8} [0-9a-f]{12}\n/
    )
    .prefix(count)
    for (number, head) in heads.enumerated() {
      let place = text.unicodeScalars.distance(from: text.startIndex, to: head.range.upperBound)
      data[place + 40 * number] ^= 16
    }
    try scratch.write(data, to: file)
    return heads.map { String($0.1) }
  }

  /// Makes `folder` a study as earlier versions wrote it, with separate files for each run.
  static func makeFormer(_ folder: String, in scratch: Scratch) throws {
    try Program.run("unpack", folder, "--runs", "--quiet", in: scratch).expectSuccess()
    for name in try scratch.names(in: folder + "/runs") where !name.hasSuffix(".csv") {
      try FileManager.default.removeItem(atPath: scratch.path("\(folder)/runs/\(name)"))
    }
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
    while process.isRunning, TownStudy.count("two", in: scratch) < 20 { sched_yield() }
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
    #expect(TownStudy.count("one", in: scratch) == TownStudy.runs)
    for name in ["one", "two"] { #expect(try scratch.names(in: name + "/runs").count == 2) }
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
  func `notices that differ only in numbers are shown once`() throws {
    try scratch.write(
      "request_id,submit_s,origin_x,origin_y,destination_x,destination_y\n1,10,0,0,900,900\n", to: "r.csv")
    try scratch.write(
      """
      { time: { duration_s: 3600 }, space: { kind: "plane" },
        supply: { kind: "synthetic", count: 50, od: { kind: "uniform" } },
        demand: { kind: "recorded", file: "r.csv" } }
      """, to: "wishes.json5")
    let sweep = try Program.run(
      "sweep", "wishes.json5", "--vary", "matching.radius_m=500,1000", "--replications", "3", "--quiet",
      "--out", "s",
      in: scratch)
    sweep.expectSuccess(warns: true)
    // Each replication draws the wishes of its drivers.
    let told = sweep.errors.split(separator: "\n").filter {
      $0.contains("have a wish that none of the requests meets")
    }
    #expect(
      told.count == 1
        && told[0].hasSuffix("; 2 similar with other numbers: see manifest.json"))
    let kept = try scratch.text("s/manifest.json")
    #expect(kept.components(separatedBy: "have a wish that none of the requests meets").count == 4)
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
    #expect(try scratch.names(in: "study/runs").count == 2 && scratch.names(in: "study/tables").count == 2)
    try Program.run("unpack", "study", "--quiet", in: scratch).expectSuccess()
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
    let damaged = try #require(TownStudy.damage(1, "study", in: scratch).first)
    let pack = try TownStudy.pack("study", in: scratch)
    try TownStudy.run("--only", damaged, out: "study", in: scratch).expectFailure(
      1, "study/runs/\(pack) (run \(damaged)) is not as written by the program; it was kept")
  }

  @Test
  func `a run's tables are taken out as a run would write them, wherever the study stands`() throws {
    try TownStudy.run("--keep-tables", out: "study", in: scratch).expectSuccess()
    let id = try Table("study/runs.csv", in: scratch).column("run_id")[4]
    let call = try Program.run("unpack", "study", id, in: scratch)
    call.expectSuccess()
    #expect(call.output == "study/tables/\(id)\n")
    try Program.run("explain", "study/tables/\(id)", "5", in: scratch).expectSuccess()
    try Program.run("unpack", "study", id, "--out", "far/away", in: scratch).expectSuccess()
    try Program.run("explain", "far/away/tables/\(id)", "5", in: scratch).expectSuccess()
    for name in try scratch.names(in: "study/tables/\(id)") where name != "manifest.json" {
      #expect(
        try scratch.data("study/tables/\(id)/\(name)") == scratch.data("far/away/tables/\(id)/\(name)"))
    }
    // Merged, they are there too; a run that keeps none is repeated for them.
    try Program.run("merge", "study", "--out", "merged", "--quiet", in: scratch).expectSuccess()
    try Program.run("unpack", "merged", "--quiet", in: scratch).expectSuccess()
    #expect(
      try scratch.data("merged/tables/\(id)/requests.csv") == scratch.data("study/tables/\(id)/requests.csv"))
    try TownStudy.run(out: "bare", in: scratch).expectSuccess()
    try Program.run("unpack", "bare", in: scratch).expectFailure(65, "bare: has no tables of its runs")
    try Program.run("unpack", "bare", id, in: scratch).expectFailure(65, "bare: has no tables of run \(id)")
    try Program.run("unpack", "bare", "--runs", "abc", in: scratch).expectFailure(
      65, "bare: has no finished run abc")
    try TownStudy.run("--only", id, "--keep-tables", out: "bare", in: scratch).expectSuccess()
    try Program.run("unpack", "bare", id, in: scratch).expectSuccess()
    #expect(
      try scratch.data("bare/tables/\(id)/requests.csv") == scratch.data("study/tables/\(id)/requests.csv"))
  }

  @Test
  func `a study of an earlier version goes on, and is merged`() throws {
    try TownStudy.run(out: "whole", in: scratch).expectSuccess()
    let whole = try TownStudy.content("whole", in: scratch)
    try TownStudy.run("--shard", "1/2", "--keep-tables", out: "study", in: scratch).expectSuccess()
    try Program.run("unpack", "study", "--quiet", in: scratch).expectSuccess()
    try TownStudy.makeFormer("study", in: scratch)
    for name in try scratch.names(in: "study/tables") where name.contains(".tables") {
      try FileManager.default.removeItem(atPath: scratch.path("study/tables/" + name))
    }
    let progress = try Program.run("progress", "study", in: scratch)
    #expect(progress.output.contains("6 of 12 runs"))
    try TownStudy.run("--shard", "2/2", out: "other", in: scratch).expectSuccess()
    try Program.run("merge", "other", "study", "--out", "merged", "--quiet", in: scratch).expectSuccess()
    #expect(try TownStudy.content("merged", in: scratch) == whole)
    let id = try #require(try scratch.names(in: "study/tables").first)
    try Program.run("unpack", "merged", id, "--quiet", in: scratch).expectSuccess()
    #expect(
      try scratch.data("merged/tables/\(id)/requests.csv") == scratch.data("study/tables/\(id)/requests.csv"))
    let performance = try scratch.text("study/performance.csv").split(separator: "\n")
    try TownStudy.run(out: "study", in: scratch).expectSuccess()
    #expect(try TownStudy.content("study", in: scratch) == whole)
    #expect(Set(performance).isSubset(of: try scratch.text("study/performance.csv").split(separator: "\n")))
    #expect(TownStudy.count("study", in: scratch) == 6)
  }

  @Test
  func `a worker may leave the tables to the merge`() throws {
    try TownStudy.run(out: "whole", in: scratch).expectSuccess()
    for shard in 1...2 {
      try TownStudy.run("--runs-only", "--shard", "\(shard)/2", out: "study", in: scratch).expectSuccess()
      #expect(!scratch.has("study/runs.csv"))
    }
    #expect(try scratch.names(in: "study") == [".work", "manifest.json", "runs"])
    #expect(try scratch.names(in: "study/.work") == ["study.lock"])
    #expect(try scratch.names(in: "study/runs").count == 2)
    try Program.run("merge", "study", "--quiet", in: scratch).expectSuccess()
    #expect(try TownStudy.content("study", in: scratch) == TownStudy.content("whole", in: scratch))
    try TownStudy.run("--runs-only", "--json", out: "other", in: scratch).expectFailure(
      64, "--runs-only writes no tables, but --json shows one")
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
