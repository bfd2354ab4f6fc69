import Synchronization

/// The progress of a study.
public struct StudyProgress: Sendable {
  /// The expected number of runs at the end; for a search for the best settings the maximum.
  public var total: Int
  /// The number of runs finished at the beginning.
  public var before: Int
  /// The number of runs finished since.
  public var done: Int
  /// The work done in current runs, in runs.
  public var inHand: Double
  /// The interim result of a search for the best settings; nil for a sweep.
  public var tuning: TuningProgress? = nil

  /// The completed share of the runs missing at the beginning, 0 … 1.
  public var share: Double {
    total > before ? min(1, (Double(done) + inHand) / Double(total - before)) : 1
  }

  /// The completed share of all runs, 0 … 1.
  public var shareOfAll: Double {
    total > 0 ? min(1, (Double(before + done) + inHand) / Double(total)) : 1
  }
}

/// Collects the progress of current runs.
final class ProgressWatcher: Sendable {
  private let agenda: Agenda
  private let report: (@Sendable (StudyProgress) -> Void)?
  private let shares: Mutex<[Double]>

  init(_ agenda: Agenda, jobs: Int, report: (@Sendable (StudyProgress) -> Void)?) {
    self.agenda = agenda
    self.report = report
    shares = Mutex(Array(repeating: 0, count: jobs))
  }

  /// Records that worker `number` has completed `share` of its run.
  func update(_ number: Int, _ share: Double) {
    let state = agenda.state
    shares.withLock { shares in
      shares[number] = share
      report?(
        StudyProgress(
          total: state.total, before: state.before, done: state.done, inHand: shares.reduce(0, +)))
    }
  }
}
