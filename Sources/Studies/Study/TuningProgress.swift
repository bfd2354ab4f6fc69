import Foundation
public import JSON5
import Metrics
import Quantities
import Quoting
import Statistics
import Synchronization
import Tables

/// The progress of a search for the best settings, by its finished rounds.
public struct TuningProgress: Hashable, Sendable {
  /// The point that is ahead of those that may still be the best.
  public struct Leader: Hashable, Sendable {
    /// `matching.radius_m = 900`.
    public var setting: String
    /// `match_rate 43.9 %`.
    public var objective: String
  }

  /// The runs that are allowed.
  public var budget: Int
  /// The points so far.
  public var points: Int
  /// The number of them that may still be the best.
  public var undecided: Int
  /// The rounds of the selection that are finished; 0 while further points are looked for.
  public var rounds: Int
  /// The leading point; nil before the first round, and while no point respects the bounds by its means.
  public var leader: Leader?

  /// `5 of 9 points undecided, ahead matching.radius_m = 900 with match_rate 43.9 %`.
  public var words: String {
    "\(undecided) of \(points) points undecided"
      + (leader.map { ", ahead \($0.setting) with \($0.objective)" } ?? "")
  }

  /// The same for programs.
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
  /// Reads what `json` says; nil of anything else.
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

  /// The progress of `study` by `outcome` and the values behind it, keyed by point, replication and figure.
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

/// Turns how far the rounds of a search are into how far the search is.
final class TuningWatcher: Sendable {
  private struct State {
    var tuning: TuningProgress
    /// Runs that earlier rounds have carried out.
    var earlier = 0
    /// Runs that this round has carried out.
    var done = 0
  }

  private let report: @Sendable (StudyProgress) -> Void
  private let state: Mutex<State>

  init(_ tuning: TuningProgress, report: @escaping @Sendable (StudyProgress) -> Void) {
    self.report = report
    state = Mutex(State(tuning: tuning))
  }

  /// A round begins, before which `tuning` is known.
  func begin(_ tuning: TuningProgress) {
    state.withLock { state in
      state = State(tuning: tuning, earlier: state.earlier + state.done)
    }
  }

  /// The round is as far as `round` says.
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
