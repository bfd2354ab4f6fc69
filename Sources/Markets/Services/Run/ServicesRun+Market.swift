import Community
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

  /// The numbers of jobs by outcome, and of refused rows by cause.
  private var outcomes: [Figures.Outcome] {
    let counted = jobs.indices.filter { ![.beforeWarmUp, .unreached].contains(role(of: $0)) }
    return JobOutcome.allCases.compactMap { outcome in
      if outcome == .notSubmitted {
        return departures != nil || sanctions != nil ? Figures.Outcome(outcome.rawValue, notSubmitted) : nil
      }
      return Figures.Outcome(outcome.rawValue, counted.count { jobs[$0].outcome == outcome })
    }
  }

  /// The number of jobs after the warm-up that were not submitted because the client had left.
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

/// A returning user (a client, a provider, or both), with their jobs, work and departure.
struct ServiceUser: Sendable {
  /// The number of jobs that the user submitted, excluding probes, and how many of them were done.
  var jobs = 0
  var done = 0
  /// The number of jobs that the user did as a provider; nil for a client who is not a provider.
  var worked: Int?
  /// Whether the user ever submitted a job or was findable as a provider.
  var tookPart = false
  /// The time at which the user left, and the reason; nil if they stayed.
  var left: Milliseconds?
  var reason: Departures.Reason?
}

extension ServicesSetup {
  /// Returns the setup with the closing times of the providers who left or whose accounts were closed by an
  /// administrator.
  func closing(by departures: Departures?, _ sanctions: [Sanctions.Record?]?) -> Self {
    guard departures != nil || sanctions != nil else { return self }
    var setup = self
    for place in setup.providers.indices {
      if let left = departures?.times[place] ?? sanctions?[place]?.time {
        setup.providers[place].closes = min(left, setup.providers[place].closes)
      }
    }
    return setup
  }
}

extension ServicesRun {
  /// The returning users, providers first, then clients; empty if returning users are not simulated.
  var serviceUsers: [ServiceUser] {
    guard let departures else { return [] }
    var users = (0..<departures.setup.count).map { place in
      ServiceUser(left: departures.times[place], reason: departures.reasons[place])
    }
    for (place, provider) in setup.providers.enumerated() where provider.refusal == nil {
      users[place].worked = Int(providers[place].kept)
      let found = max(provider.registered, provider.validated)
      users[place].tookPart = found <= end && found < provider.gone
      if provider.closes <= end, users[place].left == nil {
        (users[place].left, users[place].reason) = (provider.closes, .closed)
      }
    }
    for (place, job) in setup.jobs.enumerated() where isSubmitted(place) && job.user != .none {
      users[Int(job.user)].tookPart = true
      users[Int(job.user)].jobs += 1
      if jobs[place].outcome == .done { users[Int(job.user)].done += 1 }
    }
    return users
  }

  /// Returns whether `job` was submitted by its client and is not a probe.
  private func isSubmitted(_ job: Int) -> Bool {
    switch jobs[job].outcome {
    case .refusedInput, .notSubmitted, .probeHit, .probeMiss: false
    case .inProgress: !setup.jobs[job].isProbe && setup.jobs[job].submit <= end
    default: true
    }
  }

  /// The user counts for each day up to the day of the last job; later departures are counted on that day.
  var userDays: [UserDay] {
    let users = serviceUsers
    let sinceMidnight = phase.rawValue % UserDays.length.rawValue
    let last = setup.jobs.lazy.map(\.submit).max() ?? .zero
    var days = UserDays(
      count: Int((last.rawValue + sinceMidnight) / UserDays.length.rawValue) + 1,
      sinceMidnight: Milliseconds(sinceMidnight))
    for (place, job) in setup.jobs.enumerated() where isSubmitted(place) && job.user != .none {
      days.addRequest(of: job.user, at: job.submit, isServed: jobs[place].outcome == .done)
    }
    for appointment in appointments {
      if let arrived = appointment.arrived {
        days.addWork(of: UserIndex(rawValue: appointment.provider.rawValue), at: arrived)
      }
    }
    return days.counted(
      left: users.map { $0.tookPart ? $0.left : nil }, tookPart: users.count(where: \.tookPart))
  }
}
