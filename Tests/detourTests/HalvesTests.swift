import Foundation
import TestSupport
import Testing

/// The figures of the halves of a run, computed again from its tables.
@Suite(.waitsForPrograms) struct HalvesTests {
  let scratch = Scratch()

  /// A study of one point of `scenario` with tables in `folder`, and the halves that its first run has kept.
  private func study(
    _ scenario: String, _ sets: [String] = [], replications: Int = 1, in folder: String = "study"
  ) throws -> (run: RunResult, halves: Table, times: [Double]) {
    try Program.run(
      ["sweep", scenario, "--replications", "\(replications)", "--keep-tables", "--quiet", "--out", folder]
        + sets.flatMap { ["--set", $0] }, in: scratch
    ).expectSuccess()
    try Program.run("unpack", folder, "--runs", "--quiet", in: scratch).expectSuccess()
    try Program.run("unpack", folder, "--quiet", in: scratch).expectSuccess()
    let id = try #require(try Table("\(folder)/runs.csv", in: scratch).column("run_id").first)
    let halves = try Table("\(folder)/start-up/\(id).halves.csv", in: scratch)
    let times = ["from_s", "middle_s", "to_s"].compactMap { halves.column($0).first.flatMap(Double.init) }
    return (try RunResult("\(folder)/tables/\(id)", in: scratch), halves, times)
  }

  /// Checks the kept values of `figure` against the mean of `value` over the `rows` whose `time` lies in either half.
  private func expect(
    _ figure: String, in study: (run: RunResult, halves: Table, times: [Double]), _ rows: [RunResult.Row],
    by time: String, _ value: (RunResult.Row) -> Double?
  ) throws {
    let place = try #require(study.halves.column("figure").firstIndex(of: figure), "\(figure)")
    for (half, column) in ["first", "second"].enumerated() {
      let values = rows.filter {
        $0.number(time).map { study.times[half] <= $0 && $0 < study.times[half + 1] } ?? false
      }.compactMap(value)
      #expect(values.count > 5, "\(figure)")
      let mean = values.reduce(0, +) / Double(values.count)
      let kept = try #require(Double(study.halves.column(column)[place]))
      // Times in tables have three decimals, and so have the values that are averaged.
      #expect(abs(kept - mean) < 0.001, "\(figure), \(column) half: \(kept), from the rows \(mean)")
    }
  }

  @Test func `the halves of a carpool are those of its requests and departures`() throws {
    try Town.write(to: scratch)
    let study = try study("town.json5", ["time.warm_up_s=300", "demand.count=900"])
    // From the warm-up to the end of the period, whose last tenth is left out.
    #expect(study.times == [300, 960, 1620])
    let settled = try study.run.rows("requests").filter {
      ["served", "unmatched", "cancelled_by_passenger", "cancelled_by_driver"].contains($0["outcome"])
    }
    try expect("match_rate", in: study, settled, by: "submit_s") { $0["first_match_s"].isEmpty ? 0 : 1 }
    try expect("service_rate", in: study, settled, by: "submit_s") { $0["outcome"] == "served" ? 1 : 0 }
    try expect("wait_s.mean", in: study, settled, by: "submit_s") { $0.number("wait_s") }
    let sharing = try study.run.rows("drivers").filter {
      $0["outcome"] == "arrived" && $0["passengers_served"] != "0"
    }
    try expect("driver_detour_s.mean", in: study, sharing, by: "depart_s") { $0.number("detour_s") }
    // Neither counts nor what belongs to no half.
    for name in ["matches", "vkt_saved_ratio", "occupancy", "cause.limits"] {
      #expect(!study.halves.column("figure").contains(name))
    }
  }

  @Test func `the halves of services and orders are whole weeks`() throws {
    let folder = SharedData.checkout.appending(path: "Scenarios/examples").path
    let jobs = try study(
      folder + "/services.json5", ["time.duration_s=1814400", "time.warm_up_s=86400", "demand.count=1800"])
    let week = 604_800.0
    #expect(jobs.times == [86_400, 86_400 + week, 86_400 + 2 * week])
    let ended = try jobs.run.rows("jobs").filter {
      !["probe_hit", "probe_miss", "refused_input", "in_progress", "not_submitted"].contains($0["outcome"])
    }
    try expect("match_rate", in: jobs, ended, by: "submit_s") { $0["first_confirm_s"].isEmpty ? 0 : 1 }
    try expect("service_rate", in: jobs, ended, by: "submit_s") { $0["outcome"] == "done" ? 1 : 0 }
    try expect("time_to_confirm_s.mean", in: jobs, ended, by: "submit_s") { $0.number("time_to_confirm_s") }
    #expect(!jobs.halves.column("figure").contains("jobs_gini"))

    let orders = try study(folder + "/orders.json5", replications: 2, in: "orders")
    #expect(orders.times == [0, week, 2 * week])
    let settled = try orders.run.rows("orders").filter {
      !["probe_hit", "probe_miss", "refused_input", "in_progress", "not_submitted"].contains($0["outcome"])
    }
    try expect("paid_ratio", in: orders, settled, by: "submit_s") { $0["confirmed_s"].isEmpty ? 0 : 1 }
    try expect("order_time_s.mean", in: orders, settled, by: "submit_s") { $0.number("order_time_s") }
    let finished = settled.filter { !$0["finished_s"].isEmpty }
    try expect("kept_ratio", in: orders, finished, by: "submit_s") { $0["outcome"] == "kept" ? 1 : 0 }
    // The analysis tests them, although nothing here is stationary.
    let analysis = try Program.run("analyse", "orders", "--json", in: scratch)
    analysis.expectSuccess()
    #expect(analysis.output.contains("\"kept_ratio\"") && analysis.output.contains("\"second_half\""))
  }

  @Test func `a changed file of halves of an earlier version is noticed, and the run made again`() throws {
    try Town.write(to: scratch)
    _ = try study("town.json5")
    try TownStudy.makeFormer("study", in: scratch)
    let id = try #require(try Table("study/runs.csv", in: scratch).column("run_id").first)
    let path = "study/start-up/\(id).halves.csv"
    let text = try scratch.text(path)
    try scratch.write(text.replacing("match_rate,0", with: "match_rate,1"), to: path)
    let again = try Program.run("sweep", "town.json5", "--replications", "1", "--out", "study", in: scratch)
    #expect(again.errors.contains("not as written by the program"))
    try Program.run("unpack", "study", "--runs", "--quiet", in: scratch).expectSuccess()
    #expect(try scratch.text(path) == text)
  }
}
