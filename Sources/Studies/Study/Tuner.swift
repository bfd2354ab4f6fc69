public import Metrics
public import RoadNetwork
import Scenario
import Statistics

/// Finds the best point of a study for a goal, with as few runs as necessary.
///
/// First every point is run a few times; if the design draws points, further ones are added where the surfaces fitted
/// to existing points promise the most improvement. Then replications are added in rounds to the points that may
/// still be the best, until only one remains (`ConstrainedSelection`). The runs depend only on the results of
/// finished rounds: they are the same for any number of jobs, and after any interruption.
public struct Tuner {
  public let goal: Goal
  /// The maximum number of runs in the study.
  public let budget: Int
  /// Creates the study with additional points after those of its plan.
  private let study: (_ more: [[String]]) throws -> Study

  /// The share of the budget for the search for points.
  private static let searchShare = 0.5

  /// Creates a tuner of `study`.
  public init(_ goal: Goal, budget: Int, study: @escaping (_ more: [[String]]) throws -> Study) {
    self.goal = goal
    self.budget = budget
    self.study = study
  }

  /// Executes the runs in `folder`, and writes the tables of the study.
  ///
  /// - Throws: `StudyError.plan` if the budget is too small for the first replications; errors of `Study` and
  ///   `StudyRunner`. The numbers in a `StudyInterruption` are those of a round.
  public func carryOut(
    in folder: String, jobs: Int, method: RoutingMethod = .advised(questions: nil),
    refused: (@Sendable (ArchiveError) -> Void)? = nil, progress: (@Sendable (StudyProgress) -> Void)? = nil,
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) throws -> (tuning: Tuning, results: StudyResults) {
    var current = try study([])
    let first = current.plan.replications
    let start = current.points.count
    guard start * first <= budget else {
      throw StudyError.plan(
        "the budget of \(budget) runs is too small for the first \(first) runs of each of \(start) points; give --budget"
          + " \(start * first) or more, or fewer points")
    }
    let lock = try StudyRunner.search(current, in: folder, isStopped: isStopped)
    defer { withExtendedLifetime(lock) {} }
    var runner = try StudyRunner(current, folder: folder, jobs: jobs, method: method)
    var told = TuningProgress(budget: budget, points: start, undecided: start, rounds: 0)
    let watcher = progress.map { TuningWatcher(told, report: $0) }
    if let watcher { runner.progress = { watcher.update($0) } }
    runner.refused = refused
    runner.isStopped = isStopped
    var damaged: Set<String> = []
    let search = TuningSearch(current.plan, current.base, goal)
    while current.plan.design.method.isDrawn {
      let counts = current.points.map { _ in first }
      (told.points, told.undecided) = (counts.count, counts.count)
      try runner.tell(told)
      watcher?.begin(told)
      let carried = try runner.carryOut(ReplicationRule(counts: counts))
      damaged.formUnion(carried.damaged)
      let figures = carried.values(of: goal.figures, counts, current.figures)
      let more = search.next(
        current.points.map(\.values), figures,
        indifference: goal.indifference(atSize: Self.size(figures, first: first)))
      let runs = (current.points.count + more.count) * first
      guard !more.isEmpty, Double(runs) <= Self.searchShare * Double(budget) else { break }
      current = try study(current.points[start...].map(\.values) + more)
      runner = try runner.going(on: current)
    }
    (told.points, told.undecided) = (current.points.count, current.points.count)
    return try select(runner, current, start: start, damaged, told, watcher)
  }

  /// Runs the rounds of the selection among the points of `study`.
  private func select(
    _ runner: borrowing StudyRunner, _ study: Study, start: Int, _ found: Set<String>,
    _ before: TuningProgress,
    _ watcher: TuningWatcher?
  ) throws -> (tuning: Tuning, results: StudyResults) {
    var counts = study.points.map { _ in study.plan.replications }
    var rounds = 0
    var damaged = found
    var told = before
    while true {
      try runner.tell(told)
      watcher?.begin(told)
      let carried = try runner.carryOut(ReplicationRule(counts: counts))
      damaged.formUnion(carried.damaged)
      let values = carried.values(of: goal.figures, counts, study.figures)
      let indifference = goal.indifference(atSize: Self.size(values, first: study.plan.replications))
      let selection = ConstrainedSelection(
        goal.direction, indifference: indifference,
        bounds: zip(goal.constraints, goal.tolerances).map {
          .init($0.limit, isUpper: $0.isUpper, tolerance: $1)
        },
        first: study.plan.replications)
      let outcome = selection.outcome(values)
      rounds += 1
      let next = zip(counts, outcome.demand).map { max($0, $1) }
      if outcome.isDecided || next.reduce(0, +) > budget {
        var results = try runner.writeTables(ReplicationRule(counts: counts))
        results.damaged = damaged.sorted()
        var goal = goal
        goal.indifference = indifference
        try runner.tell(nil)
        let tuning = Tuning(
          goal: goal, confidence: selection.confidence, outcome: outcome, counts: counts, start: start,
          budget: budget, rounds: rounds)
        return (tuning, results)
      }
      counts = next
      told = TuningProgress(outcome, values, goal, of: study, budget: budget, rounds: rounds)
    }
  }

  /// Returns the mean of the objective over the first replications of all points.
  private static func size(_ values: [[[Double?]]], first: Int) -> Double {
    var statistics = RunningStatistics()
    for run in values.lazy.flatMap({ $0.prefix(first) }) { if let value = run[0] { statistics.add(value) } }
    return statistics.mean ?? 0
  }
}
