import Foundation
import TestSupport
import Testing

/// Instances of the dial-a-ride and of the pickup and delivery problem, read and checked by a script of their own, as users run it.
@Suite(.waitsForPrograms, .enabled(if: Program.hasPython))
struct DialARideTests {
  let scratch = Scratch()

  private func run(_ words: String...) throws -> Program.Call {
    let script = SharedData.checkout.appending(path: "Scripts/research/darp.py").path
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
  func `goods wait on board until their delivery opens, and other goods board and alight meanwhile`() throws {
    // The first delivery opens at 50; the second request lies on the way, and takes no time where it is loaded. It begins and ends in
    // one place, which is no trip.
    let nodes = [
      "0 0 0 0 0 99 0 0 0", "1 3 0 10 5 9 1 0 3", "2 3 4 20 0 60 0 0 4", "3 3 4 -10 50 60 1 1 0",
      "4 3 4 -20 0 60 2 2 0",
    ]
    try scratch.write((["1 200 1"] + nodes).joined(separator: "\n"), to: "closed.txt")
    let call = try run("closed.txt", "--best", "1:12", "--objective", "added_driving", "--keep", "kept")
    call.expectSuccess()
    #expect(
      rows(of: call) == [["closed", "all", "added_driving", "1", "2/2", "12.0000", "1:12.0000", "1.000"]])
    let again = try Program.run("run", "kept/scenario.json5", "--out", "out", "--quiet", in: scratch)
    again.expectSuccess(warns: true)
    let stops = try RunResult("out", in: scratch).rows("stops").filter { $0["kind"] == "dropoff" }
    #expect(stops.contains { $0["arrive_s"] != "3000.000" && $0["leave_s"] == "3060.000" })
  }

  @Test
  func `ways of which only the time is listed are driven in that time, each in its direction`() throws {
    try scratch.write(roads(times: "0 5 9\n9 0 6\n7 9 0"), to: "listed.txt")
    let call = try run("listed.txt", "--best", "1:18", "--objective", "cost")
    call.expectSuccess()
    #expect(rows(of: call) == [["listed", "all", "cost", "1", "1/1", "18.0000", "1:18.0000", "1.000"]])
  }

  @Test
  func `instances of Li and Lim are served within all their rules`() throws {
    let file = SharedData.checkout.appending(path: "Scenarios/literature/lilim/lc101.txt").path
    let call = try run(file, "--best", "10:828.9369", "--objective", "added_driving")
    call.expectSuccess()
    let ratios = rows(of: call).compactMap { $0.last.flatMap { Double($0) } }
    #expect(ratios.count == 1 && ratios.allSatisfy { 1 <= $0 && $0 < 3 }, "\(call.output)")
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
    ("1 4 2\n0 0 0 0 0 60 0 0 0\n", "odd.txt:1: vehicles drive at 2"),
    (
      "1 4 1\n0 0 0 0 0 60 0 0 0\n1 3 0 1 5 9 1 0 2\n2 3 4 -1 0 60 1 0 0\n",
      "odd.txt:3: node 1 is dropped off at 2; give a node that names it as its pickup"
    ),
    ("1 4000 1\n0 0 0 0 0 60 0 0 0\n", "odd.txt:1: vehicles hold 4000"),
    ("NAME: odd\nSIZE: 3\nCAPACITY: 4\n", "odd.txt:3: found no line ROUTE-TIME:"),
    (roads(times: "0 9 9 9\n1 0 1\n1 1 0"), "odd.txt:10: found 4 numbers; give 3"),
    (roads(times: "0 9 1\n1 0 1\n1 1 0"), "odd.txt:10: a way over another node is shorter"),
  ])
  func `a file that is no instance is told where`(text: String, words: String) throws {
    try scratch.write(text, to: "odd.txt")
    let call = try run("odd.txt")
    #expect(call.status == 1 && call.errors.contains(words), "\(call.errors)")
  }
}

/// An instance of Sartori and Buriol with one request, and `times` between the depot, the pickup and the drop-off.
private func roads(times: String) -> String {
  """
  NAME: odd
  SIZE: 3
  ROUTE-TIME: 60
  CAPACITY: 4
  NODES
  0 41.40 2.12 0 0 60 0 0 0
  1 41.41 2.12 3 10 20 5 0 2
  2 41.40 2.13 -3 30 40 5 1 0
  EDGES
  \(times)
  EOF
  """
}
