/// The outcome of a request; the raw value is the name in requests.csv.
public enum RequestOutcome: String, CaseIterable, Sendable {
  case served
  case unmatched
  case cancelledByPassenger = "cancelled_by_passenger"
  case cancelledByDriver = "cancelled_by_driver"
  case inProgress = "in_progress"
  case refusedInput = "refused_input"
  case probeHit = "probe_hit"
  case probeMiss = "probe_miss"
  case drove
  case notSubmitted = "not_submitted"
}
