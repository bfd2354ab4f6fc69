/// The progress of a shard of a study.
public struct ShardStatus: Sendable {
  /// Its number in the array; nil for a folder given by name.
  public var number: Int?
  public var folder: String
  public var finished: Int
  /// The total number of runs; nil if unknown.
  public var total: Int?
  /// Its state on a cluster; nil if it does not run on one.
  public var state: State?
  /// The exit code of its final failure.
  public var exitCode: Int?
  /// The machine of its last execution.
  public var host: String?
  /// The file with its log.
  public var log: String?

  /// The state of a shard on a cluster.
  public enum State: String, CaseIterable, Sendable {
    case waiting, running, finished, failed
    /// It has neither succeeded nor failed, and is not queued: cancelled, timed out, or its node was lost.
    case stopped
  }

  init(folder: String, finished: Int) {
    self.folder = folder
    self.finished = finished
  }

  /// Reads the state reported by the shard; `queued` is Slurm's state of its task: the inner optional is nil if the
  /// task has left the queue, the outer one if Slurm cannot be queried.
  mutating func read(_ text: String?, queued: String??) {
    let words = (text ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
    switch words.first {
    case "finished": state = .finished
    case "failed":
      state = .failed
      exitCode = words.dropFirst().first.flatMap { Int($0) }
    case "running":
      state = .running
      host = words.dropFirst().first
    default: state = .waiting
    }
    guard let queued else { return }
    switch queued {
    case "RUNNING", "COMPLETING", "STOPPED", "SUSPENDED":
      if state == .waiting { state = .running }
    case nil:
      if state == .waiting || state == .running { state = .stopped }
    default:
      // In the queue again, whatever it reported before.
      state = .waiting
    }
  }
}
