public import Metrics
public import Simulation
public import Travellers

extension Figures {
  /// Takes the figures of `run`.
  ///
  /// - Complexity: one pass over the records, and a sort of each distribution.
  public init(of run: CarpoolRun) { self = RunTotals(of: run).figures }

  /// The number of requests that ended in `outcome`.
  public func count(_ outcome: RequestOutcome) -> Int { count(outcome.rawValue) }

  /// The number of requests that were not served, or refused, for the final cause `cause`.
  public func count(_ cause: Cause) -> Int { Int(self[.cause(cause)] ?? 0) }
}
