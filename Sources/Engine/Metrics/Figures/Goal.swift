public import Foundation
public import Statistics
import Tables

/// A search goal: optimise a figure subject to bounds on others.
public struct Goal: Hashable, Sendable {
  public let figure: FigureColumn
  public let direction: Direction
  public let constraints: [Constraint]
  /// The smallest relevant difference of the figure, in its unit; nil: derived from its size.
  public var indifference: Double?
  /// The indifference zone of each constraint, in its figure's unit.
  public let tolerances: [Double]

  /// The default indifference and tolerance of shares, which lie in 0 … 1.
  public static let shareZone = 0.005
  /// The default indifference and tolerance of other figures, relative to their size.
  public static let relativeZone = 0.01

  /// Creates a goal; `tolerances` lists only those that differ from the default.
  public init(
    _ figure: FigureColumn, _ direction: Direction, subjectTo constraints: [Constraint] = [],
    indifference: Double? = nil, tolerances: [FigureColumn: Double] = [:]
  ) {
    self.figure = figure
    self.direction = direction
    self.constraints = constraints
    self.indifference = indifference ?? (figure.unit == .ratio ? Self.shareZone : nil)
    self.tolerances = constraints.map { constraint in
      tolerances[constraint.figure]
        ?? (constraint.figure.unit == .ratio
          ? Self.shareZone : Self.relativeZone * constraint.limit.magnitude)
    }
  }

  /// Returns the indifference zone for figures of about `size`: the given zone, or 1 % of the size, rounded to one
  /// significant digit.
  public func indifference(atSize size: Double) -> Double {
    if let indifference { return indifference }
    let zone = Self.relativeZone * size.magnitude
    guard zone > 0 else { return Self.relativeZone }
    return Double("\(zone.formatted(.digits(1)))") ?? zone
  }

  /// The reason the goal is unattainable in any simulation, as a sentence; nil if there is none.
  public var conflict: String? {
    for (index, constraint) in constraints.enumerated() {
      if let other = constraints.first(where: {
        $0.figure == constraint.figure && constraint.isUpper && !$0.isUpper && $0.limit > constraint.limit
      }) {
        return "the bounds \(other) and \(constraint) contradict each other; relax one"
      }
      guard tolerances[index] > 0 else {
        return
          "the bound \(constraint) requires a tolerance, which cannot be a share of its limit; give --tolerance"
          + " \(constraint.figure.name)=…"
      }
    }
    return nil
  }

  /// The figures used for decisions: the objective, then those of the constraints.
  public var figures: [FigureColumn] { [figure] + constraints.map(\.figure) }
}

/// A bound on a figure: `driver_detour_s.mean ≤ 120`.
public struct Constraint: Hashable, Sendable {
  public let figure: FigureColumn
  /// The limit in the figure's unit.
  public let limit: Double
  /// Whether `limit` is an upper bound; otherwise it is a lower bound.
  public let isUpper: Bool

  /// Creates a bound.
  public init(_ figure: FigureColumn, _ limit: Double, isUpper: Bool) {
    self.figure = figure
    self.limit = limit
    self.isUpper = isUpper
  }

  /// Returns the slack of `value`, in the figure's unit; negative if it violates the bound.
  public func slack(_ value: Double) -> Double { isUpper ? limit - value : value - limit }

  /// The scale for comparing the slacks of different bounds: the limit, or 1 for a limit of 0.
  public var scale: Double { limit == 0 ? 1 : limit.magnitude }
}

extension Constraint: CustomStringConvertible {
  public var description: String { "\(figure.name) \(isUpper ? "≤" : "≥") \(limit.formatted(.plain))" }
}

extension FormatStyle where Self == FloatingPointFormatStyle<Double> {
  /// The shortest representation of the number, without thousands separators, in any locale.
  public static var plain: Self { digits(6) }

  /// Returns the same format with at most `count` significant digits.
  public static func digits(_ count: Int) -> Self {
    FloatingPointFormatStyle<Double>(locale: Locale(identifier: "en_US_POSIX")).grouping(.never)
      .precision(.significantDigits(1...count))
  }
}

/// The result of a search for the best settings for a goal.
public struct Tuning: Sendable {
  /// The goal, with the indifference zone used.
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
