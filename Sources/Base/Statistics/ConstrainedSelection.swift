/// Selects the best of several simulated systems subject to bounds, with a statistical guarantee and few replications.
///
///     let selection = ConstrainedSelection(.higherIsBetter, indifference: 0.005, bounds: [.init(240, isUpper: true, tolerance: 2)])
///     var outcome = selection.outcome([])
///     while !outcome.isDecided { simulate(outcome.demand); outcome = selection.outcome(observations) }
///
/// If observations are normal and replications independent, the selection is right with probability `confidence` or
/// more: the selected system satisfies every bound to within its tolerance, and no system that satisfies the bounds
/// with the tolerance to spare is better by the indifference or more. Systems may share random numbers, which speeds up
/// the selection: comparisons use the variances of differences, and error probabilities are summed (Bonferroni).
///
/// Systems are compared pairwise by the procedure KN (Kim and Nelson 2001, doi:10.1145/502109.502111) and,
/// simultaneously, each bound is checked by the procedure F (Andradóttir and Kim 2010, doi:10.1002/nav.20408; several
/// bounds: Batur and Kim 2010, doi:10.1145/1842713.1842716); only a system found to satisfy the bounds can eliminate
/// others. With k systems and s bounds, at most k − 1 + s decisions can be wrong: one about each other system, and s
/// about the bounds of the best one (Healey, Andradóttir and Kim 2014, doi:10.1145/2567921).
///
/// Replications without a value of a figure are ignored for that figure: a bound is judged by the replications that
/// have a value of its figure, and two systems are compared by those in which both have a value of the objective.
/// Either requires at least `first` such replications. A system is dropped if more than half of its replications lack a
/// figure.
///
/// The decision depends only on the observations in the order of their replications, not on how they were gathered;
/// `outcome` may be called again with more of them at any time.
public struct ConstrainedSelection: Sendable {
  /// A bound on a figure's mean.
  public struct Bound: Hashable, Sendable {
    public var limit: Double
    /// Whether `limit` is an upper rather than a lower bound.
    public var isUpper: Bool
    /// The indifference zone around the limit, in the figure's unit; positive.
    public var tolerance: Double

    /// Creates a bound.
    public init(_ limit: Double, isUpper: Bool, tolerance: Double) {
      self.limit = limit
      self.isUpper = isUpper
      self.tolerance = tolerance
    }
  }

  /// The status of a system in the selection.
  public enum State: Hashable, Sendable {
    /// The system may still be the best.
    case inPlay
    /// The system `by`, which satisfies the bounds, is better.
    case beaten(by: Int)
    /// The system `to`, which satisfies the bounds, has the same objective in every replication.
    case equal(to: Int)
    /// The system violates the bound with this index.
    case infeasible(bound: Int)
    /// More than half of the system's replications lack a value of a figure.
    case incomplete
  }

  /// The outcome of the observations so far.
  public struct Outcome: Hashable, Sendable {
    /// The states, by system.
    public var states: [State]
    /// Whether each system was found to satisfy all bounds.
    public var keepsBounds: [Bool]
    /// The number of replications evaluated, by system.
    public var counts: [Int]
    /// Whether the selection is complete, so that no more observations are needed.
    public var isDecided: Bool
    /// The number of replications that each system needs before the next evaluation, including the existing
    /// ones.
    public var demand: [Int]

    /// The selected system; nil before the decision, or if none satisfies the bounds.
    public var best: Int? { isDecided ? states.firstIndex(of: .inPlay) : nil }
  }

  public let direction: Direction
  /// The smallest difference in the objective worth detecting, in its unit.
  public let indifference: Double
  public let bounds: [Bound]
  /// The minimum number of replications of every system before a decision.
  public let first: Int
  public let confidence: Double

  /// Creates the procedure.
  ///
  /// - Precondition: the indifference and all tolerances are positive, `first` is at least 2, `confidence` lies
  ///   strictly between 0 and 1.
  public init(
    _ direction: Direction, indifference: Double, bounds: [Bound] = [], first: Int = 10,
    confidence: Double = 0.95
  ) {
    precondition(indifference > 0 && bounds.allSatisfy { $0.tolerance > 0 }, "zones are positive")
    precondition(first >= 2 && confidence > 0 && confidence < 1, "two replications and a confidence")
    self.direction = direction
    self.indifference = indifference
    self.bounds = bounds
    self.first = first
    self.confidence = confidence
  }

  /// Returns the number of replications at which to evaluate next, after the evaluation at `count`: a fifth more, so
  /// that a round keeps several processors busy.
  static func next(after count: Int) -> Int { count + max(1, count / 5) }
}
