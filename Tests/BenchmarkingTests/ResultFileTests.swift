import CarpoolScenario
import Foundation
import JSON5
import Scenario
import Testing

@testable import BenchmarkSuite
@testable import Benchmarking

struct ResultFileTests {
  static let file = ResultFile(
    machine: .here, date: "2026-11-20T10:00:00Z", commit: "abc",
    results: [
      CaseResult(
        item: Case("kernel/hold", 100), operations: 1000, operation: "hold", fingerprint: "aa",
        counts: [Count("events", 7), Count("allocations", 3)], peakBytes: 20_000_000,
        samples: [0.25, 0.125, 0.5].map {
          .init(
            processor: $0, wall: 2 * $0,
            decisions: .init(mean: $0 / 100, p50: $0 / 200, p99: $0 / 50, p999: $0 / 40, max: $0 / 10))
        }, instructions: 12_345,
        compiler: Machine.compiler,
        marketFigures: [.init(name: "wait_s.p95", value: 605.25, unit: "s")])
    ],
    omissions: [Omission(item: Case("run/chengdu-carpool", 1000), reason: "needs x", isFailure: false)])

  private func inFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "bench-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  @Test
  func `what is written is read again`() throws {
    try inFolder { folder in
      try Self.file.write(to: folder)
      #expect(try ResultFile(contentsOf: folder) == Self.file)
      #expect(try ResultFile(contentsOf: folder + "/benchmark.json") == Self.file)
      let rows = try String(contentsOfFile: folder + "/samples.csv", encoding: .utf8).split(separator: "\n")
      #expect(
        rows == [
          "benchmark,size,repetition,operations,cpu_s,wall_s",
          "kernel/hold,100,0,1000,0.25,0.5",
          "kernel/hold,100,1,1000,0.125,0.25",
          "kernel/hold,100,2,1000,0.5,1",
        ])
      let summary = try String(contentsOfFile: folder + "/summary.csv", encoding: .utf8)
      #expect(summary.contains("2026-11-20T10:00:00Z,abc,kernel/hold,100,cpu_median,0.25,s\n"))
      #expect(summary.contains(",kernel/hold,100,instructions,12345,count\n"))
      #expect(summary.contains(",kernel/hold,100,decision_max,0.025,s\n"))
    }
  }

  @Test
  func `hyperfine's names are there`() throws {
    let result = try #require(Self.file.json["results"]?.items?.first)
    #expect(result["command"]?.words == "kernel/hold@100")
    #expect(result["median"]?.real == 0.25 && result["min"]?.real == 0.125 && result["max"]?.real == 0.5)
    #expect(result["times"]?.items?.count == 3)
  }

  @Test
  func `the file says how what was measured grows`() throws {
    var file = Self.file
    #expect(file.json["growth"]?.items == [])
    let first = file.results[0]
    file.results = [100, 1_000, 10_000, 100_000, 1_000_000].map { size in
      let time = 1e-6 * Double(size)
      return CaseResult(
        item: Case("kernel/hold", size), operations: 1, operation: "hold", fingerprint: "", counts: [],
        peakBytes: 0, samples: [.init(processor: time, wall: time)], instructions: 7, compiler: first.compiler
      )
    }
    let lines = try #require(file.json["growth"]?.items)
    #expect(lines.map { $0["figure"]?.words } == ["times", "instructions"])
    #expect(lines.map { $0["benchmark"]?.words } == ["kernel/hold", "kernel/hold"])
    #expect(abs(try #require(lines[0]["slope"]?.real) - 1) < 1e-9)
    #expect(abs(try #require(lines[1]["slope"]?.real)) < 1e-9)
  }

  @Test
  func `what is no file of results says so`() throws {
    try inFolder { folder in
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Data("{}".utf8).write(to: URL(filePath: folder + "/benchmark.json"))
      #expect(
        throws: BenchError.unreadable(
          file: folder + "/benchmark.json", reason: "is not a benchmark.json of this version of detour")
      ) { try ResultFile(contentsOf: folder) }
      #expect(throws: BenchError.self) { try ResultFile(contentsOf: folder + "/missing") }
    }
  }

  @Test
  func `a baseline of another machine is refused with the differences`() throws {
    var other = Self.file
    other.machine.compiler = "Swift 5.9"
    other.machine.memoryGiB = 3
    var duel = Duel(
      base: .file(other, path: "old.json"), head: .file(Self.file, path: "new.json"),
      surroundings: Surroundings(scenarios: "", data: ""))
    duel.cases = [Case("kernel/hold", 100)]
    duel.gates = [.exact]
    #expect(
      throws: BenchError.otherMachine(
        file: "new.json", differences: ["compiler: \(Machine.compiler) against Swift 5.9"])
    ) { try duel.carryOut() }
  }

  @Test
  func `files are held against each other as far as they go`() throws {
    var slower = Self.file
    slower.results[0].instructions = 12_500
    var duel = Duel(
      base: .file(Self.file, path: "a"), head: .file(slower, path: "b"),
      surroundings: Surroundings(scenarios: "", data: ""))
    duel.cases = [Case("kernel/hold", 100)]
    duel.gates = [.exact, .instructions, .time]
    let reports = try duel.carryOut().reports
    #expect(reports.map(\.answer) == [.no, .yes, .cannotTell])
    duel.cases = [Case("kernel/hold", 100), Case("kernel/hold", 1000)]
    duel.gates = [.exact]
    // What one side does not have is told, and is no pass.
    #expect(try duel.carryOut().answer == .cannotTell)
    duel.cases = [Case("kernel/hold", 1000)]
    #expect(throws: BenchError.nothingToCompare(base: "a", head: "b")) { try duel.carryOut() }
  }

  @Test
  func `two files are compared on what they hold, and their differences are called added and removed`() throws
  {
    func duel(_ base: ResultFile, _ head: ResultFile, _ names: [String]? = nil) -> Duel {
      var duel = Duel(
        base: .file(base, path: "a"), head: .file(head, path: "b"),
        surroundings: Surroundings(scenarios: "", data: ""))
      duel.compareWhatFilesHold(of: Suite.all.filter { names?.contains($0.name) ?? true })
      duel.gates = [.exact]
      return duel
    }
    // Its size is none of the small set.
    #expect(!Suite.all.small.contains(Self.file.results[0].item))
    let same = try duel(Self.file, Self.file).carryOut()
    #expect(same.answer == .no && same.reports[0].findings.map(\.subject).contains("kernel/hold@100"))
    #expect(try duel(Self.file, Self.file, ["kernel/hold"]).carryOut().answer == .no)
    var more = Self.file
    let result = more.results[0]
    more.results.append(
      CaseResult(
        item: Case("kernel/hold", 200), operations: 2000, operation: "hold", fingerprint: "bb", counts: [],
        peakBytes: 1, samples: result.samples, instructions: nil, compiler: result.compiler))
    let added = try duel(Self.file, more).carryOut()
    #expect(added.answer == .no && added.reports[0].findings.last?.words.hasPrefix("added") == true)
    let removed = try duel(more, Self.file).carryOut()
    #expect(
      removed.answer == .cannotTell && removed.reports[0].findings.last?.words.hasPrefix("removed") == true)
  }
}
