import Foundation

/// The state of jobs in Slurm, queried through its commands.
public struct SlurmQueue: Sendable {
  private let folders: [String]

  /// Creates a queue with commands found on the path of the process.
  public init() {
    folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
  }

  /// Returns whether the command `name` is available.
  func has(_ name: String) -> Bool {
    folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
  }

  /// Returns the states of queued or running parts of `jobs`: array tasks by number, the merge as number 0; nil if
  /// Slurm cannot be queried.
  func states(of jobs: ClusterJobs) -> [Int: String]? {
    guard has("squeue") else { return nil }
    let words = ["squeue", "-h", "-r", "-o", "%F %K %T"]
    // Queried separately: an expired job number is an error.
    let answers = [jobs.array, jobs.merge].map { Self.call(words + ["-j", $0]) }
    let isAnswered = answers.allSatisfy { $0.status == 0 || $0.errors.contains("Invalid job id") }
    guard isAnswered else { return nil }
    var states: [Int: String] = [:]
    for line in answers.flatMap({ $0.status == 0 ? $0.output.split(separator: "\n") : [] }) {
      let fields = line.split(separator: " ").map(String.init)
      guard fields.count == 3 else { continue }
      if fields[0] == jobs.merge { states[0] = fields[2] }
      if fields[0] == jobs.array, let number = Int(fields[1]) { states[number] = fields[2] }
    }
    return states
  }

  /// Submits the jobs of the scripts, and returns them.
  ///
  /// - Throws: `SlurmError.refused`.
  func submit(_ folder: ClusterFolder, shards: Int) throws(SlurmError) -> ClusterJobs {
    let call = Self.call(["/bin/sh", folder.submission])
    let numbers = call.output.split(whereSeparator: \.isWhitespace).map(String.init)
    guard call.status == 0, numbers.count == 2 else {
      let said = call.errors.split(separator: "\n").map(String.init)
      let reason = said.first { $0.contains("error:") } ?? said.last ?? "it gave no reason"
      throw .refused(reason: reason, folder: folder.path)
    }
    return ClusterJobs(array: numbers[0], merge: numbers[1], shards: shards)
  }

  private static func call(_ words: [String]) -> (status: Int32, output: String, errors: String) {
    let process = Process()
    let (output, errors) = (Pipe(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    do { try process.run() } catch { return (-1, "", "\(error)") }
    // Both are short: neither fills its pipe while the other is read.
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    let said = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (
      process.terminationStatus, String(decoding: printed, as: UTF8.self),
      String(decoding: said, as: UTF8.self)
    )
  }
}

/// The reason a study cannot be submitted to Slurm; `description` is the message for users.
public enum SlurmError: Error, Hashable, Sendable {
  /// A Slurm program is not on the path.
  case missing(program: String)
  /// `sbatch` rejected the jobs.
  case refused(reason: String, folder: String)
  /// `squeue` does not report the state of a job.
  case silent(job: String)
}

extension SlurmError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .missing(let program):
      "\(program) is not on the PATH: --slurm requires a machine with access to Slurm; otherwise run"
        + " `detour sweep … --shard 1/N --out DIR-1` and so on, and merge the folders with `detour merge`"
    case .refused(let reason, let folder):
      "Slurm refused the study (\(reason)); the submission is in \(folder)/submit.sh. Options for sbatch"
        + " are given by --slurm-option; the number of shards must be below the MaxArraySize of `scontrol show config`"
    case .silent(let job):
      "Slurm cannot report whether job \(job) of this study still exists (squeue failed); try again later"
    }
  }
}
