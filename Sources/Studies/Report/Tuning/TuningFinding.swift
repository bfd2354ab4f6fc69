import Foundation
public import JSON5
public import Metrics
public import Statistics
public import Tables

/// A tuning with its runs: the selection, its certainty, and the runners-up.
public struct TuningFinding: Sendable {
  /// The outcome of a tuning.
  public enum Verdict: Hashable, Sendable {
    /// The point with this index was selected.
    case selected(Int)
    /// No point is within the bounds.
    case nothingKeeps
    /// The remaining points have too few runs with values of the figures to decide.
    case lacking
    /// The budget was exhausted; the leader is the index of the best point whose means are within the bounds, nil if
    /// there is none.
    case undecided(leader: Int?)
  }

  public let study: StudyTable
  public let tuning: Tuning
  public let verdict: Verdict
  /// The share of resamples in which each point is the best, from a bootstrap over whole replications.
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

  /// The other points whose objective equals that of the shown one in every replication.
  public var equals: [Int] {
    guard let shown else { return [] }
    return study.points.indices.filter { tuning.outcome.states[$0] == .equal(to: shown) }
  }

  /// The sentence on the point nearest to the bounds, among the points that have values of the figures.
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
      "\(count) of \(tuning.counts.count) points \(count == 1 ? "is" : "are") excluded because more than half of"
      + " \(count == 1 ? "its" : "their") runs lack one of these figures, such as waits if nobody is matched"
  }

  /// The indices of the points: first the one shown, then those with means within the bounds, then the others; each
  /// group is sorted by the objective.
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

  /// Returns the slack of a point's mean with respect to a bound, in the figure's unit; nil if there is no mean.
  func slack(_ constraint: Constraint, at point: Int) -> Double? {
    study.points[point].statistics(constraint.figure).mean.map(constraint.slack)
  }
}

extension TuningFinding {
  private func state(_ point: Int) -> StudyTuned.State {
    switch tuning.outcome.states[point] {
    case .inPlay: verdict == .selected(point) ? .best : .undecided
    case .beaten: .beaten
    case .equal: .equal
    case .infeasible: .infeasible
    case .incomplete: .incomplete
    }
  }

  /// Returns the name of the status of the point at index `point`, as in tuning.csv.
  func stateName(_ point: Int) -> String { state(point).rawValue }

  /// Returns the index of the point that beat the point at `point`.
  private func better(than point: Int) -> Int? {
    if case .beaten(let by) = tuning.outcome.states[point] { by } else { nil }
  }

  /// Returns the index of the point whose objective equals that of the point at `point` in every replication.
  private func equal(to point: Int) -> Int? {
    if case .equal(let to) = tuning.outcome.states[point] { to } else { nil }
  }

  private var verdictName: String {
    switch verdict {
    case .selected: "selected"
    case .nothingKeeps: "nothing_keeps_the_bounds"
    case .lacking: "figures_missing"
    case .undecided: "undecided"
    }
  }

  /// Writes tuning.csv into the study's folder, one row per point.
  ///
  /// - Throws: `TableError.unwritable`.
  public func writeTable(to path: String) throws(TableError) {
    let goal = tuning.goal
    let bounds = goal.constraints.map {
      "\($0.figure.name)\($0.isUpper ? "<=" : ">=")\($0.limit.formatted(.plain))"
    }
    let rows = study.points.enumerated().lazy.map { index, point in
      StudyTuned(
        point: index + 1, values: point.values, runs: tuning.counts[index], state: state(index),
        beatenBy: better(than: index).map { $0 + 1 }, equalTo: equal(to: index).map { $0 + 1 },
        figure: goal.figure,
        statistics: point.statistics(goal.figure),
        slacks: goal.constraints.map {
          (slack($0, at: index), $0.figure.decimalsOfMean)
        })
    }
    try StudyTables.tuning(fields: study.parameters, bounds: bounds).write(rows, to: path)
  }

  /// The findings as in tune.json: the study's folder is a relative path, so that it can be moved.
  public var file: JSON { json.inItsFolder }

  /// The findings as JSON; inapplicable values are `null`.
  public var json: JSON {
    let goal = tuning.goal
    return [
      "study": .text(study.folder),
      "verdict": .text(verdictName),
      "figure": .text(goal.figure.name),
      "direction": .text(goal.direction.rawValue),
      "indifference": .number(goal.indifference),
      "bounds": .list(
        zip(goal.constraints, goal.tolerances).map {
          ["bound": .text($0.description), "tolerance": .number($1)]
        }),
      "confidence": .number(tuning.confidence),
      "runs": .integer(tuning.runs),
      "budget": .integer(tuning.budget),
      "equal_allocation_runs": .integer(tuning.equalRuns),
      "rounds": .integer(tuning.rounds),
      "best": shown.map(json) ?? .null,
      "reason": .text(reason),
      "points": .list(ordered.map(json)),
      "warnings": .list(EqualRuns(study).lines.map { .text($0) }),
    ]
  }

  /// The reason nothing was selected; nil if a point was selected or leads.
  private var reason: String? {
    switch verdict {
    case .nothingKeeps, .undecided(leader: nil): nearest
    case .lacking: lacking
    case .selected, .undecided: nil
    }
  }

  private func json(_ point: Int) -> JSON {
    let goal = tuning.goal
    var members: [JSON.Member] = [
      .init("point", .integer(point + 1)),
      .init("at", .object(zip(study.parameters, study.points[point].values).map { .init($0, .text($1)) })),
      .init("run_id", study.points[point].runs.first.map { .text($0.id) } ?? .null),
      .init("runs", .integer(tuning.counts[point])),
      .init("state", .text(state(point).rawValue)),
      .init("resamples_best", .number(again.shares[point])),
      .init("objective", figure(goal.figure, point)),
    ]
    if let by = better(than: point) { members.append(.init("beaten_by", .integer(by + 1))) }
    if let to = equal(to: point) { members.append(.init("equal_to", .integer(to + 1))) }
    let bounds = goal.constraints.map { constraint in
      JSON.object([
        .init("bound", .text(constraint.description)),
        .init("slack", slack(constraint, at: point).map { .number($0) } ?? .null),
        .init("figure", figure(constraint.figure, point)),
      ])
    }
    return .object(members + [.init("bounds", .list(bounds))])
  }

  private func figure(_ figure: FigureColumn, _ point: Int) -> JSON {
    .object(study.points[point].statistics(figure).members)
  }
}
