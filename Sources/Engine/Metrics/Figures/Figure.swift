/// The value of a figure in a run.
public enum Measure: Sendable {
  /// One number, in the metric's unit; nil if not applicable.
  case number(Double?)
  /// The observations of a distribution, in the metric's unit.
  case sample([Double])

  /// Returns `part` ÷ `whole`; nil if `whole` is 0.
  public static func share(_ part: Int, of whole: Int) -> Measure {
    .number(whole > 0 ? Double(part) / Double(whole) : nil)
  }

  /// Returns a count.
  public static func count(_ count: Int) -> Measure { .number(Double(count)) }
}

/// A metric with its computation from a run.
///
///     Figure(Metric("jobs", .count, over: .jobs, "Jobs submitted.")) { .count($0.jobs.count) }
public struct Figure<Run>: Sendable {
  public let metric: Metric
  let measure: @Sendable (Run) -> Measure

  /// Creates the figure of `metric` computed by `measure`.
  public init(_ metric: Metric, _ measure: @escaping @Sendable (Run) -> Measure) {
    self.metric = metric
    self.measure = measure
  }
}

extension Figures {
  /// Computes the `figures` of `run`, in order.
  ///
  /// - Parameters:
  ///   - outcomes: the number of requests by outcome, in documentation order.
  ///   - settled: the number of requests in the rates and distributions.
  /// - Complexity: that of the figures, and a sort of each distribution.
  public init<Run>(of run: Run, by figures: [Figure<Run>], outcomes: [Outcome] = [], settled: Int = 0) {
    self.init(figures.map { ($0.metric, $0.measure(run)) }, outcomes: outcomes, settled: settled)
  }
}
