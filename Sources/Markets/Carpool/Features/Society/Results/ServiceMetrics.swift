import CarpoolScenario
import Community
public import Metrics
import Models
import Scenario
import Simulation
import Statistics
import Tables
import Travellers

// MARK: - Trips planned ahead

extension Metric {
  public static let bookingRate = Metric(
    "booking_rate", .ratio, over: .seeks, better: .higherIsBetter,
    "Passengers who planned ahead with a booking confirmed by the driver ÷ passengers who planned ahead.")

  public static let bookingRideRate = Metric(
    "booking_ride_rate", .ratio, over: .seeks, better: .higherIsBetter,
    "Passengers who planned ahead and boarded with a booking ÷ passengers who planned ahead.")

  public static let leadTime = Metric(
    "lead_time_s", .seconds, over: .bookings, isDistribution: true,
    "departs_s − answered_s of the confirmed bookings: the time for which the seat was certain before departure."
  )

  public static let price = Metric(
    "price", .currency, over: .bookings, isDistribution: true,
    "The seat price of confirmed bookings, in units of the currency.")

  public static let walkMetres = Metric(
    "walk_m", .metres, over: .riders, better: .lowerIsBetter, isDistribution: true,
    "The straight-line walks to and from the car.")

  public static let walk = Metric(
    "walk_s", .seconds, over: .riders, better: .lowerIsBetter, isDistribution: true,
    "The walking time to and from the car, at the walking speed of the board or of the matching; part of passenger_detour_factor."
  )

  public static let totalTravelFactor = Metric(
    "total_travel_factor", .ratio, over: .riders, better: .lowerIsBetter, isDistribution: true,
    isShare: false,
    "(walk_s + ride_s) ÷ direct_s of passengers with a booking who were dropped off.")

  public static let published = Metric(
    "published", .count, over: .offers, "Trips that appeared on the board.")

  public static let soldSeatKilometres = Metric(
    "sold_seat_km", .kilometres, over: .offers, better: .higherIsBetter,
    "seats_sold × way_m, summed over the legs of published trips that took place.")

  public static let soldSeatRatio = Metric(
    "sold_seat_ratio", .ratio, over: .offers, better: .higherIsBetter,
    "seats_sold × way_m ÷ seats × way_m, summed over the legs of published trips that took place.")
}

// MARK: - The platform services

extension MessageMetrics {
  /// The metrics of messages to and from the phones of users.
  static let ofPhones = MessageMetrics(over: .messages)
}

extension TeamMetrics {
  /// The metrics of applications for verification.
  static let ofUsers = ofApplications(over: .users)
  static let ofStars = ofModeration(over: .users)
}

extension Metric {
  public static let verifiedRatio = Metric(
    "verified_ratio", .ratio, over: .users, better: .higherIsBetter,
    "Users verified at the end of the run ÷ users who ever took part.")

  public static let offersUndelivered = Metric(
    "offers_undelivered", .ratio, over: .counted, better: .lowerIsBetter,
    "Offers and reservations that the driver did not read in time ÷ those that ended, of the requests that `requests`"
      + " counts.")

  public static let offersUnanswered = Metric(
    "offers_unanswered", .ratio, over: .counted, better: .lowerIsBetter,
    "Offers and reservations that were read but not answered in time ÷ those that ended, of the same requests."
  )

  public static let retention = Metric(
    "retention", .ratio, over: .users, better: .higherIsBetter,
    "Users who stayed to the end of the run ÷ users who ever took part; days.csv has it per day."
  )

  public static let repeatedRatio = Metric(
    "repeated_ratio", .ratio, over: .counted,
    "Requests whose two ends are those of an earlier request of the same user ÷ requests.")

  public static let memberRatio = Metric(
    "member_ratio", .ratio, over: .people, better: .higherIsBetter,
    "Users with an account at the end of the run ÷ users.")

  public static let invitations = Metric(
    "invitations_sent", .count, over: .invitations, "Friends invited by passengers after a ride.")

  public static let invitationsAccepted = Metric(
    "invitations_accepted", .ratio, over: .invitations, better: .higherIsBetter,
    "Invitations after which the friend opened an account ÷ invitations.")

  public static let walletRefusals = Metric(
    "wallet_refusals", .count, over: .attempts, better: .lowerIsBetter,
    "Attempts that failed for lack of money although a car was found.")

  public static let fares = Metric(
    "fares", .currency, over: .payments,
    "Fares paid by passengers, by wallet or in cash, including the service's commission.")

  public static let commissions = Metric(
    "commissions", .currency, over: .payments, "The service's commission on fares.")
}

extension CarpoolFigure {
  fileprivate static let ofInvitations = [
    Self(.memberRatio, .number { $0.service.flatMap { RunTotals.share($0.members, of: $0.users) } }),
    Self(.invitations, .number { $0.service.map { Double($0.invitations) } }),
    Self(
      .invitationsAccepted,
      .number { $0.service.flatMap { RunTotals.share($0.invitationsAccepted, of: $0.invitations) } }),
  ]

  fileprivate static func ofTeam(
    _ metrics: TeamMetrics, _ totals: @escaping @Sendable (ServiceTotals) -> TeamTotals
  ) -> [Self] {
    [
      Self(metrics.time, .sample { $0.service.map { totals($0).spans } ?? [] }),
      Self(
        metrics.refused,
        .number { $0.service.flatMap { RunTotals.share(totals($0).refused, of: totals($0).spans.count) } }),
      Self(metrics.utilisation, .number { $0.service.flatMap { totals($0).utilisation } }),
    ]
  }

  fileprivate static let ofChannel = [
    Self(MessageMetrics.ofPhones.sent, .number { $0.service.map { Double($0.messages.messages) } }),
    Self(MessageMetrics.ofPhones.lost, .number { $0.service.flatMap(\.messages.lostShare) }),
    Self(MessageMetrics.ofPhones.undelivered, .number { $0.service.flatMap(\.messages.undeliveredShare) }),
  ]

  fileprivate static let ofMoney = [
    Self(.walletRefusals, .number { $0.service.map { Double($0.walletRefusals) } }),
    Self(.fares, .number { $0.service.map(\.fares) }),
    Self(.commissions, .number { $0.service.map(\.commissions) }),
  ]
}

extension Feature<CarpoolRun> {
  /// The user feature: drivers and requests belong to users.
  static var society: Self {
    Feature(isPart: { $0.records.society != nil }, tables: [CarpoolRun.usersTable])
  }

  static var verification: Self {
    Feature(
      ["verification"], isPart: { $0.records.society?.setup.verification != nil },
      extras: CarpoolRun.extras(
        [
          CarpoolFigure(
            .verifiedRatio, .number { $0.service.flatMap { RunTotals.share($0.verified, of: $0.registered) } }
          )
        ], causes: [.notVerified]))
  }

  /// The application feature: staff decide on applications for verification.
  static var applications: Self {
    Feature(
      ["verification", "applications"], isPart: { $0.records.society?.applications != nil },
      tables: [CarpoolRun.applicationsTable], extras: CarpoolFigure.ofTeam(.ofUsers, \.applications))
  }

  /// The moderation feature: staff moderate reviews.
  static var moderation: Self {
    Feature(
      ["ratings", "moderation"], isPart: { $0.records.society?.moderated != nil },
      tables: [CarpoolRun.moderationTable], extras: CarpoolFigure.ofTeam(.ofStars, \.moderation))
  }

  /// The payment feature: rides are paid for.
  static var money: Self {
    Feature(
      ["money"], isPart: { $0.records.society?.balances != nil }, tables: [CarpoolRun.paymentsTable],
      extras: CarpoolRun.extras(CarpoolFigure.ofMoney, causes: [.noFunds]))
  }

  /// The channel feature: messages may be delayed or lost.
  static var channel: Self {
    Feature(
      ["channel"], isPart: { $0.records.society?.setup.channel != nil },
      extras: CarpoolRun.extras(
        CarpoolFigure.ofChannel,
        placed: [
          Placed(
            CarpoolFigure(.offersUndelivered, .number { RunTotals.share($0.undelivered, of: $0.offers) }),
            after: Metric.verifiedRatio.name)
        ], causes: [.undelivered]))
  }

  /// The churn feature: users may leave the service.
  static var churn: Self {
    Feature(
      ["users", "churn"], isPart: { $0.records.society?.setup.churn != nil },
      extras: CarpoolRun.extras(
        [
          CarpoolFigure(
            .retention, .number { $0.service.flatMap { RunTotals.share($0.staying, of: $0.registered) } })
        ], causes: [.leftService]))
  }

  /// The invitation feature: passengers invite friends.
  static var invitations: Self {
    Feature(
      ["friends", "invitations"], isPart: { $0.records.society?.invitations != nil },
      tables: [CarpoolRun.invitationsTable],
      extras: CarpoolRun.extras(CarpoolFigure.ofInvitations, causes: [.noAccount]))
  }
}

extension Feature<CarpoolRun> {
  /// The trip-history feature: users can repeat past trips.
  static var history: Self {
    Feature(
      ["users", "history_share"], isPart: { $0.fields.users.map { $0.historyShare > 0 } ?? false },
      extras: [
        CarpoolFigure(
          .repeatedRatio, .number { $0.service.flatMap { RunTotals.share($0.repeated, of: $0.requests) } })
      ])
  }

  /// The multi-day feature: the same users travel on several days.
  static var days: Self {
    Feature(isPart: { $0.has(.society) && $0.fields.users != nil }, tables: [CarpoolRun.daysTable])
  }
}
