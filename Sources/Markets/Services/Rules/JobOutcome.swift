public import Lifecycle

/// How a job ended; the raw value is the name in jobs.csv.
public enum JobOutcome: String, CaseIterable, Sendable {
  case done
  case unmatched
  case cancelledByClient = "cancelled_by_client"
  case cancelledByProvider = "cancelled_by_provider"
  case clientAbsent = "client_absent"
  case clientLeft = "client_left"
  case inProgress = "in_progress"
  case notSubmitted = "not_submitted"
  case refusedInput = "refused_input"
  case probeHit = "probe_hit"
  case probeMiss = "probe_miss"

  /// The meaning of the outcome, in one sentence.
  public var meaning: String {
    switch self {
    case .done: "the work was done"
    case .unmatched: "no provider was found and the client gave up"
    case .cancelledByClient: "the client left before a confirmation, or cancelled the appointment"
    case .cancelledByProvider: "a provider cancelled or did not come, and no other was found"
    case .clientAbsent: "the provider was on time, and the client was absent"
    case .clientLeft: "the provider was so late that the client had left"
    case .inProgress: "the run ended before the job was settled"
    case .notSubmitted: "the client had left the service and requested nothing"
    case .refusedInput: "the row is excluded from the run"
    case .probeHit: "a probe that found a provider"
    case .probeMiss: "a probe without a candidate"
    }
  }
}

extension JobOutcome: RequestEnding {
  public static var cancelledByRequester: Self { .cancelledByClient }
}
