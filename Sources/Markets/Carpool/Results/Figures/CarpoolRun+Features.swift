import CarpoolScenario
import Matching
public import Models
import Scenario
import Simulation
import Travellers

extension CarpoolRun {
  /// The features of the carpool market, in the order of their figures.
  public static let features: [Feature<CarpoolRun>] = [
    .board, .onFoot, .verification, .churn, .history, .invitations, .channel, .lateAnswers, .money, .priceCap,
    .applications, .moderation, .society, .days, .batch, .hindsight, .oneRider, .walking, .transfers,
    .cancelling, .mapCalls, .slack, .flexibleDrivers, .announcedRequests, .flexibleRequests, .provisional,
    .roles, .outages, .choice, .choicePrice, .sharedStops, .insertion,
  ]

  /// The tables of the features, in the order in which they enter the fingerprint.
  static let featureTables = [
    Feature.board, .money, .society, .days, .invitations, .applications, .moderation, .batch,
    .flexibleDrivers,
    .flexibleRequests, .provisional, .roles, .walking, .transfers, .cancelling, .mapCalls, .outages,
  ].flatMap(\.tables)

  /// Returns a feature's contributions to the lists of the carpool market: its figures, those `placed` after other
  /// figures, and the causes that only this feature produces.
  static func extras(
    _ figures: [CarpoolFigure], placed: [Placed<CarpoolFigure>] = [], causes: [Cause] = []
  ) -> [any Sendable] {
    (figures as [any Sendable]) + (placed as [any Sendable]) + (causes as [any Sendable])
  }
}

extension Feature<CarpoolRun> {
  /// The exact-matcher feature.
  static var insertion: Self {
    Feature(
      ["matching", "policy", "insertion"], isPart: { $0.fields.matching.policy == .shipped(.insertion) },
      extras: [Cause.noDriver])
  }
}
