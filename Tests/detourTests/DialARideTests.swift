import Foundation
import TestSupport
import Testing

/// Dial-a-ride instances, read and checked by a script of their own, as users run it.
@Suite(.enabled(if: Program.hasPython))
struct DialARideTests {
  let scratch = Scratch()

  private func run(_ words: String...) throws -> Program.Call {
    let script = SharedData.checkout.appending(path: "Scripts/darp.py").path
    return try Program.call(
      URL(filePath: "/usr/bin/env"), ["python3", script, "--detour", Program.url.path] + words, in: scratch)
  }

  /// The rows of the table that was printed, in words.
  private func rows(of call: Program.Call) -> [[Substring]] {
    call.output.split(separator: "\n").dropFirst().map { $0.split(separator: " ") }
  }

  @Test
  func `the route of a single request is the triangle over the depot`() throws {
    // 3 to the pickup, 4 to the drop-off, 5 back; the first line counts the nodes, as some copies do.
    try scratch.write("1 2 60 2 10\n0 0 0 0 0 0 60\n1 3 0 1 1 5 9\n2 3 4 1 -1 0 60\n", to: "triangle.txt")
    let call = try run("triangle.txt", "--best", "12", "--objective", "added_driving")
    call.expectSuccess()
    #expect(
      rows(of: call) == [["triangle", "all", "added_driving", "1", "1/1", "12.0000", "12.0000", "1.000"]])
  }

  @Test
  func `a car that would be back after the horizon is not sent`() throws {
    // The pickup opens at 5; a stop of 1, 4 to the drop-off, another stop and 5 back end at 16.
    func served(by horizon: Int) throws -> Substring? {
      try scratch.write(
        "1 1 \(horizon) 2 10\n0 0 0 0 0 0 60\n1 3 0 1 1 5 9\n2 3 4 1 -1 0 60\n", to: "late.txt")
      return rows(of: try run("late.txt", "--objective", "added_driving")).first?[4]
    }
    #expect(try served(by: 16) == "1/1")
    #expect(try served(by: 15) != "1/1")
  }

  @Test
  func `instances of Cordeau are served within all their rules, and not below the optimum`() throws {
    let folder = SharedData.checkout.appending(path: "Scenarios/literature/darp")
    let names = ["a2-16", "a2-20"].map { folder.appending(path: $0 + ".txt").path }
    let call = try run(names[0], names[1], "--best", "294.2480", "344.8341", "--objective", "added_driving")
    // Exit code 1 says that a rule of the instance is broken.
    call.expectSuccess()
    let ratios = rows(of: call).compactMap { $0.last.flatMap { Double($0) } }
    #expect(ratios.count == 2 && ratios.allSatisfy { 1 <= $0 && $0 < 1.3 }, "\(call.output)")
  }

  @Test(arguments: [
    ("", "odd.txt:1: the file is empty"),
    ("1 1 60 2 10\n0 0 0 0 0 0 60\n1 3 0 1 1 5 x\n", "odd.txt:3: found 1 3 0 1 1 5 x; give numbers"),
    ("1 1 60 2\n0 0 0 0 0 0 60\n", "odd.txt:1: found 4 numbers; give 5"),
    (
      "1 1 60 2 10\n0 0 0 0 0 0 60\n1 3 0 1 1 5 9\n2 3 4 1 -2 0 60\n",
      "odd.txt:3: node 1 has a load of 1, its drop-off -2"
    ),
    ("1 1 60 2 10\n0 0 0 0 0 0 60\n1 3 0 1 1 5 9\n2 3 4 9 -1 0 60\n", "stops take different times"),
  ])
  func `a file that is no instance is told where`(text: String, words: String) throws {
    try scratch.write(text, to: "odd.txt")
    let call = try run("odd.txt")
    #expect(call.status == 1 && call.errors.contains(words), "\(call.errors)")
  }
}
