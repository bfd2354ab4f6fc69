public import Metrics
public import Statistics

/// A tuning with its runs: the selection, its certainty, and the runners-up.
public struct TuningFinding: Sendable {
  /// The outcome.
  public enum Verdict: Hashable, Sendable {
    /// The point of this index was selected.
    case selected(Int)
    /// No point is within the bounds.
    case nothingKeeps
    /// The remaining points have too few runs with values of the figures for a decision.
    case lacking
    /// The budget was exhausted; the point of this index leads, if any is within the bounds by its means.
    case undecided(leader: Int?)
  }

  public let study: StudyTable
  public let tuning: Tuning
  public let verdict: Verdict
  /// The share of resamples in which each point is the best, by a bootstrap over whole replications.
  public let again: BestShare

  /// Creates the finding of `tuning` with the runs of `study`.
  ///
  /// - Precondition: `study` has the points of the tuning, in their order.
  public init(_ tuning: Tuning, of study: StudyTable) {
    precondition(study.points.count == tuning.counts.count, "the points of the tuning")
    self.study = study
    self.tuning = tuning
    let goal = tuning.goal
    let values = study.points.observed(goal.figures)
    again = BestShare(
      values[0], goal.direction,
      subjectTo: zip(goal.constraints, values.dropFirst()).map {
        BestShare.Bound($1, $0.limit, isUpper: $0.isUpper)
      }, seed: 1)
    if let best = tuning.outcome.best {
      verdict = .selected(best)
    } else if tuning.outcome.isDecided {
      verdict = tuning.outcome.states.contains(.incomplete) ? .lacking : .nothingKeeps
    } else {
      let left = study.points.indices.filter {
        tuning.outcome.states[$0] == .inPlay && study.points[$0].keeps(goal.constraints)
      }
      verdict = .undecided(
        leader: Self.ordered(left, study, goal).first)
    }
  }

  /// The point shown: the selected one, or the leader.
  public var shown: Int? {
    switch verdict {
    case .selected(let point): point
    case .undecided(let leader): leader
    case .nothingKeeps, .lacking: nil
    }
  }

  /// The points with the same objective in every replication as the one shown.
  public var equals: [Int] {
    guard let shown else { return [] }
    return study.points.indices.filter { tuning.outcome.states[$0] == .equal(to: shown) }
  }

  /// The sentence on the point nearest to the bounds, among those with values of their figures.
  var nearest: String {
    study.nearestToKeeping(
      tuning.goal.constraints,
      among: study.points.indices.filter { tuning.outcome.states[$0] != .incomplete })
  }

  /// The sentence on the number of points excluded because their runs lack figures; nil if there are none.
  var lacking: String? {
    let count = tuning.outcome.states.count { $0 == .incomplete }
    guard count > 0 else { return nil }
    return
      "\(count) of \(tuning.counts.count) points \(count == 1 ? "is" : "are") out because more than half of"
      + " \(count == 1 ? "its" : "their") runs lack one of these figures, as waits where nobody is matched"
  }

  /// The points by interest: the one shown, those with means within the bounds, the others; each group by the
  /// objective.
  public var ordered: [Int] {
    let rest = study.points.indices.filter { $0 != shown }
    let keeping = rest.filter { study.points[$0].keeps(tuning.goal.constraints) }
    let others = rest.filter { !study.points[$0].keeps(tuning.goal.constraints) }
    return [shown].compactMap(\.self) + Self.ordered(keeping, study, tuning.goal)
      + Self.ordered(others, study, tuning.goal)
  }

  private static func ordered(_ points: [Int], _ study: StudyTable, _ goal: Goal) -> [Int] {
    func gain(_ point: Int) -> Double {
      study.points[point].statistics(goal.figure).mean.map(goal.direction.gain) ?? -.infinity
    }
    return points.sorted { (-gain($0), $0) < (-gain($1), $1) }
  }

  /// Returns the slack of a point's mean to a bound, in its unit; nil without a value.
  func slack(_ constraint: Constraint, at point: Int) -> Double? {
    study.points[point].statistics(constraint.figure).mean.map(constraint.slack)
  }
}
