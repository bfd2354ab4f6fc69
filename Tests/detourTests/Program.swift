import Foundation
import TestSupport
import Testing

/// The program as a user meets it: started with words, it leaves text and an exit code.
enum Program {
  /// Whether scripts of the project can be run here.
  static let hasPython =
    (try? call(URL(filePath: "/usr/bin/env"), ["python3", "--version"], in: Scratch()))?.status == 0

  /// What one call of the program left behind.
  struct Call: Sendable {
    /// The exit code; the signal's number, negative, where a signal ended it.
    let status: Int32
    let output: String
    let errors: String
  }

  /// `detour` beside the test bundle, or the file that `DETOUR_BINARY` names.
  static let url: URL =
    ProcessInfo.processInfo.environment["DETOUR_BINARY"].map { URL(filePath: $0) } ?? built("detour")

  /// The file `name` in the folder that the test bundle was built into.
  static func built(_ name: String) -> URL {
    URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: name)
  }

  /// Puts the program into `scratch` as the file `name`, without the library that counts allocations beside it: where nothing
  /// is optimised, their number varies.
  static func copy(to name: String, in scratch: Scratch) throws {
    try copyExecutable(url.path(percentEncoded: false), to: scratch.path(name))
  }

  /// Runs `detour` with `words` in the folder of `scratch` and waits for its end.
  @discardableResult
  static func run(_ words: String..., in scratch: Scratch) throws -> Call {
    try call(url, words, in: scratch)
  }

  /// Likewise, with the words in a list.
  @discardableResult
  static func run(_ words: [String], in scratch: Scratch) throws -> Call {
    try call(url, words, in: scratch)
  }

  /// Runs the program at `url`; what it prints goes through files, so that no pipe can fill up.
  static func call(_ url: URL, _ words: [String], in scratch: Scratch) throws -> Call {
    let log = Scratch()
    let process = try start(url, words, in: scratch, log: log)
    process.waitUntilExit()
    let isSignal = process.terminationReason == .uncaughtSignal
    return Call(
      status: isSignal ? -process.terminationStatus : process.terminationStatus,
      output: try log.text("output"), errors: try log.text("errors"))
  }

  /// Starts the program at `url`, which prints into the files `output` and `errors` of `log`.
  static func start(_ url: URL, _ words: [String], in scratch: Scratch, log: Scratch) throws -> Process {
    let process = Process()
    process.executableURL = url
    process.arguments = words
    process.currentDirectoryURL = scratch.url
    // A machine that is busy is no reason for lines in a log.
    process.environment = ["DETOUR_PROGRESS_S": "3600"].merging(ProcessInfo.processInfo.environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try log.newFile("output")
    process.standardError = try log.newFile("errors")
    try process.run()
    return process
  }
}

extension Program.Call {
  /// Expects success without a word on standard error, or with warnings alone.
  func expectSuccess(warns: Bool = false, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(status == 0, sourceLocation: sourceLocation)
    let lines = errors.split(separator: "\n")
    #expect(warns == !lines.isEmpty, "\(errors)", sourceLocation: sourceLocation)
    #expect(
      lines.allSatisfy { $0.hasPrefix("detour: warning: ") }, "\(errors)", sourceLocation: sourceLocation)
  }

  /// Expects the exit code `code`, nothing on standard output, and `sentences` on standard error, where every
  /// line begins with the program's name.
  func expectFailure(_ code: Int32, _ sentences: String..., sourceLocation: SourceLocation = #_sourceLocation)
  {
    #expect(status == code, sourceLocation: sourceLocation)
    #expect(output == "", sourceLocation: sourceLocation)
    for sentence in sentences {
      #expect(errors.contains(sentence), sourceLocation: sourceLocation)
    }
    let lines = errors.split(separator: "\n")
    #expect(!lines.isEmpty, sourceLocation: sourceLocation)
    #expect(lines.allSatisfy { $0.hasPrefix("detour: ") }, sourceLocation: sourceLocation)
  }
}
