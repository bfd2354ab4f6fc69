import Foundation
import JSON5
import Testing

/// `detour sample` as a user meets it.
@Suite(.waitsForPrograms) struct SampleCommandTests {
  private static let words = ["sample", "town.json5", "--shares", "0.5,0.1", "--replications", "3"]
  let scratch = Scratch()

  init() throws { try Town.write(to: scratch) }

  @Test
  func `the bias is that of runs paired by hand`() throws {
    let call = try Program.run(Self.words + ["--out", "study", "--json"], in: scratch)
    call.expectSuccess()
    let json = try #require(JSON(parsing: call.output))
    #expect(json["stretched"]?.items?.compactMap(\.words).contains("matching.radius_m") == true)
    let figure = try #require(json["figures"]?.items?.first)
    let share = try #require(figure["shares"]?.items?.first)
    #expect(figure["figure"] == .text("match_rate") && share["share"] == .number(0.1))
    #expect(abs((share["stretch"]?.real ?? 0) - pow(10, 1.0 / 3)) < 1e-12)
    func rate(_ replication: Int, _ more: [String]) throws -> Double {
      let words = [
        "run", "town.json5", "--replication", "\(replication)", "--json", "--force", "--out", "run",
      ]
      try Program.run(words + more.flatMap { ["--set", $0] }, in: scratch).expectSuccess()
      let rows = try scratch.text("run/summary.csv").split(separator: "\n").map { $0.split(separator: ",") }
      let place = try #require(rows.first?.firstIndex(of: "value"))
      return try #require(rows.first { $0.contains("match_rate") }.flatMap { Double($0[place]) })
    }
    let wholes = try (0..<3).map { try rate($0, []) }
    let samples = try (0..<3).map { try rate($0, ["sample_share=0.1"]) }
    let bias = zip(samples, wholes).reduce(0) { $0 + ($1.0 - $1.1) } / 3
    #expect(abs((share["as_it_is"]?["bias"]?.real ?? .nan) - bias) < 1e-5)
    #expect(bias < 0)
    let table = try Program.run(Self.words + ["--out", "study"], in: scratch)
    #expect(table.output.contains("match_rate  ") && table.output.contains("matching.radius_m"))
  }

  @Test
  func `jobs and interruptions change no byte`() throws {
    try Program.run(Self.words + ["--out", "one", "--jobs", "1", "--quiet"], in: scratch).expectSuccess()
    let process = try Program.start(
      Program.url, Self.words + ["--out", "two", "--jobs", "2"], in: scratch, log: Scratch())
    while process.isRunning, TownStudy.count("two", in: scratch) < 5 { sched_yield() }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    try Program.run(Self.words + ["--out", "two", "--jobs", "2", "--quiet"], in: scratch).expectSuccess()
    #expect(try TownStudy.content("two", in: scratch) == TownStudy.content("one", in: scratch))
  }

  @Test(arguments: [
    (["--shares", "0.1,2"], "--shares 0.1,2"), (["--shares", "0.1,0.1"], "--shares"),
    (["--exponent", "2"], "--exponent 2"), (["--figure", "happiness"], "happiness"),
    (["--set", "sample_share=0.5"], "sample_share"),
  ])
  func `what is wrong is said`(words: [String], part: String) throws {
    let call = try Program.run(["sample", "town.json5", "--out", "bad"] + words, in: scratch)
    #expect([64, 65].contains(call.status) && call.errors.contains(part), "\(call.errors)")
    #expect(try !scratch.names(in: ".").contains("bad"))
  }
}
