/// The progress of a shard of a study.
public struct ShardStatus: Sendable {
  /// Its number in the array; nil where a folder was named.
  public var number: Int?
  public var folder: String
  public var finished: Int
  /// Runs that it is to have; nil where nobody can say.
  public var total: Int?
  /// Its state on a cluster; nil without one.
  public var state: State?
  /// The exit code with which it failed for good.
  public var exitCode: Int?
  /// The machine that it was on last.
  public var host: String?
  /// The file in which it says what it does.
  public var log: String?

  /// The state of a shard on a cluster.
  public enum State: String, CaseIterable, Sendable {
    case waiting, running, finished, failed
    /// It has neither ended well nor failed, and is not in the queue: cancelled, out of time, or its node was lost.
    case stopped
  }

  init(folder: String, finished: Int) {
    self.folder = folder
    self.finished = finished
  }

  /// Reads what the shard says of itself; `queued` is what Slurm says of its task, nil in it where the task has left the
  /// queue, and nil where nobody can be asked.
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
      // In the queue again, whatever it said before it was put there.
      state = .waiting
    }
  }
}
