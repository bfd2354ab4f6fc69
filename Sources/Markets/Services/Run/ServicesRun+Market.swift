import EventKernel
public import Metrics
public import Models
public import Quantities

extension ServicesRun: MarketRun {
  public func measured() -> Figures {
    Figures(
      of: ServicesTotals(of: self), by: figures, outcomes: outcomes,
      settled: jobs.indices.count { role(of: $0) == .settled })
  }

  public func measured(during span: Range<Milliseconds>) -> Figures? {
    Figures(of: ServicesTotals(of: self, during: span), by: figures)
  }

  public static func isTimed(_ metric: Metric) -> Bool {
    [Metric.Population.counted, .settled, .probes, .visits].contains(metric.population)
  }

  /// The number of jobs by outcome, and for each cause of refused rows.
  private var outcomes: [Figures.Outcome] {
    let counted = jobs.indices.filter { ![.beforeWarmUp, .unreached].contains(role(of: $0)) }
    return JobOutcome.allCases.compactMap { outcome in
      if outcome == .notSubmitted {
        return departures != nil || sanctions != nil ? Figures.Outcome(outcome.rawValue, notSubmitted) : nil
      }
      return Figures.Outcome(outcome.rawValue, counted.count { jobs[$0].outcome == outcome })
    }
  }

  /// The number of jobs after the warm-up that were not submitted, because the client had left.
  private var notSubmitted: Int {
    jobs.indices.count { jobs[$0].outcome == .notSubmitted && setup.jobs[$0].submit >= warmUpEnd }
  }

  public var effort: Performance.Effort {
    Performance.Effort(
      events: Int(eventCounts.executed),
      requests: jobs.count { $0.outcome != .refusedInput && $0.outcome != .notSubmitted },
      decisions: CallTimes(wall: attempts.map(\.decisionNanoseconds), heldUp: heldUp))
  }

  public var refused: [RefusedRows] {
    let causes = JobCause.allCases.map(\.rawValue)
    let refusedJobs = setup.jobs.filter { $0.refusal != nil }
    let refusedProviders = setup.providers.filter { $0.refusal != nil }
    return [
      RefusedRows(
        "jobs", refusedJobs.map { ($0.id, $0.refusal?.rawValue) }, names: jobNames, causes: causes),
      RefusedRows(
        "providers", refusedProviders.map { ($0.id, $0.refusal?.rawValue) }, names: providerNames,
        causes: causes),
    ]
  }

  public var coordinates: Geometry? { geometry }
  public var warmUp: Milliseconds { warmUpEnd }
}
