import Metrics
import Quantities
import Statistics

extension TuningFinding {
  /// The maximum number of points shown; tuning.csv contains all.
  private static let mostPoints = 8

  /// The findings as lines for a terminal, each ended by a line feed.
  public var text: String {
    let found = tuning.counts.count - tuning.start
    let points =
      "\(tuning.counts.count) points" + (found > 0 ? " (\(found) of them added by the search)" : "")
    let bounds = goal.constraints.map(\.description).joined(separator: ", ")
    let way = goal.direction == .higherIsBetter ? "greatest" : "least"
    var lines = [
      "\(study.name): the \(way) \(goal.figure.name)" + (bounds.isEmpty ? "" : " where \(bounds)")
        + ", among \(points)", "",
    ]
    lines += verdictLines
    lines += ["", effort, ""]
    let equal = EqualRuns(study).lines.map { $0 + "." }
    if !equal.isEmpty { lines += equal + [""] }
    lines += table
    return lines.map { $0 + "\n" }.joined()
  }

  private var goal: Goal { tuning.goal }

  private var verdictLines: [String] {
    switch verdict {
    case .selected(let point):
      ["Best: " + setting(point)] + measured(point) + equalLines + [sureness]
        + (lacking.map { [$0 + "; no statement is made about \(count(.incomplete) == 1 ? "it" : "them")."] }
          ?? [])
    case .nothingKeeps: ["Nothing to select: \(nearest).", whyNothing]
    case .lacking:
      [
        "Undecided: \(lacking ?? ""): choose figures that every run has, or vary where there are matches.",
        count(.incomplete) == tuning.counts.count ? "" : "Among the others, \(nearest).",
      ].filter { !$0.isEmpty }
    case .undecided(let leader?):
      ["Undecided within the budget. Leading: " + setting(leader)] + measured(leader) + equalLines + [
        "It stays ahead in \(Words.percent(again.shares[leader])) of \(again.resamples) resamples of the replications;"
          + " \(others) other point\(others == 1 ? "" : "s") may still be better: give --budget more, or a wider"
          + " --indifference or --tolerance."
      ]
    case .undecided(nil):
      [
        "Undecided within the budget: \(nearest).",
        "Give --budget more, or relax the bound.",
      ]
    }
  }

  private var whyNothing: String {
    "With a probability of \(Words.percent(tuning.confidence)) or more no point among these satisfies the bounds with the"
      + " tolerance to spare."
  }

  private var equalLines: [String] {
    guard !equals.isEmpty else { return [] }
    let shown = equals.prefix(Self.mostPoints).map {
      Words.setting(study.parameters, study.points[$0].values)
    }
    let more = equals.count - shown.count
    return [
      "Equal to it in every run, in \(goal.figure.name): \(shown.joined(separator: "; "))"
        + (more > 0 ? "; and \(more) more in tuning.csv" : "")
    ]
  }

  private func count(_ state: ConstrainedSelection.State) -> Int {
    tuning.outcome.states.count { $0 == state }
  }

  private var others: Int {
    count(.inPlay) - 1
  }

  private func setting(_ point: Int) -> String {
    let runs = tuning.counts[point]
    return "\(Words.setting(study.parameters, study.points[point].values)) (\(runs) runs)"
  }

  /// Returns the figures of a point, with 95 % intervals and the slack of the bounds.
  private func measured(_ point: Int) -> [String] {
    let zone = Words.number(goal.indifference ?? 0, goal.figure.unit)
    let rows =
      [[goal.figure.name, interval(goal.figure, point), "(indifference \(zone))"]]
      + zip(goal.constraints, goal.tolerances).map { constraint, tolerance in
        let unit = constraint.figure.unit
        let slack = slack(constraint, at: point).map { Words.number($0, unit) } ?? "–"
        return [
          constraint.figure.name, interval(constraint.figure, point),
          "\(slack) from the bound \(constraint.isUpper ? "≤" : "≥") \(Words.number(constraint.limit, unit))"
            + " (tolerance \(Words.number(tolerance, unit)))",
        ]
      }
    return Words.aligned(rows, left: [0, 2]).map { "  " + $0 }
  }

  private func interval(_ figure: FigureColumn, _ point: Int) -> String {
    Words.measured(study.points[point].statistics(figure), figure)
  }

  private var sureness: String {
    let zone = "\(Words.number(goal.indifference ?? 0, goal.figure.unit))\(goal.figure.unit.spoken)"
    let bounds =
      goal.constraints.isEmpty
      ? "no other point is"
      : "it satisfies the bounds, to within the tolerance, and no other that satisfies them with the tolerance to spare is"
    return
      "With a probability of \(Words.percent(tuning.confidence)) or more \(bounds) better by \(zone) or more."
  }

  private var effort: String {
    let saved = tuning.equalRuns
    return
      "\(tuning.runs) runs of at most \(tuning.budget), in \(tuning.rounds) round\(tuning.rounds == 1 ? "" : "s");"
      + " equal allocation would have taken \(saved)."
  }

  private var table: [String] {
    let head =
      study.parameters + ["runs", goal.figure.name] + goal.constraints.map { "to \($0)" } + [
        "fate"
      ]
    let shown = ordered.prefix(Self.mostPoints)
    let rows = shown.map { point in
      study.points[point].values + [String(tuning.counts[point]), interval(goal.figure, point)]
        + goal.constraints.map { constraint in
          slack(constraint, at: point).map { Words.number($0, constraint.figure.unit) } ?? "–"
        } + [fate(point)]
    }
    let more = study.points.count - shown.count
    return Words.aligned([head] + rows, left: [head.count - 1])
      + (more > 0 ? ["… and \(more) more points in tuning.csv"] : [])
  }

  private func fate(_ point: Int) -> String {
    switch tuning.outcome.states[point] {
    case .inPlay: verdict == .selected(point) ? "selected" : "may still be the best"
    case .beaten(let by):
      "beaten by \(Words.values(study.points[by].values))"
    case .infeasible(let bound): "violates \(goal.constraints[bound])"
    case .equal(let to): "equal to \(Words.values(study.points[to].values))"
    case .incomplete: "most runs lack a figure"
    }
  }
}
