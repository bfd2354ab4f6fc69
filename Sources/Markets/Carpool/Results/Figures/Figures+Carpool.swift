public import Metrics
public import Simulation
public import Travellers

extension Figures {
  /// Computes the figures of `run`.
  ///
  /// - Complexity: one pass over the records, and a sort per distribution.
  public init(of run: CarpoolRun) { self = RunTotals(of: run).figures }

  /// Returns the number of requests that ended in `outcome`.
  public func count(_ outcome: RequestOutcome) -> Int { count(outcome.rawValue) }

  /// Returns the number of requests that were not served, or refused, with `cause` as the final cause.
  public func count(_ cause: Cause) -> Int { Int(self[.cause(cause)] ?? 0) }
}
