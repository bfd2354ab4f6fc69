import Foundation
import Testing

/// What cannot be written is a failure, and results are whole whatever becomes of what is printed.
@Suite(.waitsForPrograms) struct OutletTests {
  let scratch = Scratch()

  init() throws {
    try Town.write(to: scratch)
    try MadeStudy.write("study", to: scratch)
    try Street.write(to: scratch)
    // More than a pipe holds, so that a reader who leaves is noticed.
    try scratch.write("from,to\n" + String(repeating: "1,3\n", count: 20_000), to: "pairs.csv")
  }

  /// Runs `detour` with standard output to `output`; answers its exit code, or the signal's number, negative.
  private func run(_ words: [String], into output: FileHandle) throws -> (status: Int32, errors: String) {
    let process = Process()
    let log = Scratch()
    process.executableURL = Program.url
    process.arguments = words
    process.currentDirectoryURL = scratch.url
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = try log.newFile("errors")
    try process.run()
    process.waitUntilExit()
    let isSignal = process.terminationReason == .uncaughtSignal
    return (isSignal ? -process.terminationStatus : process.terminationStatus, try log.text("errors"))
  }

  /// Commands of every kind that print something; `OUT` stands for a folder of its own.
  static let commands = [
    "--version", "--help", "help run", "columns", "columns requests", "columns --markdown", "schema",
    "schema --study",
    "validate town.json5", "run town.json5 --out OUT", "run town.json5 --out OUT --json",
    "sweep town.json5 --replications 1 --quiet --out OUT/x", "analyse study", "analyse study --json",
    "compare study study", "compare study study --json", "network profile", "bench --list",
    "network route net --pairs pairs.csv", "network route net --pairs pairs.csv --json",
  ]

  @Test(arguments: commands)
  func `a full device is told, with exit code 1`(command: String) throws {
    let words = command.replacing("OUT", with: "out").split(separator: " ").map(String.init)
    let call = try run(words, into: try #require(FileHandle(forWritingAtPath: "/dev/full")))
    guard !command.contains("--quiet") else { return }
    #expect(call.status == 1)
    #expect(call.errors.contains("detour: standard output cannot be written (No space left on device)"))
    #expect(call.errors.split(separator: "\n").allSatisfy { $0.hasPrefix("detour: ") })
  }

  @Test
  func `a verdict that nobody could read is a failure, told in a sentence`() throws {
    let rows = try scratch.text("study/runs.csv").split(separator: "\n").prefix(2)
    try scratch.write(rows.joined(separator: "\n") + "\n", to: "one/runs.csv")
    let words = ["compare", "one", "one"]
    let verdict = try Program.run(words, in: scratch)
    #expect(verdict.status == 3, "\(verdict.output)\(verdict.errors)")
    let call = try run(words, into: try #require(FileHandle(forWritingAtPath: "/dev/full")))
    #expect(call.status == 1)
    #expect(call.errors.contains("standard output cannot be written (No space left on device)"))
  }

  @Test(arguments: [
    "columns", "run town.json5 --out out", "run town.json5 --out out --json",
    "network route net --pairs pairs.csv",
  ])
  func `a reader who has left ends the program as it ends others, and leaves whole results`(command: String)
    throws
  {
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let call = try run(command.split(separator: " ").map(String.init), into: pipe.fileHandleForWriting)
    #expect(call.status == -SIGPIPE)
    #expect(call.errors == "")
    guard command.hasPrefix("run") else { return }
    try Program.run("run", "town.json5", "--out", "whole", in: scratch).expectSuccess()
    #expect(try scratch.names(in: "out") == scratch.names(in: "whole"))
    for name in RunResult.deterministic {
      #expect(try scratch.data("out/\(name).csv") == scratch.data("whole/\(name).csv"))
    }
    #expect(try scratch.names().filter { $0.contains("partial") } == [])
  }

  @Test
  func `a closed stream is told, and no file takes its place`() throws {
    let words = ["-c", "exec \"$0\" run town.json5 --out out >&- 2>errors", Program.url.path]
    let call = try Program.call(URL(filePath: "/bin/sh"), words, in: scratch)
    #expect(call.status == 1)
    #expect(try scratch.text("errors").contains("standard output cannot be written (Bad file descriptor)"))
    let names = try scratch.names(in: "out")
    #expect(try names.allSatisfy { try !scratch.text("out/" + $0).contains("\nresults      ") })
    let silent = ["-c", "exec \"$0\" run missing.json5 2>&-", Program.url.path]
    #expect(try Program.call(URL(filePath: "/bin/sh"), silent, in: scratch).status == 65)
    let full = ["-c", "exec \"$0\" run missing.json5 2>/dev/full", Program.url.path]
    #expect(try Program.call(URL(filePath: "/bin/sh"), full, in: scratch).status == 65)
  }
}
