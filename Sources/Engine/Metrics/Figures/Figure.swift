/// The value of a figure in a run.
public enum Measure: Sendable {
  /// One number, in the metric's unit; nil where it does not apply.
  case number(Double?)
  /// The observations of a distribution, in the metric's unit.
  case sample([Double])

  /// `part` ÷ `whole`; nil of nobody.
  public static func share(_ part: Int, of whole: Int) -> Measure {
    .number(whole > 0 ? Double(part) / Double(whole) : nil)
  }

  /// A number of something.
  public static func count(_ count: Int) -> Measure { .number(Double(count)) }
}

/// A metric with how it is computed from a run.
///
///     Figure(Metric("jobs", .count, over: .jobs, "Jobs submitted.")) { .count($0.jobs.count) }
public struct Figure<Run>: Sendable {
  public let metric: Metric
  let measure: @Sendable (Run) -> Measure

  /// Says how `metric` is computed.
  public init(_ metric: Metric, _ measure: @escaping @Sendable (Run) -> Measure) {
    self.metric = metric
    self.measure = measure
  }
}

extension Figures {
  /// Takes the `figures` of `run`, in their order.
  ///
  /// - Parameters:
  ///   - outcomes: how many requests ended in each way, in the order of the documentation.
  ///   - settled: how many requests the rates and distributions are over.
  /// - Complexity: that of the figures, and a sort of each distribution.
  public init<Run>(of run: Run, by figures: [Figure<Run>], outcomes: [Outcome] = [], settled: Int = 0) {
    self.init(figures.map { ($0.metric, $0.measure(run)) }, outcomes: outcomes, settled: settled)
  }
}
