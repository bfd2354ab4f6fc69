import Foundation
import Report
import TestSupport
import Testing

@testable import BenchmarkSuite
@testable import Benchmarking

/// Whatever stands in benchmark.json, it is read or refused with a sentence.
struct DamagedResultTests {
  @Test
  func `a damaged file of results is read or refused`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "bench-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try ResultFileTests.file.write(to: folder + "/now")
    let file = folder + "/now/benchmark.json"
    let text = try String(contentsOfFile: file, encoding: .utf8)
    var refused = 0
    forAll(seeds: 0..<1000) { seed in
      var random = SplitMix64(seed: seed)
      try Data(Damage.done(to: text, &random)).write(to: URL(filePath: file))
      do throws(BenchError) {
        let history = try History(folder)
        _ = history.pictures()
        try history.files[0].write(to: folder + "/written")
        if let result = history.files[0].results.first {
          _ = Gates.exact(result, ResultFileTests.file.results[0])
          _ = Gates.exact(ResultFileTests.file.results[0], result)
        }
        var duel = Duel(
          base: .file(history.files[0], path: "a"), head: .file(ResultFileTests.file, path: "b"),
          surroundings: Surroundings(scenarios: "", data: ""))
        duel.cases = [Case("kernel/hold", 100)]
        duel.gates = [.exact, .instructions]
        do { _ = try duel.carryOut() } catch {}
      } catch {
        refused += 1
        if error.description.isEmpty { return "no sentence" }
      }
      return nil
    }
    #expect((160..<960).contains(refused), "\(refused)")
  }

  @Test(arguments: ["Infinity", "NaN", "1e400", "-1", "1e300"])
  func `a time that cannot be is refused`(time: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "bench-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try ResultFileTests.file.write(to: folder)
    let text = try String(contentsOfFile: folder + "/benchmark.json", encoding: .utf8)
    try Data(text.replacing("[0.25,0.125,0.5]", with: "[0.25,\(time),0.5]").utf8)
      .write(to: URL(filePath: folder + "/benchmark.json"))
    #expect(throws: BenchError.self) { try ResultFile(contentsOf: folder) }
  }
}
