import Community
import Lifecycle

extension AttemptOutcome {
  /// The meaning of the outcome in the services market, in one sentence.
  var servicesMeaning: String? {
    switch self {
    case .accepted: "The provider accepted, and the appointment was made."
    case .refused: nil
    case .declined: "The provider declined, or answered too late."
    case .lapsed: "The provider had closed the account before the answer."
    case .withdrawn: "The client left while the offer was open."
    case .noCandidate: "No provider passed the funnel; the cause is the stage at which it reached zero."
    case .undelivered: "The provider did not read the offer in time."
    case .unanswered: "The provider read the offer, but no answer arrived in time."
    case .inProgress: "The run was cut off while the offer was open."
    case .probeHit: "A probe's search that found a provider."
    case .probeMiss: "A probe's search without a candidate."
    }
  }
}

extension MessageKind {
  /// The meaning of the kind in the services market, in one sentence.
  var servicesMeaning: String? {
    switch self {
    case .request: "A client's job, on its way to the service."
    case .offer: "An offer, on its way to a provider."
    case .answer: "The provider's answer, on its way back."
    case .confirmation: "The notification to the client that a provider is coming."
    case .reminder, .photoRejection, .handOver, .zonesOpen: nil
    }
  }
}

extension Departures.Reason {
  /// The meaning of the reason, in one sentence.
  var meaning: String {
    switch self {
    case .failed: "The user's jobs as a client failed too often."
    case .idle: "The user had no work as a provider for too many days."
    case .closed: "The user closed the account, irrespective of the service."
    case .sanctioned: "An administrator closed the account."
    }
  }
}

extension JobEvent.Kind {
  /// The meaning of the event, in one sentence.
  var meaning: String {
    switch self {
    case .submitted: "A client submitted a job."
    case .attempt: "A search for a provider was made."
    case .accepted: "The provider accepted, and the appointment was made."
    case .declined: "The provider declined."
    case .lapsed: "The provider had closed the account before the answer."
    case .withdrawn: "The client left while the offer was open."
    case .notified: "A cycle failed, and the client was notified."
    case .requesterLeft: "The client left, or cancelled the appointment."
    case .providerCancelled: "The provider cancelled the appointment, or did not come."
    case .providerFound: "The provider can be found by searches from then on."
    case .providerGone: "The provider stops accepting jobs."
    case .accountClosed: "The provider closed the account."
    case .clientGone: "The client of the job left the service."
    case .arrived: "The provider arrived at the job."
    case .finished: "The work was done."
    case .reviewShown: "A review was shown."
    case .disputed: "The client disputed the work; a review of it is hidden until the decision."
    case .disputeDecided: "A dispute was decided."
    case .outage: "A search was due while the service was out."
    }
  }
}
