import Foundation
import TestSupport
import Testing

/// The page of benchmarks over time, in a browser.
@Suite(.waitsForPrograms, .enabled(if: BrowserCheck.isAvailable, BrowserCheck.missing), .serialized)
struct BenchmarksPageTests {
  let scratch = Scratch()

  /// Three measurements, each with more instructions than the one before; the first is one that is kept.
  private func makeHistory() throws {
    let kept = SharedData.checkout.appending(path: "Results/benchmarks")
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: kept.path).sorted().first {
        FileManager.default.fileExists(atPath: kept.appending(path: $0 + "/benchmark.json").path)
      })
    let text = try String(contentsOf: kept.appending(path: name + "/benchmark.json"), encoding: .utf8)
    for (place, factor) in [10, 11, 13].enumerated() {
      let changed = text.replacing(/"instructions": ([0-9]+)/) { match in
        "\"instructions\": \((Int(match.output.1) ?? 0) / 10 * factor)"
      }.replacing(/"date": "[^"]*"/, with: "\"date\": \"2026-0\(place + 1)-01T00:00:00Z\"")
      try scratch.write(changed, to: "history/2026-0\(place + 1)-01-x/benchmark.json")
    }
  }

  @Test
  func `curves and ratios are those of the files`() throws {
    try makeHistory()
    try Program.run("report", "history", in: scratch).expectSuccess()
    let files = (1...3).map { "history/2026-0\($0)-01-x/benchmark.json" }
    try BrowserCheck.expect(
      "check_benchmarks", "ratios_and_curves_are_those_of_the_files", "history.html", files[0], files[1],
      files[2],
      in: scratch)
    try BrowserCheck.expect("check_benchmarks", "suits_everyone", "history.html", in: scratch)
  }
}
