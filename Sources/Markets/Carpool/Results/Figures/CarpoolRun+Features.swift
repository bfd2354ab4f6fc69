import CarpoolScenario
import Matching
public import Models
import Scenario
import Simulation
import Travellers

extension CarpoolRun {
  /// The features of a carpool, in the order of their figures.
  public static let features: [Feature<CarpoolRun>] = [
    .board, .onFoot, .verification, .churn, .history, .invitations, .channel, .lateAnswers, .money, .priceCap,
    .applications, .moderation, .society, .days, .batch, .hindsight, .oneRider, .walking, .transfers,
    .cancelling, .mapCalls, .slack, .flexibleDrivers, .announcedRequests, .flexibleRequests, .provisional,
    .roles, .outages, .choice, .choicePrice, .sharedStops, .insertion,
  ]

  /// The tables of the features, in the order of the fingerprint.
  static let featureTables = [
    Feature.board, .money, .society, .days, .invitations, .applications, .moderation, .batch,
    .flexibleDrivers,
    .flexibleRequests, .provisional, .roles, .walking, .transfers, .cancelling, .mapCalls, .outages,
  ].flatMap(\.tables)

  /// Returns what a feature adds to the lists of the carpool: its figures, some of them `placed` after others, and the causes that only
  /// the feature brings about.
  static func extras(
    _ figures: [CarpoolFigure], placed: [Placed<CarpoolFigure>] = [], causes: [Cause] = []
  ) -> [any Sendable] {
    (figures as [any Sendable]) + (placed as [any Sendable]) + (causes as [any Sendable])
  }
}

extension Feature<CarpoolRun> {
  /// The exact matcher.
  static var insertion: Self {
    Feature(
      ["matching", "policy", "insertion"], isPart: { $0.fields.matching.policy == .shipped(.insertion) },
      extras: [Cause.noDriver])
  }
}
