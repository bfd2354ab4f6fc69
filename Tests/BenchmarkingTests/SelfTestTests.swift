import Foundation
import Report
import Statistics
import Testing

@testable import BenchmarkSuite
@testable import Benchmarking

struct SelfTestTests {
  private func test(noise: Double) throws -> SelfTest {
    var draws = KeyedGenerator(seed: 1, replication: 0, purpose: Purpose(rawValue: 941))
    let rows = (0..<200).map { number in
      // Both sides drift together, as they do where a neighbour comes and goes.
      let drift = 1 + 0.3 * sin(Double(number) / 9)
      return "\(number),\(drift * (1 + noise * draws.uniform())),\(drift * (1 + noise * draws.uniform()))\n"
    }
    let file = FileManager.default.temporaryDirectory.appending(path: "pairs-\(UUID().uuidString).csv")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(("pair,base_s,head_s\n" + rows.joined()).utf8).write(to: file)
    return try SelfTest(contentsOf: file.path)
  }

  @Test
  func `a program against itself is not slower, and one slowed down is`() throws {
    let test = try test(noise: 0.04)
    let same = test.tally(ratio: 1, studies: 50)
    #expect(same.yes == 0 && same.count == 50 && same.no > 45)
    let slowed = test.tally(ratio: 1.1, studies: 50)
    #expect(slowed.yes >= 48 && slowed.no == 0)
    #expect(slowed == test.tally(ratio: 1.1, studies: 50))
  }

  @Test
  func `where the noise hides everything, nothing is said`() throws {
    let tally = try test(noise: 0.9).tally(ratio: 1, studies: 20)
    #expect(tally.no == 0 && tally.yes <= 1)
  }

  @Test
  func `a table of too few pairs is refused`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "pairs-\(UUID().uuidString).csv")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data("pair,base_s,head_s\n0,1,1\n".utf8).write(to: file)
    #expect(
      throws: BenchError.unreadable(
        file: file.path, reason: "has 1 pairs; 100 or more are needed, of 1e-9 to 1e9 seconds")
    ) { try SelfTest(contentsOf: file.path) }
  }
}

struct HistoryTests {
  @Test
  func `every figure has a picture with a value for each time`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "history-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(throws: BenchError.self) { try History(folder) }
    for (number, date) in ["2026-11-21", "2026-11-20"].enumerated() {
      var file = ResultFileTests.file
      file.date = date + "T10:00:00Z"
      file.commit = "c\(number)"
      file.results = [Suite.all.small[0]].map { item in
        CaseResult(
          item: item, operations: 10, operation: "hold", fingerprint: "aa", counts: [],
          peakBytes: 10 * (number + 1),
          samples: [.init(processor: 2 - Double(number), wall: 1)], instructions: nil, compiler: "Swift")
      }
      try file.write(to: "\(folder)/\(date)-x")
    }
    let history = try History(folder)
    #expect(history.files.map(\.commit) == ["c1", "c0"])
    let pictures = history.pictures()
    #expect(pictures.map(\.name) == ["time-\(Machine.here.kind)", "memory-\(Machine.here.kind)"])
    // Twice the time of the first day on the second.
    #expect(pictures[0].script.contains("0 1.0\n1 2.0\n"))
    #expect(pictures[0].script.contains("\"2026-11-20 c1\" 0, \"2026-11-21 c0\" 1"))
  }
}
