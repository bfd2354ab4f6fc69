import Community
import Ground
package import Lifecycle
import Quantities
package import Scenario

/// The means of payment for work.
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
        "Time banking: every client is a member and pays for the estimated hours with hours of work."),
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
        "The fee that a client pays the platform for each completed job, in the smallest currency unit; budgets cover price and fee."
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
  /// The credit that newcomers receive in addition to the opening balance.
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

extension ServicesFields.Matching {
  func rules(answerDelay: Milliseconds) -> SearchRules {
    var rules = SearchRules()
    rules.radius = radius ?? .infinity
    rules.bookAhead = bookAhead ?? .never
    rules.answerDelay = answerDelay
    rules.isInstant = travel == .none
    rules.choice = choice
    rules.weights.travel = weights.travel
    rules.weights.startDelay = weights.startDelay
    // Scenarios give seconds per smallest unit and per star; the rules need milliseconds per unit and per
    // thousandth of a star.
    rules.weights.price = 1_000 * weights.price
    rules.weights.rating = weights.rating
    return rules
  }
}

extension SettlementPlan {
  var rules: Settlement {
    switch self {
    case .money(let money):
      .money(
        commission: Int64((1_000_000 * money.commission).rounded()), fee: money.bookingFee,
        payoutDays: money.payoutDays.map(Int64.init))
    case .timeCredits(let credits):
      .timeCredits(
        start: credits.start.rawValue, floor: credits.floor.rawValue,
        decay: credits.decayShare == 0
          ? nil
          : CreditDecay(
            share: Int64((1_000_000 * credits.decayShare).rounded()), days: Int64(credits.decayDays)),
        gift: credits.gift.rawValue)
    }
  }
}

extension Rules {
  /// Creates the rules of the lifecycle for the services scenario `scenario`.
  package init(services scenario: Scenario) {
    let fields = scenario.fields(of: ServicesFields.self)
    self.init(scenario, cycles: fields.matching, answerDelay: fields.behaviour.answerDelay)
    declineProbability = fields.behaviour.declineProbability
    providerCancelProbability = fields.behaviour.providerCancel
    requesterCancelProbability = fields.behaviour.clientCancel
    outages = fields.channel?.outages
  }
}

/// Users who return on later days, and who may leave a service that fails them.
struct UsersPlan: Equatable, Sendable {
  /// The number of clients; nil if members request the jobs or a file lists the clients.
  var count: Int?
  var churn: ChurnRules?
  var providerChurn: ChurnRules?

  static let members = Members(
    Self(),
    [
      Field(
        "count", \.count, orNull: .integer(1, to: 50_000_000),
        "The number of clients, each of whom requests jobs at a fixed home drawn from `demand.place`."
      ).idle { $1.services.withoutDrawnClients },
      Field(
        "churn", \.churn, orNull: .object(ChurnRules.members),
        "Churn of clients; failures are jobs not done or disputed, except those that the client cancelled or"
          + " missed. `null`: nobody leaves."
      ),
      Field(
        "provider_churn", \.providerChurn, orNull: .object(ChurnRules.members),
        "Churn of providers. A failure is a day with working hours that ends without a completed job and without an agreed "
          + "appointment. `null`: nobody leaves."
      ).idle { plan, scenario in
        guard let days = plan.providerChurn?.afterFailures, let duration = scenario.time.duration,
          duration < Int64(days) * UserDays.length
        else { return nil }
        return "nobody is idle for \(days) days (`time.duration_s`)"
      },
    ])
}

extension ServicesFields {
  /// The reason no clients other than members are drawn; nil if they are drawn.
  var withoutDrawnClients: String? {
    guard case .synthetic(let jobs) = demand else {
      return "the file gives the client of each job in `client_id` (`demand` is of kind `recorded`)"
    }
    return areMembersClients(of: jobs)
      ? "members request the jobs (`settlement`, or `demand.place` of kind `home`)" : nil
  }

  /// Returns whether members request the jobs of `plan`, which is so if work is paid for in time credits or if jobs are
  /// near members' homes.
  func areMembersClients(of plan: SyntheticJobs) -> Bool {
    if case .home = plan.place { return true }
    return if case .timeCredits = settlement { true } else { false }
  }

  /// Checks that the number of clients is given if they are drawn.
  static func checkUsers(_ checked: Checked<Self>, _ faults: inout Faults) {
    guard let users = checked.value.users, users.count == nil, checked.value.withoutDrawnClients == nil else {
      return
    }
    checked.conflict(
      "returning clients require a number; give users.count", ["users"], &faults)
  }
}
