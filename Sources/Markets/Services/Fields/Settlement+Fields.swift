import Community
import Quantities
import Scenario

/// How work is paid for.
enum SettlementPlan: Equatable, Sendable {
  case money(MoneyPlan)
  case timeCredits(CreditPlan)

  static var shape: Shape<Self> {
    .union([
      Kind(
        "money", MoneyPlan.members, Self.money, { if case .money(let money) = $0 { money } else { nil } },
        "Money: the provider's price for the estimated hours, as agreed."),
      Kind(
        "time_credits", CreditPlan.members, Self.timeCredits,
        { if case .timeCredits(let credits) = $0 { credits } else { nil } },
        "Time banking: every client is a member, who pays for the estimated hours with hours of work."),
    ])
  }
}

struct MoneyPlan: Equatable, Sendable {
  var commission = 0.1
  var bookingFee: Int64 = 0
  var payoutDays: Int?

  static let members = Members(
    Self(),
    [
      Field("commission", \.commission, .share, "The share of the price that the service keeps."),
      Field(
        "booking_fee", \.bookingFee, .integer(0, to: 1_000_000_000), unwrittenAt: 0,
        "The fee that the client pays the service per completed job, in the smallest unit of money; budgets cover price and fee."
      ),
      Field(
        "payout_days", \.payoutDays, orAbsent: .integer(1, to: 3_650),
        "The number of days between payouts of earnings to providers' bank accounts, at midnight. `null`: no payouts."
      ).idle { plan, scenario in
        guard let days = plan.payoutDays, let duration = scenario.time.duration,
          duration.rawValue + scenario.time.sinceMonday.rawValue % UserDays.length.rawValue
            < Int64(days) * UserDays.length.rawValue
        else { return nil }
        return "the period ends before (`time.duration_s`)"
      },
    ])
}

struct CreditPlan: Equatable, Sendable {
  var start = Milliseconds(18_000_000)
  var floor = Milliseconds.zero
  var decayShare = 0.0
  var decayDays = Self.usualDecayDays
  /// The credit that newcomers get beside the opening balance.
  var gift = Milliseconds.zero

  private static let usualDecayDays = 28

  static let members = Members(
    Self(),
    [
      Field("start_s", \.start, .seconds(), "The initial credit of members."),
      Field(
        "credit_floor_s", \.floor, .seconds(.from(-1e9, to: 1e9)),
        "The minimum balance; negative: the debt allowed."),
      Field(
        "decay_share", \.decayShare, .share, unwrittenAt: 0,
        "The share by which balances decay towards `start_s` every `decay_days`, from above and below; 1 resets all balances."
      ).idle { plan, scenario in
        guard let duration = scenario.time.duration,
          duration.rawValue + scenario.time.sinceMonday.rawValue % UserDays.length.rawValue
            <= Int64(plan.decayDays - 1) * UserDays.length.rawValue
        else { return nil }
        return "the period ends before the first decay (`decay_days`)"
      },
      Field(
        "decay_days", \.decayDays, .integer(1, to: 3_650), unwrittenAt: usualDecayDays,
        "The number of days between decays of balances, at midnight."
      ).idle { plan, _ in plan.decayShare == 0 ? "nothing decays (`decay_share` is 0)" : nil },
      Field(
        "newcomer_s", \.gift, .seconds(), unwrittenAt: .zero,
        "The one-off credit, in addition to `start_s`, of members who sign up during the run."
      ).idle { _, scenario in scenario.services.withoutNewcomers },
    ],
    check: { checked, faults in
      if checked.value.start < checked.value.floor {
        checked.conflict(
          "members would begin below the minimum balance; raise start_s or lower credit_floor_s",
          ["start_s", "credit_floor_s"], &faults)
      }
    })
}
