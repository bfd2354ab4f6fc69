import Community
import Metrics

extension CarpoolFigure {
  static let ofService =
    [
      Self(
        .verifiedRatio, .number { $0.service.flatMap { RunTotals.share($0.verified, of: $0.registered) } }
      ).needing([.verification]),
      Self(.offersUndelivered, .number { RunTotals.share($0.undelivered, of: $0.offers) })
        .needing([.channel]),
      Self(.offersUnanswered, .number { RunTotals.share($0.unanswered, of: $0.offers) })
        .needing([.board, .channel]),
      Self(.retention, .number { $0.service.flatMap { RunTotals.share($0.staying, of: $0.registered) } })
        .needing([.churn]),
      Self(
        .repeatedRatio, .number { $0.service.flatMap { RunTotals.share($0.repeated, of: $0.requests) } }
      ).needing([.history]),
    ] + ofInvitations + ofChannel + ofMoney + ofPriceCap + ofTeam(.ofUsers, .applications, \.applications)
    + ofTeam(.ofStars, .moderation, \.moderation)

  private static let ofInvitations = [
    Self(.memberRatio, .number { $0.service.flatMap { RunTotals.share($0.members, of: $0.users) } }),
    Self(.invitations, .number { $0.service.map { Double($0.invitations) } }),
    Self(
      .invitationsAccepted,
      .number { $0.service.flatMap { RunTotals.share($0.invitationsAccepted, of: $0.invitations) } }),
  ].map { $0.needing([.invitations]) }

  private static func ofTeam(
    _ metrics: TeamMetrics, _ feature: CarpoolFeature,
    _ totals: @escaping @Sendable (ServiceTotals) -> TeamTotals
  ) -> [Self] {
    [
      Self(metrics.time, .sample { $0.service.map { totals($0).spans } ?? [] }),
      Self(
        metrics.refused,
        .number { $0.service.flatMap { RunTotals.share(totals($0).refused, of: totals($0).spans.count) } }),
      Self(metrics.utilisation, .number { $0.service.flatMap { totals($0).utilisation } }),
    ].map { $0.needing([feature]) }
  }

  private static let ofChannel = [
    Self(MessageMetrics.ofPhones.sent, .number { $0.service.map { Double($0.messages.messages) } }),
    Self(MessageMetrics.ofPhones.lost, .number { $0.service.flatMap(\.messages.lostShare) }),
    Self(MessageMetrics.ofPhones.undelivered, .number { $0.service.flatMap(\.messages.undeliveredShare) }),
  ].map { $0.needing([.channel]) }

  private static let ofMoney = [
    Self(.walletRefusals, .number { $0.service.map { Double($0.walletRefusals) } }),
    Self(.fares, .number { $0.service.map(\.fares) }),
    Self(.commissions, .number { $0.service.map(\.commissions) }),
  ].map { $0.needing([.money]) }
}
