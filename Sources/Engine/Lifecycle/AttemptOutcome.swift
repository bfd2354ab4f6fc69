/// The outcome of an attempt; the raw value is the name in attempts.csv.
public enum AttemptOutcome: String, CaseIterable, Sendable {
  case accepted
  /// The requester refused the offer before the provider was asked.
  case refused
  case declined
  case lapsed
  case withdrawn
  case noCandidate = "no_candidate"
  /// The offer was not read in time.
  case undelivered
  /// The offer was read, and no answer came in time.
  case unanswered
  case inProgress = "in_progress"
  case probeHit = "probe_hit"
  case probeMiss = "probe_miss"
}
