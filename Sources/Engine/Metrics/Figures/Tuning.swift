public import Statistics

/// The result of a search for the best settings for a goal.
public struct Tuning: Sendable {
  /// The goal with the indifference used.
  public let goal: Goal
  /// The minimum probability of correct selection.
  public let confidence: Double
  /// The outcome for the points, in the order of runs.csv.
  public let outcome: ConstrainedSelection.Outcome
  /// The number of replications of each point.
  public let counts: [Int]
  /// The number of initial points; the others were added by the search.
  public let start: Int
  /// The maximum number of runs.
  public let budget: Int
  /// The number of selection rounds.
  public let rounds: Int

  /// Creates the result.
  public init(
    goal: Goal, confidence: Double, outcome: ConstrainedSelection.Outcome, counts: [Int], start: Int,
    budget: Int, rounds: Int
  ) {
    self.goal = goal
    self.confidence = confidence
    self.outcome = outcome
    self.counts = counts
    self.start = start
    self.budget = budget
    self.rounds = rounds
  }

  /// The number of runs made.
  public var runs: Int { counts.reduce(0, +) }

  /// The number of runs needed under equal allocation.
  public var equalRuns: Int { counts.count * max(outcome.counts.max() ?? 0, counts.min() ?? 0) }
}
