/// How an attempt ended; the raw value is the name in attempts.csv.
public enum AttemptOutcome: String, CaseIterable, Sendable {
  case accepted
  case declined
  case lapsed
  case withdrawn
  case noCandidate = "no_candidate"
  case inProgress = "in_progress"
  case probeHit = "probe_hit"
  case probeMiss = "probe_miss"
}
