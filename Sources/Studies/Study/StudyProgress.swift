import Synchronization

/// The progress of a study.
public struct StudyProgress: Sendable {
  /// Runs that are to be there at the end, as far as can be said; of a search for the best settings the most.
  public var total: Int
  /// Runs that were there at the beginning.
  public var before: Int
  /// Runs finished since.
  public var done: Int
  /// The work done by runs in hand, in runs.
  public var inHand: Double
  /// The interim result of a search for the best settings; nil of a sweep.
  public var tuning: TuningProgress? = nil

  /// The share of the runs missing at the beginning that is done, 0 … 1.
  public var share: Double {
    total > before ? min(1, (Double(done) + inHand) / Double(total - before)) : 1
  }

  /// The share of all runs that is done, those of the beginning included, 0 … 1.
  public var shareOfAll: Double {
    total > 0 ? min(1, (Double(before + done) + inHand) / Double(total)) : 1
  }
}

/// Gathers how far the runs in hand are.
final class ProgressWatcher: Sendable {
  private let agenda: Agenda
  private let report: (@Sendable (StudyProgress) -> Void)?
  private let shares: Mutex<[Double]>

  init(_ agenda: Agenda, jobs: Int, report: (@Sendable (StudyProgress) -> Void)?) {
    self.agenda = agenda
    self.report = report
    shares = Mutex(Array(repeating: 0, count: jobs))
  }

  /// The worker `number` has done `share` of its run.
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
