public import Statistics

/// The result of a search for the best settings under a goal.
public struct Tuning: Sendable {
  /// The goal with the indifference that was used.
  public let goal: Goal
  /// The probability of a right selection, at least.
  public let confidence: Double
  /// The outcome for the points in the order of runs.csv.
  public let outcome: ConstrainedSelection.Outcome
  /// The replications of each point.
  public let counts: [Int]
  /// The number of initial points; the others were added by the search.
  public let start: Int
  /// The runs that were allowed.
  public let budget: Int
  /// The rounds of the selection.
  public let rounds: Int

  /// Gathers what was found.
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

  /// The runs that were made.
  public var runs: Int { counts.reduce(0, +) }

  /// The runs that the same selection takes where every point gets as many as the one that needs most.
  public var equalRuns: Int { counts.count * max(outcome.counts.max() ?? 0, counts.min() ?? 0) }
}
