/// A selection of the best of several simulated systems that keep some bounds, with as few replications as a guarantee
/// allows.
///
///     let selection = ConstrainedSelection(.higherIsBetter, indifference: 0.005, bounds: [.init(240, isUpper: true, tolerance: 2)])
///     var outcome = selection.outcome([])
///     while !outcome.isDecided { simulate(outcome.demand); outcome = selection.outcome(observations) }
///
/// With the probability `confidence` or more the system that is selected keeps every bound to within its
/// tolerance, and none that keeps them with the tolerance to spare is better by the indifference or more, if
/// observations are normal and replications independent. Systems may share their random numbers, which makes it
/// faster: comparisons go by the variances of differences, and errors are added up (Bonferroni).
///
/// Each system is compared with each by the procedure KN (Kim and Nelson 2001, doi:10.1145/502109.502111) and
/// each bound is checked by the procedure F (Andradóttir and Kim 2010, doi:10.1002/nav.20408; several bounds:
/// Batur and Kim 2010, doi:10.1145/1842713.1842716), both at once; only a system that was found to keep the
/// bounds beats others. With k systems and s bounds no more than k − 1 + s decisions can go wrong: one about
/// each other system, and s that the best one keeps its bounds (Healey, Andradóttir and Kim 2014,
/// doi:10.1145/2567921).
///
/// A replication without a value of a figure tells nothing of that figure: a bound is judged by the replications that
/// have its figure, and two systems are compared by those in which both have the objective, each time by `first` of them
/// or more. A system of which more than half of the replications lack a figure is left out.
///
/// The decision is a function of the observations in the order of their replications: it does not depend on
/// how they were gathered, and `outcome` can be asked again with more of them at any time.
public struct ConstrainedSelection: Sendable {
  /// A bound on a figure's mean.
  public struct Bound: Hashable, Sendable {
    public var limit: Double
    /// True if `limit` is the greatest value allowed; otherwise the least.
    public var isUpper: Bool
    /// The distance from the limit, in the figure's unit, within which either answer is right; positive.
    public var tolerance: Double

    /// Creates a bound.
    public init(_ limit: Double, isUpper: Bool, tolerance: Double) {
      self.limit = limit
      self.isUpper = isUpper
      self.tolerance = tolerance
    }
  }

  /// The state of knowledge of a system.
  public enum State: Hashable, Sendable {
    /// It may still be the best.
    case inPlay
    /// The system `by`, which keeps the bounds, is better.
    case beaten(by: Int)
    /// The system `to`, which keeps the bounds, has the same objective in every replication.
    case equal(to: Int)
    /// It does not keep the bound of this index.
    case infeasible(bound: Int)
    /// More than half of its replications have no value of a figure.
    case incomplete
  }

  /// The outcome of the observations so far.
  public struct Outcome: Hashable, Sendable {
    /// One per system.
    public var states: [State]
    /// True for each system that was found to keep all bounds.
    public var keepsBounds: [Bool]
    /// The replications of each system that were looked at.
    public var counts: [Int]
    /// True if no more observations are needed.
    public var isDecided: Bool
    /// The replications that each system is to have at the next look, those in hand included.
    public var demand: [Int]

    /// The system that is selected; nil while it is not decided, and where none keeps the bounds.
    public var best: Int? { isDecided ? states.firstIndex(of: .inPlay) : nil }
  }

  public let direction: Direction
  /// The least difference of the objective that matters, in its unit.
  public let indifference: Double
  public let bounds: [Bound]
  /// The replications of every system before anything is decided.
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

  /// The next number of replications to look at after `count`: a fifth more, so that a round keeps several
  /// processors busy.
  static func next(after count: Int) -> Int { count + max(1, count / 5) }
}
