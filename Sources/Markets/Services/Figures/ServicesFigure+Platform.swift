import Community
import Lifecycle
import Metrics
import Quantities
import Statistics
import Tables

extension TeamMetrics {
  /// The metrics of providers' applications for verification, and of reviews.
  static let ofProviders = ofApplications(over: .providers)
  static let ofReviews = ofModeration(over: .providers)
}

/// The figures of platform services, grouped by the scenario member that enables them.
extension ServicesFigure {
  /// A group of figures, and the path of the scenario member that enables them.
  struct Feature: Sendable {
    let member: [String]
    let figures: [Figure<ServicesTotals>]
    /// Returns whether a run has these figures.
    let isPart: @Sendable (ServicesRun) -> Bool
  }

  static let features = [
    Feature(
      member: ["verification", "applications"], figures: ofTeam(.ofProviders) { $0.applications },
      isPart: { $0.hasApplications }),
    Feature(
      member: ["behaviour", "reviews", "moderation"], figures: ofTeam(.ofReviews) { $0.moderation },
      isPart: { $0.hasModeration }),
    Feature(
      member: ["channel"], figures: ofMessages.map(counted) + ofChannel,
      isPart: { $0.messageCounts != nil }),
    Feature(
      member: ["settlement", "booking_fee"],
      figures: [Figure(.fees) { .count($0.paid(.fee) - $0.paid(.feeRefund)) }],
      isPart: { $0.setup.settlement.fee > 0 }),
    Feature(
      member: ["settlement", "payout_days"],
      figures: [Figure(.paidOut) { .count($0.paid(.payout)) }, Figure(.owed) { .count($0.owed) }],
      isPart: { $0.setup.settlement.payoutDays != nil }),
    Feature(member: ["users"], figures: ofUsers, isPart: { $0.departures != nil }),
    Feature(
      member: ["client_verification"], figures: ofClients, isPart: { $0.setup.clientRules != nil }),
    Feature(member: ["sanctions"], figures: ofSanctions, isPart: { $0.setup.sanctions != nil }),
    Feature(
      member: ["behaviour", "reviews", "unrated"], figures: ofNewcomers,
      isPart: { $0.setup.conduct.reviews.unrated != nil }),
    Feature(member: ["channel", "outages"], figures: ofOutages, isPart: { $0.outages != nil }),
  ]

  private static let ofChannel: [Figure<ServicesTotals>] = [
    Figure(.offersUndelivered) { .share($0.offers(.undelivered), of: $0.endedOffers) },
    Figure(.offersUnanswered) { .share($0.offers(.unanswered), of: $0.endedOffers) },
    Figure(MessageMetrics.ofPhones.sent) { .number($0.run.messageCounts.map { Double($0.messages) }) },
    Figure(MessageMetrics.ofPhones.lost) { .number($0.run.messageCounts?.lostShare) },
    Figure(MessageMetrics.ofPhones.undelivered) { .number($0.run.messageCounts?.undeliveredShare) },
  ]

  private static func ofTeam(
    _ metrics: TeamMetrics, _ totals: @escaping @Sendable (ServicesTotals) -> TeamTotals
  ) -> [Figure<ServicesTotals>] {
    [
      Figure(metrics.time) { .sample(totals($0).spans) },
      Figure(metrics.refused) { .share(totals($0).refused, of: totals($0).spans.count) },
      Figure(metrics.utilisation) { .number(totals($0).utilisation) },
    ]
  }
}

extension MessageMetrics {
  /// The metrics of messages to and from the phones of providers and clients.
  static let ofPhones = MessageMetrics(over: .messages)
}

extension Metric {
  static let offersUndelivered = Metric(
    "offers_undelivered", .ratio, over: .messages, better: .lowerIsBetter,
    "Offers not read in time by the provider ÷ ended offers.")
  static let offersUnanswered = Metric(
    "offers_unanswered", .ratio, over: .messages, better: .lowerIsBetter,
    "Offers read but not answered in time ÷ ended offers.")
}

extension Metric.Population {
  static let messages = Self("messages", "All messages and offers of the run, with a `channel`.")
}

extension ServicesTotals {
  /// The sum of the positive balances of providers at the end of the run.
  var owed: Int {
    run.setup.providers.indices.reduce(0) {
      $0 + Int(max(0, run.ledger.balance(of: .provider(ProviderIndex($1)))))
    }
  }

  /// Returns the number of offers that ended with `outcome`.
  func offers(_ outcome: AttemptOutcome) -> Int { run.attempts.count { $0.outcome == outcome } }

  var endedOffers: Int {
    run.attempts.count { attempt in
      switch attempt.outcome {
      case .accepted, .declined, .lapsed, .withdrawn, .undelivered, .unanswered: true
      case .refused, .noCandidate, .inProgress, .probeHit, .probeMiss: false
      }
    }
  }

  /// The totals of staff decisions on applications for verification.
  var applications: TeamTotals {
    TeamTotals(
      run.setup.applications.map { ($0.way, $0.isRefused) }, by: run.setup.verification?.applications?.team,
      until: run.end, phase: run.phase)
  }

  /// The totals of staff decisions on reviews.
  var moderation: TeamTotals {
    TeamTotals(
      run.reviews.compactMap { $0.verdict.map { ($0.way, $0.isRejected) } },
      by: run.setup.conduct.reviews.moderation?.team, until: run.end, phase: run.phase)
  }
}

extension ServicesRun {
  /// The time from the last Monday 0:00 to the start of the run.
  var phase: Milliseconds { .zero - setup.monday }

  /// The figures of this run.
  var figures: [Figure<ServicesTotals>] {
    ServicesFigure.usual + ServicesFigure.features.filter { $0.isPart(self) }.flatMap(\.figures)
  }
}
