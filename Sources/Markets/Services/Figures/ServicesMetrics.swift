import Metrics
import Statistics
import Tables

extension Metric.Population {
  static let counted = Self(
    "counted",
    "Jobs submitted from the warm-up's end to the end of the run, in progress or not, excluding probes and refused rows."
  )
  static let settled = Self(
    "settled",
    "Jobs submitted from the warm-up's end on, neither probes nor refused nor in progress at the end.")
  static let probes = Self("probes", "Probes submitted from the warm-up's end on.")
  static let appointments = Self("appointments", "Appointments of the counted jobs, kept or not.")
  static let visits = Self("visits", "Appointments of the counted jobs to which the provider came.")
  static let providers = Self("providers", "Providers that were not refused, over the whole run.")
  static let ledger = Self("ledger", "All payments of the run.")

  static let ofServices = [
    counted, settled, probes, appointments, visits, providers, ledger, messages, users,
  ]
}

extension Metric {
  static let matchRate = Metric(
    "match_rate", .ratio, over: .settled, better: .higherIsBetter,
    "Settled jobs that were confirmed at least once ÷ settled jobs.")
  static let serviceRate = Metric(
    "service_rate", .ratio, over: .settled, better: .higherIsBetter,
    "Settled jobs that were done ÷ settled jobs.")
  static let coverage = Metric(
    "coverage", .ratio, over: .probes, better: .higherIsBetter,
    "Probes that found a provider ÷ probes, submitted from the warm-up's end on.")
  static let jobs = Metric(
    "jobs", .count, over: .counted,
    "Jobs submitted from the warm-up's end to the end of the run, in progress or not, excluding probes and refused rows."
  )
  static let providers = Metric("providers", .count, over: .providers, "Providers that were not refused.")
  static let appointments = Metric(
    "appointments", .count, over: .appointments,
    "Appointments of the counted jobs; more than one if a provider cancelled or did not come.")

  /// Returns the metric for the number of jobs that were not served and whose final cause is `cause`.
  static func cause(_ cause: JobCause) -> Metric {
    Metric(
      "cause.\(cause.rawValue)", .count, over: .counted,
      "Jobs whose final cause is that \(cause.meaning).")
  }

  static let attemptsPerMatch = Metric(
    "attempts_per_match", .ratio, over: .counted, better: .lowerIsBetter, isShare: false,
    "Searches for counted jobs ÷ appointments.")
  static let timeToConfirm = Metric(
    "time_to_confirm_s", .seconds, over: .settled, better: .lowerIsBetter, isDistribution: true,
    "The time from submission to the confirmation of the final appointment.")
  static let wait = Metric(
    "wait_s", .seconds, over: .settled, better: .lowerIsBetter, isDistribution: true,
    "The time from the earliest desired start to the provider's arrival, for jobs with an arrival.")
  static let lateness = Metric(
    "lateness_s", .seconds, over: .visits, better: .lowerIsBetter, isDistribution: true,
    "The provider's delay after the planned start; 0 if on time.")
  static let late = Metric(
    "late_ratio", .ratio, over: .visits, better: .lowerIsBetter,
    "Visits begun later than planned ÷ visits.")
  static let travel = Metric(
    "travel_m", .metres, over: .visits, better: .lowerIsBetter, isDistribution: true,
    "The distance to the job from the previous job or the base.")
  static let utilisation = Metric(
    "utilisation", .ratio, over: .providers,
    "Time at work ÷ working hours from when searches find providers until the last job ended, over all providers; excluding travel."
  )
  static let jobsPerProvider = Metric(
    "jobs_per_provider", .count, over: .providers, isDistribution: true, "Jobs done by each provider.")
  static let jobsGini = Metric(
    "jobs_gini", .ratio, over: .providers, better: .lowerIsBetter, isShare: false,
    title: "Jobs per provider, Gini coefficient",
    "The Gini coefficient of the jobs done by each provider: 0 if equally distributed, near 1 if concentrated on few."
  )
  static let impressionsPerProvider = Metric(
    "impressions_per_provider", .count, over: .providers, isDistribution: true,
    "The number of times that a provider was among the top-ranked results shown to a client.")
  static let impressionsGini = Metric(
    "impressions_gini", .ratio, over: .providers, better: .lowerIsBetter, isShare: false,
    title: "Impressions per provider, Gini coefficient",
    "The Gini coefficient of these numbers: 0 if equally distributed, near 1 if concentrated on few.")
  static let rating = Metric(
    "rating", .ratio, over: .providers, better: .higherIsBetter, isDistribution: true, isShare: false,
    "The rating shown at the end, in stars.")
  static let reviews = Metric("reviews", .count, over: .providers, "Reviews shown.")
  static let cancellations = Metric(
    "cancellations", .count, over: .appointments, better: .lowerIsBetter,
    "Appointments cancelled by the client or the provider.")
  static let noShows = Metric(
    "no_shows", .count, over: .appointments, better: .lowerIsBetter,
    "Appointments missed by the client or the provider.")
  static let disputes = Metric(
    "disputes", .count, over: .appointments, better: .lowerIsBetter,
    "Appointments disputed by the client before the end of the run.")
  static let refunds = Metric(
    "refunds", .count, over: .ledger,
    "Refunds to clients after disputes, in the smallest currency unit, or in milliseconds for time credits."
  )
  static let closedAccounts = Metric(
    "closed_accounts", .count, over: .providers,
    "Providers who closed their account before the end of the run.")
  static let turnover = Metric(
    "turnover", .count, over: .ledger,
    "Payments by clients for work, in the smallest currency unit, or in milliseconds for time credits.")
  static let fees = Metric(
    "fees", .count, over: .ledger,
    "Fees paid by clients to the service, net of refunds, in the smallest currency unit; with `settlement.booking_fee`."
  )
  static let paidOut = Metric(
    "paid_out", .count, over: .ledger,
    "Payouts to providers' bank accounts, in the smallest currency unit; with `settlement.payout_days`.")
  static let owed = Metric(
    "owed", .count, over: .ledger,
    "The balance of providers' accounts at the end of the run, in the smallest currency unit; with `settlement.payout_days`."
  )
  static let commission = Metric(
    "commission", .count, over: .ledger,
    "The share of the payments kept by the service, in the smallest currency unit.")
}
