import Metrics
import Statistics
import Tables

extension Metric.Population {
  static let counted = Self(
    "counted",
    "Jobs submitted from the warm-up's end to the run's end, in progress or not; no probes, no refused rows.")
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
    "Jobs submitted from the warm-up's end to the run's end, in progress or not; no probes, no refused rows.")
  static let providers = Metric("providers", .count, over: .providers, "Providers that were not refused.")
  static let appointments = Metric(
    "appointments", .count, over: .appointments,
    "Appointments of the counted jobs; more than one where a provider cancelled or did not come.")

  /// Returns the metric for the number of jobs that were not served, with `cause` as the final cause.
  static func cause(_ cause: JobCause) -> Metric {
    Metric(
      "cause.\(cause.rawValue)", .count, over: .counted,
      "Jobs whose last cause is that \(cause.meaning).")
  }

  static let attemptsPerMatch = Metric(
    "attempts_per_match", .ratio, over: .counted, better: .lowerIsBetter, isShare: false,
    "Searches for counted jobs ÷ appointments.")
  static let timeToConfirm = Metric(
    "time_to_confirm_s", .seconds, over: .settled, better: .lowerIsBetter, isDistribution: true,
    "From the submission until the appointment that held at the end was confirmed.")
  static let wait = Metric(
    "wait_s", .seconds, over: .settled, better: .lowerIsBetter, isDistribution: true,
    "From the earliest start wished until the provider was there, of jobs whose provider came.")
  static let lateness = Metric(
    "lateness_s", .seconds, over: .visits, better: .lowerIsBetter, isDistribution: true,
    "How long after the planned start the provider came; 0 in time.")
  static let late = Metric(
    "late_ratio", .ratio, over: .visits, better: .lowerIsBetter,
    "Visits that began later than planned ÷ visits.")
  static let travel = Metric(
    "travel_m", .metres, over: .visits, better: .lowerIsBetter, isDistribution: true,
    "The way to the job, from the job before or the base.")
  static let utilisation = Metric(
    "utilisation", .ratio, over: .providers,
    "Time at work ÷ working hours from when they were found until the last job ended, all providers together; ways are not work."
  )
  static let jobsPerProvider = Metric(
    "jobs_per_provider", .count, over: .providers, isDistribution: true, "Jobs done by each provider.")
  static let jobsGini = Metric(
    "jobs_gini", .ratio, over: .providers, better: .lowerIsBetter, isShare: false,
    "The Gini coefficient of the jobs done by each provider: 0 where all do alike, near 1 where few do all.")
  static let impressionsPerProvider = Metric(
    "impressions_per_provider", .count, over: .providers, isDistribution: true,
    "How often each provider stood among the first of a search, of whom the client takes one.")
  static let impressionsGini = Metric(
    "impressions_gini", .ratio, over: .providers, better: .lowerIsBetter, isShare: false,
    "The Gini coefficient of these: 0 where all are shown alike, near 1 where few are shown at all.")
  static let rating = Metric(
    "rating", .ratio, over: .providers, better: .higherIsBetter, isDistribution: true, isShare: false,
    "The rating shown at the end, in stars.")
  static let reviews = Metric("reviews", .count, over: .providers, "Reviews that were shown.")
  static let cancellations = Metric(
    "cancellations", .count, over: .appointments, better: .lowerIsBetter,
    "Appointments that the client or the provider cancelled.")
  static let noShows = Metric(
    "no_shows", .count, over: .appointments, better: .lowerIsBetter,
    "Appointments to which the client or the provider did not come.")
  static let disputes = Metric(
    "disputes", .count, over: .appointments, better: .lowerIsBetter,
    "Appointments whose work the client disputed before the run ended.")
  static let refunds = Metric(
    "refunds", .count, over: .ledger,
    "What clients got back after disputes, in smallest units of money; milliseconds where hours are given for hours."
  )
  static let closedAccounts = Metric(
    "closed_accounts", .count, over: .providers, "Providers who closed their account before the run ended.")
  static let turnover = Metric(
    "turnover", .count, over: .ledger,
    "What clients paid for work, in smallest units of money; milliseconds where hours are given for hours.")
  static let fees = Metric(
    "fees", .count, over: .ledger,
    "What clients paid the service beside the prices, fees given back left out, in smallest units of money; with `settlement.booking_fee`."
  )
  static let paidOut = Metric(
    "paid_out", .count, over: .ledger,
    "What went to the banks of providers, in smallest units of money; with `settlement.payout_days`.")
  static let owed = Metric(
    "owed", .count, over: .ledger,
    "What providers have in their accounts at the run's end, in smallest units of money; with `settlement.payout_days`."
  )
  static let commission = Metric(
    "commission", .count, over: .ledger, "What the service kept of it, in smallest units of money.")
}
