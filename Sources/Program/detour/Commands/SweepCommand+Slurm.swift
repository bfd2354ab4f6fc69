import Foundation
import Quoting
import Scenario
import Study

/// The request, made by `detour sweep --slurm`, to submit the study to Slurm instead of running it.
struct SlurmRequest {
  private let shards: Int
  private let jobs: Int
  private let options: [String]
  private let words: [String]

  /// The options that the job script sets for each shard, or that matter only here.
  private static let ownOptions: Set = [
    "--slurm", "--slurm-option", "--out", "--jobs", "--quiet", "--json", "--shard", "--only", "--reuse",
    "--runs-only", "--figure",
  ]

  /// Reads the request from `arguments`; nil if `--slurm` was not given.
  ///
  /// - Throws: `UsageError` if the options are wrong.
  init?(_ arguments: Arguments, _ command: Command) throws(UsageError) {
    let texts = arguments.all("--slurm-option")
    guard let shards = try arguments.count("--slurm", 1...SlurmScripts.mostShards) else {
      if !texts.isEmpty {
        throw command.misuse("--slurm-option requires --slurm N")
      }
      return nil
    }
    for option in ["--shard", "--only", "--reuse", "--runs-only", "--progress"] where arguments.has(option) {
      throw command.misuse(
        option == "--progress"
          ? "--slurm runs nothing on this machine; leave out --progress, and use `detour progress DIR --json`"
          : "--slurm distributes all runs itself; leave \(option) out")
    }
    guard arguments.operands != ["-"] else {
      throw command.misuse("--slurm requires a file that every shard can read, not standard input")
    }
    self.shards = shards
    jobs = try arguments.count("--jobs", 1...4096) ?? 1
    var options: [String] = []
    for text in texts {
      guard let words = ShellWords.split(text) else {
        throw command.misuse("--slurm-option \(text): unclosed quote")
      }
      options += words
    }
    if let option = options.first(where: SlurmScripts.isOwn) {
      throw command.misuse(
        "--slurm-option \(option): detour sets this option itself; give options such as --partition, --time, --mem"
      )
    }
    self.options = options
    words = Self.words(of: arguments, command)
  }

  /// Returns the command line of a shard without the options its script adds.
  private static func words(of arguments: Arguments, _ command: Command) -> [String] {
    var words = [command.name]
    for option in command.options + Command.commonOptions where !ownOptions.contains(option.name) {
      if let value = option.value {
        let count = value.split(separator: " ").count
        for text in arguments.all(option.name) {
          words.append(option.name)
          words += count > 1 ? text.unicodeScalars.split(separator: " ").map { String($0) } : [text]
        }
      } else if arguments.has(option.name) {
        words.append(option.name)
      }
    }
    // The operands are escaped: a name that begins with a dash would be read as an option.
    return words + arguments.operands.map(\.asOperand)
  }

  /// Submits the study of `request`.
  func carryOut(_ request: StudyRequest) throws -> Int32 {
    let code = try submit(
      request.planned, output: request.output, isQuiet: request.isQuiet || request.printsJSON)
    // JSON output is the same whether a study was just submitted, is running or is complete: its progress.
    if request.printsJSON { print(json: try StudyStatus([request.output]).json, as: .progress) }
    return code
  }

  private func submit(_ planned: PlannedStudy, output: String, isQuiet: Bool) throws -> Int32 {
    // Foundation repairs a name that is not UTF-8, and the shards would then start in a different folder.
    let here = FileManager.default.currentDirectoryPath
    guard FileManager.default.fileExists(atPath: here) else {
      throw UsageError(
        sentence: "--slurm requires a working directory with a UTF-8 path; start in another one",
        command: "sweep"
      )
    }
    let place = URL(filePath: output).standardizedFileURL.path(percentEncoded: false)
    let folder = place.count > 1 && place.hasSuffix("/") ? String(place.dropLast()) : place
    let submission = try ClusterSubmission(folder: folder)
    let bar = ProgressBar(isQuiet: isQuiet)
    defer { bar.clear() }
    if let jobs = try submission.underWay() { return try tell(jobs, output, isQuiet) }
    bar.announce("reading")
    let study = try planned.study(bar)
    bar.clear()
    for warning in study.warnings { Detour.warn(warning) }
    let files = FileManager.default
    let scripts = SlurmScripts(
      name: study.plan.name, program: try files.destinationOfSymbolicLink(atPath: "/proc/self/exe"),
      words: words, workingFolder: here, study: folder, shards: shards, jobs: jobs,
      options: options)
    switch try submission.submit(study, scripts) {
    case .underWay(let jobs): return try tell(jobs, output, isQuiet)
    case .complete:
      if !isQuiet { print("complete     no run is missing in \(output); nothing was submitted") }
    case .submitted(let jobs):
      guard !isQuiet else { break }
      print(
        "submitted    \(jobs.shards) shards as job \(jobs.array), the merge behind them as job \(jobs.merge)")
      print("scripts      \(output)/slurm, with the logs")
      let call: ShellCode = "detour progress \(output.asOperand)"
      print("progress     \(call.text)")
    }
    return ExitCode.success
  }

  /// Prints the progress of the jobs that are already running the study.
  private func tell(_ jobs: ClusterJobs, _ output: String, _ isQuiet: Bool) throws -> Int32 {
    guard !isQuiet else { return ExitCode.success }
    print("under way    as job \(jobs.array), merged by job \(jobs.merge); nothing was submitted")
    print(try StudyStatus([output]).text, terminator: "")
    return ExitCode.success
  }
}
