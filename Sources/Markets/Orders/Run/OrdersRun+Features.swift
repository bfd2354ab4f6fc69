import Metrics
public import Models

extension OrdersRun {
  public static let features: [Feature<OrdersRun>] = [
    .delivery, .photos, .otherCredits, .campaigns, .referral, .registration, .channel, .users,
    .freeCredits, .reuse, .news, .addresses, .outages,
  ]

  /// The tables of the features, in the order of the fingerprint: campaigns come first.
  static var featureTables: [RunTable<OrdersRun>] {
    Feature.campaigns.tables + features.flatMap(\.tables).filter { $0.name != "campaigns" }
  }

  /// The figures that this run has.
  var ownFigures: [Figure<OrdersRun>] { Self.figures + ownFeatures.flatMap(\.figures) }
}
