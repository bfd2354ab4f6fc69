import Foundation
public import JSON5
import Metrics
import Quantities
import Quoting
import Statistics
import Synchronization
import Tables

/// The progress of a search for the best settings, as of its last finished round.
public struct TuningProgress: Hashable, Sendable {
  /// The leader among the points that may still be the best.
  public struct Leader: Hashable, Sendable {
    /// The varied values, such as `matching.radius_m = 900`.
    public var setting: String
    /// The figure with its mean, such as `match_rate 43.9 %`.
    public var objective: String
  }

  /// The maximum number of runs.
  public var budget: Int
  /// The number of points so far.
  public var points: Int
  /// The number of points that may still be the best.
  public var undecided: Int
  /// The number of finished selection rounds; 0 during the search for points.
  public var rounds: Int
  /// The leading point; nil before the first round, and while no point is within the bounds by its means.
  public var leader: Leader?

  /// The progress as text, such as `5 of 9 points undecided, ahead matching.radius_m = 900 with match_rate 43.9 %`.
  public var words: String {
    "\(undecided) of \(points) points undecided"
      + (leader.map { ", ahead \($0.setting) with \($0.objective)" } ?? "")
  }

  /// The progress as JSON.
  public var json: JSON {
    func whole(_ value: Int) -> JSON { .integer(value) }
    return [
      "budget": whole(budget), "points": whole(points), "undecided": whole(undecided),
      "rounds": whole(rounds), "ahead": .text(leader?.setting),
      "objective": .text(leader?.objective),
    ]
  }
}

extension TuningProgress {
  /// Parses the JSON in `text`; nil if it is invalid.
  init?(_ text: String) {
    guard let json = JSON(parsing: text), let budget = json["budget"]?.whole,
      let points = json["points"]?.whole,
      let undecided = json["undecided"]?.whole, let rounds = json["rounds"]?.whole
    else { return nil }
    (self.budget, self.points, self.undecided, self.rounds) = (budget, points, undecided, rounds)
    if let setting = json["ahead"]?.words, let objective = json["objective"]?.words {
      leader = Leader(setting: setting, objective: objective)
    }
  }

  /// Creates the progress of `study` from `outcome` and the values of the figures, by point, replication and figure.
  init(
    _ outcome: ConstrainedSelection.Outcome, _ values: [[[Double?]]], _ goal: Goal, of study: Study,
    budget: Int,
    rounds: Int
  ) {
    let left = outcome.states.indices.filter { outcome.states[$0] == .inPlay }
    let means = values.map { runs in
      goal.figures.indices.map { figure in
        var statistics = RunningStatistics()
        for run in runs { if let value = run[figure] { statistics.add(value) } }
        return statistics.mean
      }
    }
    func keeps(_ point: Int) -> Bool {
      zip(goal.constraints, means[point].dropFirst()).allSatisfy { constraint, mean in
        mean.map { constraint.slack($0) >= 0 } ?? false
      }
    }
    func gain(_ point: Int) -> Double { means[point][0].map(goal.direction.gain) ?? -.infinity }
    let best = left.filter(keeps).min { (-gain($0), $0) < (-gain($1), $1) }
    self.init(
      budget: budget, points: study.points.count, undecided: left.count, rounds: rounds,
      leader: best.flatMap { best in
        means[best][0].map { mean in
          Leader(
            setting: StudyDesign.words(study.fields, study.points[best].values),
            objective: "\(goal.figure.name) \(Self.words(mean, goal.figure.unit))")
        }
      })
  }

  private static func words(_ mean: Double, _ unit: Tables.Unit) -> String {
    switch unit {
    case .ratio: Words.tenths(ofPercent: mean).replacingScalars(["\u{A0}": " "])
    case .none: Words.fixed(mean, 2)
    default: "\(Words.fixed(mean, 1)) \(unit.rawValue)"
    }
  }
}

/// Converts the progress of a search's rounds to that of the whole search.
final class TuningWatcher: Sendable {
  private struct State {
    var tuning: TuningProgress
    /// The number of runs executed in earlier rounds.
    var earlier = 0
    /// The number of runs executed in this round.
    var done = 0
  }

  private let report: @Sendable (StudyProgress) -> Void
  private let state: Mutex<State>

  init(_ tuning: TuningProgress, report: @escaping @Sendable (StudyProgress) -> Void) {
    self.report = report
    state = Mutex(State(tuning: tuning))
  }

  /// Begins a round; `tuning` is the progress before it.
  func begin(_ tuning: TuningProgress) {
    state.withLock { state in
      state = State(tuning: tuning, earlier: state.earlier + state.done)
    }
  }

  /// Updates the progress of the current round.
  func update(_ round: StudyProgress) {
    report(
      state.withLock { state in
        state.done = round.done
        let finished = round.before + round.done
        let done = state.earlier + round.done
        return StudyProgress(
          total: max(state.tuning.budget, finished), before: max(0, finished - done), done: done,
          inHand: round.inHand, tuning: state.tuning)
      })
  }
}

/// The progress of a study.
public struct StudyProgress: Sendable {
  /// The expected total number of runs; in a search for the best settings, the maximum.
  public var total: Int
  /// The number of runs finished at the beginning.
  public var before: Int
  /// The number of runs finished since the beginning.
  public var done: Int
  /// The work done in current runs, in units of a run.
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
  private let agenda: RemainingRuns
  private let report: (@Sendable (StudyProgress) -> Void)?
  private let shares: Mutex<[Double]>

  init(_ agenda: RemainingRuns, jobs: Int, report: (@Sendable (StudyProgress) -> Void)?) {
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
